import { type ExamKey, examQuestionLimits } from '@escola/contract/exam-content'
import { isEmptyQuestionText } from '@escola/contract/question-text'

type PairsKey = Extract<ExamKey, { kind: 'pairs' }>

export interface TextValues {
  id: string
  html: string
}

/** A left text, and the option that belongs to it. Pairs with the same text share an option. */
export interface PairValues {
  id: string
  left: string
  option: TextValues
}

/** A type, because forms take any record of values. */
export type PairsValues = {
  pairs: PairValues[]
  /** Options that belong to no left text. */
  others: TextValues[]
  /** Options of the saved question. A text keeps its id, so that a question whose pairs were swapped asks the same with another key. */
  known: TextValues[]
}

const nextId = (ids: string[]) => String(Math.max(0, ...ids.map(Number)) + 1)
const optionIdsIn = ({ pairs, others, known }: PairsValues) => [
  ...pairs.map(({ option }) => option.id),
  ...others.map(({ id }) => id),
  ...known.map(({ id }) => id),
]

export const withNewPair = (values: PairsValues): PairValues[] => [
  ...values.pairs,
  { id: nextId(values.pairs.map(({ id }) => id)), left: '', option: { id: nextId(optionIdsIn(values)), html: '' } },
]
export const withNewOther = (values: PairsValues): TextValues[] => [
  ...values.others,
  { id: nextId(optionIdsIn(values)), html: '' },
]

export const canAddPair = ({ pairs }: PairsValues) => pairs.length < examQuestionLimits.optionsMax
export const canAddOther = ({ pairs, others }: PairsValues) =>
  pairs.length + others.length < 2 * examQuestionLimits.optionsMax
export const canRemovePair = ({ pairs }: PairsValues) => pairs.length > examQuestionLimits.optionsMin

export const blankPairs = (): PairsValues =>
  [1, 2, 3].reduce<PairsValues>((values) => ({ ...values, pairs: withNewPair(values) }), {
    pairs: [],
    others: [],
    known: [],
  })

export function pairsOfKey({ lefts, options, right }: PairsKey): PairsValues {
  const optionOf = new Map(right.map(({ left, option }) => [left, option]))
  const pairs = lefts.map(({ id, html }) => ({
    id,
    left: html,
    option: options.find((option) => option.id === optionOf.get(id))!,
  }))
  const others = options.filter(({ id }) => !right.some(({ option }) => option === id))
  return { pairs, others, known: options }
}

/** Makes the key of what is written, and says to which field of the form each of its options belongs. */
export function toPairsKey(values: PairsValues): { key: PairsKey; fields: string[] } {
  const { pairs, others, known } = values
  const written = [
    ...pairs.map(({ option }, at) => ({ ...option, field: `pairs.${at}.option.html`, isShared: true })),
    ...others.map((option, at) => ({ ...option, field: `others.${at}.html`, isShared: false })),
  ].map((each) => ({ ...each, text: each.html.trim() }))
  const idOfText = new Map(known.map(({ id, html }) => [html.trim(), id]))
  const claimed = new Set(written.flatMap(({ text }) => idOfText.get(text) ?? []))
  const made: (TextValues & { text: string; field: string })[] = []
  const isTaken = (id: string) => made.some((option) => option.id === id)
  const idFor = (id: string, text: string) => {
    const kept = idOfText.get(text)
    if (kept !== undefined && !isTaken(kept)) return kept
    if (!isTaken(id) && !claimed.has(id)) return id
    return nextId([...optionIdsIn(values), ...made.map((option) => option.id)])
  }
  const ids = written.map(({ id, html, text, field, isShared }) => {
    const shared = isShared && !isEmptyQuestionText(html) ? made.find((option) => option.text === text) : undefined
    if (shared) return shared.id
    const option = { id: idFor(id, text), html, text, field }
    made.push(option)
    return option.id
  })
  const key: PairsKey = {
    kind: 'pairs',
    lefts: pairs.map(({ id, left }) => ({ id, html: left })),
    options: made.map(({ id, html }) => ({ id, html })),
    right: pairs.map(({ id }, at) => ({ left: id, option: ids[at]! })),
  }
  return { key, fields: made.map(({ field }) => field) }
}

/** Field of the form that a field of the key belongs to. */
export function fieldOfPairs(values: PairsValues, name: string): string {
  const [list, at] = name.split('.')
  if (list === 'lefts') return at === undefined ? 'pairs' : `pairs.${at}.left`
  return list === 'options' ? (toPairsKey(values).fields[Number(at)] ?? 'pairs') : name
}
