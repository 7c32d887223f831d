import type { courses } from '@escola/contract/courses.contract'
import type { ResponseInput, RouteOutput } from '@escola/contract/route'
import { slugify } from '@escola/contract/text'
import { newCourseTitle } from '@escola/contract/titles'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import { authorValues, kept } from '../../drafts/drafts.ts'
import { sanitizeRichText } from '../../rich-text/sanitize-rich-text.ts'
import { hasCategory } from '../categories/categories.queries.ts'
import { readCategories } from '../categories/categories.service.ts'
import { landingPageAddress } from './addresses.ts'
import { isPublished, loadState, outlineOf, saveModules, toWireCourse } from './course-state.ts'
import { CourseValues } from './course-values.ts'
import * as queries from './courses.queries.ts'
import { freeLink, reservedCourseLinks } from './links.ts'
import { changeOutline } from './outline.ts'

type Change = RouteOutput<typeof courses.save>['body']
type SaveAnswer = ResponseInput<typeof courses.save>

export function getCourse(school: School, link: string): Promise<ResponseInput<typeof courses.get>> {
  return school.tx(async (db) => {
    const course = await queries.findCourseByLink(db, link)
    if (!course) throw new AppError('degree_not_found')
    return { degree: toWireCourse(school.id, await loadState(db, course)) }
  })
}

export function saveCourse(school: School, link: string, change: Change): Promise<SaveAnswer> {
  return school.tx(async (db) => {
    const isNew = link === '0' && change.id === undefined
    if (isNew || change.title !== undefined || change.categoryId !== undefined) await queries.lockCatalog(db)
    const categoryId = change.categoryId === '0' ? null : change.categoryId
    if (categoryId && !(await hasCategory(db, categoryId)))
      throw invalidField('categoryId', 'Esta categoria não existe mais')
    // Found by id: the link in the address may be older than the title.
    const course = isNew
      ? await createCourse(db, categoryId ?? null, change.title || newCourseTitle)
      : await queries.lockCourse(db, change.id ? { id: change.id } : { link })
    if (!course) throw new AppError('degree_not_found')
    if (!isNew) await checkVersion(db, school, course, change.version)
    if (categoryId !== undefined) await queries.moveCourse(db, course.id, categoryId)
    const saved = await applyChange(db, course, change, isNew)
    return courseAnswer(db, school, saved)
  })
}

export function deleteCourse(school: School, id: string): Promise<ResponseInput<typeof courses.remove>> {
  return school.tx(async (db) => {
    const course = await queries.lockCourse(db, { id })
    if (!course) throw new AppError('degree_not_found')
    if (isPublished(course)) throw new AppError('course_published')
    await queries.deleteCourse(db, id)
    return readCategories(db, school.id)
  })
}

/** What a change of a course answers. */
export const courseAnswer = async (db: SchoolDb, school: School, course: queries.CourseRow): Promise<SaveAnswer> => ({
  school: await readCategories(db, school.id),
  degree: toWireCourse(school.id, await loadState(db, course)),
})

async function createCourse(db: SchoolDb, categoryId: string | null, title: string) {
  const link = freeLink(title, await queries.listCourseLinksLike(db, slugify(title), null), reservedCourseLinks)
  return queries.insertCourse(db, { title, link, category_id: categoryId })
}

async function checkVersion(db: SchoolDb, school: School, course: queries.CourseRow, version: number | undefined) {
  if (version === undefined) throw invalidField('version', 'Informe a versão que foi alterada')
  if (version !== course.version)
    throw new AppError('stale_version', { current: await courseAnswer(db, school, course) })
}

async function applyChange(db: SchoolDb, course: queries.CourseRow, change: Change, isNew: boolean) {
  const state = await loadState(db, course)
  const before = authorValues(CourseValues, course)
  const wanted = changedValues(before, change)
  wanted.module_order = await saveModules(db, state, changeOutline(outlineOf(state), change))
  const link = await linkFor(db, course, before.title, wanted.title)
  const changed = kept(CourseValues.parse(course), wanted, isPublished(course))
  return queries.updateCourse(db, course.id, changed, { link, keepVersion: isNew })
}

const changedValues = (before: CourseValues, change: Change): CourseValues => ({
  ...before,
  title: change.title || before.title || newCourseTitle,
  description_title: change.description_title ?? before.description_title,
  description: change.description === undefined ? before.description : sanitizeRichText(change.description),
  workload_minutes: change.workload_hours ?? before.workload_minutes,
  landing_page_url:
    change.landing_page_url === undefined ? before.landing_page_url : landingPageAddress(change.landing_page_url),
  no_dripping: change.no_dripping ?? before.no_dripping,
  dripping_what: change.dripping_config?.what ?? before.dripping_what,
  dripping_when: change.dripping_config?.when ?? before.dripping_when,
  is_private: change.is_private ?? before.is_private,
  is_visible: change.is_visible ?? before.is_visible,
  hide_to_affiliates: change.hide_to_affiliates ?? before.hide_to_affiliates,
  has_comments: change.has_comments ?? before.has_comments,
})

/** A link that may have been told to somebody stays; before that it follows the title. */
async function linkFor(db: SchoolDb, course: queries.CourseRow, before: string, title: string): Promise<string> {
  if (course.link_fixed || isPublished(course) || title === before) return course.link
  return freeLink(title, await queries.listCourseLinksLike(db, slugify(title), course.id), reservedCourseLinks)
}
