import { z } from 'zod'
import { Id } from './wire.ts'

/** Limits of questions for exams (questões). Lengths are in characters. */
export const examQuestionLimits = {
  perSchool: 20_000,
  /** HTML of a statement or an explanation. */
  textMax: 20_000,
  /** HTML of one option. */
  optionTextMax: 2000,
  optionsMin: 2,
  optionsMax: 10,
  /** Fewer would be known from the order that is shown, because it is never the right one. */
  orderedMin: 3,
  acceptedMax: 20,
  acceptedTextMax: 200,
  unitMax: 20,
  /** Plain text of an open answer. */
  openAnswerMax: 10_000,
  tagsMax: 10,
  tagMax: 40,
} as const

export const examQuestionKinds = ['one', 'several', 'truth', 'number', 'text', 'open', 'order', 'pairs'] as const
export type ExamQuestionKind = (typeof examQuestionKinds)[number]

export const difficulties = ['easy', 'medium', 'hard'] as const
export type Difficulty = (typeof difficulties)[number]

/** A decimal as text, at most nine digits before the point and six behind it: '-12.5'. */
export const Decimal = z.string().regex(/^-?\d{1,9}(?:\.\d{1,6})?$/, 'Escreva um número, como 12,5')

/** One option; its id stays the same in each version of the question, and is random in each attempt. */
const Option = z.object({ id: Id, html: z.string() })
const options = z.array(Option).min(examQuestionLimits.optionsMin).max(examQuestionLimits.optionsMax)

/** Left text of a pair, and the option that belongs to it. */
export const Pair = z.object({ left: Id, option: Id })
export type Pair = z.infer<typeof Pair>

/** Options and key of a question, by its kind. */
export const ExamKey = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('one'), options, right: Id }),
  z.object({ kind: z.literal('several'), options, right: z.array(Id).min(1) }),
  z.object({ kind: z.literal('truth'), right: z.boolean() }),
  z.object({ kind: z.literal('number'), right: Decimal, tolerance: Decimal, unit: z.string() }),
  /** Any of the texts is right; case, accents and double spaces don't count. */
  z.object({ kind: z.literal('text'), right: z.array(z.string()).min(1) }),
  /** All options, the first one first. */
  z.object({ kind: z.literal('order'), options, right: z.array(Id) }),
  /** Each left text once. An option may belong to several of them, or to none. */
  z.object({ kind: z.literal('pairs'), lefts: options, options, right: z.array(Pair) }),
  /** A person gives the points. The guide is HTML for them alone; students read the explanation. */
  z.object({ kind: z.literal('open'), guide: z.string() }),
])
export type ExamKey = z.infer<typeof ExamKey>

/** Whether one or several options are chosen; an author may keep those in their order. */
export const isChoice = <K extends { kind: ExamQuestionKind }>(
  key: K,
): key is Extract<K, { kind: 'one' | 'several' }> => key.kind === 'one' || key.kind === 'several'

/** Texts of a key that are HTML. */
export const listKeyTexts = (key: ExamKey): string[] => [
  ...('lefts' in key ? key.lefts.map(({ html }) => html) : []),
  ...('options' in key ? key.options.map(({ html }) => html) : []),
  ...(key.kind === 'open' ? [key.guide] : []),
]

export function mapKeyTexts(key: ExamKey, change: (html: string) => string): ExamKey {
  const changed = <T extends { html: string }>(list: T[]) => list.map((each) => ({ ...each, html: change(each.html) }))
  if (key.kind === 'open') return { ...key, guide: change(key.guide) }
  if (key.kind === 'pairs') return { ...key, lefts: changed(key.lefts), options: changed(key.options) }
  return 'options' in key ? { ...key, options: changed(key.options) } : key
}

/** How an annulled question counts: its points are given to all, or it is out of the total. */
export const annulments = ['all', 'out'] as const
export type Annulment = (typeof annulments)[number]

/** A student's answer. Options are named by the ids that the question has in the bank. */
export const ExamAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('one'), chosen: Id }),
  z.object({ kind: z.literal('several'), chosen: z.array(Id) }),
  z.object({ kind: z.literal('truth'), chosen: z.boolean() }),
  /** Text as it was typed, with a comma or a point. */
  z.object({ kind: z.literal('number'), typed: z.string() }),
  z.object({ kind: z.literal('text'), typed: z.string() }),
  z.object({ kind: z.literal('order'), chosen: z.array(Id) }),
  /** A left text without its option is left out. */
  z.object({ kind: z.literal('pairs'), chosen: z.array(Pair) }),
  /** Plain text with line breaks. */
  z.object({ kind: z.literal('open'), typed: z.string() }),
])
export type ExamAnswer = z.infer<typeof ExamAnswer>
