/**
 * Settings that a process reads when it starts, so they cannot be set from inside; the image sets them too. glibc gives freed memory back:
 * left alone, it keeps what a large picture took while it was decoded, some 250 MB. Young objects get at most 16 MB, a quarter of Node's own
 * bound: an API under load held 60 to 100 MB more, and answered no sooner.
 */
export const leanMemory = { MALLOC_MMAP_THRESHOLD_: '131072', NODE_OPTIONS: '--max-semi-space-size=16' }
