import { z } from 'zod'
import { annulments, type ExamAnswer, type ExamKey, examQuestionLimits, isChoice } from './exam-content.ts'
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
/** Left texts have numbers of their own. */
const pairs = z.array(z.object({ left: OptionNumber, option: OptionNumber })).max(examQuestionLimits.optionsMax)
const choices = z.array(OptionNumber).max(examQuestionLimits.optionsMax)

/** Question of a running attempt. It has no key, and nothing that follows from the key or names the question or its options elsewhere. */
export const AskedExamQuestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('one'), ...asked, options }),
  z.object({ kind: z.literal('several'), ...asked, options }),
  z.object({ kind: z.literal('truth'), ...asked }),
  z.object({ kind: z.literal('number'), ...asked, unit: z.string() }),
  z.object({ kind: z.literal('text'), ...asked }),
  /** The options never stand in their right order. */
  z.object({ kind: z.literal('order'), ...asked, options }),
  /** The options never all stand beside their left texts. */
  z.object({ kind: z.literal('pairs'), ...asked, lefts: options, options }),
  z.object({ kind: z.literal('open'), ...asked }),
])
export type AskedExamQuestion = z.infer<typeof AskedExamQuestion>

/** Answer to a question of an attempt, with the attempt's own numbers of options. */
export const AttemptAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('one'), chosen: OptionNumber }),
  z.object({ kind: z.literal('several'), chosen: choices }),
  z.object({ kind: z.literal('truth'), chosen: z.boolean() }),
  z.object({ kind: z.literal('number'), typed: z.string().max(typedNumberMax).overwrite(storable) }),
  z.object({
    kind: z.literal('text'),
    typed: z.string().max(examQuestionLimits.acceptedTextMax).overwrite(storable),
  }),
  z.object({ kind: z.literal('order'), chosen: choices }),
  z.object({ kind: z.literal('pairs'), chosen: pairs }),
  z.object({
    kind: z.literal('open'),
    typed: z.string().max(examQuestionLimits.openAnswerMax).overwrite(storable),
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
  z.object({ kind: z.literal('order'), right: choices }),
  z.object({ kind: z.literal('pairs'), right: pairs }),
  z.object({ kind: z.literal('open') }),
])
export type ShownKey = z.infer<typeof ShownKey>

