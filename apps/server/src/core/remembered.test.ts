import { expect, it } from 'vitest'
import { Remembered } from './remembered.ts'

const build = () => {
  const asked: string[] = []
  const remembered = new Remembered<string>(1000)
  return {
    asked,
    remembered,
    of: (key: string, now = 0) =>
      remembered.of(key, now, async () => {
        asked.push(key)
        return `${key} at ${now}`
      }),
  }
}

it('asks once within a second, and again when it is over', async () => {
  const { asked, of, remembered } = build()
  expect(await Promise.all([of('a'), of('a', 999)])).toEqual(['a at 0', 'a at 0'])
  expect(await remembered.last('a')).toBe('a at 0')
  expect(await of('a', 1000)).toBe('a at 1000')
  expect(await remembered.last('a')).toBe('a at 1000')
  expect(asked).toEqual(['a', 'a'])
  expect(remembered.last('b')).toBe(undefined)
})

it('does not remember what failed', async () => {
  const { of, remembered } = build()
  await expect(remembered.of('a', 0, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(remembered.last('a')).toBe(undefined)
  expect(await of('a')).toBe('a at 0')
})

it('lets go of what nobody has asked for longest, and keeps what is in use', async () => {
  const { asked, of } = build()
  await of('unused')
  for (let nth = 0; nth < 50_000; nth++) await Promise.all([of('used'), of(String(nth))])
  await Promise.all([of('49999'), of('unused')])
  expect(asked.filter((key) => key === 'used')).toHaveLength(1)
  expect(asked.slice(-2)).toEqual(['49999', 'unused'])
})

it('forgets at once whatever begins so, and nothing else', async () => {
  const { asked, of, remembered } = build()
  for (const key of ['a:1', 'b:1', 'a:2']) await of(key)
  remembered.forget('a:')
  asked.length = 0
  for (const key of ['a:1', 'b:1', 'a:2']) await of(key)
  expect(asked).toEqual(['a:1', 'a:2'])
})
