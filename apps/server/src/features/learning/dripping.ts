export interface DrippingRule {
  noDripping: boolean
  what: 'modules' | 'school_gateways'
  when: 'day' | 'week' | 'month'
  /** The student's first enrollment that opens the course. */
  enrolledOn: Date | null
  /** The oldest of the classes that open it to them. */
  cohortCreatedOn: Date | null
}

/**
 * When each module opens (architecture, section 6): the first at once, each later one a step after the one before; null is open at once.
 * A person who was never enrolled, an administrator, has no clock and waits for nothing.
 */
export function moduleOpenings(rule: DrippingRule, modules: { alwaysAvailable: boolean }[]): (Date | null)[] {
  const start = rule.what === 'modules' ? rule.enrolledOn : rule.cohortCreatedOn
  return modules.map((module, position) =>
    rule.noDripping || module.alwaysAvailable || start === null ? null : stepsAfter(start, position, rule.when),
  )
}

function stepsAfter(start: Date, steps: number, step: DrippingRule['when']): Date {
  const date = new Date(start)
  if (step !== 'month') {
    date.setUTCDate(date.getUTCDate() + steps * (step === 'day' ? 1 : 7))
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
