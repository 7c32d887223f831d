import { StudentFilter as Filter, type StudentFilter } from '@escola/contract/students.contract'
import type { StudentQuery } from './students.queries.ts'

/** Search part of the list's address. A filter that is not used is not in it, and one that is there may be anything. */
export type StudentSearch = Omit<StudentQuery, keyof StudentFilter> & Partial<StudentFilter>

/** Reads the query that an address asks for; a filter that is none asks for all. */
export function readStudentQuery({ page, search, sort, ...filter }: StudentSearch): StudentQuery {
  const typed = new Map<string, unknown>(Object.entries(filter))
  const filters = Object.entries(Filter.shape).map(([name, rule]) => {
    const read = rule.safeParse(String(typed.get(name) ?? ''))
    return [name, read.success ? read.data : '']
  })
  return { page, search, sort, ...(Object.fromEntries(filters) as StudentFilter) }
}

/** Writes the address of a query, without the filters that ask for all. */
export const addressOf = (query: StudentQuery): StudentSearch =>
  Object.fromEntries(
    Object.entries(query).filter(([name, value]) => value !== '' || name === 'search'),
  ) as unknown as StudentSearch
