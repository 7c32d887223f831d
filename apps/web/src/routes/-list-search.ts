import { newestFirst, type StudentSort, studentSorts } from '@escola/contract/sorts'

/** What an address leaves out: the usual way goes without a name. */
export const usualPage = { page: 1, sort: newestFirst }

/** The page that an address asks for. */
export const pageOf = (asked: unknown): number => {
  const number = Math.trunc(Number(asked))
  return number > 1 && Number.isSafeInteger(number) ? number : usualPage.page
}

/** How an address sorts students. */
export const sortOf = (asked: unknown): StudentSort => studentSorts.find((each) => each === asked) ?? usualPage.sort
