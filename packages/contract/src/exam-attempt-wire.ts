import { z } from 'zod'
import { annulments, type ExamAnswer, examQuestionLimits } from './exam-content.ts'
import type { MarkedBy } from './exam-marks.ts'
import { typedNumberMax } from './exam-numbers.ts'
import { seededRandom, shuffle } from './exam-random.ts'
import { storable } from './text.ts'

/** Number of an option in one attempt, drawn for each attempt and question. */
const OptionNumber = z.number().int().min(1).max(examQuestionLimits.optionsMax)

const asked = {
  /** Place of the question in the attempt, from 1; it has no other name on the wire. */
  number: z.number().int().min(1),
  /** Hundredths of a point. */
  points: z.number().int(),
  html: z.string(),
  /** The question was annulled, before the attempt or after it. */
  annulled: z.enum(annulments).optional(),
}
const options = z.array(z.object({ number: OptionNumber, html: z.string() }))

/** Question of a running attempt. It has no key, and nothing that follows from the key or names the question or its options elsewhere. */
export const AskedExamQuestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('one'), ...asked, options }),
  z.object({ kind: z.literal('several'), ...asked, options }),
  z.object({ kind: z.literal('truth'), ...asked }),
  z.object({ kind: z.literal('number'), ...asked, unit: z.string() }),
  z.object({ kind: z.literal('text'), ...asked }),
])
export type AskedExamQuestion = z.infer<typeof AskedExamQuestion>

/** Answer to a question of an attempt, with the attempt's own numbers of options. */
export const AttemptAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('one'), chosen: OptionNumber }),
  z.object({ kind: z.literal('several'), chosen: z.array(OptionNumber).max(examQuestionLimits.optionsMax) }),
  z.object({ kind: z.literal('truth'), chosen: z.boolean() }),
  z.object({ kind: z.literal('number'), typed: z.string().max(typedNumberMax).overwrite(storable) }),
  z.object({
    kind: z.literal('text'),
    typed: z.string().max(examQuestionLimits.acceptedTextMax).overwrite(storable),
  }),
])
export type AttemptAnswer = z.infer<typeof AttemptAnswer>

/** Key of a question with the attempt's own numbers of options. */
const ShownKey = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('one'), right: OptionNumber }),
  z.object({ kind: z.literal('several'), right: z.array(OptionNumber) }),
  z.object({ kind: z.literal('truth'), right: z.boolean() }),
  z.object({ kind: z.literal('number'), right: z.string(), tolerance: z.string() }),
  z.object({ kind: z.literal('text'), right: z.array(z.string()) }),
])

/** Question of an attempt that is over, where at least right and wrong may be shown. */
export const ShownExamQuestion = z.object({
  question: AskedExamQuestion,
  /** Null: the student gave none. */
  answer: AttemptAnswer.nullable(),
  /** Hundredths of a point that the answer is worth; 0 where the question is out of the total. */
  earned: z.number().int(),
  /** Null until the key may be shown. */
  solution: z.object({ key: ShownKey, explanation: z.string() }).nullable(),
})
export type ShownExamQuestion = z.infer<typeof ShownExamQuestion>

/** Version of a question in the bank, as far as an attempt needs it. */
export interface ExamQuestionContent extends MarkedBy {
  html: string
  explanation: string
  /** The order of the options is drawn for each attempt. */
  isShuffled: boolean
}

/** Place of a question in an attempt. */
export interface AskedPlace {
  number: number
  /** Hundredths of a point. */
  points: number
  /** Secret of the attempt; see `seededRandom`. */
  seed: string
}

/** Makes the question that a student answers. */
export function askQuestion(content: ExamQuestionContent, place: AskedPlace): AskedExamQuestion {
  const { key, html, annulled } = content
  const base = { number: place.number, points: place.points, html, ...(annulled && { annulled }) }
  if (key.kind === 'number') return { kind: 'number', ...base, unit: key.unit }
  if (key.kind === 'truth' || key.kind === 'text') return { kind: key.kind, ...base }
  const { numberOf, order } = numbersOf(key.options, content, place)
  return {
    kind: key.kind,
    ...base,
    options: order.map((option) => ({ number: numberOf.get(option.id)!, html: option.html })),
  }
}

