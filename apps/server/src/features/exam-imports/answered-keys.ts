import { type ExamKey, examQuestionLimits } from '@escola/contract/exam-content'
import { importFields, importNotes, importReasons } from '@escola/contract/exam-import-texts'
import { isEmptyQuestionText } from '@escola/contract/question-text'
import { readDecimal, readRange } from './imported-number.ts'
import { acceptedOf, type Draft, keyOfPairs, optionsOf } from './judged-item.ts'

/** Answer of a Moodle question, with its share of the points in per cent. */
export interface Answer {
  text: string
  share: number
  feedback: string
}

const isFull = ({ share }: Pick<Answer, 'share'>) => share >= 99.999

/** The right answer's comment becomes the explanation where there is no other; the bank has no place for the rest. */
function keepFeedback(draft: Draft, answers: Answer[], isRight: (answer: Answer) => boolean): void {
  const said = answers.filter(({ feedback }) => !isEmptyQuestionText(feedback))
  const [first] = said.filter(isRight)
  const isTaken = first !== undefined && isEmptyQuestionText(draft.explanation)
  if (isTaken) draft.explanation = first.feedback
  if (said.length > (isTaken ? 1 : 0)) draft.notes.push(importNotes.feedback)
}

const refuse = (draft: Draft, field: string, reason: string): undefined => {
  draft.problems.push({ field, reason })
}

export function keyOfChoices(answers: Answer[], isSingle: boolean, draft: Draft): ExamKey | undefined {
  if (answers.length > examQuestionLimits.optionsMax)
    return refuse(draft, importFields.options, importReasons.optionsMany)
  const options = optionsOf(answers.map(({ text }) => text))
  const isRight = isSingle ? isFull : ({ share }: Answer) => share > 0
  const right = answers.flatMap((answer, at) => (isRight(answer) ? [options[at]!.id] : []))
  keepFeedback(draft, answers, isRight)
  if (right.length === 0) return refuse(draft, importFields.right, importReasons.rightMissing)
  if (!isSingle) {
    if (!isMarkedAlike(answers)) draft.notes.push(importNotes.severalRule)
    return { kind: 'several', options, right }
  }
  if (right.length > 1) return refuse(draft, importFields.right, importReasons.rightTwice)
  if (answers.some((answer) => answer.share > 0 && !isFull(answer))) draft.notes.push(importNotes.partial)
  return { kind: 'one', options, right: right[0]! }
}

/** Whether Moodle's shares match our rule for several right options: the share of right ones less that of wrong ones. */
function isMarkedAlike(answers: Answer[]): boolean {
  const [right, wrong] = [answers.filter(({ share }) => share > 0), answers.filter(({ share }) => share <= 0)]
  const isNear = (share: number, goal: number) => Math.abs(share - goal) < 0.01
  return (
    right.every(({ share }) => isNear(share, 100 / right.length)) &&
    wrong.every(({ share }) => isNear(share, -100 / wrong.length))
  )
}

export function keyOfTruth(answers: Answer[], draft: Draft): ExamKey | undefined {
  const right = answers.find(isFull)
  keepFeedback(draft, answers, isFull)
  if (!right) return refuse(draft, importFields.right, importReasons.rightMissing)
  if (!/^(?:true|false)$/i.test(right.text))
    return refuse(draft, importFields.right, importReasons.truthUnknown(right.text.slice(0, 40).toWellFormed()))
  return { kind: 'truth', right: right.text.toLowerCase() === 'true' }
}

/** A backslash makes the star literal. */
const hasWildcard = (text: string) => /(?<!\\)\*/.test(text)

export function keyOfTexts(answers: Answer[], draft: Draft): ExamKey | undefined {
  const [wild, plain] = [
    answers.filter(({ text }) => hasWildcard(text)),
    answers.filter(({ text }) => !hasWildcard(text)),
  ]
  keepFeedback(draft, answers, isFull)
  const right = plain.filter(isFull).map(({ text }) => text.replaceAll('\\*', '*'))
  if (right.length === 0 && wild.some(isFull)) return refuse(draft, importFields.right, importReasons.wildcard)
  if (wild.some(isFull)) draft.notes.push(importNotes.wildcards)
  if (answers.some((answer) => answer.share > 0 && !isFull(answer))) draft.notes.push(importNotes.partial)
  return acceptedOf(right, draft.problems)
}

/** A left text with its right one; without a left text, the right one belongs to none. */
export function keyOfMatches(matches: { left: string; right: string }[], draft: Draft): ExamKey | undefined {
  const lefts = matches.filter(({ left }) => !isEmptyQuestionText(left))
  const others = matches.filter(({ left, right }) => isEmptyQuestionText(left) && !isEmptyQuestionText(right))
  if (lefts.length === 0) return refuse(draft, importFields.lefts, importReasons.rightMissing)
  return keyOfPairs(
    lefts.map(({ left }) => left),
    [...lefts, ...others].map(({ right }) => right),
  )
}

/** Moodle may ask to order some of the items alone. */
export function notePart(draft: Draft, part: string, count: number, items: number): void {
  if (!/^(?:ALL|EXACT|)$/i.test(part) && count < items) draft.notes.push(importNotes.orderWhole)
}

/** A number with its tolerance, or both ends of a range. */
type NumberAnswer = Answer & ({ tolerance: string } | { until: string })

export function keyOfNumbers(answers: NumberAnswer[], unit: string, draft: Draft): ExamKey | undefined {
  const full = answers.filter((answer) => isFull(answer) && answer.text.trim() !== '*')
  keepFeedback(draft, answers, isFull)
  const [first] = full
  if (!first) return refuse(draft, importFields.right, importReasons.rightMissing)
  const read = full.map(readNumberAnswer)
  const number = read[0]
  if (!number) {
    const measure = 'until' in first ? `..${first.until}` : first.tolerance === '0' ? '' : `:${first.tolerance}`
    const written = first.text + measure
    return refuse(draft, importFields.right, importReasons.numberUnread(written.slice(0, 60).toWellFormed()))
  }
  if (read.some((each) => each?.right !== number.right || each.tolerance !== number.tolerance))
    return refuse(draft, importFields.right, importReasons.numbersTwice)
  if (answers.some((answer) => answer.share > 0 && !isFull(answer)))
    draft.notes.push(importNotes.partial, importNotes.otherNumbers)
  return { kind: 'number', ...number, unit }
}

function readNumberAnswer(answer: NumberAnswer): { right: string; tolerance: string } | undefined {
  if ('until' in answer) return readRange(answer.text, answer.until)
  const [right, tolerance] = [readDecimal(answer.text), readDecimal(answer.tolerance)]
  return right === undefined || tolerance === undefined ? undefined : { right, tolerance }
}
