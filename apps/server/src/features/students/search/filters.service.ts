import { dayMs } from '@escola/contract/durations'
import type { StudentSort } from '@escola/contract/sorts'
import { studentLimits } from '@escola/contract/student-texts'
import type { StudentFilter } from '@escola/contract/students.contract'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../../core/app-error.ts'
import { pageRangeOf } from '../../../core/paging.ts'
import { lookUpSearch } from '../../people/member-search.service.ts'
import * as queries from './filters.queries.ts'

export type Matching = queries.Matching

export interface FilteredPage {
  filter: StudentFilter
  search: string
  sort: StudentSort
  page: number
  rowsPerPage: number
}

/**
 * A page of the students whom filters leave, and how many they are, counted up to a bound.
 * @param beginning students who are read in the order of the list before all who are asked for are looked up
 */
export async function readFilteredPage(
  db: SchoolDb,
  { filter, search, sort, page, rowsPerPage }: FilteredPage,
  now: Date,
  beginning = 20_000,
): Promise<{ ids: string[]; total: number; more: boolean }> {
  const matching = await matchingOf(db, { filter, search }, now)
  const bound = studentLimits.filtered
  const counted = await queries.countMatching(db, matching, bound + 1)
  const total = Math.min(counted, bound)
  const more = counted > bound
  const range = pageRangeOf({ page, rowsPerPage, total })
  // The end of what was counted is not the end of the list.
  const before = (page - 1) * rowsPerPage
  const read = more ? { offset: before, limit: range.limit, fromEnd: false } : range
  if (read.limit === 0) return { ids: [], total, more }
  // A page is mostly found in the beginning of the list; else those who are asked for are few, or stand together behind it.
  const found = await queries.listFromBeginning(db, matching, { sort, ...read }, beginning)
  const ids = found.length < read.limit ? await queries.listFromAll(db, matching, { sort, ...read }) : found
  return { ids, total, more }
}

/** Reads a search and filters as the conditions that students meet. A class that the school has not is not found. */
export async function matchingOf(
  db: SchoolDb,
  { filter, search }: { filter: StudentFilter; search: string },
  now: Date,
): Promise<Matching> {
  const { school_gateway_id: cohortId } = filter
  if (cohortId && !(await queries.hasCohort(db, cohortId))) throw notFound()
  return {
    filter,
    search: await lookUpSearch(db, search, { seesContacts: true }),
    now,
    hiddenId: filter.access ? await queries.findHiddenCohortId(db) : undefined,
    soon: new Date(now.getTime() + studentLimits.endsSoonDays * dayMs),
  }
}

/** Counts the students who meet these conditions, up to a bound. */
export const countMatching = (db: SchoolDb, matching: Matching, atMost: number): Promise<number> =>
  queries.countMatching(db, matching, atMost)

/** Lists the students who meet these conditions behind one of them, by their ids. */
export const listNextIds = (
  db: SchoolDb,
  matching: Matching,
  range: { after: string; limit: number; among?: string[] | undefined },
): Promise<string[]> => queries.listNextIds(db, matching, range)
