import { AppError, invalidField } from '../../http/app-error.ts'
import type { Attended } from '../../http/scope.ts'
import { issueOnCompletion } from '../certificates/certificates.service.ts'
import { deleteCompletion, insertCompletion, lockProgress, markCourseCompleted } from './learning.queries.ts'
import type { Outlines } from './outlines.ts'
import { progressText } from './progress.ts'
import { degreeOf, openLesson } from './student-degree.ts'
import { openStudy, reopenStudy } from './study.ts'

interface Completion {
  contentId: string
  degreeId: string
  userDegree: { metadata: { content: Record<string, { isComplete: boolean }> } }
}

/**
 * Marks a lesson complete or not; saying the same twice changes nothing. The click that completes the course issues its certificate in
 * the same transaction; taking a lesson back later revokes neither.
 */
export async function completeLesson(
  school: Attended,
  { contentId, degreeId, userDegree }: Completion,
  outlines: Outlines,
  now = new Date(),
) {
  if (school.isAdmin) throw new AppError('forbidden')
  const wanted = userDegree.metadata.content[contentId]
  if (!wanted) throw invalidField('userDegree', 'Diga se a aula foi concluída')
  const { userId } = school.actor
  const study = await openStudy(school, outlines, { id: degreeId })
  openLesson(degreeOf(school.id, study, now), (lesson) => lesson.id === contentId)
  return school.tx(async (db) => {
    const read = async () => degreeOf(school.id, await reopenStudy(db, school, study), now)
    if (wanted.isComplete) {
      const progress = await lockProgress(db, userId, degreeId, now)
      await insertCompletion(db, userId, degreeId, contentId, now)
      if (progress.utc_completed_on === null && (await read()).progress === '100.00') {
        await markCourseCompleted(db, userId, degreeId, now)
        await issueOnCompletion(db, { userId, courseId: degreeId, completedOn: now })
      }
    } else {
      await deleteCompletion(db, userId, contentId)
    }
    const { modules, certificate } = await read()
    const lessons = modules.flatMap((module) => module.content)
    const complete = lessons.filter((lesson) => lesson.isComplete)
    return {
      userDegree: {
        metadata: { content: Object.fromEntries(complete.map(({ id }) => [id, { isComplete: true }])) },
        progress: progressText(complete.length, lessons.length),
      },
      certificate,
    }
  })
}
