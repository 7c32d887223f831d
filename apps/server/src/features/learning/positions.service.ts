import type { learning } from '@escola/contract/learning.contract'
import type { RouteOutput } from '@escola/contract/route'
import { keptPosition } from '@escola/contract/watching'
import { done } from '@escola/contract/wire'
import { AppError } from '../../core/app-error.ts'
import type { Attended } from '../../core/scope.ts'
import type { LearningTools } from './learning.service.ts'
import { upsertPosition } from './positions.queries.ts'
import { lessonStates, openLesson } from './student-degree.ts'
import { openStudyWithin } from './study.ts'

/**
 * Keeps where a student stopped in a lesson that they may open now. Two devices, a retry, or a report that waited for a connection may come in any
 * order: what was watched last counts. When that was is our own clock less what the device has measured since, because a device's
 * clock may be hours off, and how fast it goes is not.
 */
export async function savePosition(
  school: Attended,
  { contentId, degreeId, position, duration, secondsAgo }: RouteOutput<typeof learning.savePosition>['body'],
  tools: LearningTools,
) {
  if (school.isAdmin) throw new AppError('students_only')
  const now = tools.now()
  await school.tx(async (db) => {
    const study = await openStudyWithin(db, school, { id: degreeId }, tools)
    const { lesson } = openLesson(lessonStates(study, now), ({ id }) => id === contentId)
    upsertPosition(db, {
      userId: school.actor.userId,
      lessonId: lesson.id,
      position: keptPosition(position, duration ?? 0),
      watchedOn: new Date(now.getTime() - secondsAgo * 1000),
    })
  })
  return done
}
