import type { CoursePage, coursePages, Obstacle } from '@escola/contract/course-pages.contract'
import type { ResponseInput, RouteOutput } from '@escola/contract/route'
import { formatWorkload } from '@escola/contract/workload'
import type { SchoolDb } from '@escola/db'
import { AppError, schoolBlocked } from '../../core/app-error.ts'
import { requireRight, type School, type TeamSchool, type Visited } from '../../core/scope.ts'
import { passesCourse } from '../../core/studying.ts'
import type { Clock } from '../../core/tools.ts'
import { imageUrl } from '../../files/image-url.ts'
import { type CourseRow, findCourse, lockCourse } from '../courses/course-state.service.ts'
import * as queries from './course-pages.queries.ts'

/** Finds a course that the school's visitors see among the others. */
export const findPublicCourse = (school: School, link: string) => queries.findPublicCourse(school, link)

/** Lists the links of the courses whose page is open, the oldest first. */
export const listOpenLinks = (school: School, most: number) => queries.listOpenLinks(school, most)

type SettingsAnswer = ResponseInput<typeof coursePages.settings>

/** Reads the page of a course for any visitor. A page that is not open is shown to those who write the course alone. */
export async function getPage(school: Visited, link: string): Promise<{ page: CoursePage }> {
  const found = await findPage(school, link)
  if (!found || !(found.page.is_open || passesCourse(school, found.courseId))) throw new AppError('degree_not_found')
  return { page: found.page }
}

/** Finds the page of a course as all visitors see it; undefined where it is not open. */
export async function findOpenPage(school: School, link: string): Promise<CoursePage | undefined> {
  const found = await findPage(school, link)
  return found?.page.is_open ? found.page : undefined
}

const findPage = (school: School, link: string): Promise<{ courseId: string; page: CoursePage } | undefined> =>
  school.tx(async (db) => {
    const visibility = await queries.findVisibility(db)
    if (visibility.is_blocked) throw schoolBlocked(visibility)
    const row = visibility.is_private ? undefined : await queries.findPage(db, link)
    if (!row) return undefined
    return { courseId: row.id, page: toWirePage(school.id, row, await queries.listPageLessons(db, row.id)) }
  })

const toWirePage = (schoolId: string, row: queries.PageRow, lessons: queries.PageLessonRow[]): CoursePage => ({
  link: row.link,
  title: row.title,
  description_title: row.description_title,
  description: withoutLinks(row.description),
  img_wide_url: imageUrl(schoolId, row.cover_key),
  landing_page_url: row.landing_page_url,
  workload_hours_pretty: row.workload_minutes > 0 ? formatWorkload(row.workload_minutes) : '',
  teacher: row.teacher,
  is_open: row.is_open,
  modules: [...Map.groupBy(lessons, ({ module_id }) => module_id).values()].map((content) => ({
    title: content[0]!.module_title,
    content: content.map(({ title, main_media_duration }) => ({ title, main_media_duration })),
  })),
})

/** A link in a description may lead to what only students get. The text was cleaned when it was written, so each tag is whole. */
const withoutLinks = (html: string) => html.replace(/<\/?a(?:\s[^<>]*)?>/g, '')

export const getSettings = (school: TeamSchool, link: string): Promise<SettingsAnswer> =>
  school.tx(async (db) => readSettings(db, await findCourse(db, school, { link })))

/** Saves what the author says of the page; an absent field stays. It holds the course, so that two saves never undo each other. */
export const saveSettings = (
  school: TeamSchool,
  { link, is_open, teacher }: RouteOutput<typeof coursePages.save>['body'] & { link: string },
  tools: Clock,
): Promise<SettingsAnswer> =>
  school.tx(async (db) => {
    const course = await lockCourse(db, school, { link })
    const before = await queries.findSettings(db, course.id)
    const openedOn = before?.utc_opened_on ?? null
    // The page shows the course to visitors, which is the school's to decide.
    if (is_open !== undefined && is_open !== (openedOn !== null)) requireRight(school, 'courses')
    await queries.upsertPage(db, {
      course_id: course.id,
      teacher: teacher ?? before?.teacher ?? '',
      utc_opened_on: is_open === undefined ? openedOn : is_open ? (openedOn ?? tools.now()) : null,
    })
    return readSettings(db, course)
  })

async function readSettings(db: SchoolDb, course: CourseRow): Promise<SettingsAnswer> {
  const settings = await queries.findSettings(db, course.id)
  const obstacle = findObstacle(course, await queries.findVisibility(db))
  const is_open = settings ? settings.utc_opened_on !== null : false
  return { settings: { is_open, teacher: settings?.teacher ?? '', obstacle } }
}

function findObstacle(
  { utc_published_on, is_private, is_visible }: CourseRow,
  school: { is_private: boolean; is_blocked: boolean },
): Obstacle | null {
  if (school.is_private || school.is_blocked) return 'school'
  if (utc_published_on === null) return 'unpublished'
  if (is_private) return 'private'
  return is_visible ? null : 'hidden'
}
