import { limits } from '@escola/contract/limits'
import type { StudentSort } from '@escola/contract/sorts'
import type { SchoolDb } from '@escola/db'
import { indexedWordsOf, patternOf, weakenPattern } from '../../../core/search-pattern.ts'
import { findByIndex, findByPhone } from '../../people/member-search.service.ts'
import { listStudentIds, readStudents } from '../students.queries.ts'
import { searchBeginning, searchRest } from './search.queries.ts'

/** The beginning of the list is searched in its order before the index is asked; the search of a small school ends there. */
const beginning = 1000
/** With so many matches in the beginning, the list soon gives a page, and the index would bring up half the school. */
const manyInBeginning = 20
/** More matches than these are not sorted but read in the order of the list. */
const quicklySorted = 2000

/**
 * Ids of students whose name or e-mail contains the search, or whose telephone it is. They come in the order of the list when they fill more than one page, because the rows of
 * one page are sorted when they are read.
 */
export async function findStudents(
  db: SchoolDb,
  { search, sort, atMost }: { search: string; sort: StudentSort; atMost: number },
): Promise<string[]> {
  const pattern = patternOf(search)
  const phones = await findByPhone(db, search)
  if (phones.length > 0) {
    const isIndexed = indexedWordsOf(pattern).length > 0
    const named = isIndexed ? await findByIndex(db, { pattern, weakPattern: weakenPattern(pattern), atMost }) : []
    return listStudentIds(db, { sort, offset: 0, limit: atMost, fromEnd: false }, [...new Set([...phones, ...named])])
  }
  // Several words name one student rather than many, so the index is asked at once.
  const isRare = indexedWordsOf(pattern).length > 1
  const rareIds = isRare ? await findSorted(db, { pattern, sort, atMost }) : undefined
  if (rareIds) return rareIds
  const { read, ids } = await searchBeginning(db, { pattern, sort }, beginning)
  if (read < beginning || ids.length >= atMost) return ids.slice(0, atMost)
  const isCommon = ids.length >= manyInBeginning
  const sortedIds = isRare || isCommon ? undefined : await findSorted(db, { pattern, sort, atMost })
  return (
    sortedIds ?? [
      ...ids,
      ...(await searchRest(db, { pattern, sort }, { after: beginning, atMost: atMost - ids.length })),
    ]
  )
}

/** The first students whom a search finds, by name. */
export async function findFirstStudents(db: SchoolDb, { search, atMost }: { search: string; atMost: number }) {
  const ids = await findStudents(db, { search, sort: 'name', atMost })
  return ids.length === 0 ? [] : (await readStudents(db, ids, 'name')).slice(0, atMost)
}

/** Undefined when the index finds too many to sort. */
async function findSorted(
  db: SchoolDb,
  { pattern, sort, atMost }: { pattern: string; sort: StudentSort; atMost: number },
): Promise<string[] | undefined> {
  const found = await findByIndex(db, { pattern, weakPattern: weakenPattern(pattern), atMost: quicklySorted + 1 })
  if (found.length > quicklySorted) return undefined
  if (found.length <= limits.studentsPerPage) return found
  return listStudentIds(db, { sort, offset: 0, limit: atMost, fromEnd: false }, found)
}
