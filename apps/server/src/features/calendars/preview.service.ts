import type { calendars } from '@escola/contract/calendars.contract'
import type { RouteOutput } from '@escola/contract/route'
import { notFound } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import { authorValues } from '../../drafts/drafts.ts'
import { findCourse, loadState, outlineOf } from '../courses/course-state.service.ts'
import { CourseValues } from '../courses/course-values.ts'
import { lockedUntil, moduleOpenings } from '../learning/dripping.service.ts'
import { findCohort, listCohortDates } from './calendars.queries.ts'

type Asked = RouteOutput<typeof calendars.preview>['query'] & { link: string }

/**
 * Answered by the function that locks lessons, from what the author has now: that is what they want to try, and what students get once it is
 * published. Where no class is named, it is one that began on the day of the enrollment.
 */
export const previewDripping = (school: School, { link, school_gateway_id: cohortId, ...asked }: Asked) =>
  school.tx(async (db) => {
    const course = await findCourse(db, link)
    const state = await loadState(db, course)
    const cohort = cohortId === undefined ? undefined : await findCohort(db, cohortId)
    if (cohortId !== undefined && !cohort) throw notFound()
    const values = authorValues(CourseValues, course)
    const enrolledOn = new Date(asked.enrolled_on)
    const clock = { cohortId: cohort?.id ?? '', enrolledOn, cohortCreatedOn: cohort?.utc_created_on ?? enrolledOn }
    const { order, modules: all } = outlineOf(state)
    const visible = new Set(state.lessons.filter((lesson) => lesson.is_visible).map(({ id }) => id))
    const modules = order
      .map((id) => ({ id, ...all.get(id)! }))
      .filter(({ lesson_order }) => lesson_order.some((id) => visible.has(id)))
      .map(({ id, title, always_available: alwaysAvailable }) => ({ id, title, alwaysAvailable }))
    const rule = { noDripping: values.no_dripping, what: values.dripping_what, when: values.dripping_when }
    const dates = cohort ? await listCohortDates(db, { cohortId: cohort.id, courseId: course.id }) : []
    const openings = moduleOpenings(rule, { clocks: [clock], dates }, modules)
    const at = new Date(asked.at)
    return {
      modules: modules.map(({ id, title }, position) => {
        const opening = openings[position] ?? null
        return { id, title, isOpen: !lockedUntil(opening, at), opens_on: opening?.toISOString() ?? null }
      }),
    }
  })
