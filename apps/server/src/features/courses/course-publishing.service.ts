import type { courses } from '@escola/contract/courses.contract'
import type { ResponseInput } from '@escola/contract/route'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { kept } from '../../drafts/drafts.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { discardLessonDrafts, publishLessons, takeLessonsBack } from '../lessons/lessons.queries.ts'
import { isPublished, listedLessonIds, liveModules, loadState, outlineOf, saveModules } from './course-state.ts'
import { CourseValues } from './course-values.ts'
import * as queries from './courses.queries.ts'
import { courseAnswer } from './courses.service.ts'
import { foldModules } from './modules.queries.ts'
import { discardFromOutline } from './outline.ts'

type Answer = ResponseInput<typeof courses.publish>

/** Students see from now on what the author sees. */
export const publishCourse = (school: School, id: string, { now }: Pick<Tools, 'now'>): Promise<Answer> =>
  changeCourse(school, id, async (db, course) => {
    await enqueue(db, jobs.completeCourse, { courseId: id })
    const publishedOn = now()
    await publishLessons(db, id, listedLessonIds(outlineOf(await loadState(db, course))), publishedOn)
    return foldDrafts(db, course, { utc_published_on: course.utc_published_on ?? publishedOn, link_fixed: true })
  })

/** Takes the course back. What was written and not published stays, now in the columns. */
export const unpublishCourse = (school: School, id: string): Promise<Answer> =>
  changeCourse(school, id, async (db, course) => {
    await takeLessonsBack(db, id)
    return foldDrafts(db, course, { utc_published_on: null, link_fixed: course.link_fixed || isPublished(course) })
  })

/** Back to what students see. Lessons that were never published stay: their text exists nowhere else. */
export const discardDrafts = (school: School, id: string): Promise<Answer> =>
  changeCourse(school, id, async (db, course) => {
    if (!isPublished(course)) return course
    const state = await loadState(db, course)
    const published = {
      order: course.module_order,
      live: liveModules(state),
      lessonIds: new Set(state.lessons.filter((row) => row.utc_published_on !== null).map((row) => row.id)),
    }
    const module_order = await saveModules(db, state, discardFromOutline(outlineOf(state), published))
    await discardLessonDrafts(db, id)
    const values = CourseValues.parse(course)
    return queries.updateCourse(db, id, kept(values, { ...values, module_order }, true))
  })

const changeCourse = (
  school: School,
  id: string,
  change: (db: SchoolDb, course: queries.CourseRow) => Promise<queries.CourseRow>,
): Promise<Answer> =>
  school.tx(async (db) => {
    const course = await queries.lockCourse(db, { id })
    if (!course) throw new AppError('degree_not_found')
    return courseAnswer(db, school, await change(db, course))
  })

/** Drafts become columns. The author's text stays the same, so a save that is under way still fits: versions stay. */
async function foldDrafts(
  db: SchoolDb,
  course: queries.CourseRow,
  columns: { utc_published_on: Date | null; link_fixed: boolean },
) {
  await foldModules(db, course.id)
  return queries.foldCourse(db, course.id, columns)
}
