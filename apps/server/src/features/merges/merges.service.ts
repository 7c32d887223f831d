import { dayMs } from '@escola/contract/durations'
import { type Merge, type MergePreview, mergeLimits, mergeTexts } from '@escola/contract/merges.contract'
import { moneyOf } from '@escola/contract/money'
import { type SchoolDb, thisSchool } from '@escola/db'
import { invalidField, notFound } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { SecurityLog } from '../../core/security-events.ts'
import type { LifecycleTools } from '../../core/student-lifecycle.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { scheduleJob } from '../../jobs/scheduled-jobs.ts'
import { readChargedFor } from '../charges/charged-already.service.ts'
import { lockBank } from '../ledger/ledger.service.ts'
import { ensureStudents, enterPublicCohortOnce, updateMember } from '../people/members.service.ts'
import { followMerges, freeMerged, markMerged } from '../people/merged.service.ts'
import type { People } from '../people/people.service.ts'
import { inviteCorrected, notifyOfMerging } from './merge-mails.service.ts'
import * as queries from './merges.queries.ts'
import { type Passing, passRows } from './passed-rows.queries.ts'

export interface MergeTools extends Tools, LifecycleTools {
  people: People
  securityLog: SecurityLog
}
type MergingTools = LifecycleTools & Pick<Tools, 'config'>

/** Mergings into a student that stand, the latest first. */
export const listMerges = async (db: SchoolDb, userId: string, { now }: Clock): Promise<Merge[]> =>
  (await queries.listMergesInto(db, userId)).map((row) => toWireMerge(row, now()))

/** Says what a merging would bring along, or why there is none. */
export const previewMerge = (school: School, { link, email }: { link: string; email: string }, tools: Clock) =>
  school.tx(async (db) => {
    const first = await openStudent(db, link)
    const second = await findSecond(db, first, email)
    await refuseMerge(db, { first, second })
    return { student: toWireStudent(second), preview: await previewOf(db, second, tools) }
  })

/** Merges the student of an e-mail into another. Both are told at once. */
export async function startMerge(
  school: Attended,
  { link, email }: { link: string; email: string },
  tools: MergingTools & { securityLog: SecurityLog },
) {
  const merge = await school.tx(async (db) => {
    const first = await openStudent(db, link)
    const second = await findSecond(db, first, email)
    const mergeId = await mergeStudents(db, school, { first, second, isCorrection: false, madePlace: false }, tools)
    return toWireMerge((await queries.findMerge(db, mergeId))!, tools.now())
  })
  logEvent(school, 'students_merged', tools)
  return { merge }
}

/** Says who of the school has an address already, before it is given to a student. */
export const previewCorrection = (school: School, { link, email }: { link: string; email: string }, tools: Clock) =>
  school.tx(async (db) => {
    const student = await openStudent(db, link)
    const target = await findTarget(db, student, email)
    await refuseMerge(db, { first: target, second: student })
    return {
      student: target?.isStudent ? toWireStudent(target) : null,
      preview: await previewOf(db, student, tools),
    }
  })

/**
 * Moves a student's place in this school to the person of another address, who is invited there. Accounts stay as they are: neither mailbox gets
 * into the other's.
 */
export async function correctEmail(
  school: Attended,
  { link, email: named }: { link: string; email: string },
  tools: MergeTools,
) {
  // Refusals come before a person is made.
  await previewCorrection(school, { link, email: named }, tools)
  // The person behind the address may have changed their e-mail, and may be this same student.
  const { userId, email } = (await tools.people.ensure([named])).get(named)!
  const corrected = await school.tx(async (db) => {
    const student = await openStudent(db, link)
    const known = await findTarget(db, student, email)
    const madePlace = !known?.isStudent
    if (madePlace) {
      await lockPair(db, [student.userId, userId], tools)
      await lockBank(db)
    }
    const first = known?.isStudent ? known : await makePlace(db, student, { userId, email })
    await mergeStudents(db, school, { first, second: student, isCorrection: madePlace, madePlace }, tools)
    if (madePlace) await inviteCorrected(db, first.userId, tools)
    return { student: toWireStudent(first) }
  })
  logEvent(school, 'student_email_corrected', tools)
  return corrected
}

/**
 * Gives the person of a new address the place that a student has: what the school knows of them, and since when. A student who was in the public class
 * does not enter it a second time. The school's own row is held from here on.
 */
async function makePlace(
  db: SchoolDb,
  { name, cellphone, origin, since, wasInPublicCohort }: queries.StudentRow,
  { userId, email }: { userId: string; email: string },
): Promise<queries.StudentRow> {
  await freeMerged(db, userId)
  await ensureStudents(db, [{ userId, name, email, cellphone, origin }], since)
  if (wasInPublicCohort) await enterPublicCohortOnce(db, thisSchool, userId)
  return (await queries.findById(db, userId))!
}

interface Merging {
  first: queries.StudentRow
  second: queries.StudentRow
  isCorrection: boolean
  madePlace: boolean
}

/** Locks two students, and their classes before, as all that changes both does. */
export async function lockPair(
  db: SchoolDb,
  userIds: [string, string],
  { lifecycle }: LifecycleTools,
): Promise<queries.StudentRow[]> {
  for (const { merging } of lifecycle) await merging?.lock?.(db, userIds)
  return queries.lockByIds(db, userIds)
}

