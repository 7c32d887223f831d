import type { JoinRefusal } from '@escola/contract/terms'
import { endOfTerm } from '@escola/contract/terms'
import type { SchoolDb } from '@escola/db'
import type { Clock } from '../../core/tools.ts'
import { recordCohortNews } from '../notices/notices.service.ts'
import { listPresent, lockEnrollments } from './enrollments.queries.ts'
import type { Place } from './places.queries.ts'
import * as queries from './seats.queries.ts'
import { readTerm } from './terms.service.ts'

interface Limits {
  seats: number | null
  utc_enrolls_until: Date | null
  /** Text of its JSON. */
  term: string
}

/** Tells whether the last day for enrolments is over, or the day until which the class gives access at all. */
export function isClosed({ utc_enrolls_until, term }: Omit<Limits, 'seats'>, now: Date): boolean {
  const known = readTerm(term)
  const endsOn = known.kind === 'date' ? endOfTerm(known, now) : null
  return (utc_enrolls_until !== null && utc_enrolls_until <= now) || (endsOn !== null && endsOn <= now)
}

/**
 * Notifies administrators that sales bring students into classes that are full or closed: once a day for each class, for a sale that was paid is never
 * refused, and a launch sells thousands.
 */
export async function notifyOversold(
  db: SchoolDb,
  given: { cohortId: string; userId: string; hasJoined: boolean }[],
  tools: Clock,
): Promise<void> {
  const moment = tools.now()
  const joined = new Map(given.filter(({ hasJoined }) => hasJoined).map((place) => [place.cohortId, place]))
  const outsold: Place[] = []
  for (const [cohortId, place] of joined) {
    const limits = await queries.findLimits(db, cohortId)
    if (limits && (isClosed(limits, moment) || (await isOverfull(db, cohortId, limits.seats, moment))))
      outsold.push(place)
  }
  if (outsold.length > 0)
    await recordCohortNews(db, 'cohort_outsold', await queries.listLivingGrants(db, outsold), tools)
}

const isOverfull = async (db: SchoolDb, cohortId: string, seats: number | null, now: Date) =>
  seats !== null && (await queries.countPresent(db, cohortId, { now, atMost: seats + 1 })) > seats

/**
 * Says which students may not be added to a class, and why; students who are in it may be. While a class has seats, others wait until the transaction of
 * the caller ends, who holds no student yet.
 */
export async function refuseJoining(
  db: SchoolDb,
  cohortId: string,
  userIds: string[],
  { now }: Clock,
): Promise<Map<string, JoinRefusal>> {
  const moment = now()
  const known = await queries.findLimits(db, cohortId)
  const limits = known && known.seats !== null ? await queries.lockLimits(db, cohortId) : known
  if (!limits || (limits.seats === null && !isClosed(limits, moment))) return new Map()
  const present = await findPresent(db, cohortId, userIds, moment)
  const joining = [...new Set(userIds)].filter((userId) => !present.has(userId))
  return turnAway(joining, await readVacancies(db, cohortId, limits, moment))
}

/** Finds those of these students who are in a class. */
export const findPresent = async (db: SchoolDb, cohortId: string, userIds: string[], now: Date) => {
  const places = userIds.map((userId) => ({ cohortId, userId }))
  return new Set((await listPresent(db, places, now)).map(({ userId }) => userId))
}

/**
 * Tells whether the school itself took a student out of a class, and nothing has brought them back since. What comes without the will of an administrator
 * or a payment asks it; a removal that happens at the same moment is waited for.
 */
export async function isKeptOut(db: SchoolDb, place: Place): Promise<boolean> {
  await lockEnrollments(db, [place])
  return (await queries.findLatestEnd(db, place)) === 'removed_by_school'
}

/** Forecasts which of these students a class would refuse, and why: the first to come get its seats. Nothing is held. */
export async function predictRefusals(
  db: SchoolDb,
  cohortId: string,
  userIds: string[],
  tools: Clock,
): Promise<Map<string, JoinRefusal>> {
  const present = await findPresent(db, cohortId, userIds, tools.now())
  const joining = userIds.filter((userId) => !present.has(userId))
  return predictRefusalsOfNewcomers(db, cohortId, joining, tools)
}

/** Forecasts the same of people who are not in the class, students or not. */
export async function predictRefusalsOfNewcomers<T>(
  db: SchoolDb,
  cohortId: string,
  joining: T[],
  tools: Clock,
): Promise<Map<T, JoinRefusal>> {
  return turnAway(joining, await readVacantSeats(db, cohortId, tools))
}

/** Tells how many students a class would take now that it doesn't have, as many as there are where it has no limit. Nothing is held. */
export async function readVacantSeats(db: SchoolDb, cohortId: string, { now }: Clock): Promise<Vacancies> {
  const limits = await queries.findLimits(db, cohortId)
  return limits ? readVacancies(db, cohortId, limits, now()) : { free: Number.POSITIVE_INFINITY, why: 'cohort_full' }
}

interface Vacancies {
  free: number
  /** Reason for which the class takes no one beyond those. */
  why: JoinRefusal
}

async function readVacancies(db: SchoolDb, cohortId: string, limits: Limits, now: Date): Promise<Vacancies> {
  const { seats } = limits
  if (isClosed(limits, now)) return { free: 0, why: 'enrollment_closed' }
  if (seats === null) return { free: Number.POSITIVE_INFINITY, why: 'cohort_full' }
  return { free: seats - (await queries.countPresent(db, cohortId, { now, atMost: seats })), why: 'cohort_full' }
}

const turnAway = <T>(joining: T[], { free, why }: Vacancies): Map<T, JoinRefusal> =>
  new Map(joining.slice(free).map((each) => [each, why]))
