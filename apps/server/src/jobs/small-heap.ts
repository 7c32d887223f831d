import { setFlagsFromString } from 'node:v8'

// A worker makes much garbage and keeps little. Left alone, the heap grows until it is collected; here it is collected sooner.
// Both flags are read at each collection, so they may be set now. It must be the first import.
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--heap-growing-percent=30')
