let said: string | undefined

/** Reads why a signed-in user meets the login page; the page says it until they are in again. */
export const readEnding = () => said
export const noteEnding = (text: string) => {
  said = text
}
export const forgetEnding = () => {
  said = undefined
}
