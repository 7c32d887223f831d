import { limits } from './limits.ts'
import { cleanLink, encodeAddress, isWebAddress } from './text.ts'

/**
 * Cleans an address as it is typed: lower case, no diacritics, hyphens for spaces (part 2 §5). One with its scheme was copied, and keeps its path: the
 * codes in checkout links know capitals.
 */
export const cleanLandingPage = (typed: string) => encodeAddress(typed.trim()) ?? cleanLink(typed).toLowerCase()

/** Accepts a web address, or a path or host without a scheme. It refuses every other scheme, so that the value can be a link's target. */
export const isLandingPage = (typed: string) => {
  const address = cleanLandingPage(typed)
  if (address.length > limits.linkMax) return false
  return isWebAddress(address) || /^(?!\/\/)[\w.~/?=&%#+@,-]+$/.test(address)
}
