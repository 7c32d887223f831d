import type { SchoolDb } from '@escola/db'
import type { MergedStudents } from '../../core/student-lifecycle.ts'
import type { Clock } from '../../core/tools.ts'
import { completeForStudent } from './completion.service.ts'
import { listStudiedCourses } from './completions.queries.ts'

/** Tells whether a student has completed a lesson. */
export const hasStudied = async (db: SchoolDb, userId: string): Promise<boolean> =>
  (await listStudiedCourses(db, userId)).length > 0

/** Completes the courses that a student completes by lessons of another, who was merged into them. */
export async function completeMerged(db: SchoolDb, { fromId, toId }: MergedStudents, tools: Clock): Promise<void> {
  for (const courseId of await listStudiedCourses(db, fromId))
    await completeForStudent(db, { courseId, userId: toId }, tools)
}