/** Question of an attempt that is over, where at least right and wrong may be shown. */
export const ShownExamQuestion = z.object({
  question: AskedExamQuestion,
  /** Null: the student gave none. */
  answer: AttemptAnswer.nullable(),
  /** Hundredths of a point that the answer is worth; 0 where the question is out of the total. */
  earned: z.number().int(),
  /** Correction of an open answer by a person; left out for all others, and where there is no answer. */
  by_hand: z.object({ is_waiting: z.boolean(), comment: z.string() }).optional(),
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
  switch (key.kind) {
    case 'truth':
    case 'text':
    case 'open':
      return { kind: key.kind, ...base }
    case 'number':
      return { kind: 'number', ...base, unit: key.unit }
    case 'one':
    case 'several':
    case 'order':
      return { kind: key.kind, ...base, options: drawNames(content, place).options }
    case 'pairs': {
      const { lefts, options } = drawNames(content, place)
      return { kind: 'pairs', ...base, lefts, options }
    }
  }
}

/** Makes the question that is shown when its attempt is over. */
export function showQuestion(
  content: ExamQuestionContent,
  place: AskedPlace,
  {
    answer,
    earned,
    byHand,
    showsKey,
  }: {
    answer: ExamAnswer | undefined
    earned: number | null
    byHand?: ShownExamQuestion['by_hand']
    showsKey: boolean
  },
): ShownExamQuestion {
  return {
    question: askQuestion(content, place),
    answer: (answer && answerToAttempt(content, place, answer)) ?? null,
    earned: earned ?? 0,
    ...(byHand && { by_hand: byHand }),
    solution: showsKey ? { key: keyToAttempt(content, place), explanation: content.explanation } : null,
  }
}

/** Names an answer's options as the bank does; undefined for an answer of another kind, or with a number that the question has not. */
export function answerFromAttempt(
  content: ExamQuestionContent,
  place: AskedPlace,
  answer: AttemptAnswer,
): ExamAnswer | undefined {
  if (answer.kind !== content.key.kind) return undefined
  const { numberOf, numberOfLeft } = drawNames(content, place)
  return renameAnswer(answer, invert(numberOf), invert(numberOfLeft))
}

/** Names an answer's options as its attempt does; undefined for one that is not of this question. */
export function answerToAttempt(
  content: ExamQuestionContent,
  place: AskedPlace,
  answer: ExamAnswer,
): AttemptAnswer | undefined {
  if (answer.kind !== content.key.kind) return undefined
  const { numberOf, numberOfLeft } = drawNames(content, place)
  return renameAnswer(answer, numberOf, numberOfLeft)
}

const invert = <K, V>(map: Map<K, V>) => new Map([...map].map(([key, value]) => [value, key]))

/** An answer whose options are named by ids, as in the bank, or by numbers, as in an attempt. */
type NamedAnswer<Name> =
  | { kind: 'one'; chosen: Name }
  | { kind: 'several' | 'order'; chosen: Name[] }
  | { kind: 'pairs'; chosen: { left: Name; option: Name }[] }
  | Extract<ExamAnswer, { kind: 'truth' | 'number' | 'text' | 'open' }>

function renameAnswer<From, To>(
  answer: NamedAnswer<From>,
  nameOf: Map<From, To>,
  nameOfLeft: Map<From, To>,
): NamedAnswer<To> | undefined {
  switch (answer.kind) {
    case 'truth':
    case 'number':
    case 'text':
    case 'open':
      return answer
    case 'one': {
      const chosen = nameOf.get(answer.chosen)
      return chosen === undefined ? undefined : { kind: 'one', chosen }
    }
    case 'several':
    case 'order': {
      const chosen = answer.chosen.map((name) => nameOf.get(name))
      return chosen.every((name) => name !== undefined) ? { kind: answer.kind, chosen } : undefined
    }
    case 'pairs': {
      const chosen = answer.chosen.flatMap((pair) => {
        const [left, option] = [nameOfLeft.get(pair.left), nameOf.get(pair.option)]
        return left === undefined || option === undefined ? [] : [{ left, option }]
      })
      return chosen.length === answer.chosen.length ? { kind: 'pairs', chosen } : undefined
    }
  }
}

function keyToAttempt(content: ExamQuestionContent, place: AskedPlace): ShownKey {
  const { key } = content
  const { numberOf, numberOfLeft } = drawNames(content, place)
  switch (key.kind) {
    case 'truth':
    case 'text':
      return { kind: key.kind, right: key.right } as ShownKey
    case 'open':
      return { kind: 'open' }
    case 'number':
      return { kind: 'number', right: key.right, tolerance: key.tolerance }
    case 'one':
      return { kind: 'one', right: numberOf.get(key.right)! }
    case 'several':
      return { kind: 'several', right: key.right.map((id) => numberOf.get(id)!).toSorted((a, b) => a - b) }
    case 'order':
      return { kind: 'order', right: key.right.map((id) => numberOf.get(id)!) }
    case 'pairs': {
      const right = key.right.map(({ left, option }) => ({
        left: numberOfLeft.get(left)!,
        option: numberOf.get(option)!,
      }))
      return { kind: 'pairs', right: right.toSorted((a, b) => a.left - b.left) }
    }
  }
}

type Option = { id: string; html: string }

/**
 * Draws the numbers of options and left texts and then, where the question allows it, their order. Neither knows the key, except that an order or pairs
 * which would be shown right are drawn again, each of the others with the same chance.
 */
function drawNames({ key, isShuffled }: Pick<ExamQuestionContent, 'key' | 'isShuffled'>, { seed, number }: AskedPlace) {
  const random = seededRandom(seed, number)
  const drawNumbers = (list: Option[]) => {
    const numbers = shuffle(
      list.map((_, at) => at + 1),
      random,
    )
    return new Map(list.map(({ id }, at) => [id, numbers[at]!]))
  }
  const all = 'options' in key ? key.options : []
  const numberOf = drawNumbers(all)
  const numberOfLeft = drawNumbers(key.kind === 'pairs' ? key.lefts : [])
  const lefts = shuffle(key.kind === 'pairs' ? key.lefts : [], random)
  let options = isChoice(key) && !isShuffled ? all : shuffle(all, random)
  while (isShownRight(key, lefts, options)) options = shuffle(all, random)
  const named = (list: Option[], numbers: Map<string, number>) =>
    list.map(({ id, html }) => ({ number: numbers.get(id)!, html }))
  return { numberOf, numberOfLeft, lefts: named(lefts, numberOfLeft), options: named(options, numberOf) }
}

/** Whether an order is the right one, or all pairs stand side by side. */
function isShownRight(key: ExamKey, lefts: Option[], options: Option[]): boolean {
  if (key.kind === 'order') return options.every(({ id }, at) => id === key.right[at])
  if (key.kind !== 'pairs') return false
  const optionOf = new Map(key.right.map(({ left, option }) => [left, option]))
  return lefts.every(({ id }, at) => options[at]?.id === optionOf.get(id))
}
