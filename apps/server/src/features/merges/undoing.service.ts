import { mergeTexts } from '@escola/contract/merges.contract'
import type { SchoolDb } from '@escola/db'
import { invalidField, notFound } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { SecurityLog } from '../../core/security-events.ts'
import type { Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { planNext } from '../../jobs/scheduled-jobs.ts'
import { hasGrants, passGrants, takeGrantsBack } from '../enrollments/passed-grants.service.ts'
import { findPoints, passPoints } from '../karma/karma.service.ts'
import { completeForStudent } from '../learning/completion.service.ts'
import { updateMember } from '../people/members.service.ts'
import { endSchoolCredentials, leaveAsStudent, unmarkMerged } from '../people/merged.service.ts'
import { notifyOfUndoing } from './merge-mails.service.ts'
import * as queries from './merges.queries.ts'
import { joinNotes, lockPair, logEvent, openStudent, toWireStudent } from './merges.service.ts'
import { copyRows, forgetRows, passRows, takeRowsBack } from './passed-rows.queries.ts'

type Clock = Pick<Tools, 'now'>

/** Gives the second student back what was theirs; what was done since stays with the first. Both are told. */
export async function undoMerge(
  school: Attended,
  { link, id }: { link: string; id: string },
  tools: Clock & { securityLog: SecurityLog },
) {
  const merge = await school.tx(async (db) => {
    const { userId } = await openStudent(db, link)
    const found = await queries.findMerge(db, id)
    if (found && found.toId !== userId) throw notFound()
    const held = found && (await lockMerge(db, found))
    if (!held || held.settledOn !== null || held.undoUntil <= tools.now()) throw invalidField('id', mergeTexts.over)
    await undo(db, held, { by: school.actor.userId, now: tools.now() })
    await notifyOfUndoing(db, school, { mergeId: id, fromId: held.fromId, toId: held.toId }, tools)
    return { merge: toWireStudent(held) }
  })
  logEvent(school, 'merge_undone', tools)
  return merge
}

/** Undoes what can be undone of mergings in which a member takes part, before they are erased: the rows of the other student are not theirs. */
export async function undoForErasing(db: SchoolDb, userId: string, { now }: Clock): Promise<void> {
  const held: queries.MergeRow[] = []
  for (const open of await queries.listOpen(db, userId)) {
    const merge = await lockMerge(db, open)
    if (merge && merge.settledOn === null) held.push(merge)
  }
  for (const merge of held) await undo(db, merge, { by: null, now: now() })
}

/** Holds both students of a merging. @returns the merging as it is then; undefined when it was undone */
async function lockMerge(db: SchoolDb, { id, fromId, toId }: queries.MergeRow): Promise<queries.MergeRow | undefined> {
  await lockPair(db, [fromId, toId])
  return queries.findMerge(db, id)
}

async function undo(db: SchoolDb, merge: queries.MergeRow, { by, now }: { by: string | null; now: Date }) {
  const { id: mergeId, fromId, toId, karma } = merge
  const students = { fromId, toId }
  await takeGrantsBack(db, students)
  await takeRowsBack(db, { mergeId, ...students })
  await takeNotesBack(db, merge)
  await unmarkMerged(db, fromId)
  await queries.markUndone(db, mergeId, { by, now })
  // Another merging into the same student gives what this one had in common with it.
  for (const other of await queries.listOpen(db, toId))
    await copyRows(db, { mergeId: other.id, fromId: other.fromId, toId })
  if (merge.madePlace && !(await hasDoneAnything(db, toId))) await leaveAsStudent(db, toId)
  await passPoints(db, { fromId: toId, toId: fromId, mergeId, number: 2, points: karma }, now)
}

/** Notes that were changed since stay as they are; the second student has theirs. */
async function takeNotesBack(db: SchoolDb, { fromId, toId, notesBefore }: queries.MergeRow) {
  const [first, second] = [await queries.findById(db, toId), await queries.findById(db, fromId)]
  if (first!.notes === joinNotes(notesBefore, second!)) await updateMember(db, toId, { notes: notesBefore })
}

const hasDoneAnything = async (db: SchoolDb, userId: string) =>
  (await hasGrants(db, userId)) ||
  (await queries.listStudiedCourses(db, userId)).length > 0 ||
  // Students who were merged into this one would be deleted with it.
  (await queries.listMergesInto(db, userId)).length > 0

const settledAtOnce = 50

/** Settles mergings whose days are over. It may run twice, and late: each is settled in one transaction, which looks at it again. */
export async function settleMerges(school: School, { now }: Clock, signal: AbortSignal): Promise<void> {
  for (let found = settledAtOnce; found === settledAtOnce; signal.throwIfAborted()) {
    const due = await school.tx((db) => queries.listDue(db, now(), settledAtOnce))
    for (const id of due) {
      await school.tx((db) => settle(db, id, { now }))
      signal.throwIfAborted()
    }
    found = due.length
  }
  await school.tx((db) => planNext(db, jobs.settleMerges, () => queries.findNextDue(db)))
}

/** Rows that the second student's open pages have written at the last moment come along too; then there is nothing left to undo. */
async function settle(db: SchoolDb, id: string, tools: Clock): Promise<void> {
  const found = await queries.findMerge(db, id)
  const merge = found && (await lockMerge(db, found))
  if (!merge || merge.settledOn !== null) return
  const students = { fromId: merge.fromId, toId: merge.toId }
  await passGrants(db, students)
  await passRows(db, { mergeId: id, ...students })
  await forgetRows(db, id)
  await endSchoolCredentials(db, merge.fromId)
  await queries.markSettled(db, id, tools.now())
  const points = await findPoints(db, merge.fromId)
  for (const courseId of await queries.listStudiedCourses(db, merge.fromId))
    await completeForStudent(db, { courseId, userId: merge.toId }, tools)
  await passPoints(db, { ...students, mergeId: id, number: 3, points }, tools.now())
}
