import { propertySeed } from '@escola/contract/property-seed.testing'
import { expect, it } from 'vitest'
import { readGift } from './read-gift.ts'
import { MoodleReader } from './read-moodle-xml.ts'
import { readPasted } from './read-pasted.ts'
import { readTable } from './read-table.ts'
import { samples } from './samples.testing.ts'

const mutations = 5000

/** Mulberry32: the same numbers from the same seed. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
type Random = ReturnType<typeof randomOf>

const parts =
  '<|>|&|"|\'|]]>|<![CDATA[|</question>|<answer fraction="100">|&#0;|&lol;|<!--|<?x|{|}|{#|=|~|%50%|%|####|#|::|\\|//|$CATEGORY:|->|..|:|\n\n|\n|\t|*|( )|a)|1)|Gabarito|Resposta:|\\(|\\)|$$|\0|\uFEFF|\uD800|\uFDD0|9999999999|1e99|-|;|é'.split(
    '|',
  )

function mutate(text: string, random: Random): string {
  let mutated = text
  for (let left = 1 + random(4); left > 0; left--) {
    const at = random(mutated.length + 1)
    const to = Math.min(mutated.length, at + random(random(4) === 0 ? 200 : 8))
    const kind = random(4)
    const middle = [
      parts[random(parts.length)]!,
      '',
      mutated.slice(at, to).repeat(2 + random(3)),
      parts[random(parts.length)]!,
    ][kind]!
    mutated = mutated.slice(0, at) + middle + mutated.slice(kind === 0 ? at : to)
  }
  return mutated
}

const questions = samples.moodle.split(/(?=<question )/).slice(1)
const blocks = samples.gift.split(/\n\n/)
const pasted = samples.pasted.split(/\n\n/)
/** Mostly one part, so that most of the time goes into many changes of it. */
const some = (all: string[], random: Random) =>
  Array.from({ length: random(4) === 0 ? 2 : 1 }, () => all[random(all.length)]!).join('\n\n')

const readers: Record<string, (random: Random) => { verdict: string }[]> = {
  'Moodle XML': (random) => {
    const reader = new MoodleReader()
    const bytes = Buffer.from(mutate(`<quiz>${questions[random(questions.length)]}</quiz>`, random))
    return [...reader.push(bytes), ...reader.end()]
  },
  GIFT: (random) => [...readGift(mutate(some(blocks, random), random))],
  'a pasted text': (random) => [...readPasted(mutate(some(pasted, random), random))],
  'a sheet': (random) => {
    const text = 'enunciado;A;B;certa;tolerância;etiquetas\nQual?;um;dois;a;;x|y\nQuanto?;;;12,5;0,1;\nV?;;;V;;'
    return [
      ...readTable(
        mutate(text, random)
          .split('\n')
          .map((line, at) => ({ line: at + 1, cells: line.split(';') })),
      ),
    ]
  },
}

it.each(Object.entries(readers))(`gives a verdict on ${mutations} random changes of %s`, (_, read) => {
  const random = randomOf(propertySeed)
  const verdicts = new Set<string>()
  for (let left = mutations; left > 0; left--) {
    const items = read(random)
    expect(items.length).toBeGreaterThan(0)
    for (const { verdict } of items) verdicts.add(verdict)
  }
  expect([...verdicts].sort()).toEqual(['broken', 'question', 'refused'])
})
