export interface Comment {
  line: number
  text: string
}

/** Block comments after space or an opening bracket, runs of line comments, and comments behind code; addresses in texts are none. */
const comment = /(?<=^|[\s{(])\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*|(?<=\s)\/\/ .*/gm

/** Lists the comments of a TypeScript file without their marks. */
export const commentsOf = (text: string): Comment[] =>
  [...text.matchAll(comment)].map(({ 0: found, index }) => ({
    line: text.slice(0, index + found.search(/\S/)).split('\n').length,
    text: found.replace(/^[ \t]*(?:\/\*+|\*+\/|\*|\/\/)[ \t]?|\*\/$/gm, '').trim(),
  }))

/** Lists the comments of an SQL file without their marks. */
export const sqlCommentsOf = (text: string): Comment[] =>
  [...text.matchAll(/^[ \t]*--.*(?:\n[ \t]*--.*)*/gm)].map(({ 0: found, index }) => ({
    line: text.slice(0, index).split('\n').length,
    text: found.replace(/^[ \t]*--[ \t]?/gm, '').trim(),
  }))

const headless = /^(What|Whoever|Whom|Who|Whose|Where|Of|By|As|In|For|So|The same|Another one)\b/
const headlessTag =
  /@(?:param \S+|returns) (?:what|whoever|whom|who|whose|where|of|by|as|in|for|so|the same|another one)\b/i
const pronoun = /\b(?:whoever|somebody|nobody|everybody|anybody|someone|anyone|everyone)\b/i

/** Finds the words of a comment that the rule of CONTRIBUTING refuses. */
export const refusedWords = (text: string): string | undefined =>
  headless.exec(text)?.[0] ?? headlessTag.exec(text)?.[0] ?? pronoun.exec(text)?.[0]
