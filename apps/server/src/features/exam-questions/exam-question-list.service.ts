import { examQuestionKinds } from '@escola/contract/exam-content'
import {
  type ExamQuestion,
  type ExamQuestionFilter,
  examQuestionListLimits,
  type ListedExamQuestion,
} from '@escola/contract/exam-questions.contract'
import { cleanText } from '@escola/contract/people'
import type { SchoolDb } from '@escola/db'
import { pageRangeOf } from '../../core/paging.ts'
import type { School } from '../../core/scope.ts'
import { patternOf, weakenPattern } from '../../core/search-pattern.ts'
import * as queries from './exam-question-list.queries.ts'
import { toWire, toWireFound } from './exam-question-values.ts'
import type { QuestionRow } from './exam-questions.queries.ts'

export const listExamQuestions = (
  school: School,
  { page, search, ...filter }: ExamQuestionFilter & { page: number; search: string },
) =>
  school.tx(async (db) => {
    const rowsPerPage = examQuestionListLimits.perPage
    const ids = await findIds(db, search)
    const total = await queries.countExamQuestions(db, filter, ids)
    const rows = await queries.listExamQuestions(db, filter, ids, pageRangeOf({ page, rowsPerPage, total }))
    const has_any = total > 0 || (await queries.hasExamQuestions(db))
    return { exam_questions: { total, page, rowsPerPage, has_any, list: rows.map(toWireListed) } }
  })

async function findIds(db: SchoolDb, search: string): Promise<string[] | undefined> {
  if (cleanText(search) === '') return undefined
  const pattern = patternOf(cleanText(search))
  return queries.findExamQuestionIds(db, { pattern, weakPattern: weakenPattern(pattern) })
}

/** Reads all questions of a search, some in each transaction. */
export async function* readBankBatches(
  school: School,
  { search, ...filter }: ExamQuestionFilter & { search: string },
  limit: number,
): AsyncGenerator<ExamQuestion[]> {
  const ids = await school.tx((db) => findIds(db, search))
  let before: string | undefined
  let rows: QuestionRow[]
  do {
    rows = await school.tx((db) => queries.listNextContents(db, filter, ids, { before, limit }))
    before = rows.at(-1)?.id
    if (rows.length > 0) yield rows.map(toWire)
  } while (rows.length === limit)
}

export const listTags = (school: School) =>
  school.tx(async (db) => ({ tags: await queries.listTags(db, examQuestionListLimits.tagsListed) }))

const toWireListed = (row: queries.ListedRow): ListedExamQuestion => ({
  ...toWireFound(row),
  kind: examQuestionKinds.find((kind) => kind === row.kind)!,
  summary: row.summary,
})
