import type { SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import { type Attended, readingIn, type School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { listOpenLessons, listOpenModules } from './student-degree.ts'
import { openStudies, openStudy, openStudyOf, type StudyTools } from './study.ts'

export type OpeningTools = Clock & StudyTools

/** Finds the ids of the lessons of a course that the caller may open now. */
export async function findOpenLessonIds(school: Attended, courseId: string, tools: OpeningTools): Promise<Set<string>> {
  const study = await openStudy(school, { course: { id: courseId } }, tools)
  return listOpenLessons(study, tools.now())
}

/** Finds the ids of the lessons of a course that a student may open now. */
export async function findOpenLessonsOf(
  school: Pick<School, 'id' | 'read'>,
  { userId, courseId }: { userId: string; courseId: string },
  tools: OpeningTools,
): Promise<Set<string>> {
  const study = await openStudyOf(school, userId, { id: courseId }, tools)
  return listOpenLessons(study, tools.now())
}

/**
 * Finds in which modules of a course several students may open a lesson now.
 * @returns a function that says so of one of them; a student who has lost the course may open none
 */
export async function findOpenModules(
  db: SchoolDb,
  course: { courseId: string; userIds: string[] },
  tools: OpeningTools,
): Promise<(userId: string) => Set<string>> {
  const studyOf = await openStudies(readingIn(db), course, tools)
  const now = tools.now()
  return (userId) => {
    try {
      return listOpenModules(studyOf(userId), now)
    } catch (error) {
      if (error instanceof AppError) return new Set()
      throw error
    }
  }
}
