import { z } from 'zod'
import { annulments, Decimal, type ExamKey, Pair } from './exam-content.ts'
import { foldText, type MarkedBy } from './exam-marks.ts'
import { isWithin, readTypedNumber } from './exam-numbers.ts'
import { Id } from './wire.ts'

/** Right answer of a question without its options: the only part of a version that a correction changes. */
export const KeyAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('one'), right: Id }),
  z.object({ kind: z.literal('several'), right: z.array(Id).min(1) }),
  z.object({ kind: z.literal('truth'), right: z.boolean() }),
  z.object({ kind: z.literal('number'), right: Decimal, tolerance: Decimal }),
  z.object({ kind: z.literal('text'), right: z.array(z.string()).min(1) }),
  z.object({ kind: z.literal('order'), right: z.array(Id) }),
  z.object({ kind: z.literal('pairs'), right: z.array(Pair) }),
  /** Nothing is right by itself, so there is nothing to correct. */
  z.object({ kind: z.literal('open') }),
])
export type KeyAnswer = z.infer<typeof KeyAnswer>

/** A correction: another right answer, or the annulment of the question. */
export const Correction = z.discriminatedUnion('kind', [
  ...KeyAnswer.options,
  z.object({ kind: z.literal('annulled'), points: z.enum(annulments) }),
])
export type Correction = z.infer<typeof Correction>

/** Key or annulment by which a version is marked, in the terms of a correction. */
export const standingOf = ({ key, annulled }: MarkedBy): Correction =>
  annulled ? { kind: 'annulled', points: annulled } : answerOfKey(key)

/** Applies a correction. The key stays with an annulment, which a later key takes back. */
export const withCorrection = <M extends MarkedBy>(marked: M, correction: Correction): M =>
  correction.kind === 'annulled'
    ? { ...marked, annulled: correction.points }
    : { ...marked, key: withAnswer(marked.key, correction), annulled: undefined }

export const correctionLimits = {
  undoDays: 7,
  /** Words of an option in a sentence, in characters. */
  wordsMax: 60,
} as const

export function answerOfKey(key: ExamKey): KeyAnswer {
  if (key.kind === 'open') return { kind: 'open' }
  if (key.kind === 'number') return { kind: 'number', right: key.right, tolerance: key.tolerance }
  // Each kind has the right answer of its own, which the compiler can't follow.
  return { kind: key.kind, right: key.right } as KeyAnswer
}

/** A key with another right answer; options and unit stay. An answer of another kind changes nothing. */
export const withAnswer = (key: ExamKey, answer: KeyAnswer): ExamKey =>
  // Both are of one kind here, so the result is of that kind too, which the compiler can't follow.
  key.kind === answer.kind ? ({ ...key, ...answer } as ExamKey) : key

/** Whether two versions ask the same: kind, ids of options and left texts, and unit. A correction of one is then a correction of the other. */
export function asksTheSame(key: ExamKey, other: ExamKey): boolean {
  if (key.kind !== other.kind) return false
  if (key.kind === 'number' && other.kind === 'number') return key.unit === other.unit
  return hasSame(optionIdsOf(key), optionIdsOf(other)) && hasSame(leftIdsOf(key), leftIdsOf(other))
}

/** Whether two right answers mark every answer the same. */
export function isSameAnswer(one: KeyAnswer, other: KeyAnswer): boolean {
  if (one.kind === 'several' && other.kind === 'several') return hasSame(one.right, other.right)
  if (one.kind === 'text' && other.kind === 'text') return hasSame(one.right.map(foldText), other.right.map(foldText))
  if (one.kind === 'number' && other.kind === 'number')
    return isSameNumber(one.right, other.right) && isSameNumber(one.tolerance, other.tolerance)
  if (one.kind === 'order' && other.kind === 'order') return one.right.join() === other.right.join()
  if (one.kind === 'pairs' && other.kind === 'pairs')
    return hasSame(one.right.map(nameOfPair), other.right.map(nameOfPair))
  if (one.kind === 'open' || other.kind === 'open') return one.kind === other.kind
  return one.kind === other.kind && one.right === other.right
}

/** A version with the key by which it is marked now. */
export interface KeyedVersion extends MarkedBy {
  version: number
}

/** Versions that a correction of one of them corrects: those that ask the same and are marked by the same wrong answer. */
export function correctedWith(wrong: ExamKey, versions: KeyedVersion[]): number[] {
  const answer = answerOfKey(wrong)
  return versions
    .filter(({ key, annulled }) => !annulled && asksTheSame(wrong, key) && isSameAnswer(answer, answerOfKey(key)))
    .map(({ version }) => version)
}

/** A version with its words. */
export interface WordedVersion extends KeyedVersion {
  html: string
}

/** Versions that the annulment of one of them annuls: those that say the same, word by word, and are marked the same. A mended statement stays. */
export const annulledWith = (annulled: WordedVersion, versions: WordedVersion[]): number[] =>
  versions.filter((each) => saysTheSame(annulled, each)).map(({ version }) => version)

const listTexts = (key: ExamKey): string[] =>
  [...formOptionsOf(key), ...(key.kind === 'pairs' ? key.lefts : [])].map(({ id, html }) => `${id} ${html}`)

const saysTheSame = (one: WordedVersion, other: WordedVersion): boolean =>
  one.html === other.html &&
  one.annulled === other.annulled &&
  asksTheSame(one.key, other.key) &&
  isSameAnswer(answerOfKey(one.key), answerOfKey(other.key)) &&
  hasSame(listTexts(one.key), listTexts(other.key))

/** The latest version that asks the same as the bank's current one and is marked by another answer. */
export function findOutdated(current: ExamKey, versions: KeyedVersion[]): KeyedVersion | undefined {
  const answer = answerOfKey(current)
  return versions
    .toSorted((a, b) => b.version - a.version)
    .find(({ key, annulled }) => !annulled && asksTheSame(current, key) && !isSameAnswer(answer, answerOfKey(key)))
}

const nameOfPair = ({ left, option }: Pair) => `${left} ${option}`

/** Options in the order of the question's form. */
export function formOptionsOf(key: ExamKey): { id: string; html: string }[] {
  if (!('options' in key)) return []
  if (key.kind !== 'order') return key.options
  return key.options.toSorted((a, b) => key.right.indexOf(a.id) - key.right.indexOf(b.id))
}

const optionIdsOf = (key: ExamKey) => formOptionsOf(key).map(({ id }) => id)

export const leftIdsOf = (key: ExamKey): string[] => (key.kind === 'pairs' ? key.lefts.map(({ id }) => id) : [])

function hasSame(texts: string[], others: string[]): boolean {
  const [one, other] = [new Set(texts), new Set(others)]
  return one.size === other.size && [...one].every((text) => other.has(text))
}

function isSameNumber(one: string, other: string): boolean {
  const [a, b] = [readTypedNumber(one), readTypedNumber(other)]
  return a !== undefined && b !== undefined && isWithin(a, b, { digits: 0n, places: 0 })
}
