import { ExamAnswer } from '@escola/contract/exam-content'
import { type MarkedBy, markQuestion, sumEarned } from '@escola/contract/exam-marks'
import type { SchoolDb } from '@escola/db'
import type { Clock } from '../../core/tools.ts'
import type { Batch } from '../../jobs/runs/runs.queries.ts'
import type { Step } from '../../jobs/runs/runs.ts'
import { readContents } from '../exams/exam-contents.service.ts'
import { toWholeSitting, type WholeSitting } from './exam-attempt-values.ts'
import { type AskedVersion, type Earned, findAttempt } from './exam-attempts.queries.ts'
import { completePassed, recordMark } from './handing-in.service.ts'
import * as queries from './regrading.queries.ts'

export const countAsking = (db: SchoolDb, keys: queries.ChangedKeys) => queries.countAsking(db, keys)
/** Assessments at which attempts ask one of the versions. */
export const listAskingExams = (db: SchoolDb, keys: queries.ChangedKeys) => queries.listAskingExams(db, keys)
/** Whether an attempt, or a publication that stands, has no question that counts once these versions are out of the total. */
export const hasNothingLeft = (db: SchoolDb, keys: queries.ChangedKeys) => queries.hasNothingLeft(db, keys)
export const listAskedVersions = (db: SchoolDb, questionId: string) => queries.listAskedVersions(db, questionId)

/** Keys and annulments of the versions of one question, by their numbers. */
export type KeyOf = ReadonlyMap<number, MarkedBy>

async function readKeys(db: SchoolDb, { questionId, versions }: queries.ChangedKeys): Promise<KeyOf> {
  const asked = versions.map((version) => ({ question: questionId, version }))
  const contents = await readContents(db, asked)
  return new Map(asked.map(({ version }, at) => [version, contents[at]!]))
}

interface Regrading extends queries.ChangedKeys {
  /** Correction under which the earlier points are recorded; null for an undo, which marks the answers like any other key. */
  correctionId: string | null
}

/**
 * Locks the next attempts that ask a question whose key has changed, and returns the step that marks them by the current key. All of a student's
 * attempts at an assessment are marked together: a mean of old and new points could reach a pass mark that neither reaches alone. Marking twice
 * changes nothing.
 *
 * The new key is committed already, so attempts that begin or end meanwhile use it. Running ones are included, because a hand-in may be under way
 * with the old key.
 */
export async function regradeQuestion(
  db: SchoolDb,
  regrading: Regrading,
  { after, limit }: { after: string; limit: number },
  tools: Clock,
): Promise<Step> {
  const found = await queries.listAsking(db, regrading, { after, limit })
  await queries.holdStudents(db, found)
  await queries.lockMarks(db, found)
  return async ({ cursor }) => {
    const left = found.filter(({ id }) => BigInt(id) > BigInt(cursor))
    const batch = await regradeHeld(db, regrading, left, tools)
    return { ...batch, isMore: batch.done < left.length || found.length === limit }
  }
}

async function regradeHeld(
  db: SchoolDb,
  regrading: Regrading,
  held: queries.AskingAttempt[],
  tools: Clock,
): Promise<Omit<Batch, 'isMore'>> {
  // Without attempts the question itself may be gone.
  const keyOf = held.length > 0 ? await readKeys(db, regrading) : new Map<number, MarkedBy>()
  const counts = { marks: 0, passed: 0 }
  let done = 0
  for (const { id, user_id } of held) {
    const row = await findAttempt(db, id)
    // A merging has given it to a student who is held in the next batch.
    if (row && row.user_id !== user_id) break
    done++
    const result = row && (await regradePlace(db, toWholeSitting(row), { regrading, keyOf }, tools))
    if (result?.isChanged) counts.marks++
    if (result?.hasPassed) counts.passed++
    if (result?.locksMore) break
  }
  return { done, counts, last: held[done - 1]?.id }
}

