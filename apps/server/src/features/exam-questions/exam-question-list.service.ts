import { examQuestionKinds } from '@escola/contract/exam-content'
import {
  type ExamQuestionFilter,
  examQuestionListLimits,
  type ListedExamQuestion,
} from '@escola/contract/exam-questions.contract'
import { cleanText } from '@escola/contract/people'
import { pageRangeOf } from '../../core/paging.ts'
import type { School } from '../../core/scope.ts'
import { patternOf, weakenPattern } from '../../core/search-pattern.ts'
import * as queries from './exam-question-list.queries.ts'
import { toWireFound } from './exam-question-values.ts'

export const listExamQuestions = (
  school: School,
  { page, search, ...filter }: ExamQuestionFilter & { page: number; search: string },
) =>
  school.tx(async (db) => {
    const rowsPerPage = examQuestionListLimits.perPage
    const pattern = patternOf(cleanText(search))
    const ids =
      cleanText(search) === ''
        ? undefined
        : await queries.findExamQuestionIds(db, { pattern, weakPattern: weakenPattern(pattern) })
    const total = await queries.countExamQuestions(db, filter, ids)
    const rows = await queries.listExamQuestions(db, filter, ids, pageRangeOf({ page, rowsPerPage, total }))
    const has_any = total > 0 || (await queries.hasExamQuestions(db))
    return { exam_questions: { total, page, rowsPerPage, has_any, list: rows.map(toWireListed) } }
  })

export const listTags = (school: School) =>
  school.tx(async (db) => ({ tags: await queries.listTags(db, examQuestionListLimits.tagsListed) }))

const toWireListed = (row: queries.ListedRow): ListedExamQuestion => ({
  ...toWireFound(row),
  kind: examQuestionKinds.find((kind) => kind === row.kind)!,
  summary: row.summary,
})
