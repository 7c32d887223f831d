import { endOfDay, endOfTerm, lastDayOf, Term, termMessages } from '@escola/contract/terms'
import { type SchoolDb, thisSchool } from '@escola/db'
import { invalidField, notFound } from '../../core/app-error.ts'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { scheduleJob } from '../../jobs/scheduled-jobs.ts'
import { scheduleEndNotices } from './ending.service.ts'
import { lockEnrollments, projectEnrollments } from './enrollments.queries.ts'
import type { FixedTerm } from './grants.queries.ts'
import type { Place } from './places.queries.ts'
import * as queries from './terms.queries.ts'

/** A term that the same purchase has fixed before. */
export type KnownTerm = FixedTerm

/** Reads a term as its column has it. */
export const readTerm = (json: string): Term => Term.parse(JSON.parse(json))

const keyOf = ({ cohortId, userId }: Place) => `${cohortId} ${userId}`

/** A grant whose term is to be fixed. */
export interface Unfixed extends Place {
  /** Term of the integration that sold it; left out or null: that of the class. */
  term?: Term | null | undefined
  /** Term of the same grant before a gap. */
  fixed?: FixedTerm | undefined
}

interface FixedTerms {
  /** Terms of the grants, in their order. */
  terms: FixedTerm[]
  /** The public class, where a grant is of that. */
  publicIds: string[]
}

/** Fixes the terms of grants that begin now: the student's exception, else what was fixed before, else the integration's, else the class's. */
export async function fixTerms(db: SchoolDb, grants: Unfixed[], now: Date): Promise<FixedTerms> {
  const [cohorts, set] = await Promise.all([
    queries.listTerms(db, [...new Set(grants.map(({ cohortId }) => cohortId))]),
    queries.listExceptions(db, grants),
  ])
  const termOf = new Map(cohorts.map(({ id, term }) => [id, readTerm(term)]))
  const exceptions = new Map(set.map((each) => [keyOf(each), each]))
  const terms = grants.map((grant): FixedTerm => {
    const exception = exceptions.get(keyOf(grant))
    // An end that is over would take the access at once from a student who is given it now.
    const endOf = (endsOn: Date | null) => (endsOn !== null && endsOn <= now ? null : endsOn)
    if (exception && (exception.endsOn === null || exception.endsOn > now))
      return { startsOn: now, endsOn: exception.endsOn, of: 'student' }
    if (grant.fixed) return grant.fixed
    if (grant.term) return { startsOn: now, endsOn: endOf(endOfTerm(grant.term, now)), of: 'integration' }
    const term = termOf.get(grant.cohortId) ?? { kind: 'life' }
    return { startsOn: now, endsOn: endOf(endOfTerm(term, now)), of: 'cohort' }
  })
  return { terms, publicIds: cohorts.flatMap(({ id, is_public }) => (is_public ? id : [])) }
}

interface Setting extends Place {
  /** Last day of access; null: for life. */
  until: string | null
  setBy: string
}

/** Sets until when a student has access to a class, whatever the class and its integrations say; what they are given there later follows it too. */
export async function setException(db: SchoolDb, { until, setBy, ...place }: Setting, { now }: Clock) {
  const endsOn = until === null ? null : endOfDay(until)
  if (endsOn !== null && endsOn <= now()) throw invalidField('until', termMessages.pastDay)
  const held = await lockEnrollments(db, [place])
  if (held.length === 0) throw notFound()
  const exception = { ...place, endsOn }
  await queries.saveException(db, { ...exception, setBy, setOn: now() })
  await queries.followException(db, exception)
  await projectEnrollments(db, thisSchool, held)
  if (endsOn) await scheduleJob(db, jobs.endDueGrants, endsOn)
  await scheduleEndNotices(db, [endsOn])
}

interface NewTerm extends queries.Target {
  /** Null: an integration leaves it to the class from now on. */
  term: Term | null
}

async function listDayEnds(
  db: SchoolDb,
  { term, ...target }: NewTerm,
  followers?: queries.Followers,
): Promise<queries.DayEnd[]> {
  const days = await queries.listStartDays(db, target, followers)
  const counted = term ?? readTerm((await queries.listTerms(db, [target.cohortId]))[0]!.term)
  return days.map((day) => {
    const last = lastDayOf(counted, day)
    return { day, endsOn: last === null ? null : endOfDay(last) }
  })
}

/** Counts the students who would lose access at once if a term applied to all for whom it can be meant. */
export const countLosing = async (db: SchoolDb, change: NewTerm, { now }: Clock) =>
  queries.countLosing(db, change, await listDayEnds(db, change), now())

/**
 * Applies a term to those of these students for whom it is meant, from the day on which each was given the access. The caller holds their enrolments.
 * @param lastGrantId latest grant that the term is for
 */
export async function applyTerm(db: SchoolDb, change: NewTerm, followers: queries.Followers): Promise<void> {
  const ends = await listDayEnds(db, change, followers)
  const of = change.sold && change.term ? 'integration' : 'cohort'
  await queries.applyTerm(db, change, { ends, of }, followers)
  await queries.projectEnds(db, change.cohortId, followers.userIds)
  const first = ends.flatMap(({ endsOn }) => endsOn?.getTime() ?? [])
  if (first.length > 0) await scheduleJob(db, jobs.endDueGrants, new Date(Math.min(...first)))
  await scheduleEndNotices(
    db,
    ends.map(({ endsOn }) => endsOn),
  )
}

/** Finds the earlier of two ends; null is none. */
export const earlierEnd = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one
