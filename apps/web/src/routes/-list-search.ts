import { newestFirst, type StudentSort, studentSorts } from '@escola/contract/sorts'

/** Usual values, which an address leaves out. */
export const usualPage = { page: 1, sort: newestFirst }

/** The page that an address asks for. */
export const pageOf = (value: unknown): number => {
  const number = Math.trunc(Number(value))
  return number > 1 && Number.isSafeInteger(number) ? number : usualPage.page
}

/** Reads the order of students from an address. */
export const sortOf = (value: unknown): StudentSort => studentSorts.find((each) => each === value) ?? usualPage.sort
