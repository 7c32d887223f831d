import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import { findOpenModules, type OpeningTools } from '../learning/open-lessons.service.ts'
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
export async function dropHeld({ db, plan }: Page, readers: Reader[], tools: OpeningTools) {
  const openIn = new Map<string, (userId: string) => Set<string>>()
  for (const { id: courseId } of plan.courses.filter(({ inOrder }) => inOrder)) {
    const told = readers.filter(({ courses }) => courses.some((each) => each.courseId === courseId))
    const userIds = told.map(({ userId }) => userId)
    if (userIds.length > 0) openIn.set(courseId, await findOpenModules(db, { courseId, userIds }, tools))
  }
  return readers.flatMap(({ userId, courses }) => {
    const left = courses.flatMap(({ courseId, moduleIds }) => {
      const openModules = openIn.get(courseId)?.(userId)
      const open = openModules ? moduleIds.filter((id) => openModules.has(id)) : moduleIds
      return open.length > 0 ? [{ courseId, moduleIds: open }] : []
    })
    return left.length > 0 ? [{ userId, courses: left }] : []
  })
}
