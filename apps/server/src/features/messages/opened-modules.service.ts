import type { SchoolDb } from '@escola/db'
import { listHeldCourses, listOpenedModules } from './delivery.queries.ts'

interface Announcement {
  userId: string
  moduleIds: string[]
}

/** Opened modules as they are when their mails leave, for the students who have their courses then. */
export async function readOpenings(db: SchoolDb, messages: Announcement[]) {
  const announcements = messages.filter(({ moduleIds }) => moduleIds.length > 0)
  if (announcements.length === 0) return { modules: [], held: new Map<string, boolean>() }
  const modules = await listOpenedModules(db, [...new Set(announcements.flatMap(({ moduleIds }) => moduleIds))])
  const held = await listHeldCourses(
    db,
    announcements.map(({ userId }) => userId),
    [...new Set(modules.map(({ course_id }) => course_id))],
  )
  return { modules, held: new Map(held.map((each) => [keyOf(each.user_id, each.course_id), each.is_own])) }
}

type Openings = Awaited<ReturnType<typeof readOpenings>>

/** Courses of one mail, each with its modules that opened and the lesson to begin with. */
export function listOpenedCourses({ modules, held }: Openings, { userId, moduleIds }: Announcement) {
  const opened = modules.flatMap((module) => {
    const isOwn = held.get(keyOf(userId, module.course_id))
    const lesson = isOwn ? module.lesson_link : module.public_lesson_link
    return isOwn !== undefined && lesson !== null && moduleIds.includes(module.id) ? [{ ...module, lesson }] : []
  })
  return [...Map.groupBy(opened, ({ course_id }) => course_id).values()].map((ofCourse) => {
    const { course_title: title, course_link, cover_key, lesson } = ofCourse[0]!
    return {
      title,
      coverKey: cover_key,
      path: `/c/${course_link}/${lesson}`,
      modules: ofCourse.map((each) => each.title),
    }
  })
}

const keyOf = (userId: string, courseId: string) => `${userId}/${courseId}`
