import { expect, it } from 'vitest'
import { seedOf, surpriseMax, surpriseOf } from './exam-chances.testing.ts'
import { chachaBlock, pick, seededRandom, shuffle } from './exam-random.ts'

it('computes the block of RFC 8439, 2.3.2', () => {
  const key = [0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c, 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c]
  expect([...chachaBlock(key, 1, [0x09000000, 0x4a000000, 0])]).toEqual([
    0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3, 0x466482d2,
    0x09aa9f07, 0x05d7c214, 0xa2028bd9, 0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2,
  ])
})

it('reads the bytes of a seed in the order of the RFC', () => {
  const seed = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
  const key = [0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c, 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c]
  const random = seededRandom(seed, 7)
  const words = [...chachaBlock(key, 0, [0, 0, 7]), ...chachaBlock(key, 1, [0, 0, 7])]
  expect(words.map(() => random(2 ** 32))).toEqual(words)
})

const drawMany = (seed: string, stream: number) => {
  const random = seededRandom(seed, stream)
  return Array.from({ length: 40 }, () => random(1000))
}

it('is the same for a seed and a stream, and differs between them', () => {
  expect(drawMany(seedOf(1), 1)).toEqual(drawMany(seedOf(1), 1))
  expect(drawMany(seedOf(1), 1)).not.toEqual(drawMany(seedOf(2), 1))
  expect(drawMany(seedOf(1), 1)).not.toEqual(drawMany(seedOf(1), 2))
})

it.each(['', 'a'.repeat(63), 'A'.repeat(64), `${'a'.repeat(64)}\n`])('refuses the seed %j', (seed) =>
  expect(() => seededRandom(seed, 0)).toThrow(),
)

it('draws each number with the same chance', () => {
  for (const below of [2, 3, 7, 10, 100]) {
    const random = seededRandom(seedOf(below), 0)
    const counts = Array<number>(below).fill(0)
    for (let time = 0; time < 20_000; time++) counts[random(below)]!++
    expect(surpriseOf(counts)).toBeLessThan(surpriseMax)
  }
})

it('has no favourites where a remainder would have them', () => {
  const random = seededRandom(seedOf(3), 0)
  const below = 3 * 2 ** 30
  const counts = [0, 0, 0]
  for (let time = 0; time < 20_000; time++) counts[Math.floor(random(below) / 2 ** 30)]!++
  expect(surpriseOf(counts)).toBeLessThan(surpriseMax)
})

it('shuffles into each order with the same chance', () => {
  const random = seededRandom(seedOf(4), 0)
  const counts = new Map<string, number>()
  for (let time = 0; time < 24_000; time++) {
    const order = shuffle(['a', 'b', 'c', 'd'], random).join('')
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  expect(counts.size).toBe(24)
  expect(surpriseOf([...counts.values()])).toBeLessThan(surpriseMax)
})

it('picks no more than there are, and leaves the list as it was', () => {
  const list = Object.freeze([1, 2, 3])
  expect(pick(list, 5, seededRandom(seedOf(5), 0)).toSorted()).toEqual([1, 2, 3])
  expect(pick(list, 0, seededRandom(seedOf(5), 0))).toEqual([])
})

it('the measure of chance sees a favourite', () => {
  expect(surpriseOf([1000, 1000, 1000, 1200])).toBeGreaterThan(surpriseMax)
  expect(surpriseOf([1000, 1010, 990, 1005])).toBeLessThan(0)
})
