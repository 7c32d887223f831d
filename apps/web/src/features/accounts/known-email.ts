const key = 'escola.known-email'
let known = takeOver()

/** Takes over what the page load before this one has remembered: the login may be another school's. */
function takeOver(): string {
  const kept = sessionStorage.getItem(key) ?? ''
  sessionStorage.removeItem(key)
  return kept
}

/** Reads the e-mail of a user who was just led to the login. It is kept out of the page's address, because servers log addresses. */
export const readKnownEmail = () => known
export function rememberKnownEmail(email: string) {
  known = email
  sessionStorage.setItem(key, email)
}
