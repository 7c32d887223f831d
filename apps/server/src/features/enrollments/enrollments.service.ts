import type { EndReason } from '@escola/contract/grant-ends'
import type { Term } from '@escola/contract/terms'
import { dayOf } from '@escola/contract/time'
import { type SchoolDb, thisSchool } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { BillingTools, Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { workInBatches } from '../../jobs/in-batches.ts'
import { planNext, scheduleJob } from '../../jobs/scheduled-jobs.ts'
import { forgetCohortOpenings, forgetOpenings } from '../calendars/calendars.service.ts'
import { countStudents } from '../charges/student-charges.service.ts'
import { queueMessages } from '../messages/messages.service.ts'
import { notifyAnew } from '../notifications/notifications.service.ts'
import { ensureStudents } from '../people/members.service.ts'
import { lockAndFollow } from '../people/merged.service.ts'
import { findNextEnd, listDuePlaces } from './ending.queries.ts'
import { mailEndedAccess, scheduleEndNotices } from './ending.service.ts'
import * as enrollments from './enrollments.queries.ts'
import * as queries from './grants.queries.ts'
import type * as places from './places.queries.ts'
import { earlierEnd, fixTerms, type KnownTerm } from './terms.service.ts'

type GrantTools = BillingTools

export type Place = places.Place
export type KnownGrant = queries.KnownGrant

export interface NewGrant {
  cohortId: string
  student: { userId: string; name: string; email: string; cellphone: string }
  source: queries.GrantSource
  /** Import, integration, or purchase and item that gave it; '' where nothing tells one grant of the source from another. */
  sourceKey?: string
  /** Line of the imported file that gave it. */
  sourceLine?: number
  grantedBy?: string | null
  /** Start of the grant before a gap, where the same purchase or subscription goes on; left out: the grant starts now. */
  resumedFrom?: Date | undefined
  /** The student had the class by the same source before the gap, and was notified then. */
  goesOn?: boolean
  /** End of what was paid; left out or null: there is none. */
  endsOn?: Date | null
  /** The subscription was cancelled, and no charge follows. */
  isLastCharge?: boolean
  /** Term of the integration that sold it; left out or null: that of the class. */
  term?: Term | null
  /** Term that the same grant had before a gap. */
  fixed?: KnownTerm | undefined
}

export interface GivenGrant extends Place {
  isNewToSchool: boolean
  /** The student was not in the class before. */
  hasJoined: boolean
}

/**
 * The one way into a class: makes people students of the school, grants them their classes, and does what follows from joining, the same for each
 * source; students who were merged into others are followed. The caller holds the classes. A grant that lives already stays as it is, so that twice
 * is once.
 * @param asked any number of a student, and one data set of each student
 * @param mayOwe the school's balance may go below zero; otherwise students who cost more than there is are refused
 * @param renews students who are in the class get the grant too; otherwise what brought them there goes on alone
 */
export async function giveGrants(
  db: SchoolDb,
  asked: NewGrant[],
  tools: GrantTools,
  { mayOwe = true, renews = true } = {},
): Promise<GivenGrant[]> {
  if (asked.length === 0) return []
  const now = tools.now()
  const followed = await lockAndFollow(
    db,
    asked.map(({ student }) => student.userId),
  )
  const all = asked.map((grant) => ({
    ...grant,
    student: { ...grant.student, userId: followed.get(grant.student.userId)! },
  }))
  const present = renews ? new Set() : new Set((await enrollments.listPresent(db, all.map(toPlace), now)).map(keyOf))
  const grants = all.filter((grant) => !present.has(keyOf(toPlace(grant))))
  const { terms, publicIds } = await fixTerms(
    db,
    grants.map(({ cohortId, student: { userId }, term, fixed }) => ({ cohortId, userId, term, fixed })),
    now,
  )
  const rows = grants.map((grant, index) => toRow(grant, terms[index]!, now))
  const living = rows.filter(({ endsOn }) => endsOn === null || endsOn > now)
  await countStudents(db, living, { mayOwe, publicIds }, tools)
  const students = new Map(
    all.map(({ student, source, sourceKey = '' }) => [
      student.userId,
      { ...student, origin: queries.originOf({ source, sourceKey }) },
    ]),
  )
  const newToSchool = await ensureStudents(db, [...students.values()], now)
  const places = [...new Map(rows.map((row) => [keyOf(row), row])).values()]
  const held = await enrollments.lockOrMakeEnrollments(db, thisSchool, places)
  const existing = held.filter(({ isNew }) => !isNew)
  if (existing.length > 0) await queries.endLapsedGrants(db, existing, now)
  await queries.insertGrants(db, thisSchool, rows)
  // A new enrolment says what its only grant says from the start.
  const unsettled = rows.length > places.length ? held : existing
  if (unsettled.length > 0) await enrollments.projectEnrollments(db, thisSchool, unsettled)
  const given = held.map(({ cohortId, userId, isNew, endsOn }) => ({
    cohortId,
    userId,
    isNewToSchool: newToSchool.has(userId),
    hasJoined: isNew || (endsOn !== null && endsOn <= now),
  }))
  const resumed = new Set(grants.filter(({ goesOn }) => goesOn).map((grant) => keyOf(toPlace(grant))))
  const joined = given.filter(({ hasJoined }) => hasJoined)
  await followJoining(db, joined, resumed, tools)
  await scheduleEnds(db, rows)
  await scheduleEndNotices(
    db,
    rows.map(({ term, isLastCharge, endsOn }) => (isLastCharge ? endsOn : term.endsOn)),
  )
  return given
}

const toPlace = ({ cohortId, student }: NewGrant): Place => ({ cohortId, userId: student.userId })
const keyOf = ({ cohortId, userId }: Place) => `${cohortId} ${userId}`

const toRow = (
  {
    cohortId,
    student,
    source,
    sourceKey = '',
    sourceLine,
    grantedBy = null,
    resumedFrom,
    endsOn = null,
    isLastCharge = false,
  }: NewGrant,
  term: KnownTerm,
  now: Date,
) => ({
  cohortId,
  userId: student.userId,
  source,
  sourceKey,
  sourceLine,
  grantedBy,
  startsOn: resumedFrom ?? now,
  resumedOn: resumedFrom ? now : null,
  endsOn: earlierEnd(endsOn, term.endsOn),
  chargeEndsOn: endsOn,
  isLastCharge,
  term,
})

/**
 * Mails each student once: new students an invitation, all others a mail of the class. All get a notice. A student whose
 * purchase goes on after a gap was told when it began.
 */
async function followJoining(db: SchoolDb, joined: GivenGrant[], resumed: Set<string>, tools: Clock) {
  const beginning = joined.filter((place) => place.isNewToSchool || !resumed.has(keyOf(place)))
  await forgetOpenings(
    db,
    beginning.filter((place) => !place.isNewToSchool),
  )
  const invited = new Set<string>()
  for (const [cohortId, places] of Map.groupBy(beginning, (place) => place.cohortId)) {
    const params = { cohortId }
    const newStudents = places.filter(({ isNewToSchool, userId }) => isNewToSchool && !invited.has(userId))
    for (const { userId } of newStudents) invited.add(userId)
    const others = places.filter(({ isNewToSchool }) => !isNewToSchool)
    const invitations = newStudents.map(({ userId }) => ({ userId, dedupeKey: `invitation:${userId}` }))
    const notices = others.map(({ userId }) => ({ userId, dedupeKey: noticeKey(cohortId, userId, tools.now()) }))
    const userIds = places.map(({ userId }) => userId)
    await Promise.all([
      queueMessages(db, { kind: 'invitation', params, recipients: invitations }, tools),
      queueMessages(db, { kind: 'enrollment', params, recipients: notices }, tools),
      notifyAnew(db, { kind: 'access_given', subjectId: cohortId }, userIds, tools),
    ])
  }
}

/** Key of the mail that tells a student of a class: one of each day on which they join it, whatever gave it and however often. */
export const noticeKey = (cohortId: string, userId: string, joinedOn: Date) =>
  `enrollment:${cohortId}:${userId}:${dayOf(joinedOn)}`

export interface GrantEnd {
  why: EndReason
  /** Administrator who ends it by hand; left out in every other case. */
  endedBy?: string
  /** End that a platform names for what was paid. */
  endsOn?: Date
}

/**
 * The way out of a class: ends living grants, and the student leaves where no other lives.
 * @returns the places of the grants that ended, and the places that their students left
 */
export async function endGrants(
  db: SchoolDb,
  filter: queries.LivingGrants,
  { why, endedBy, endsOn }: GrantEnd,
  { now }: Clock,
): Promise<{ ended: Place[]; left: Place[] }> {
  const ended = await lockPlaces(db, filter)
  if (ended.length === 0) return { ended, left: [] }
  await queries.endLivingGrants(db, filter, ended, {
    why,
    endedBy: endedBy ?? null,
    endedOn: now(),
    ...(endsOn && { endsOn }),
  })
  const left = await settle(db, ended)
  // A grant that the school ended does not go on after a gap.
  if (why === 'removed_by_school') await forgetOpenings(db, left)
  await mailEndedAccess(db, left, { now })
  return { ended, left }
}

/** Gives living grants the end of what was paid, another one, or none. @returns their places */
export async function setEnds(db: SchoolDb, filter: queries.LivingGrants, end: queries.ChargeEnd): Promise<Place[]> {
  const held = await lockPlaces(db, filter)
  if (held.length === 0) return held
  await queries.setChargeEnds(db, filter, held, end)
  await enrollments.projectEnrollments(db, thisSchool, held)
  await scheduleEnds(db, [end])
  if (end.isLast) await scheduleEndNotices(db, [end.endsOn])
  return held
}

const lockPlaces = async (db: SchoolDb, filter: queries.LivingGrants) => {
  const found = await queries.listLivingPlaces(db, filter)
  return found.length > 0 ? enrollments.lockEnrollments(db, found) : []
}

async function settle(db: SchoolDb, places: Place[]): Promise<Place[]> {
  await enrollments.projectEnrollments(db, thisSchool, places)
  return enrollments.deleteForsakenEnrollments(db, places)
}

/** Closes a class that the caller holds and deletes: its grants end and stay, with its title; its enrolments go with it. */
export async function closeCohort(
  db: SchoolDb,
  cohort: { cohortId: string; title: string; endedBy: string },
  { now }: Clock,
): Promise<void> {
  await enrollments.lockCohortEnrollments(db, cohort.cohortId)
  await forgetCohortOpenings(db, cohort.cohortId)
  await queries.closeCohortGrants(db, cohort, { endedBy: cohort.endedBy, endedOn: now() })
}

const dueAtOnce = 500

/**
 * Does what follows when the time of grants is over, some in each transaction. Access has ended by then: reads compare the end with the clock. It may
 * run twice, and late.
 */
export const endDue = (school: School, { now }: Clock, signal: AbortSignal): Promise<void> =>
  workInBatches(school, signal, async (db) => {
    const moment = now()
    const due = await listDuePlaces(db, moment, dueAtOnce)
    if (due.length > 0) {
      const held = await enrollments.lockEnrollments(db, due)
      await queries.endLapsedGrants(db, held, moment)
      await mailEndedAccess(db, await settle(db, held), { now })
    }
    const isMore = due.length === dueAtOnce
    if (!isMore) await planNext(db, jobs.endDueGrants, () => findNextEnd(db))
    return isMore
  })

async function scheduleEnds(db: SchoolDb, grants: { endsOn: Date | null }[]) {
  const ends = grants.flatMap(({ endsOn }) => endsOn?.getTime() ?? [])
  if (ends.length > 0) await scheduleJob(db, jobs.endDueGrants, new Date(Math.min(...ends)))
}
