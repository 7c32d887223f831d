import { type OrderReach, orderReachLimit } from '@escola/contract/lesson-order.contract'
import { AppError } from '../../core/app-error.ts'
import type { TeamSchool } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { findStudied, listBeginners } from './order-reach.queries.ts'
import { lessonStates } from './student-degree.ts'
import { openStudies, type Study, type StudyTools } from './study.ts'

const studentsAtOnce = 200

/**
 * Counts what putting the lessons of a course in order would close and leave open for students who have begun it, by the rule itself. Unpublished
 * changes of the outline are ignored.
 */
export async function getOrderReach(
  school: TeamSchool,
  link: string,
  tools: StudyTools & Clock,
  { atMost = orderReachLimit, atOnce = studentsAtOnce } = {},
): Promise<{ reach: OrderReach }> {
  const course = await school.tx((db) => findStudied(db, link))
  if (!course || !school.may('courses', course.id)) throw new AppError('degree_not_found')
  const reach = { closing: 0, kept: { students: 0, lessons: 0 }, isWhole: true }
  if (!course.isPublished) return { reach }
  const students = await school.tx((db) => listBeginners(db, course.id, atMost + 1))
  reach.isWhole = students.length <= atMost
  const looked = students.slice(0, atMost)
  const now = tools.now()
  for (let at = 0; at < looked.length; at += atOnce) {
    const userIds = looked.slice(at, at + atOnce)
    const studyOf = await openStudies(school, { courseId: course.id, userIds, asIfInOrder: true }, tools)
    for (const userId of userIds) addStudent(reach, openIfStudied(studyOf, userId), now)
  }
  return { reach }
}

/** Nothing closes for a student who has lost the course meanwhile. */
function openIfStudied(studyOf: (userId: string) => Study, userId: string): Study | undefined {
  try {
    return studyOf(userId)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

function addStudent(reach: OrderReach, study: Study | undefined, now: Date) {
  if (!study) return
  const ordered = lessonStates(study, now).flat()
  const forgotten = lessonStates({ ...study, opened: null, begun: null }, now).flat()
  const kept = ordered.filter(({ opens, after }, place) => !opens && !after && forgotten[place]!.after)
  if (kept.length > 0) reach.kept.students += 1
  reach.kept.lessons += kept.length
  if (ordered.some(({ opens, after }) => !opens && after)) reach.closing += 1
}
