import type { SchoolDb } from '@escola/db'
import { type CourseState, listedLessonIds, outlineOf } from '../courses/course-state.service.ts'
import * as queries from './lessons.queries.ts'

/** Students see from now on the lessons that the author's modules list, as the author sees them. */
export const publishLessons = (db: SchoolDb, state: CourseState, publishedOn: Date) =>
  queries.publishLessons(db, state.course.id, listedLessonIds(outlineOf(state)), publishedOn)

export async function takeLessonsBack(db: SchoolDb, courseId: string): Promise<void> {
  await queries.takeLessonsBack(db, courseId)
}

export async function discardLessonDrafts(db: SchoolDb, courseId: string): Promise<void> {
  await queries.discardLessonDrafts(db, courseId)
}
