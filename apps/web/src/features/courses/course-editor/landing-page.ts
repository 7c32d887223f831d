import { cleanLink, isWebAddress } from '@escola/contract/text'

/** Lowercased, diacritics removed, spaces to hyphens (part 2 §5). */
export const cleanLandingPage = (typed: string) => cleanLink(typed).toLowerCase()

/** A web address, or a path or host without a scheme. */
export const isLandingPage = (typed: string) => {
  const address = cleanLandingPage(typed)
  return isWebAddress(address) || /^(?!\/\/)[\w.~/?=&%#+@,-]+$/.test(address)
}
