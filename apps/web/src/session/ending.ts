let ending: string | undefined

/** Reads why a signed-in user meets the login page; the page says it until they are in again. */
export const readEnding = () => ending
export const rememberEnding = (text: string) => {
  ending = text
}
export const forgetEnding = () => {
  ending = undefined
}