/** Makes the question that is shown when its attempt is over. */
export function showQuestion(
  content: ExamQuestionContent,
  place: AskedPlace,
  { answer, earned, showsKey }: { answer: ExamAnswer | undefined; earned: number | null; showsKey: boolean },
): ShownExamQuestion {
  return {
    question: askQuestion(content, place),
    answer: (answer && answerToAttempt(content, place, answer)) ?? null,
    earned: earned ?? 0,
    solution: showsKey ? { key: keyToAttempt(content, place), explanation: content.explanation } : null,
  }
}

/** Names an answer's options as the bank does; undefined for an answer of another kind, or with a number that the question has not. */
export function answerFromAttempt(
  content: ExamQuestionContent,
  place: AskedPlace,
  answer: AttemptAnswer,
): ExamAnswer | undefined {
  const { key } = content
  if (answer.kind !== key.kind) return undefined
  if (answer.kind !== 'one' && answer.kind !== 'several') return answer
  const idOf = new Map([...numbersIn(content, place)].map(([id, number]) => [number, id]))
  if (answer.kind === 'one') {
    const chosen = idOf.get(answer.chosen)
    return chosen === undefined ? undefined : { kind: 'one', chosen }
  }
  const chosen = answer.chosen.map((number) => idOf.get(number))
  return chosen.every((id) => id !== undefined) ? { kind: 'several', chosen } : undefined
}

/** Names an answer's options as its attempt does; undefined for one that is not of this question. */
export function answerToAttempt(
  content: ExamQuestionContent,
  place: AskedPlace,
  answer: ExamAnswer,
): AttemptAnswer | undefined {
  if (answer.kind !== content.key.kind) return undefined
  if (answer.kind !== 'one' && answer.kind !== 'several') return answer
  const numbers = numbersIn(content, place)
  if (answer.kind === 'one') {
    const chosen = numbers.get(answer.chosen)
    return chosen === undefined ? undefined : { kind: 'one', chosen }
  }
  const chosen = answer.chosen.map((id) => numbers.get(id))
  return chosen.every((number) => number !== undefined) ? { kind: 'several', chosen } : undefined
}

function keyToAttempt(content: ExamQuestionContent, place: AskedPlace): z.infer<typeof ShownKey> {
  const { key } = content
  if (key.kind === 'number') return { kind: 'number', right: key.right, tolerance: key.tolerance }
  if (key.kind === 'truth') return { kind: 'truth', right: key.right }
  if (key.kind === 'text') return { kind: 'text', right: key.right }
  const numbers = numbersIn(content, place)
  if (key.kind === 'one') return { kind: 'one', right: numbers.get(key.right)! }
  return { kind: 'several', right: key.right.map((id) => numbers.get(id)!).toSorted((a, b) => a - b) }
}

const numbersIn = (content: ExamQuestionContent, place: AskedPlace) =>
  'options' in content.key ? numbersOf(content.key.options, content, place).numberOf : new Map<string, number>()

/** Draws the numbers of options and then, where the question allows it, their order. Neither knows the key. */
function numbersOf<T extends { id: string }>(
  list: T[],
  { isShuffled }: Pick<ExamQuestionContent, 'isShuffled'>,
  { seed, number }: Pick<AskedPlace, 'seed' | 'number'>,
) {
  const random = seededRandom(seed, number)
  const numbers = shuffle(
    list.map((_, at) => at + 1),
    random,
  )
  return {
    numberOf: new Map(list.map(({ id }, at) => [id, numbers[at]!])),
    order: isShuffled ? shuffle(list, random) : list,
  }
}
