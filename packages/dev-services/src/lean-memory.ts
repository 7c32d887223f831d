/**
 * Makes glibc give freed memory back: left alone, it keeps what a large picture took while it was decoded, some 250 MB. It is read when a
 * process starts, so it cannot be set from inside; the image sets it too.
 */
export const leanMemory = { MALLOC_MMAP_THRESHOLD_: '131072' }
