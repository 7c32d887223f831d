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
