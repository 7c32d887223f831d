import { ExamSettings } from '@escola/contract/exam-plan'
import type { ExamMark } from '@escola/contract/exam-results'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import { countAttempts } from './exam-attempt-values.ts'
import type { ExamPlace } from './exam-attempts.queries.ts'
import * as queries from './regrading.queries.ts'
import { type KeyOf, markAgain } from './regrading.service.ts'

const markOf = ({ points, total }: { points: number | null; total: number }): ExamMark | null =>
  points === null ? null : { points, total }

/** Students of one transaction. */
const placesAtOnce = 1000

/** Student whose mark or passing at an assessment would change. */
export interface ChangedPlace extends ExamPlace {
  hasOtherMark: boolean
  /** Passes with it, or stays passed below the pass mark. */
  passing: 'new' | 'kept' | 'same'
}

/**
 * Finds the marks that other keys would change, by the same functions that mark attempts; nothing is written. Students are read in batches, so that
 * no transaction lasts long.
 */
export async function previewRegrade(
  school: School,
  keys: queries.ChangedKeys,
  keyOf: KeyOf,
  atOnce = placesAtOnce,
): Promise<ChangedPlace[]> {
  const changed: ChangedPlace[] = []
  const places = await school.tx((db) => queries.listMarkedPlaces(db, keys))
  for (let at = 0; at < places.length; at += atOnce) {
    const some = places.slice(at, at + atOnce)
    changed.push(...(await school.tx((db) => previewPlaces(db, some, { questionId: keys.questionId, keyOf }))))
  }
  return changed
}

async function previewPlaces(
  db: SchoolDb,
  places: (ExamPlace & { passedOn: Date | null })[],
  asked: { questionId: string; keyOf: KeyOf },
): Promise<ChangedPlace[]> {
  const rows = await queries.listAllHandedIn(db, places)
  const again = await markAgain(db, rows, asked)
  const settingsOf = new Map(rows.map((row) => [publicationOf(row), row.settings]))
  const settings = new Map([...settingsOf].map(([publication, read]) => [publication, ExamSettings.parse(read)]))
  const byPlace = Map.groupBy(rows, (row) => `${row.exam_id} ${row.user_id}`)
  return places.flatMap(({ examId, userId, passedOn }) => {
    const own = byPlace.get(`${examId} ${userId}`) ?? []
    const count = (pointsOf: (row: (typeof own)[number]) => { points: number | null; total: number }) =>
      countAttempts(
        own.map((row) => ({
          handedInOn: row.utc_handed_in_on,
          isCounted: row.is_counted,
          mark: markOf(pointsOf(row)),
          settings: settings.get(publicationOf(row))!,
        })),
      )
    const before = count((row) => row)
    const after = count((row) => again.get(row.id) ?? row)
    const hasOtherMark = !isSame(before.mark, after.mark)
    const isNew = passedOn === null && after.passedOn !== null
    const isKept = passedOn !== null && before.passedOn !== null && after.passedOn === null
    if (!hasOtherMark && !isNew && !isKept) return []
    return [{ examId, userId, hasOtherMark, passing: isNew ? 'new' : isKept ? 'kept' : 'same' }]
  })
}

const publicationOf = (row: { exam_id: string; publication: number }) => `${row.exam_id} ${row.publication}`

const isSame = (one: ExamMark | undefined, other: ExamMark | undefined) =>
  one?.points === other?.points && one?.total === other?.total
