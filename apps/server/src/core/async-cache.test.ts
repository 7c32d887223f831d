import { expect, it } from 'vitest'
import { AsyncCache } from './async-cache.ts'

const setUpCache = () => {
  const fetchedKeys: string[] = []
  const cache = new AsyncCache<string>(1000)
  return {
    fetchedKeys,
    cache,
    fetch: (key: string, now = 0) =>
      cache.fetch(key, now, async () => {
        fetchedKeys.push(key)
        return `${key} at ${now}`
      }),
  }
}

it('asks once within a second, and again when it is over', async () => {
  const { fetchedKeys, fetch, cache } = setUpCache()
  expect(await Promise.all([fetch('a'), fetch('a', 999)])).toEqual(['a at 0', 'a at 0'])
  expect(await cache.last('a')).toBe('a at 0')
  expect(await fetch('a', 1000)).toBe('a at 1000')
  expect(await cache.last('a')).toBe('a at 1000')
  expect(fetchedKeys).toEqual(['a', 'a'])
  expect(cache.last('b')).toBe(undefined)
})

it('does not cache what failed', async () => {
  const { fetch, cache } = setUpCache()
  await expect(cache.fetch('a', 0, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(cache.last('a')).toBe(undefined)
  expect(await fetch('a')).toBe('a at 0')
})

it('drops the answers that were not read for the longest, and keeps those in use', async () => {
  const { fetchedKeys, fetch } = setUpCache()
  await fetch('unused')
  for (let nth = 0; nth < 50_000; nth++) await Promise.all([fetch('used'), fetch(String(nth))])
  await Promise.all([fetch('49999'), fetch('unused')])
  expect(fetchedKeys.filter((key) => key === 'used')).toHaveLength(1)
  expect(fetchedKeys.slice(-2)).toEqual(['49999', 'unused'])
})

it('forgets the answers whose keys begin so, and no others', async () => {
  const { fetchedKeys, fetch, cache } = setUpCache()
  for (const key of ['a:1', 'b:1', 'a:2']) await fetch(key)
  cache.forget('a:')
  fetchedKeys.length = 0
  for (const key of ['a:1', 'b:1', 'a:2']) await fetch(key)
  expect(fetchedKeys).toEqual(['a:1', 'a:2'])
})
