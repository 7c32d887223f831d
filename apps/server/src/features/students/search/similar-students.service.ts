import { cleanEmail, cleanText } from '@escola/contract/people'
import { pendingSaleStates } from '@escola/contract/sales.contract'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../../core/scope.ts'
import { patternOf, piecesOf } from '../../../core/search-pattern.ts'
import { findByIndex } from '../../people/member-search.service.ts'
import { countSalesOf, listFirstOf, listNearest } from './similar-students.queries.ts'

/** Number of students of one piece of the search who are compared with all of it. */
const comparedPerPiece = 200
const nearest = { atLeast: 0.45, limit: 5 }

/** Finds the students who are nearest to a search, and counts the sales of such a buyer that wait for an administrator. */
export const findSimilarStudents = (school: School, { search }: { search: string }) =>
  school.tx(async (db) => {
    const text = cleanText(search)
    if (text === '') return { students: [], pending_sales: 0 }
    const merged = await listFirstOf(db, cleanEmail(text))
    return {
      students: merged.length > 0 ? merged : await findNearest(db, text),
      pending_sales: await countSalesOf(db, patternOf(text), pendingSaleStates),
    }
  })

/** A domain is many students' own, so that an e-mail is compared by what stands before it. */
async function findNearest(db: SchoolDb, search: string) {
  const text = search.replace(/(?<=.)@.*$/, '')
  const ids = new Set<string>()
  for (const piece of piecesOf(text)) {
    const pattern = `%${piece}%`
    for (const id of await findByIndex(db, { pattern, weakPattern: pattern, atMost: comparedPerPiece })) ids.add(id)
  }
  return ids.size === 0 ? [] : listNearest(db, [...ids], { text, ...nearest })
}
