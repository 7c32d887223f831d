import type { Degree } from '@escola/contract/courses.contract'
import { editionMessages } from '@escola/contract/editions.contract'
import type { Permission } from '@escola/contract/permissions'
import { formatWorkload } from '@escola/contract/workload'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import type { TeamScope } from '../../core/scope.ts'
import { mergeDraft } from '../../drafts/drafts.ts'
import { imageUrl } from '../../files/image-url.ts'
import { CourseValues, ModuleValues } from './course-values.ts'
import * as queries from './courses.queries.ts'
import { type LessonSummaryRow, listLessonSummaries, listModules, type ModuleRow } from './outline.queries.ts'
import type { Outline } from './outline.ts'

export type CourseRow = queries.CourseRow

/** A course with all that its editor shows. */
export interface CourseState {
  course: CourseRow
  modules: ModuleRow[]
  lessons: LessonSummaryRow[]
}

type By = { id: string } | { link: string }

/**
 * Finds a course for a caller who has one of these rights in it; for all others it isn't there.
 * @throws degree_not_found
 */
export async function findCourse(
  db: SchoolDb,
  school: TeamScope,
  by: By,
  rights: Permission[] = ['courses'],
): Promise<CourseRow> {
  const course = await queries.findCourse(db, by)
  if (!course || !rights.some((right) => school.may(right, course.id))) throw new AppError('degree_not_found')
  return course
}

/**
 * A writer of a course, its modules or its lessons holds the course, so orders and links never meet half-way. An edition is not theirs to change:
 * its contents come from the franchisor.
 */
export async function lockCourse(db: SchoolDb, school: TeamScope, by: By): Promise<CourseRow> {
  const course = await queries.lockCourse(db, by)
  if (!course || !school.may('courses', course.id)) throw new AppError('degree_not_found')
  await refuseEdition(db, course)
  return course
}

/** Refuses what is for the authors of a course alone. */
export async function refuseEdition(db: SchoolDb, { franchisor_id }: CourseRow): Promise<void> {
  if (franchisor_id === null) return
  const name = await queries.findFranchisorName(db, franchisor_id)
  throw new AppError('edition_read_only', { fields: { degree: editionMessages.readOnly(name) } })
}

/** Refuses what is for authors alone in a lesson's course, for callers that read and hold nothing. */
export async function refuseEditionOf(db: SchoolDb, courseId: string): Promise<void> {
  const course = await queries.findCourse(db, { id: courseId })
  if (course) await refuseEdition(db, course)
}

/** Has the editions of a published course copied again, though no draft was published. The caller holds the course. */
export async function countPublishing(db: SchoolDb, courseId: string): Promise<void> {
  await queries.countPublishing(db, courseId)
}

/** A course with its modules alone: what says which lessons students see. */
export type ModulesState = Pick<CourseState, 'course' | 'modules'>

export const loadModules = async (db: SchoolDb, course: CourseRow): Promise<ModulesState> => ({
  course,
  modules: await listModules(db, course.id),
})

export const withLessons = async (db: SchoolDb, state: ModulesState): Promise<CourseState> => ({
  ...state,
  lessons: await listLessonSummaries(db, state.course.id),
})

export const loadState = async (db: SchoolDb, course: CourseRow) => withLessons(db, await loadModules(db, course))

export const isPublished = (course: CourseRow) => course.utc_published_on !== null

/** Modules that students see, by id, with their published values. */
export const liveModules = ({ course, modules }: ModulesState): Map<string, ModuleValues> =>
  new Map(
    modules
      .filter(({ id }) => isPublished(course) && course.module_order.includes(id))
      .map((row) => [row.id, ModuleValues.parse(row)]),
  )

export const outlineOf = ({ course, modules, lessons }: CourseState): Outline => {
  const values = new Map(modules.map((row) => [row.id, mergeDraft(ModuleValues, row)]))
  return {
    order: mergeDraft(CourseValues, course).module_order.filter((id) => values.has(id)),
    modules: values,
    lessonIds: new Set(lessons.map(({ id }) => id)),
  }
}

/** The lessons that modules list, in the author's order. */
export const listedLessonIds = ({ order, modules }: Outline): string[] =>
  order.flatMap((id) => modules.get(id)?.lesson_order ?? [])

/** The lessons that students see, when they were published too. */
export const liveLessonIds = (state: ModulesState): Set<string> =>
  new Set([...liveModules(state).values()].flatMap(({ lesson_order }) => lesson_order))

/** The course as its author sees it. */
export function toWireCourse(schoolId: string, state: CourseState, outline = outlineOf(state)): Degree {
  const { course } = state
  const values = mergeDraft(CourseValues, course)
  const lessons = new Map(state.lessons.map((row) => [row.id, row]))
  const modules = outline.order.map((id) => {
    const { title, always_available, lesson_order } = outline.modules.get(id)!
    const content = lesson_order.flatMap((lessonId) => {
      const row = lessons.get(lessonId)
      return row ? [toWireLessonSummary(row, isPublished(course))] : []
    })
    return { id, title, alwaysAvailable: always_available, content }
  })
  const isDraft =
    !isPublished(course) ||
    [course, ...state.modules].some((row) => row.draft !== null) ||
    state.lessons.some((row) => row.has_draft) ||
    modules.some((module) => module.content.some((lesson) => lesson.isDraft))
  return {
    id: course.id,
    // The screen leads from an edition to the students' view, because its author is elsewhere.
    school_id: course.franchisor_id ?? schoolId,
    category_id: course.category_id,
    link: course.link,
    title: values.title,
    description_title: values.description_title,
    description: values.description,
    workload_hours: values.workload_minutes,
    workload_hours_pretty: formatWorkload(values.workload_minutes),
    landing_page_url: values.landing_page_url,
    no_dripping: values.no_dripping,
    dripping_config: { what: values.dripping_what, when: values.dripping_when },
    in_order: values.in_order,
    has_practice: values.has_practice,
    is_private: values.is_private,
    is_visible: values.is_visible,
    hide_to_affiliates: values.hide_to_affiliates,
    has_comments: values.has_comments,
    img_wide_url: imageUrl(schoolId, values.cover_key),
    modules,
    utc_published_on: course.utc_published_on?.toISOString() ?? null,
    utc_created_on: course.utc_created_on.toISOString(),
    isDraft,
    version: course.version,
  }
}

const toWireLessonSummary = (row: LessonSummaryRow, coursePublished: boolean) => ({
  id: row.id,
  link: row.link,
  title: row.title,
  main_media_duration: row.main_media_duration,
  is_visible: row.is_visible,
  is_private: row.is_private,
  ...(row.has_exam && { has_exam: true as const }),
  utc_published_on: row.utc_published_on,
  isDraft: row.has_draft || (coursePublished && row.utc_published_on === null),
})
