import type { Plan } from '@escola/contract/prices'
import { monthStart, nextMonth } from '@escola/contract/time'
import type { DatedBillingState } from '../plans/plans.service.ts'

/** Sources of grants by which users come to a school by themselves: they count from the first lesson that is opened in a month. */
export const selfEnrollmentSources: readonly string[] = ['public-class', 'school-register']

/** Half-open range of time: it includes `from` and excludes `until`. */
export interface TimeRange {
  from: Date
  until: Date
}

/** A student with the place among those of the month, and the cents that it costs. */
export interface CountedStudent {
  userId: string
  place: number
  cents: number
}

const priceOf = (plan: Plan, place: number) => (place > plan.freeStudents ? plan.eachStudent : 0)

/** Gives students who are counted together the next places of the month, in the order of their ids. */
export const assignPlaces = (plan: Plan, taken: number, userIds: string[]): CountedStudent[] =>
  userIds
    .toSorted((left, right) => Number(BigInt(left) - BigInt(right)))
    .map((userId, index) => ({ userId, place: taken + index + 1, cents: priceOf(plan, taken + index + 1) }))

/** Computes what so many more students would cost now. */
export const costOf = (plan: Plan, taken: number, students: number): number =>
  Math.max(0, taken + students - Math.max(taken, plan.freeStudents)) * plan.eachStudent

/**
 * Finds the moment whose students the run of a month counts: its beginning, or the latest moment up to now at which a blocked school was open again.
 * @param states states from the beginning of the month on, oldest first
 * @returns undefined for a school that was blocked all the time
 */
export function countingMomentOf(states: DatedBillingState[], { from, until }: TimeRange): Date | undefined {
  let opening: Date | undefined
  let wasBlocked = true
  for (const { isBlocked, from: since } of states) {
    if (since >= until) break
    if (wasBlocked && !isBlocked) opening = since < from ? from : since
    if (isBlocked && since <= from) opening = undefined
    wasBlocked = isBlocked
  }
  return opening
}

/** Computes the part of a month that has passed. */
export function elapsedPartOf(month: string, now: Date): TimeRange {
  const end = monthStart(nextMonth(month))
  return { from: monthStart(month), until: now < end ? new Date(now.getTime() + 1) : end }
}

/** Run of a month, and the places that students have in it. */
export interface StudentMonth {
  /** Places that students have, and places that the run is going to give. */
  places: number
  utc_as_of: Date
  /** Last place that the run gave, and the last student that it looked at. */
  run_place: number
  run_user_id: string
  /** Moment at which the run had counted all. */
  utc_run_on: Date | null
}

/** Tells whether a run is to begin: none has begun, or the school was blocked and open again since the last one ended. */
export const mayBeginRun = (found: StudentMonth | undefined, opening: Date): boolean =>
  !found || (found.utc_run_on !== null && found.utc_as_of < opening)

/**
 * Begins a run, which leaves the students that it is going to count their places.
 * @param waiting number of these students
 */
export function beginRun(found: StudentMonth | undefined, opening: Date, waiting: number): StudentMonth {
  const places = found?.places ?? 0
  return {
    places: places + waiting,
    utc_as_of: opening,
    run_place: places,
    run_user_id: '0',
    utc_run_on: waiting === 0 ? opening : null,
  }
}

/**
 * Goes on with a run by its next students; it is over where there are fewer than were asked for. A grant that came later and says an earlier beginning makes
 * the run count more than it had left places for: these students take the next places, as all others do.
 * @param left places that the run still has
 */
export function goOnWithRun(
  row: StudentMonth,
  { plan, userIds, left }: { plan: Plan; userIds: string[]; left: number },
  { atOnce, now }: { atOnce: number; now: Date },
): { students: CountedStudent[]; more: CountedStudent[]; changes: Omit<StudentMonth, 'utc_as_of'> } {
  const students = assignPlaces(plan, row.run_place, userIds.slice(0, left))
  const more = assignPlaces(plan, row.places, userIds.slice(left))
  const changes = {
    places: row.places + more.length,
    run_place: row.run_place + students.length,
    run_user_id: userIds.at(-1) ?? row.run_user_id,
    utc_run_on: userIds.length < atOnce ? now : null,
  }
  return { students, more, changes }
}

/**
 * Finds the price of an own domain in a month: that of the first moment at which it was in use and cost something, in a school that was open.
 * @param use until is missing while the domain is in use
 */
export function domainPriceOf(
  states: DatedBillingState[],
  use: { from: Date; until: Date | undefined },
  { from, until }: TimeRange,
): number {
  for (const [index, { plan, isBlocked, from: since }] of states.entries()) {
    const begins = Math.max(since.getTime(), use.from.getTime(), from.getTime())
    const ends = Math.min(
      states[index + 1]?.from.getTime() ?? Infinity,
      use.until?.getTime() ?? Infinity,
      until.getTime(),
    )
    if (begins < ends && !isBlocked && plan.eachOwnDomain > 0) return plan.eachOwnDomain
  }
  return 0
}
