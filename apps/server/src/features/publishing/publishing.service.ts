import type { courses } from '@escola/contract/courses.contract'
import type { ResponseInput } from '@escola/contract/route'
import type { SchoolDb } from '@escola/db'
import { requirePublisher, requireRight, type TeamSchool } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { scheduleJob } from '../../jobs/scheduled-jobs.ts'
import { discardCourseDrafts, foldCourseDrafts } from '../courses/course-drafts.service.ts'
import {
  type CourseRow,
  type CourseState,
  isPublished,
  listedLessonIds,
  loadState,
  lockCourse,
  outlineOf,
} from '../courses/course-state.service.ts'
import { deleteCourse, makeCourseAnswer } from '../courses/courses.service.ts'
import { spreadEditions } from '../editions/spreading.service.ts'
import { freeQuestionsOf } from '../exam-questions/exam-questions.service.ts'
import { discardExamDrafts, publishExams } from '../exams/exam-publishing.service.ts'
import { discardLessonDrafts, publishLessons, takeLessonsBack } from '../lessons/lesson-drafts.service.ts'
import { announceCourse } from '../notifications/notifications.service.ts'

type Answer = ResponseInput<typeof courses.publish>

/** Publishes the course: the drafts of it, its modules, its lessons and their assessments become what students see. */
export const publishCourse = (school: TeamSchool, id: string, { now }: Clock): Promise<Answer> =>
  changeCourse(school, id, async (db, state) => {
    requirePublisher(school)
    const publishedOn = now()
    await enqueue(db, jobs.completeCourse, { courseId: id })
    await announceCourse(db, id)
    await spreadEditions(db)
    // A sum of certificates may have stood still until the course came back.
    if (!isPublished(state.course)) await scheduleJob(db, jobs.issueDue, publishedOn)
    await publishLessons(db, state, publishedOn)
    const listed = new Set(listedLessonIds(outlineOf(state)))
    const lessons = state.lessons.filter(({ id: lessonId }) => listed.has(lessonId))
    await publishExams(db, id, lessons, publishedOn)
    return foldCourseDrafts(db, state, publishedOn)
  })

/** Unpublishes the course. Unpublished changes are kept: they move from the drafts into the columns. */
export const unpublishCourse = (school: TeamSchool, id: string): Promise<Answer> =>
  changeCourse(school, id, async (db, state) => {
    requireRight(school, 'courses')
    await takeLessonsBack(db, id)
    await spreadEditions(db)
    return foldCourseDrafts(db, state, null)
  })

/** Discards the drafts. Lessons that were never published stay, because their text exists nowhere else. */
export const discardDrafts = (school: TeamSchool, id: string, { now }: Clock): Promise<Answer> =>
  changeCourse(school, id, async (db, state) => {
    if (!isPublished(state.course)) return state.course
    await discardLessonDrafts(db, id)
    await discardExamDrafts(db, id, now())
    return discardCourseDrafts(db, state)
  })

/** Deletes a course. Its questions stay, for the whole school. */
export const removeCourse = (school: TeamSchool, id: string): Promise<ResponseInput<typeof courses.remove>> =>
  school.tx((db) => deleteCourse(db, school, id, () => freeQuestionsOf(db, id)))

const changeCourse = (
  school: TeamSchool,
  id: string,
  change: (db: SchoolDb, state: CourseState) => Promise<CourseRow>,
): Promise<Answer> =>
  school.tx(async (db) => {
    const course = await lockCourse(db, school, { id })
    return makeCourseAnswer(db, school, await change(db, await loadState(db, course)))
  })
