import { LRUCache } from 'lru-cache'

/**
 * Cache that drops what was not read for the longest above so many entries. Its lists grow with what it holds: given the library's own `max`, they are
 * laid out in full when it is made, a megabyte for 50,000 entries.
 * @param ttl milliseconds for which an entry holds; for ever when left out
 */
export const growingCache = <Value extends {}>(maxEntries: number, ttl = 0) =>
  new LRUCache<string, Value>({ maxSize: maxEntries, sizeCalculation: () => 1, ttl })
