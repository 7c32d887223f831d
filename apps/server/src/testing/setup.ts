import { afterAll } from 'vitest'
import { closeWorld } from './world.ts'

// Test files of one process share their modules, which are loaded once; this file runs anew for each of them.
afterAll(closeWorld)
