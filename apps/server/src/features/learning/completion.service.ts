import { refusals } from '@escola/contract/refusals'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { issueOnCompletion, lockIssues } from '../certificates/certificates.service.ts'
import { deleteCompletion, insertCompletion, lockClicks, markCompleted, startProgress } from './completions.queries.ts'
import type { LearningTools } from './learning.service.ts'
import { progressText } from './progress.service.ts'
import { lessonStates, openLesson } from './student-degree.ts'
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
  tools: LearningTools,
) {
  const now = tools.now()
  if (school.isAdmin) throw new AppError('forbidden')
  const wanted = userDegree.metadata.content[contentId]
  if (!wanted) throw invalidField('userDegree', refusals.completionMissing)
  const { userId } = school.actor
  const study = await openStudy(school, { course: { id: degreeId } }, tools)
  openLesson(lessonStates(study, now), ({ id }) => id === contentId)
  return school.tx(async (db) => {
    if (wanted.isComplete) {
      await startProgress(db, userId, degreeId, now)
      // Clicks on one course go in a row, so that the last lesson is seen complete by exactly one of them.
      const progress = await lockIssues(db, { userId, courseId: degreeId })
      if (!progress) throw new AppError('degree_not_found')
      await insertCompletion(db, userId, degreeId, contentId, now)
      if (progress.utc_completed_on === null) await completeCourse(db, { courseId: degreeId, userId }, now)
    } else {
      await deleteCompletion(db, userId, contentId)
    }
    const after = await reopenStudy(db, school, study)
    const lessons = lessonStates(after, now).flat()
    const complete = lessons.filter(({ isComplete }) => isComplete)
    return {
      userDegree: {
        metadata: { content: Object.fromEntries(complete.map(({ lesson }) => [lesson.id, { isComplete: true }])) },
        progress: progressText(complete.length, lessons.length),
      },
      certificate: after.certificate,
    }
  })
}

/** The author has taken away what somebody still lacked: their course is complete without a click. */
export const completeForAll = (school: School, courseId: string, { now }: Pick<Tools, 'now'>) =>
  school.tx(async (db) => {
    await lockClicks(db, courseId)
    await completeCourse(db, { courseId }, now())
  })

async function completeCourse(db: SchoolDb, who: { courseId: string; userId?: string }, now: Date) {
  const userIds = await markCompleted(db, who, now)
  await issueOnCompletion(db, { courseId: who.courseId, userIds }, now)
}

/** The same for one student, before something is said of a course that they may have completed without a click. */
export const noteCompletion = (db: SchoolDb, claim: { courseId: string; userId: string }, now: Date) =>
  markCompleted(db, claim, now)
