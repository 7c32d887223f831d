import { cleanLink, isWebAddress } from './text.ts'

/** Cleans an address as it is typed: lower case, no diacritics, hyphens for spaces (part 2 §5). */
export const cleanLandingPage = (typed: string) => cleanLink(typed).toLowerCase()

/** Accepts a web address, or a path or host without a scheme. It refuses every other scheme, so that the value can be a link's target. */
export const isLandingPage = (typed: string) => {
  const address = cleanLandingPage(typed)
  return isWebAddress(address) || /^(?!\/\/)[\w.~/?=&%#+@,-]+$/.test(address)
}
