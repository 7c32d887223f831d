import { difficulties, isChoice, listKeyTexts, mapKeyTexts } from '@escola/contract/exam-content'
import { ExamContent, type ExamQuestion, NewExamQuestion } from '@escola/contract/exam-questions.contract'
import { listPictures } from '@escola/contract/question-text'
import type { z } from 'zod'
import { AppError } from '../../core/app-error.ts'
import { linesOfQuestion, sanitizeQuestionText, summaryOfQuestion } from '../../rich-text/sanitize-rich-text.ts'
import type { CurrentVersion, Filing, QuestionRow } from './exam-questions.queries.ts'

export type Written = z.infer<typeof NewExamQuestion>

/**
 * Sanitises the texts of a question.
 * @throws invalid_request where what is left breaks a rule that the text as it came did not, as where a picture of elsewhere was the whole option
 */
export function cleanQuestion(written: Written): Written {
  const clean = {
    ...written,
    statement: sanitizeQuestionText(written.statement),
    explanation: sanitizeQuestionText(written.explanation),
    key: mapKeyTexts(written.key, sanitizeQuestionText),
  }
  const { data, error } = NewExamQuestion.safeParse(clean)
  if (error)
    throw new AppError('invalid_request', {
      fields: Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message])),
    })
  return data
}

/** The content of a version. Only options that are chosen may keep their order. */
export const contentOf = ({ statement, explanation, is_shuffled, key }: Written): ExamContent => ({
  statement,
  explanation,
  is_shuffled: is_shuffled && isChoice(key),
  key,
})

export const filingOf = ({ difficulty, tags, degree_id }: Written): Filing => ({
  difficulty,
  tags,
  course_id: degree_id,
})

const textsOf = ({ statement, explanation, key }: ExamContent) => [statement, ...listKeyTexts(key), explanation]

/** Columns of a question's row that follow from its content. */
export const currentOf = (content: ExamContent): CurrentVersion => ({
  kind: content.key.kind,
  summary: summaryOfQuestion(content.statement),
  words: wordsOf(textsOf(content)),
})

const wordsOf = (texts: string[]): string =>
  texts
    .map(linesOfQuestion)
    .join('\n')
    .split('\n')
    .map((line) => ` ${line}`)
    .join('\n')

/** Words by which a question is compared: another of its kind whose words begin with these looks the same. */
export const likenessOf = (content: ExamContent): Pick<CurrentVersion, 'kind' | 'words'> => ({
  kind: content.key.kind,
  words: wordsOf(textsOf(content).slice(0, -1)),
})

export const picturesOf = (content: ExamContent): string[] => [...new Set(textsOf(content).flatMap(listPictures))]

export const toWireFound = (row: Omit<QuestionRow, 'content' | 'summary' | 'kind'>) => ({
  id: row.id,
  version: row.version,
  difficulty: difficulties.find((each) => each === row.difficulty)!,
  tags: row.tags,
  degree_id: row.course_id,
  is_archived: row.is_archived,
  utc_changed_on: row.utc_changed_on.toISOString(),
  correction: row.correction && {
    ...row.correction,
    utc_corrected_on: new Date(row.correction.utc_corrected_on).toISOString(),
  },
})

export const toWire = (row: QuestionRow): ExamQuestion => ({
  ...toWireFound(row),
  ...ExamContent.parse(row.content),
  summary: row.summary,
})
