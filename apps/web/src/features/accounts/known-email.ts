import { tabStore } from '../../api/storage.ts'

const key = 'escola.known-email'
let known = takeOver()

/** Takes over what the page load before this one has remembered: the login may be another school's. */
function takeOver(): string {
  const kept = tabStore.read(key) ?? ''
  tabStore.write(key, null)
  return kept
}

/** Reads the e-mail of a user who was just led to the login. It is kept out of the page's address, because servers log addresses. */
export const readKnownEmail = () => known
/** Remembers it for a login on this page. */
export const setKnownEmail = (email: string) => {
  known = email
}
/** Remembers it for the login that the next page load leads to. */
export function rememberKnownEmail(email: string) {
  setKnownEmail(email)
  tabStore.write(key, email)
}
