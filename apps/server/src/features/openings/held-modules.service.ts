import type { SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { listOpenModules } from '../learning/student-degree.ts'
import { openStudies, readingIn, type StudyTools } from '../learning/study.ts'
import type { OpenedCourse, OpeningPlan } from './opened-modules.service.ts'

export interface Page {
  db: SchoolDb
  school: School
  plan: OpeningPlan
}
interface Reader {
  userId: string
  courses: OpenedCourse[]
}

/**
 * Leaves out modules that opened by their day while an earlier lesson holds all of their lessons back, and readers with nothing left. Courses whose lessons
 * are in no order cost nothing here; each of the others costs one statement for all readers.
 */
export async function dropHeld({ db, school, plan }: Page, readers: Reader[], tools: Clock & StudyTools) {
  const now = tools.now()
  const isOpenIn = new Map<string, (userId: string, moduleId: string) => boolean>()
  for (const { id: courseId } of plan.courses.filter(({ inOrder }) => inOrder)) {
    const userIds = readers.filter(({ courses }) => courses.some((each) => each.courseId === courseId))
    if (userIds.length === 0) continue
    const course = { courseId, userIds: userIds.map(({ userId }) => userId) }
    const studyOf = await openStudies(readingIn(db, school), course, tools)
    isOpenIn.set(courseId, (userId, moduleId) => {
      try {
        return listOpenModules(studyOf(userId), now).has(moduleId)
      } catch (error) {
        // The student has lost the course meanwhile.
        if (error instanceof AppError) return false
        throw error
      }
    })
  }
  return readers.flatMap(({ userId, courses }) => {
    const left = courses.flatMap(({ courseId, moduleIds }) => {
      const isOpen = isOpenIn.get(courseId)
      const open = isOpen ? moduleIds.filter((id) => isOpen(userId, id)) : moduleIds
      return open.length > 0 ? [{ courseId, moduleIds: open }] : []
    })
    return left.length > 0 ? [{ userId, courses: left }] : []
  })
}
