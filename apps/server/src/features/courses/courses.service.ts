import type { courses } from '@escola/contract/courses.contract'
import { refusals } from '@escola/contract/refusals'
import type { ResponseInput, RouteOutput } from '@escola/contract/route'
import { slugify } from '@escola/contract/text'
import { newCourseTitle } from '@escola/contract/titles'
import { dropFromPublicCohort, type SchoolDb } from '@escola/db'
import { AppError, invalidField } from '../../core/app-error.ts'
import { makeFreeLink, reservedCourseLinks } from '../../core/free-link.ts'
import { type Attended, requireRight, type TeamSchool } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { mergeDraft, splitDraft } from '../../drafts/drafts.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { sanitizeRichText } from '../../rich-text/sanitize-rich-text.ts'
import { lockCatalog, readCategories, requireCategory } from '../categories/categories.service.ts'
import { spreadEditions } from '../editions/spreading.service.ts'
import { saveModules } from './course-outline.service.ts'
import { findCourse, isPublished, loadState, lockCourse, outlineOf, toWireCourse } from './course-state.service.ts'
import { CourseValues } from './course-values.ts'
import * as queries from './courses.queries.ts'
import { landingPageAddress } from './landing-page.ts'
import { changeOutline } from './outline.ts'

type Change = RouteOutput<typeof courses.save>['body']
type SaveAnswer = ResponseInput<typeof courses.save>

export function getCourse(school: TeamSchool, link: string): Promise<ResponseInput<typeof courses.get>> {
  return school.tx(async (db) => {
    const course = await findCourse(db, school, { link })
    return { degree: toWireCourse(school.id, await loadState(db, course)) }
  })
}

export const getReach = (school: TeamSchool, link: string): Promise<ResponseInput<typeof courses.reach>> =>
  school.tx(async (db) => ({ reach: await queries.findReach(db, (await findCourse(db, school, { link })).id) }))

export const listCourseCohorts = (school: TeamSchool, link: string): Promise<ResponseInput<typeof courses.cohorts>> =>
  school.tx(async (db) => {
    const { id } = await findCourse(db, school, { link })
    return {
      gatewayList: await queries.listCohorts(db, id, { ofCourseAlone: !school.may('courses') }),
      sells: await queries.isSelling(db),
      students: await queries.countStudents(db, id),
    }
  })

/** Closes a course to users who sign up by themselves, at once and also where the public class names it: what else its author has written stays as it is. */
export const makePrivate = (school: TeamSchool, link: string): Promise<SaveAnswer> =>
  school.tx(async (db) => {
    const course = await lockCourse(db, school, { link })
    await dropFromPublicCohort(db, course.id)
    const isPrivate = { is_private: true }
    const published = { ...CourseValues.parse(course), ...isPrivate }
    const values = splitDraft(published, { ...mergeDraft(CourseValues, course), ...isPrivate }, isPublished(course))
    return makeCourseAnswer(db, school, await queries.updateCourse(db, course.id, values, { keepVersion: true }))
  })

export function saveCourse(
  school: Attended,
  { link, ...change }: Change & { link: string },
  tools: Clock,
): Promise<SaveAnswer> {
  return school.tx(async (db) => {
    const isNew = link === '0' && change.id === undefined
    if (isNew) requireRight(school, 'courses')
    if (isNew || change.title !== undefined || change.categoryId !== undefined) await lockCatalog(db)
    const categoryId = change.categoryId === '0' ? null : change.categoryId
    if (categoryId) await requireCategory(db, categoryId)
    if (isNew) {
      const make = async () => (await createCourse(db, categoryId ?? null, change)).id
      const id = await makeOnce(db, school, { kind: 'course', make, mayDiffer: true }, tools)
      return makeCourseAnswer(db, school, await lockCourse(db, school, { id }))
    }
    // Found by id: the link in the address may be older than the title.
    const course = await lockCourse(db, school, change.id ? { id: change.id } : { link })
    await checkVersion(db, school, course, change.version)
    if (changesPlace(course, change, categoryId)) requireRight(school, 'courses')
    if (categoryId !== undefined && categoryId !== course.category_id) {
      await queries.moveCourse(db, course.id, categoryId)
      if (isPublished(course)) await spreadEditions(db)
    }
    return makeCourseAnswer(db, school, await applyChange(db, course, change))
  })
}

