import { looksForBeginnings } from '@escola/contract/students.contract'

/**
 * The pattern that `like` compares with a folded text, whose words have a space before them. Wildcards that a user types mean themselves.
 */
export function patternOf(search: string): string {
  const text = search.replace(/[\\%_]/g, '\\$&')
  return looksForBeginnings(search) ? `% ${text}%` : `%${text}%`
}
