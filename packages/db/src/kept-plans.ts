/**
 * How the statements of a transaction are planned. `kept`: each connection parses and plans a text once and keeps it. Only for transactions that run
 * all the time and find their rows by keys, since one plan then serves all schools, the large and the small.
 */
export type Plans = 'kept'

/** More texts than these are not kept: a list of values makes one for each of its lengths, and each connection holds all that it has met. */
const mostTexts = 400
const names = new Map<string, string>()

/** Name under which connections keep a text; undefined: they know enough of them. */
export function nameOfText(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostTexts) return known
  const name = `kept_${names.size}`
  names.set(text, name)
  return name
}
