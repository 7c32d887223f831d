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
import { coursesWith, type TeamSchool } from '../../core/scope.ts'
import { patternOf, weakenPattern } from '../../core/search-pattern.ts'
import { findTaughtLesson } from '../exams/exam-uses.service.ts'
import * as queries from './exam-question-list.queries.ts'
import { toWire, toWireFound } from './exam-question-values.ts'
import type { QuestionRow } from './exam-questions.queries.ts'

export const listExamQuestions = (
  school: TeamSchool,
  { page, search, ...asked }: ExamQuestionFilter & { page: number; search: string },
) =>
  school.tx(async (db) => {
    const filter = await openFilter(db, school, asked)
    const rowsPerPage = examQuestionListLimits.perPage
    const ids = await findIds(db, search)
    const total = await queries.countExamQuestions(db, filter, ids)
    const rows = await queries.listExamQuestions(db, filter, ids, pageRangeOf({ page, rowsPerPage, total }))
    const has_any = total > 0 || (await queries.hasExamQuestions(db, filter.only))
    return { exam_questions: { total, page, rowsPerPage, has_any, list: rows.map(toWireListed) } }
  })

async function findIds(db: SchoolDb, search: string): Promise<string[] | undefined> {
  if (cleanText(search) === '') return undefined
  const pattern = patternOf(cleanText(search))
  return queries.findExamQuestionIds(db, { pattern, weakPattern: weakenPattern(pattern) })
}

/** Reads all questions of a search, some in each transaction. */
export async function* readBankBatches(
  school: TeamSchool,
  { search, ...asked }: ExamQuestionFilter & { search: string },
  limit: number,
): AsyncGenerator<ExamQuestion[]> {
  const [ids, filter] = await school.tx(async (db) => [await findIds(db, search), await openFilter(db, school, asked)])
  let before: string | undefined
  let rows: QuestionRow[]
  do {
    rows = await school.tx((db) => queries.listNextContents(db, filter, ids, { before, limit }))
    before = rows.at(-1)?.id
    if (rows.length > 0) yield rows.map(toWire)
  } while (rows.length === limit)
}

export const listTags = (school: TeamSchool) =>
  school.tx(async (db) => ({
    tags: await queries.listTags(db, {
      atMost: examQuestionListLimits.tagsListed,
      only: coursesWith(school, 'courses'),
    }),
  }))

/** Narrows a filter to questions that the caller may read. Questions of an assessment are told to those who teach its course. */
async function openFilter(db: SchoolDb, school: TeamSchool, asked: ExamQuestionFilter): Promise<queries.BankFilter> {
  if (asked.used !== '' && asked.used !== 'none' && !school.may('courses'))
    await findTaughtLesson(db, school, asked.used)
  return { ...asked, only: coursesWith(school, 'courses') }
}

const toWireListed = (row: queries.ListedRow): ListedExamQuestion => ({
  ...toWireFound(row),
  kind: examQuestionKinds.find((kind) => kind === row.kind)!,
  summary: row.summary,
})
