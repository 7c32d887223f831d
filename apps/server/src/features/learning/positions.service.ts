import type { learning } from '@escola/contract/learning.contract'
import type { RouteOutput } from '@escola/contract/route'
import { keptPosition } from '@escola/contract/watching'
import { done } from '@escola/contract/wire'
import { Batcher, type Outcome } from '../../core/batcher.ts'
import type { Attended, School } from '../../core/scope.ts'
import { studentOf } from '../../core/studying.ts'
import type { LearningTools } from './learning.service.ts'
import { type Position, upsertPositions } from './positions.queries.ts'
import { lessonStates, openLesson } from './student-degree.ts'
import { openStudies } from './study.ts'

interface Report extends Position {
  school: School
  courseId: string
}

/**
 * Keeps where students stopped in lessons that they may open now; what many report at once is kept together. Two devices, a retry, or a report
 * that waited for a connection may come in any order: what was watched last counts. When that was is our own clock less what the device
 * has measured since, because a device's clock may be hours off, and how fast it goes is not.
 */
export function positions(tools: LearningTools) {
  const batcher = new Batcher((reports: Report[]) => saveTogether(reports, tools))
  return async (
    school: Attended,
    { contentId, degreeId, position, duration, secondsAgo }: RouteOutput<typeof learning.savePosition>['body'],
  ) => {
    const userId = studentOf(school, degreeId)
    return batcher.add(`${school.id}/${degreeId}`, userId, {
      school,
      userId,
      courseId: degreeId,
      lessonId: contentId,
      position: keptPosition(position, duration ?? 0),
      watchedOn: new Date(tools.now().getTime() - secondsAgo * 1000),
    })
  }
}

/** Reports on one course, one of each student. */
async function saveTogether(reports: Report[], tools: LearningTools): Promise<Outcome<typeof done>[]> {
  const now = tools.now()
  const { school, courseId } = reports[0]!
  const studyOf = await openStudies(school, { courseId, userIds: reports.map(({ userId }) => userId) }, tools)
  const open: Position[] = []
  const outcomes = reports.map((report) => {
    try {
      openLesson(lessonStates(studyOf(report.userId), now), ({ id }) => id === report.lessonId)
      open.push(report)
      return { result: done }
    } catch (error) {
      return { error }
    }
  })
  // Positions are most of what students send at once, and a device reports the next one within a minute (decision 41).
  if (open.length > 0) await school.write([upsertPositions(open)], 'before-flush')
  return outcomes
}
