import { mergeTexts } from '@escola/contract/merges.contract'
import type { SchoolDb } from '@escola/db'
import { invalidField, notFound } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { SecurityLog } from '../../core/security-events.ts'
import type { LifecycleTools } from '../../core/student-lifecycle.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { planNext } from '../../jobs/scheduled-jobs.ts'
import { updateMember } from '../people/members.service.ts'
import { endSchoolCredentials, leaveAsStudent, unmarkMerged } from '../people/merged.service.ts'
import { notifyOfUndoing } from './merge-mails.service.ts'
import * as queries from './merges.queries.ts'
import { joinNotes, lockPair, logEvent, openStudent, passAll, pointsOf, toWireStudent } from './merges.service.ts'
import { copyRows, forgetRows, takeRowsBack } from './passed-rows.queries.ts'

/** Gives the second student back what was theirs; what was done since stays with the first. Both are told. */
export async function undoMerge(
  school: Attended,
  { link, id }: { link: string; id: string },
  tools: LifecycleTools & { securityLog: SecurityLog },
) {
  const merge = await school.tx(async (db) => {
    const { userId } = await openStudent(db, link)
    const found = await queries.findMerge(db, id)
    if (found && found.toId !== userId) throw notFound()
    const held = found && (await lockMerge(db, found, tools))
    if (!held || held.settledOn !== null || held.undoUntil <= tools.now()) throw invalidField('id', mergeTexts.over)
    await undo(db, held, school.actor.userId, tools)
    await notifyOfUndoing(db, school, { mergeId: id, fromId: held.fromId, toId: held.toId }, tools)
    return { merge: toWireStudent(held) }
  })
  logEvent(school, 'merge_undone', tools)
  return merge
}

/** Undoes what can be undone of mergings in which a member takes part, before they are erased: the rows of the other student are not theirs. */
export async function undoForErasing(db: SchoolDb, userId: string, tools: LifecycleTools): Promise<void> {
  const held: queries.MergeRow[] = []
  for (const open of await queries.listOpen(db, userId)) {
    const merge = await lockMerge(db, open, tools)
    if (merge && merge.settledOn === null) held.push(merge)
  }
  for (const merge of held) await undo(db, merge, null, tools)
}

/** Holds both students of a merging. @returns the merging as it is then; undefined when it was undone */
async function lockMerge(
  db: SchoolDb,
  { id, fromId, toId }: queries.MergeRow,
  tools: LifecycleTools,
): Promise<queries.MergeRow | undefined> {
  await lockPair(db, [fromId, toId], tools)
  return queries.findMerge(db, id)
}

async function undo(db: SchoolDb, merge: queries.MergeRow, by: string | null, tools: LifecycleTools) {
  const { id: mergeId, fromId, toId, karma } = merge
  const students = { fromId, toId }
  for (const { merging } of tools.lifecycle) await merging?.takeBack?.(db, students)
  await takeRowsBack(db, { mergeId, ...students })
  for (const { merging } of tools.lifecycle) await merging?.recount?.(db, students, { isUndone: true })
  await takeNotesBack(db, merge)
  await unmarkMerged(db, fromId)
  await queries.markUndone(db, mergeId, { by, now: tools.now() })
  // Another merging into the same student gives what this one had in common with it.
  for (const other of await queries.listOpen(db, toId))
    await copyRows(db, { mergeId: other.id, fromId: other.fromId, toId })
  if (merge.madePlace && !(await hasDoneAnything(db, toId, tools))) await leaveAsStudent(db, toId)
  await pointsOf(tools).pass(db, { fromId: toId, toId: fromId, mergeId, number: 2, points: karma }, tools.now())
}

/** Notes that were changed since stay as they are; the second student has theirs. */
async function takeNotesBack(db: SchoolDb, { fromId, toId, notesBefore }: queries.MergeRow) {
  const [first, second] = [await queries.findById(db, toId), await queries.findById(db, fromId)]
  if (first!.notes === joinNotes(notesBefore, second!)) await updateMember(db, toId, { notes: notesBefore })
}

async function hasDoneAnything(db: SchoolDb, userId: string, { lifecycle }: LifecycleTools): Promise<boolean> {
  for (const { merging } of lifecycle) if (await merging?.hasAny?.(db, userId)) return true
  // Students who were merged into this one would be deleted with it.
  return (await queries.listMergesInto(db, userId)).length > 0
}

const settledAtOnce = 50

/** Settles mergings whose days are over. It may run twice, and late: each is settled in one transaction, which looks at it again. */
export async function settleMerges(school: School, tools: LifecycleTools, signal: AbortSignal): Promise<void> {
  for (let found = settledAtOnce; found === settledAtOnce; signal.throwIfAborted()) {
    const due = await school.tx((db) => queries.listDue(db, tools.now(), settledAtOnce))
    for (const id of due) {
      await school.tx((db) => settle(db, id, tools))
      signal.throwIfAborted()
    }
    found = due.length
  }
  await school.tx((db) => planNext(db, jobs.settleMerges, () => queries.findNextDue(db)))
}

/** Rows that the second student's open pages have written at the last moment come along too; then there is nothing left to undo. */
async function settle(db: SchoolDb, id: string, tools: LifecycleTools): Promise<void> {
  const found = await queries.findMerge(db, id)
  const merge = found && (await lockMerge(db, found, tools))
  if (!merge || merge.settledOn !== null) return
  const students = { fromId: merge.fromId, toId: merge.toId }
  await passAll(db, { mergeId: id, ...students }, tools)
  await forgetRows(db, id)
  await endSchoolCredentials(db, merge.fromId)
  await queries.markSettled(db, id, tools.now())
  const points = await pointsOf(tools).find(db, merge.fromId)
  for (const { merging } of tools.lifecycle) await merging?.finish?.(db, students, tools)
  await pointsOf(tools).pass(db, { ...students, mergeId: id, number: 3, points }, tools.now())
}
