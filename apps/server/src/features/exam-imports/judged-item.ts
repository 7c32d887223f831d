import { type Difficulty, type ExamKey, examQuestionLimits } from '@escola/contract/exam-content'
import type { ExamImportItem, ImportedPicture, ImportProblem } from '@escola/contract/exam-import-items'
import { importFields, importNotes, importReasons } from '@escola/contract/exam-import-texts'
import { foldText } from '@escola/contract/exam-marks'
import { NewExamQuestion } from '@escola/contract/exam-questions.contract'
import { letterOf } from '@escola/contract/exam-texts'
import { cleanText } from '@escola/contract/people'
import type { z } from 'zod'
import { textOfHtml } from '../../rich-text/sanitize-rich-text.ts'

/** Question of a file, with its texts already read. */
export interface Draft {
  number: number
  line: number
  /** Empty: the first words of the statement. */
  title: string
  statement: string
  explanation: string
  isShuffled: boolean
  difficulty: Difficulty
  tags: string[]
  /** Undefined if a problem says why. */
  key: ExamKey | undefined
  pictures: ImportedPicture[]
  notes: string[]
  problems: ImportProblem[]
}

export const newDraft = (number: number, line: number): Draft => ({
  number,
  line,
  title: '',
  statement: '',
  explanation: '',
  isShuffled: true,
  difficulty: 'medium',
  tags: [],
  key: undefined,
  pictures: [],
  notes: [],
  problems: [],
})

const titleMax = 80
/** Problems of one item that are listed; further ones are left out. */
const problemsMax = 50

/** Takes a draft as a question where the bank takes it, and says why not where it doesn't. */
export function judge(draft: Draft): ExamImportItem {
  const place = { number: draft.number, line: draft.line, title: titleOf(draft) }
  const notes = [...draft.notes]
  const tags = fittingTags(draft.tags)
  if (tags.length < new Set(draft.tags.map(foldTag).filter((tag) => tag !== '')).size) notes.push(importNotes.tags)
  const judged = NewExamQuestion.safeParse({
    statement: draft.statement,
    explanation: draft.explanation,
    is_shuffled: draft.isShuffled,
    key: draft.key,
    difficulty: draft.difficulty,
    tags,
    degree_id: null,
  })
  if (judged.success && draft.problems.length === 0)
    return {
      ...place,
      verdict: 'question',
      question: judged.data,
      pictures: draft.pictures,
      notes: [...new Set(notes)],
    }
  const found = (judged.error?.issues ?? []).filter(({ path }) => path[0] !== 'key' || draft.key !== undefined)
  const problems = [...draft.problems, ...found.map(problemOf)].slice(0, problemsMax)
  return { ...place, verdict: 'refused', problems: problems.filter(isFirst) }
}

export const refuseKind = (draft: Draft, reason: string): ExamImportItem => ({
  number: draft.number,
  line: draft.line,
  title: titleOf(draft),
  verdict: 'refused',
  problems: [{ field: importFields.kind, reason }],
})

const titleOf = ({ title, statement }: Draft) => {
  const text = cleanText((title || textOfHtml(statement)).slice(0, 10 * titleMax))
  return text.length > titleMax ? `${text.slice(0, titleMax - 1).toWellFormed()}…` : text
}

const isFirst = (problem: ImportProblem, at: number, all: ImportProblem[]) =>
  all.findIndex(({ field, reason }) => field === problem.field && reason === problem.reason) === at

const foldTag = (tag: string) => cleanText(tag).toLowerCase()
const fittingTags = (tags: string[]) =>
  [...new Set(tags.map(foldTag))]
    .filter((tag) => tag !== '' && tag.length <= examQuestionLimits.tagMax)
    .slice(0, examQuestionLimits.tagsMax)

type Issue = z.core.$ZodIssue
function problemOf(issue: Issue): ImportProblem {
  const [first, second, third] = issue.path
  const field = fieldOf(first === 'key' ? [second, third] : [first])
  if (issue.code === 'too_big' && issue.origin === 'string')
    return { field, reason: importReasons.tooLong(Number(issue.maximum)) }
  if (issue.code === 'too_small') return { field, reason: importReasons.optionsFew }
  if (issue.code === 'too_big')
    return { field, reason: second === 'lefts' ? importReasons.itemsMany : importReasons.optionsMany }
  return { field, reason: issue.message }
}

function fieldOf([name, at]: (PropertyKey | undefined)[]): string {
  if (name === 'options') return typeof at === 'number' ? importFields.option(letterOf(at)) : importFields.options
  if (name === 'lefts') return typeof at === 'number' ? importFields.left(at + 1) : importFields.lefts
  const known = ['statement', 'explanation', 'tags', 'right', 'tolerance', 'unit', 'guide'] as const
  return importFields[known.find((each) => each === name) ?? 'kind']
}

/** Options by their place, which names them. */
export const optionsOf = (texts: string[]) => texts.map((html, at) => ({ id: String(at + 1), html }))

/** Options in their right order. */
export function keyOfOrder(texts: string[]): ExamKey {
  const options = optionsOf(texts)
  return { kind: 'order', options, right: options.map(({ id }) => id) }
}

/** Pairs by their place; a right text that comes again is the same option, and others are further ones to choose from. */
export function keyOfPairs(lefts: string[], rights: string[]): ExamKey {
  const options = optionsOf([...new Set(rights)])
  const right = rights.slice(0, lefts.length).map((text, at) => ({
    left: String(at + 1),
    option: options.find(({ html }) => html === text)!.id,
  }))
  return { kind: 'pairs', lefts: optionsOf(lefts), options, right }
}

/** Left texts with their right options, and then the options that belong to none: what `keyOfPairs` was made from. */
export function textsOfPairs({ lefts, options, right }: Extract<ExamKey, { kind: 'pairs' }>) {
  const optionOf = new Map(right.map(({ left, option }) => [left, option]))
  const taken = lefts.map(({ id }) => options.find((option) => option.id === optionOf.get(id))!)
  return {
    pairs: lefts.map(({ html }, at) => ({ left: html, right: taken[at]!.html })),
    others: options.filter((option) => !taken.includes(option)).map(({ html }) => html),
  }
}

/** Options of an order, the first one first. */
export const textsOfOrder = ({ options, right }: Extract<ExamKey, { kind: 'order' }>): string[] =>
  right.map((id) => options.find((option) => option.id === id)!.html)

/** Accepted answers without duplicates; one that doesn't fit is a problem. */
export function acceptedOf(texts: string[], problems: ImportProblem[]): ExamKey | undefined {
  const right = [...new Map(texts.toReversed().map((text) => [foldText(text), text])).values()].reverse()
  if (right.length === 0) problems.push({ field: importFields.right, reason: importReasons.rightMissing })
  if (right.length > examQuestionLimits.acceptedMax)
    problems.push({ field: importFields.right, reason: importReasons.acceptedMany })
  if (right.some((text) => cleanText(text).length > examQuestionLimits.acceptedTextMax))
    problems.push({
      field: importFields.right,
      reason: importReasons.tooLong(examQuestionLimits.acceptedTextMax),
    })
  return problems.length === 0 ? { kind: 'text', right } : undefined
}