async function mergeStudents(db: SchoolDb, school: Attended, merging: Merging, tools: MergingTools): Promise<string> {
  const ids = { fromId: merging.second.userId, toId: merging.first.userId }
  const held = await lockPair(db, [ids.fromId, ids.toId], tools)
  const first = held.find(({ userId }) => userId === ids.toId)
  const second = held.find(({ userId }) => userId === ids.fromId)
  if (!first?.isStudent || !second?.isStudent) throw notFound()
  await refuseMerge(db, { first, second })
  const now = tools.now()
  const undoUntil = new Date(now.getTime() + mergeLimits.undoDays * dayMs)
  const points = await pointsOf(tools).find(db, ids.fromId)
  const mergeId = await queries.insertMerge(db, {
    user_id: ids.fromId,
    into_user_id: ids.toId,
    is_correction: merging.isCorrection,
    made_place: merging.madePlace,
    karma: points,
    notes_before: first.notes,
    merged_by: school.actor.userId,
    utc_merged_on: now,
    utc_undo_until: undoUntil,
  })
  await passAll(db, { mergeId, ...ids }, tools)
  for (const { merging } of tools.lifecycle) await merging?.passOnce?.(db, school, ids, tools)
  const notes = joinNotes(first.notes, second)
  if (notes !== first.notes) await updateMember(db, ids.toId, { notes })
  await markMerged(db, ids)
  await scheduleJob(db, jobs.settleMerges, undoUntil)
  await notifyOfMerging(db, school, { ...ids, mergeId, isCorrection: merging.isCorrection }, tools)
  await pointsOf(tools).pass(db, { ...ids, mergeId, number: 1, points }, now)
  return mergeId
}

/** Gives the first student what the second has by now. */
export async function passAll(db: SchoolDb, passing: Passing, tools: LifecycleTools): Promise<void> {
  for (const { merging } of tools.lifecycle) await merging?.pass?.(db, passing, tools)
  await passRows(db, passing)
  for (const { merging } of tools.lifecycle) await merging?.recount?.(db, passing, { isUndone: false })
}

/** Finds how points are moved; one feature keeps them. */
export const pointsOf = ({ lifecycle }: LifecycleTools) => lifecycle.flatMap(({ merging }) => merging?.points ?? [])[0]!

/** Notes of the first student with those of the second below. */
export const joinNotes = (notes: string, second: { email: string; notes: string }): string =>
  second.notes === '' ? notes : [...(notes === '' ? [] : [notes]), `${second.email}:\n${second.notes}`].join('\n\n')

async function refuseMerge(
  db: SchoolDb,
  { first, second }: { first: queries.StudentRow | undefined; second: queries.StudentRow },
) {
  if (first?.isAdmin || second.isAdmin) throw invalidField('email', mergeTexts.administrators)
  // Chains of mergings that can be undone would have to be undone in their order.
  const open = await queries.listOpen(db, second.userId)
  if (open.some(({ toId }) => toId === second.userId)) throw invalidField('email', mergeTexts.open)
}

export async function openStudent(db: SchoolDb, link: string): Promise<queries.StudentRow> {
  const student = await queries.findByLink(db, link)
  if (!student) throw notFound()
  return student
}

async function findSecond(db: SchoolDb, first: queries.StudentRow, email: string): Promise<queries.StudentRow> {
  if (email === first.email) throw invalidField('email', mergeTexts.sameStudent)
  const second = await queries.findByEmail(db, email)
  if (!second?.isStudent)
    throw second?.isAdmin ? invalidField('email', mergeTexts.administrators) : invalidField('email', mergeTexts.missing)
  return second
}

/**
 * Finds the student whom an address leads to in this school; undefined where it leads to none, or back to the student themselves, whom it
 * was taken from long ago.
 */
async function findTarget(
  db: SchoolDb,
  student: queries.StudentRow,
  email: string,
): Promise<queries.StudentRow | undefined> {
  if (email === student.email) throw invalidField('email', mergeTexts.same)
  const member = await queries.findByEmail(db, email)
  if (!member || member.mergedInto === null) return member
  const leadsTo = (await followMerges(db, [member.userId])).get(member.userId)!
  if (leadsTo !== student.userId) return queries.findById(db, leadsTo)
  if ((await queries.listOpen(db, member.userId)).length > 0) throw invalidField('email', mergeTexts.open)
  return undefined
}

async function previewOf(db: SchoolDb, { userId, notes }: queries.StudentRow, tools: Clock): Promise<MergePreview> {
  const { cohorts, courses, ...counts } = await queries.countRows(db, userId)
  const charged = moneyOf(await readChargedFor(db, [userId], tools))
  return { school_gateways: cohorts, degrees: courses, ...counts, has_notes: notes !== '', charged }
}

export const logEvent = (
  school: Attended,
  event: 'students_merged' | 'student_email_corrected' | 'merge_undone',
  { securityLog }: { securityLog: SecurityLog },
) => securityLog.record(event, school, { userId: school.actor.userId, schoolId: school.id })

export const toWireStudent = ({ link, name, email }: { link: string; name: string; email: string }) => ({
  link,
  name,
  email,
})

const toWireMerge = (row: queries.MergeRow, now: Date): Merge => ({
  id: row.id,
  student: toWireStudent(row),
  is_correction: row.isCorrection,
  utc_merged_on: row.mergedOn.toISOString(),
  utc_undo_until: row.settledOn === null && row.undoUntil > now ? row.undoUntil.toISOString() : null,
})