/** Marks the attempts of a student whose place the caller holds. */
async function regradePlace(
  db: SchoolDb,
  sitting: WholeSitting,
  { regrading, keyOf }: { regrading: Regrading; keyOf: KeyOf },
  tools: Clock,
): Promise<{ isChanged: boolean; hasPassed: boolean; locksMore: boolean }> {
  const rows = await queries.listHandedIn(db, sitting, regrading.questionId)
  const again = await markAgain(db, rows, { questionId: regrading.questionId, keyOf })
  const changed = rows.filter(({ id }) => again.has(id))
  if (changed.length === 0) return { isChanged: false, hasPassed: false, locksMore: false }
  for (const { id } of changed) await queries.updatePoints(db, id, again.get(id)!)
  const { hasPassed, hadPassed, isChanged, locksMore } = await recordMark(db, sitting, tools.now())
  const isNew = hasPassed && !hadPassed
  const before = changed.map(({ id, earned, points }) => ({ id, earned, points: points ?? sumOf(earned!) }))
  if (regrading.correctionId) await queries.insertRegraded(db, regrading.correctionId, before, isNew)
  // A student who passed before may have taken the lesson back since.
  if (isNew) await completePassed(db, sitting, tools)
  // A completion locks progress and the register of certificates, too.
  return { isChanged, hasPassed: isNew, locksMore: locksMore || isNew }
}

/**
 * Marks one question of handed-in attempts by other keys; the points of their other questions stay.
 * @returns the points of those that change, by attempt
 */
export async function markAgain(
  db: SchoolDb,
  rows: queries.PointsRow[],
  { questionId, keyOf }: { questionId: string; keyOf: KeyOf },
): Promise<Map<string, queries.Remarked>> {
  const asked = rows.flatMap((row) => {
    const at = row.asked.findIndex(({ question }) => question === questionId)
    const key = row.asked[at] && keyOf.get(row.asked[at].version)
    // Attempts that ended before 0221 don't say what each question earned, and keep their points.
    return key && row.earned ? [{ row, at, key, earned: row.earned }] : []
  })
  const found = asked.map(({ row, at }) => ({ attemptId: row.id, place: at + 1 }))
  const answers = found.length === 0 ? [] : await queries.listAnswersAt(db, found)
  const worthOf = await readWorths(
    db,
    asked.map(({ row }) => row),
  )
  const answerOf = new Map(answers.map(({ attempt_id, answer }) => [attempt_id, ExamAnswer.parse(answer)]))
  return new Map(
    asked.flatMap(({ row, at, key, earned }) => {
      const worths = row.asked.map((each) => worthOf(row, each))
      const points =
        markQuestion({ ...key, points: worths[at]! }, answerOf.get(row.id), earned[at] ?? undefined) ?? null
      if (points === earned[at]) return []
      const all = earned.with(at, points)
      const { points: sum, total } = sumEarned(all, worths)
      // One that waits for a person has no points of its own yet.
      return [[row.id, { earned: all, points: row.points === null ? null : sum, total }] as const]
    }),
  )
}

/** An exercise counts no points of open questions, which `asked` has. */
async function readWorths(db: SchoolDb, rows: queries.PointsRow[]) {
  const exercises = new Set(rows.filter(({ kind }) => kind === 'exercise'))
  const asked = new Map([...exercises].flatMap((row) => row.asked.map((each) => [nameOf(each), each] as const)))
  const open = new Set(asked.size === 0 ? [] : (await queries.listOpen(db, [...asked.values()])).map(nameOf))
  return (row: queries.PointsRow, each: AskedVersion) =>
    exercises.has(row) && open.has(nameOf(each)) ? 0 : each.points
}

const nameOf = ({ question, version }: Pick<AskedVersion, 'question' | 'version'>) => `${question} ${version}`

const sumOf = (earned: Earned) => earned.reduce<number>((sum, each) => sum + (each ?? 0), 0)
