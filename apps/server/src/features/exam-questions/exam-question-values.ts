import { difficulties } from '@escola/contract/exam-content'
import { ExamContent, type ExamQuestion, NewExamQuestion } from '@escola/contract/exam-questions.contract'
import { listPictures } from '@escola/contract/question-text'
import type { z } from 'zod'
import { AppError } from '../../core/app-error.ts'
import { linesOfQuestion, sanitizeQuestionText, summaryOfQuestion } from '../../rich-text/sanitize-rich-text.ts'
import type { CurrentVersion, Filing, QuestionRow } from './exam-questions.queries.ts'

export type Written = z.infer<typeof NewExamQuestion>
type Key = ExamContent['key']

function mapTexts(key: Key, change: (html: string) => string): Key {
  if (key.kind === 'open') return { ...key, guide: change(key.guide) }
  return 'options' in key
    ? { ...key, options: key.options.map((option) => ({ ...option, html: change(option.html) })) }
    : key
}

const textsOfKey = (key: Key): string[] => {
  if (key.kind === 'open') return [key.guide]
  return 'options' in key ? key.options.map(({ html }) => html) : []
}

/**
 * Sanitises the texts of a question.
 * @throws invalid_request where what is left breaks a rule that the text as it came did not, as where a picture of elsewhere was the whole option
 */
export function cleanQuestion(written: Written): Written {
  const clean = {
    ...written,
    statement: sanitizeQuestionText(written.statement),
    explanation: sanitizeQuestionText(written.explanation),
    key: mapTexts(written.key, sanitizeQuestionText),
  }
  const { data, error } = NewExamQuestion.safeParse(clean)
  if (error)
    throw new AppError('invalid_request', {
      fields: Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message])),
    })
  return data
}

/** The content of a version. Only options have an order. */
export const contentOf = ({ statement, explanation, is_shuffled, key }: Written): ExamContent => ({
  statement,
  explanation,
  is_shuffled: is_shuffled && 'options' in key,
  key,
})

export const filingOf = ({ difficulty, tags, degree_id }: Written): Filing => ({
  difficulty,
  tags,
  course_id: degree_id,
})

const textsOf = ({ statement, explanation, key }: ExamContent) => [statement, ...textsOfKey(key), explanation]

/** Columns of a question's row that follow from its content. */
export function currentOf(content: ExamContent): CurrentVersion {
  const lines = textsOf(content).map(linesOfQuestion).join('\n').split('\n')
  return {
    kind: content.key.kind,
    summary: summaryOfQuestion(content.statement),
    words: lines.map((line) => ` ${line}`).join('\n'),
  }
}

export const picturesOf = (content: ExamContent): string[] => [...new Set(textsOf(content).flatMap(listPictures))]

export const toWireFound = (row: Omit<QuestionRow, 'content' | 'summary' | 'kind'>) => ({
  id: row.id,
  version: row.version,
  difficulty: difficulties.find((each) => each === row.difficulty)!,
  tags: row.tags,
  degree_id: row.course_id,
  is_archived: row.is_archived,
  utc_changed_on: row.utc_changed_on.toISOString(),
})

export const toWire = (row: QuestionRow): ExamQuestion => ({
  ...toWireFound(row),
  ...ExamContent.parse(row.content),
  summary: row.summary,
})