/** Deletes an unpublished course, after detaching the rows that outlive it. */
export async function deleteCourse(
  db: SchoolDb,
  school: TeamSchool,
  id: string,
  free: () => Promise<unknown>,
): Promise<ResponseInput<typeof courses.remove>> {
  const course = await lockCourse(db, school, { id })
  if (isPublished(course)) throw new AppError('course_published')
  await queries.lockForDeletion(db, id)
  await free()
  await queries.deleteCourse(db, id)
  await spreadEditions(db)
  return readCategories(db, school)
}

/** Answer to a change of a course. */
export const makeCourseAnswer = async (
  db: SchoolDb,
  school: TeamSchool,
  course: queries.CourseRow,
): Promise<SaveAnswer> => ({
  school: await readCategories(db, school),
  degree: toWireCourse(school.id, await loadState(db, course)),
})

/** True for a change of what the school decides: who sees the course, who sells it, and its place in the catalogue. */
function changesPlace(course: queries.CourseRow, change: Change, categoryId: string | null | undefined): boolean {
  const before = mergeDraft(CourseValues, course)
  const after = changedValues(before, change)
  return (
    (categoryId !== undefined && categoryId !== course.category_id) ||
    schoolsFields.some((field) => after[field] !== before[field])
  )
}

const schoolsFields = ['is_private', 'is_visible', 'hide_to_affiliates'] as const

async function createCourse(db: SchoolDb, categoryId: string | null, change: Change) {
  const title = change.title || newCourseTitle
  const link = makeFreeLink(title, await queries.listCourseLinksLike(db, slugify(title), null), reservedCourseLinks)
  const course = await queries.insertCourse(db, { title, link, category_id: categoryId })
  return applyChange(db, course, change, { keepVersion: true })
}

async function checkVersion(db: SchoolDb, school: TeamSchool, course: queries.CourseRow, version: number | undefined) {
  if (version === undefined) throw invalidField('version', refusals.versionMissing)
  if (version !== course.version)
    throw new AppError('stale_version', { current: await makeCourseAnswer(db, school, course) })
}

async function applyChange(db: SchoolDb, course: queries.CourseRow, change: Change, { keepVersion = false } = {}) {
  const state = await loadState(db, course)
  const before = mergeDraft(CourseValues, course)
  const values = changedValues(before, change)
  values.module_order = await saveModules(db, state, changeOutline(outlineOf(state), change))
  const link = await pickLink(db, course, before.title, values.title)
  // A published course is taken off when its draft is published.
  if (!isPublished(course) && values.is_private && !before.is_private) await dropFromPublicCohort(db, course.id)
  const changed = splitDraft(CourseValues.parse(course), values, isPublished(course))
  return queries.updateCourse(db, course.id, changed, { link, keepVersion })
}

const changedValues = (before: CourseValues, change: Change): CourseValues => ({
  ...before,
  title: change.title === undefined ? before.title : change.title || newCourseTitle,
  description_title: change.description_title ?? before.description_title,
  description: change.description === undefined ? before.description : sanitizeRichText(change.description),
  workload_minutes: change.workload_hours ?? before.workload_minutes,
  landing_page_url:
    change.landing_page_url === undefined ? before.landing_page_url : landingPageAddress(change.landing_page_url),
  no_dripping: change.no_dripping ?? before.no_dripping,
  dripping_what: change.dripping_config?.what ?? before.dripping_what,
  dripping_when: change.dripping_config?.when ?? before.dripping_when,
  in_order: change.in_order ?? before.in_order,
  has_practice: change.has_practice ?? before.has_practice,
  is_private: change.is_private ?? before.is_private,
  is_visible: change.is_visible ?? before.is_visible,
  hide_to_affiliates: change.hide_to_affiliates ?? before.hide_to_affiliates,
  has_comments: change.has_comments ?? before.has_comments,
})

/** Keeps a link that may have been shared; until then the link follows the title. */
async function pickLink(db: SchoolDb, course: queries.CourseRow, before: string, title: string): Promise<string> {
  if (course.link_fixed || isPublished(course) || title === before) return course.link
  return makeFreeLink(title, await queries.listCourseLinksLike(db, slugify(title), course.id), reservedCourseLinks)
}
