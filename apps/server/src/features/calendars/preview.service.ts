import type { calendars } from '@escola/contract/calendars.contract'
import type { RouteOutput } from '@escola/contract/route'
import { notFound } from '../../core/app-error.ts'
import type { TeamSchool } from '../../core/scope.ts'
import { findCourse, loadState, toWireCourse } from '../courses/course-state.service.ts'
import { lockedUntil, moduleOpenings } from '../learning/dripping.service.ts'
import { findCohort, findOpening, listCohortDates } from './calendars.queries.ts'

type PreviewInput = RouteOutput<typeof calendars.preview>['query'] & { link: string }

/**
 * Computes the preview with the view that opens courses and the function that locks lessons, from the author's draft, which students get once it is published. Without a class, the
 * preview assumes one that began on the day of the enrollment.
 */
export const previewDripping = (school: TeamSchool, { link, school_gateway_id: cohortId, ...input }: PreviewInput) =>
  school.tx(async (db) => {
    const course = await findCourse(db, school, { link }, ['courses', 'cohorts'])
    const degree = toWireCourse(school.id, await loadState(db, course))
    const cohort = cohortId === undefined ? undefined : await findCohort(db, cohortId)
    if (cohortId !== undefined && !cohort) throw notFound()
    const opening = cohort ? await findOpening(db, { cohortId: cohort.id, courseId: course.id }) : { is_own: true }
    // A teacher of chosen courses knows the classes that give the course, and no others.
    if (!opening && !school.may('courses') && !school.may('cohorts')) throw notFound()
    if (!opening) return { has_degree: false, private_lessons: 0, modules: [] }
    const enrolledOn = new Date(input.enrolled_on)
    const clock = { cohortId: cohort?.id ?? '', enrolledOn, cohortCreatedOn: cohort?.utc_created_on ?? enrolledOn }
    const visible = degree.modules.flatMap(({ content }) => content).filter((lesson) => lesson.is_visible)
    const modules = degree.modules.filter(({ content }) => content.some((lesson) => lesson.is_visible))
    const rule = { noDripping: degree.no_dripping, ...degree.dripping_config }
    const dates = cohort ? await listCohortDates(db, { cohortId: cohort.id, courseId: course.id }) : []
    const openings = moduleOpenings(rule, { clocks: [clock], dates }, modules)
    const at = new Date(input.at)
    return {
      has_degree: true,
      private_lessons: opening.is_own ? 0 : visible.filter((lesson) => lesson.is_private).length,
      modules: modules.map(({ id, title }, position) => {
        const opensOn = openings[position] ?? null
        return { id, title, isOpen: !lockedUntil(opensOn, at), opens_on: opensOn?.toISOString() ?? null }
      }),
    }
  })
