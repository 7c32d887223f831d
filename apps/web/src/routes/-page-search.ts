import { newestFirst, type StudentSort, studentSorts } from '@escola/contract/sorts'

/** The page that an address asks for; the first one goes without a name. */
export const pageSearch = (page: unknown): { page?: number } => {
  const number = Math.trunc(Number(page))
  return number > 1 && Number.isSafeInteger(number) ? { page: number } : {}
}

/** How an address sorts students; the usual way goes without a name. */
export const sortSearch = (asked: unknown): { sort?: StudentSort } => {
  const sort = studentSorts.find((each) => each === asked)
  return sort && sort !== newestFirst ? { sort } : {}
}
