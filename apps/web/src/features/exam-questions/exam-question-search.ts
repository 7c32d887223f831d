import { type ExamQuestionFilter, ExamQuestionFilter as Filter } from '@escola/contract/exam-questions.contract'
import type { ExamQuestionQuery } from './exam-questions.queries.ts'

/** Search part of the bank's address. A filter that is not used is not in it, and one that is there may be anything. */
export type ExamQuestionSearch = Omit<ExamQuestionQuery, keyof ExamQuestionFilter> & Partial<ExamQuestionFilter>

/** Reads the query that an address asks for; a filter that is none asks for all. */
export function readExamQuestionQuery({ page, search, ...filter }: ExamQuestionSearch): ExamQuestionQuery {
  const typed = new Map<string, unknown>(Object.entries(filter))
  const filters = Object.entries(Filter.shape).map(([name, rule]) => {
    const read = rule.safeParse(String(typed.get(name) ?? ''))
    return [name, read.success ? read.data : '']
  })
  return { page, search, ...(Object.fromEntries(filters) as ExamQuestionFilter) }
}

/** Writes the address of a query, without the filters that ask for all. */
export const addressOf = (query: ExamQuestionQuery): ExamQuestionSearch =>
  Object.fromEntries(
    Object.entries(query).filter(([name, value]) => value !== '' || name === 'search'),
  ) as unknown as ExamQuestionSearch
