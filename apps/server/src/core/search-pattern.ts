import { searchesWordStarts } from '@escola/contract/students.contract'

const escapeWildcards = (search: string) => search.replace(/[\\%_]/g, '\\$&')

/**
 * The pattern that `like` compares with a folded text, whose words have a space before them. Wildcards that a user types mean themselves.
 */
export const patternOf = (search: string): string =>
  searchesWordStarts(search) ? wordStartOf(search) : `%${escapeWildcards(search)}%`

/** The pattern of a word that begins with the search. */
export const wordStartOf = (search: string): string => `% ${escapeWildcards(search)}%`

/** Words that are long enough to have a trigram. */
export const indexedWordsOf = (pattern: string): string[] => pattern.match(/[\p{L}\d]{3,}/gu) ?? []

/**
 * A weaker pattern for the trigram index, which reads one list for each trigram that it is asked for. Several words are cut to their first three
 * characters, numbers excepted; one long word keeps its two ends. Every match of the pattern matches the weaker one, and few other rows do.
 */
export function weakenPattern(pattern: string): string {
  const words = indexedWordsOf(pattern)
  if (words.length < 2) return pattern.replace(/([\p{L}\d]{3})[\p{L}\d]+([\p{L}\d]{3})/gu, '$1%$2')
  return `%${words.map((word) => (/\d/.test(word) ? word : [...word].slice(0, 3).join(''))).join('%')}%`
}

const manyPieces = 6
/**
 * Pieces of a mistyped text, of which the text that was meant has one at least: a slip spoils one half of a word, not the other. Each has a trigram;
 * the longest come first, because the fewest students have them.
 */
export function piecesOf(text: string): string[] {
  const pieces = indexedWordsOf(text).flatMap((word) => {
    const letters = [...word]
    const half = Math.max(3, Math.floor(letters.length / 2))
    return [letters.slice(0, half), letters.slice(-half)].map((part) => part.join(''))
  })
  return [...new Set(pieces)].sort((a, b) => b.length - a.length).slice(0, manyPieces)
}
