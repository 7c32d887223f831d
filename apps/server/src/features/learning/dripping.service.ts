import { dayMs } from '@escola/contract/durations'

/** Rule by which a course opens its modules: the first at once, each later one a step after the previous one. */
export interface DrippingRule {
  noDripping: boolean
  what: 'modules' | 'school_gateways'
  when: 'day' | 'week' | 'month'
}
/** A class that opens the course to a student, and the moments that its steps are counted from. */
export interface CohortClock {
  cohortId: string
  /** Moment when the student was enrolled in it. */
  enrolledOn: Date
  cohortCreatedOn: Date
}
/** A date that a school has set apart from the rule. */
export interface ModuleDate {
  /** null: the student's own. */
  cohortId: string | null
  /** null: the whole course. */
  moduleId: string | null
  /** The day that the class's own calendar has for it. */
  datedOn: Date | null
  /** Moment when an administrator opened it by hand. */
  openedOn: Date | null
}

/**
 * Moment when each module opens to a student; null is open at once. Modules opened by hand are open. Else each of the student's classes
 * says when: by its own calendar, or without a day there by the course's rule; the earliest counts. A person without a class, an
 * administrator, waits for nothing.
 */
export function moduleOpenings(
  rule: DrippingRule,
  { clocks, dates }: { clocks: CohortClock[]; dates: ModuleDate[] },
  modules: { id: string; alwaysAvailable: boolean }[],
): (Date | null)[] {
  if (rule.noDripping && dates.length === 0) return modules.map(() => null)
  return modules.map((module, position) => {
    const moduleDates = dates.filter(({ moduleId }) => moduleId === null || moduleId === module.id)
    if (moduleDates.some(({ openedOn }) => openedOn !== null)) return null
    const opens = clocks.map((clock) => {
      const dated = moduleDates.find(({ cohortId, datedOn }) => datedOn !== null && cohortId === clock.cohortId)
      if (dated) return dated.datedOn
      return rule.noDripping || module.alwaysAvailable ? null : countByRule(rule, clock, position)
    })
    const openingMoments = opens.filter((opening) => opening !== null)
    return openingMoments.length === 0 || openingMoments.length < opens.length
      ? null
      : new Date(Math.min(...openingMoments.map(Number)))
  })
}

/** The moment that a student still has to wait for; null: it is open. */
export const lockedUntil = (opening: Date | null, now: Date): Date | null => (opening && opening > now ? opening : null)

/** A range of time: later than its beginning, and up to its end. */
export interface TimeRange {
  from: Date
  until: Date
}

/** A month's last days may be moved by as much as this. */
const monthSlackMs = 4 * dayMs

/**
 * Finds when the students were enrolled to whom a rule that counts from the enrollment opens a module in a range of time. It may name a few days too
 * many; moduleOpenings decides.
 * @param steps modules before this one
 */
export function enrolledWhenOpening({ when }: Pick<DrippingRule, 'when'>, steps: number, opens: TimeRange): TimeRange {
  if (when !== 'month') {
    const ms = steps * (when === 'day' ? 1 : 7) * dayMs
    return { from: new Date(opens.from.getTime() - ms), until: new Date(opens.until.getTime() - ms) }
  }
  const back = (moment: Date) => new Date(moment).setUTCMonth(moment.getUTCMonth() - steps)
  return { from: new Date(back(opens.from) - monthSlackMs), until: new Date(back(opens.until) + monthSlackMs) }
}

function countByRule({ what, when }: DrippingRule, { enrolledOn, cohortCreatedOn }: CohortClock, steps: number): Date {
  const date = new Date(what === 'modules' ? enrolledOn : cohortCreatedOn)
  if (when !== 'month') {
    date.setUTCDate(date.getUTCDate() + steps * (when === 'day' ? 1 : 7))
    return date
  }
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + steps)
  // 31 January and one month is the last of February, never March.
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date
}
