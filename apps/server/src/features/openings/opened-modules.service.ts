import {
  type CohortClock,
  type DrippingRule,
  enrolledWhenOpening,
  type ModuleDate,
  moduleOpenings,
  type TimeRange,
} from '../learning/dripping.service.ts'
import type { CourseRow, StudentRow } from './openings.queries.ts'

interface Course {
  id: string
  rule: DrippingRule
  inOrder: boolean
  modules: CourseRow['modules']
  /** Dates that classes have set apart from the rule. */
  dates: ModuleDate[]
}

/** Courses and classes that may open modules in a range of time. */
export interface OpeningPlan {
  range: TimeRange
  courseIds: string[]
  courses: Course[]
  /** Classes in the order of their ids, each with the times of enrollment of students to whom something may open. */
  cohorts: { id: string; enrolled: TimeRange[] }[]
}

interface Found {
  courses: CourseRow[]
  cohorts: { cohort_id: string; course_id: string; created_on: Date }[]
  dates: {
    course_id: string
    cohort_id: string | null
    module_id: string | null
    utc_dated_on: Date | null
    utc_opened_on: Date | null
  }[]
}

export function planOf(range: TimeRange, found: Found): OpeningPlan {
  const datesOf = Map.groupBy(found.dates, ({ course_id }) => course_id)
  const courses = found.courses.map((course) => ({
    id: course.id,
    rule: { noDripping: course.no_dripping, what: course.dripping_what, when: course.dripping_when },
    inOrder: course.in_order,
    modules: course.modules,
    dates: (datesOf.get(course.id) ?? []).map((date) => ({
      cohortId: date.cohort_id,
      moduleId: date.module_id,
      datedOn: date.utc_dated_on,
      openedOn: date.utc_opened_on,
    })),
  }))
  const courseOf = new Map(courses.map((course) => [course.id, course]))
  const cohorts = [...Map.groupBy(found.cohorts, ({ cohort_id }) => cohort_id)].map(([id, opened]) => ({
    id,
    enrolled: mergeRanges(
      opened.flatMap(({ course_id, created_on }) =>
        listEnrolled(courseOf.get(course_id)!, { cohortId: id, cohortCreatedOn: created_on }, range),
      ),
    ),
  }))
  return {
    range,
    courseIds: courses.map(({ id }) => id),
    courses,
    cohorts: cohorts.filter(({ enrolled }) => enrolled.length > 0),
  }
}

/** Finds when those students of a class were enrolled to whom a module of the course may open in the range. */
function listEnrolled(
  { rule, modules, dates }: Course,
  clock: Omit<CohortClock, 'enrolledOn'>,
  range: TimeRange,
): TimeRange[] {
  const own = dates.filter(({ cohortId }) => cohortId === clock.cohortId)
  // The class's own days and its rhythm are the same for all its students who were there before.
  const early = moduleOpenings(rule, { clocks: [{ ...clock, enrolledOn: new Date(0) }], dates: own }, modules)
  if (early.some((opening) => isWithin(opening, range))) return [{ from: new Date(0), until: range.until }]
  if (rule.noDripping || rule.what !== 'modules') return []
  return modules.flatMap(({ alwaysAvailable }, steps) =>
    alwaysAvailable || steps === 0 ? [] : [enrolledWhenOpening(rule, steps, range)],
  )
}

/** Modules of a course that opened to a student, in their order. */
export interface OpenedCourse {
  courseId: string
  moduleIds: string[]
}

/** Lists what opened to a student in the range by the days of each course; whether another lesson holds it back is another question. */
export function listOpened({ range, courses }: OpeningPlan, { clocks, opened }: StudentRow): OpenedCourse[] {
  return courses.flatMap(({ id, rule, modules, dates }) => {
    const own = (clocks ?? []).filter(([courseId]) => courseId === id)
    if (own.length === 0) return []
    const cohortClocks = own.map(([, cohortId, enrolledOn, createdOn]) => ({
      cohortId,
      enrolledOn: new Date(enrolledOn),
      cohortCreatedOn: new Date(createdOn),
    }))
    const isOwn = own.some(([, , , , isOwn]) => isOwn)
    const cohortIds = new Set(cohortClocks.map(({ cohortId }) => cohortId))
    const byHand = (opened ?? []).filter(([courseId]) => courseId === id)
    const mine: ModuleDate[] = [
      ...dates.filter(({ cohortId }) => cohortId !== null && cohortIds.has(cohortId)),
      ...byHand.map(([, moduleId, on]) => ({ cohortId: null, moduleId, datedOn: null, openedOn: new Date(on) })),
    ]
    const openings = moduleOpenings(rule, { clocks: cohortClocks, dates: mine }, modules)
    const openingsOfEach = cohortClocks.map((clock) => ({
      clock,
      openings: moduleOpenings(rule, { clocks: [clock], dates: mine }, modules),
    }))
    const news = modules.filter(({ isPrivate }, position) => {
      const opening = openings[position] ?? null
      if (!isWithin(opening, range) || (isPrivate && !isOwn)) return false
      // The mail about joining lists modules that were open by then.
      return openingsOfEach.some(
        (each) => each.openings[position]?.getTime() === opening.getTime() && each.clock.enrolledOn < opening,
      )
    })
    return news.length > 0 ? [{ courseId: id, moduleIds: news.map(({ id }) => id) }] : []
  })
}

const isWithin = (opening: Date | null | undefined, { from, until }: TimeRange): opening is Date =>
  opening != null && opening > from && opening <= until

/** Joins ranges that touch, so that a course with a module each day is one range and not hundreds. */
export function mergeRanges(ranges: TimeRange[]): TimeRange[] {
  const merged: TimeRange[] = []
  for (const each of ranges.toSorted((left, right) => left.from.getTime() - right.from.getTime())) {
    const last = merged.at(-1)
    if (last && each.from <= last.until) last.until = new Date(Math.max(last.until.getTime(), each.until.getTime()))
    else merged.push({ ...each })
  }
  return merged
}
