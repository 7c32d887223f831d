import type { ExamKey } from '@escola/contract/exam-content'
import { asksTheSame } from '@escola/contract/exam-corrections'
import { WrittenKey } from '@escola/contract/exam-question-rules'
import { expect, it } from 'vitest'
import { blankPairs, fieldOfPairs, type PairsValues, pairsOfKey, toPairsKey, withNewOther } from './pair-values.ts'

/** Writes the texts of pairs, and answers that belong to none. */
function write(values: PairsValues, pairs: [string, string][], others: string[] = []): PairsValues {
  const withOthers = others.reduce<PairsValues>((each) => ({ ...each, others: withNewOther(each) }), {
    ...values,
    others: [],
  })
  return {
    ...withOthers,
    pairs: values.pairs.map((pair, at) => {
      const [left, html] = pairs[at]!
      return { ...pair, left, option: { ...pair.option, html } }
    }),
    others: withOthers.others.map(({ id }, at) => ({ id, html: others[at]! })),
  }
}
const bread: [string, string][] = [
  ['brioche', 'França'],
  ['ciabatta', 'Itália'],
  ['croissant', 'França'],
]
const keyOf = (values: PairsValues) => toPairsKey(values).key
const said = ({ lefts, options, right }: Extract<ExamKey, { kind: 'pairs' }>) =>
  right.map(({ left, option }) => [
    lefts.find(({ id }) => id === left)!.html,
    options.find(({ id }) => id === option)!.html,
  ])

it('makes one option of the same text, and shows the key again as it was written', () => {
  const key = keyOf(write(blankPairs(), bread, ['Brasil']))
  expect(WrittenKey.parse(key)).toEqual(key)
  expect(key.options.map(({ html }) => html)).toEqual(['França', 'Itália', 'Brasil'])
  expect(said(key)).toEqual(bread)
  expect(keyOf(pairsOfKey(key))).toEqual(key)
})

it('keeps the ids of texts that change places: the question asks the same, with another key', () => {
  const key = keyOf(write(blankPairs(), [...bread.slice(0, 2), ['pão de queijo', 'Brasil']]))
  const swapped: [string, string][] = [
    ['brioche', 'Itália'],
    ['ciabatta', 'França'],
    ['pão de queijo', 'Brasil'],
  ]
  const changed = keyOf(write(pairsOfKey(key), swapped))
  expect(said(changed)).toEqual(swapped)
  expect(asksTheSame(key, changed)).toBe(true)
  expect(changed.right).not.toEqual(key.right)
})

it('gives a text of its own an id of its own, where it was shared before', () => {
  const key = keyOf(write(blankPairs(), bread))
  const changed = keyOf(write(pairsOfKey(key), [...bread.slice(0, 2), ['croissant', 'Áustria']]))
  expect(new Set(changed.options.map(({ id }) => id)).size).toBe(3)
  expect(said(changed)[2]).toEqual(['croissant', 'Áustria'])
  // A text that is written in another's place takes no id that is still in use.
  const turned = keyOf(
    write(pairsOfKey(key), [
      ['brioche', 'Áustria'],
      ['ciabatta', 'França'],
      ['croissant', 'França'],
    ]),
  )
  expect(new Set(turned.options.map(({ id }) => id)).size).toBe(turned.options.length)
  expect(WrittenKey.safeParse(turned).success).toBe(true)
})

it('says beside each field what is missing or stands twice', () => {
  const values = write(blankPairs(), [...bread.slice(0, 2), ['', '']], ['Itália'])
  const { error } = WrittenKey.safeParse(keyOf(values))
  expect(error!.issues.map(({ path }) => fieldOfPairs(values, path.join('.')))).toEqual([
    'pairs.2.left',
    'pairs.2.option.html',
    'others.0.html',
  ])
  expect(['lefts', 'options', 'right'].map((name) => fieldOfPairs(values, name))).toEqual(['pairs', 'pairs', 'right'])
})
