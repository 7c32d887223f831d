import { digits } from '@escola/contract/people'
import { readPhone, searchedPhone } from '@escola/contract/phones'
import type { MemberSearch, SchoolDb } from '@escola/db'
import { indexedWordsOf, patternOf, weakenPattern } from '../../core/search-pattern.ts'
import * as queries from './member-search.queries.ts'

/** Ids of at most so many students who match, from the trigram index, in no order. */
export const findByIndex = (
  db: SchoolDb,
  asked: { pattern: string; weakPattern: string; atMost: number },
): Promise<string[]> => queries.findByIndex(db, asked)

/** Members with one telephone, or who share its last eight digits, are few. */
const samePhones = 500

/** Ids of the members who have the telephone that is searched, masked or bare; none where the search is no telephone. */
export async function findByPhone(db: SchoolDb, search: string): Promise<string[]> {
  const number = searchedPhone(search)
  if (!number) return []
  const found = await queries.findByTail(db, number.slice(-8), samePhones)
  return found.filter(({ cellphone }) => isSamePhone(number, cellphone)).map(({ id }) => id)
}

/** E-mails by which the school knows the members who have the telephone that is searched. */
export const listEmailsByPhone = async (db: SchoolDb, search: string): Promise<string[]> =>
  queries.listEmails(db, await findByPhone(db, search))

/** The one that is shorter lacks its area or its country, as far as it goes. */
const isSamePhone = (searched: string, known: string) =>
  formsOf(searched).some((a) => formsOf(known).some((b) => a.endsWith(b) || b.endsWith(a)))
/** A telephone as it was written, and with its country where that is known. */
const formsOf = (phone: string) => [digits(phone), digits(readPhone(phone)?.e164 ?? phone)]

/** More matches of a search than these are not looked up one by one, but met in the order of the list. */
const fewMatches = 2000

/**
 * Looks up the students of a search; undefined without one. A search that few meet is asked of its index; one letter is in no index.
 * @param seesContacts the caller may see e-mails and telephones; a search by them would tell any other caller whose they are
 */
export async function lookUpSearch(
  db: SchoolDb,
  search: string,
  { seesContacts }: { seesContacts: boolean },
): Promise<MemberSearch | undefined> {
  if (search === '') return undefined
  const pattern = patternOf(search)
  if (!seesContacts) return { namePattern: pattern }
  const phones = await findByPhone(db, search)
  // Pairs of digits, as many people write a telephone, are in no index of words, and names have none.
  if (indexedWordsOf(pattern).length === 0) return phones.length > 0 ? { ids: phones } : { pattern }
  const ids = await queries.findByIndex(db, { pattern, weakPattern: weakenPattern(pattern), atMost: fewMatches + 1 })
  return ids.length > fewMatches ? { pattern } : { ids: [...new Set([...phones, ...ids])] }
}
