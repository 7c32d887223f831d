/** Words that people wrote beside the code: a comment or the title of a test. */
export interface Wording {
  line: number
  text: string
}

/** Block comments after space or an opening bracket, runs of line comments, and comments behind code; addresses in texts are none. */
const comment = /(?<=^|[\s{(])\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*|(?<=\s)\/\/ .*/gm

/** Lists the comments of a TypeScript file without their marks. */
export const commentsOf = (text: string): Wording[] =>
  [...text.matchAll(comment)].map(({ 0: found, index }) => ({
    line: text.slice(0, index + found.search(/\S/)).split('\n').length,
    text: found.replace(/^[ \t]*(?:\/\*+|\*+\/|\*|\/\/)[ \t]?|\*\/$/gm, '').trim(),
  }))

/** Lists the comments of an SQL file without their marks. */
export const sqlCommentsOf = (text: string): Wording[] =>
  [...text.matchAll(/^[ \t]*--.*(?:\n[ \t]*--.*)*/gm)].map(({ 0: found, index }) => ({
    line: text.slice(0, index).split('\n').length,
    text: found.replace(/^[ \t]*--[ \t]?/gm, '').trim(),
  }))

const quoted = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/.source
/**
 * Text that opens a test, a group, a wall, or a second pair of brackets, as behind `it.each(…)`.
 * Text of several words that opens a case of a table is matched as well.
 */
const title = new RegExp(
  `(?<opener>\\b(?:it|test|describe|[wW]all)(?:\\.\\w+)*\\(|\\)\\(|\\[)\\s*(?<words>${quoted})`,
  'g',
)

/** Lists the titles of a test file, with the names of the cases in its tables. */
export const titlesOf = (text: string): Wording[] =>
  [...text.matchAll(title)].flatMap(({ index, groups }) => {
    const { opener, words } = groups as { opener: string; words: string }
    if (opener === '[' && !words.includes(' ')) return []
    return [{ line: text.slice(0, index).split('\n').length, text: words.slice(1, -1) }]
  })

const headless = /^(What|Whoever|Whom|Who|Whose|Where|Of|By|As|In|For|So|The same|Another one)\b/
const headlessTag =
  /@(?:param \S+|returns) (?:what|whoever|whom|who|whose|where|of|by|as|in|for|so|the same|another one)\b/i
const pronoun = /\b(?:whoever|somebody|nobody|everybody|anybody|someone|anyone|everyone)\b/i

/** Finds the words of a comment that the rule of CONTRIBUTING refuses. */
export const refusedWords = (text: string): string | undefined =>
  headless.exec(text)?.[0] ?? headlessTag.exec(text)?.[0] ?? pronoun.exec(text)?.[0]

const pronounOfTitle = /\b(?:whom|no one)\b/i
/** The pronoun in place of a noun: "to who signs in", "leaves who went away". A question, "says who was there", stays. */
const whoAsNoun = /(?:^|\b(?:to|for|of|by|from|with|also|leads|leaves|leaves out|sends|welcomes) )who\b/i

/** Finds the words of a test's title that name people by a pronoun. */
export const refusedTitleWords = (title: string): string | undefined =>
  [pronoun, pronounOfTitle, whoAsNoun].map((words) => words.exec(title)?.[0]).find(Boolean)
