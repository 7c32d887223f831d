import { limits } from '@escola/contract/limits'
import { type BalanceFilter, balanceFilters } from '@escola/contract/platform.contract'
import { newestSchoolsFirst, type SchoolSort, schoolSorts } from '@escola/contract/sorts'

export interface SchoolListQuery {
  page: number
  search: string
  sortBy: SchoolSort
  negative: BalanceFilter
}
/** Search of an address, which any visitor may have typed. A missing value is the usual one. */
export type SchoolListSearch = Partial<Record<keyof SchoolListQuery, unknown>>

const usual: SchoolListQuery = { page: 1, search: '', sortBy: newestSchoolsFirst, negative: '' }

/** Read with the page and not with its route: every page of the program carries the routes. */
export function readQuery(search: SchoolListSearch): SchoolListQuery {
  const page = Math.trunc(Number(search.page))
  return {
    page: page > 1 && Number.isSafeInteger(page) ? page : usual.page,
    search: String(search.search ?? '').slice(0, limits.searchMax),
    sortBy: schoolSorts.find((each) => each === search.sortBy) ?? usual.sortBy,
    negative: balanceFilters.find((each) => each === String(search.negative ?? '')) ?? usual.negative,
  }
}

/** Writes a query into an address. */
export const searchOf = (query: SchoolListQuery): SchoolListSearch =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([key, value]) => value !== usual[key as keyof SchoolListQuery])
      // A digit written as text would stand in quotation marks.
      .map(([key, value]) => [key, key === 'negative' ? Number(value) : value]),
  )
