/** The page that an address asks for; the first one goes without a name. */
export const pageSearch = (page: unknown): { page?: number } => {
  const number = Math.trunc(Number(page))
  return number > 1 && Number.isSafeInteger(number) ? { page: number } : {}
}
