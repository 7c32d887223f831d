import { cleanLink, isWebAddress } from './text.ts'

/** As it is typed: lowercased, diacritics removed, spaces to hyphens (part 2 §5). */
export const cleanLandingPage = (typed: string) => cleanLink(typed).toLowerCase()

/** A web address, or a path or host without a scheme. No other scheme, so that it can be a link's target. */
export const isLandingPage = (typed: string) => {
  const address = cleanLandingPage(typed)
  return isWebAddress(address) || /^(?!\/\/)[\w.~/?=&%#+@,-]+$/.test(address)
}
