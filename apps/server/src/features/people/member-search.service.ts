import type { MemberSearch, SchoolDb } from '@escola/db'
import { indexedWordsOf, patternOf, weakenPattern } from '../../core/search-pattern.ts'
import * as queries from './member-search.queries.ts'

/** Ids of at most so many students who match, from the trigram index, in no order. */
export const findByIndex = (
  db: SchoolDb,
  asked: { pattern: string; weakPattern: string; atMost: number },
): Promise<string[]> => queries.findByIndex(db, asked)

/** More matches of a search than these are not looked up one by one, but met in the order of the list. */
const fewMatches = 2000

/** Looks up the students of a search; undefined without one. A search that few meet is asked of its index; one letter is in no index. */
export async function lookUpSearch(db: SchoolDb, search: string): Promise<MemberSearch | undefined> {
  if (search === '') return undefined
  const pattern = patternOf(search)
  if (indexedWordsOf(pattern).length === 0) return { pattern }
  const ids = await queries.findByIndex(db, { pattern, weakPattern: weakenPattern(pattern), atMost: fewMatches + 1 })
  return ids.length > fewMatches ? { pattern } : { ids }
}
