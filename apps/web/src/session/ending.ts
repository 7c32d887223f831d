let said: string | undefined

/** Why somebody who was signed in meets the login page; the page says it until they are in again. */
export const readEnding = () => said
export const noteEnding = (text: string) => {
  said = text
}
export const forgetEnding = () => {
  said = undefined
}
