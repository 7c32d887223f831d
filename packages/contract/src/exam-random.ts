/** Draws a whole number from 0 up to, but not, `below`, each with the same chance. `below` is from 1 to 2^32. */
export type Random = (below: number) => number

/** Secret of one attempt: 32 random bytes as hexadecimal digits. It never leaves the server, which makes it by its own source of secrets. */
export const examSeedPattern = /^[0-9a-f]{64}$/

/**
 * Random numbers of one seed and stream, the same at each call. They are the key stream of ChaCha20 (RFC 8439, with the stream's number as its
 * nonce): a student who knows many of them can't compute the seed, with which the order of options in the bank, where authors often write the right
 * one first, would be known.
 * @param stream from 0 to 2^32 - 1; each use of a seed has a stream of its own
 */
export function seededRandom(seed: string, stream: number): Random {
  if (!examSeedPattern.test(seed)) throw new Error('A seed has 64 hexadecimal digits')
  const key = seed.match(/.{8}/g)!.map((word) => Number.parseInt(word.match(/../g)!.reverse().join(''), 16))
  let [block, at, count] = [new Uint32Array(0), 0, 0]
  const nextWord = () => {
    if (at === block.length) [block, at] = [chachaBlock(key, count++, [0, 0, stream]), 0]
    return block[at++]!
  }
  return (below) => {
    // Words past the last whole multiple are drawn again: a remainder alone would favour small numbers.
    const end = 2 ** 32 - (2 ** 32 % below)
    let word = nextWord()
    while (word >= end) word = nextWord()
    return word % below
  }
}

/** Sixteen words of ChaCha20, as RFC 8439 computes them. */
export function chachaBlock(key: number[], count: number, nonce: number[]): Uint32Array<ArrayBuffer> {
  const begin = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...key, count, ...nonce)
  const state = begin.slice()
  for (let round = 0; round < 10; round++) for (const words of quarters) mixQuarter(state, words)
  return state.map((word, at) => word + begin[at]!)
}

/** Columns and diagonals of the four by four words. */
const quarters = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const
const turns = [16, 12, 8, 7] as const

function mixQuarter(state: Uint32Array, [a, b, c, d]: (typeof quarters)[number]) {
  turns.forEach((turn, at) => {
    const [sum, added, turned] = at % 2 === 0 ? [a, b, d] : [c, d, b]
    state[sum]! += state[added]!
    const mixed = state[turned]! ^ state[sum]!
    state[turned] = (mixed << turn) | (mixed >>> (32 - turn))
  })
}

/** Copies a list in an order that is drawn, each order with the same chance (Fisher and Yates). */
export function shuffle<T>(list: readonly T[], random: Random): T[] {
  return pick(list, list.length, random)
}

/** Draws so many of a list, each with the same chance and none twice, in the order in which they were drawn. */
export function pick<T>(list: readonly T[], count: number, random: Random): T[] {
  const rest = [...list]
  const last = Math.min(count, rest.length)
  for (let at = 0; at < last; at++) {
    const drawn = at + random(rest.length - at)
    ;[rest[at], rest[drawn]] = [rest[drawn]!, rest[at]!]
  }
  return rest.slice(0, last)
}
