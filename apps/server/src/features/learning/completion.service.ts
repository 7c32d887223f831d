import { learning } from '@escola/contract/learning.contract'
import { refusals } from '@escola/contract/refusals'
import type { ResponseInput } from '@escola/contract/route'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { Written, writerOf } from '../../http/writer.ts'
import { issueOnCompletion } from '../certificates/certificates.service.ts'
import { countEntries, noteCourse, noteLesson } from '../karma/karma.service.ts'
import {
  holdProgress,
  insertCompletion,
  lockClicks,
  markCompleted,
  startProgress,
  takeBackCompletion,
} from './completions.queries.ts'
import type { LearningTools } from './learning.service.ts'
import { progressText } from './progress.service.ts'
import { lessonStates, openLesson, ownLessons } from './student-degree.ts'
import { openStudyWithin } from './study.ts'

interface Completion {
  contentId: string
  degreeId: string
  userDegree: { metadata: { content: Record<string, { isComplete: boolean }> } }
}

const writeAnswer = writerOf(learning.complete.response)

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
  if (school.isAdmin) throw new AppError('students_only')
  const wanted = userDegree.metadata.content[contentId]
  if (!wanted) throw invalidField('userDegree', refusals.completionMissing)
  const click = { userId: school.actor.userId, courseId: degreeId, lessonId: contentId }
  return school.tx(async (db) => {
    const reopen = () => openStudyWithin(db, school, { id: degreeId }, tools)
    // Clicks on one course go in a row, so that the last lesson is seen complete by exactly one of them. Asked in one packet; the others
    // are answered by what the first has waited for.
    const hold = () => Promise.all([holdProgress(db, click), reopen(), countEntries(db, click)])
    let [progress, study, entries] = await hold()
    openLesson(lessonStates(study, now), ({ id }) => id === contentId)
    if (wanted.isComplete && !progress) {
      await startProgress(db, click, now)
      ;[progress, study, entries] = await hold()
      if (!progress) throw new AppError('degree_not_found')
    }
    const completed = study.completed.filter((id) => id !== contentId)
    if (wanted.isComplete) completed.push(contentId)
    const lessons = ownLessons(lessonStates({ ...study, completed }, now))
    const complete = lessons.filter(({ isComplete }) => isComplete)
    const finishes = wanted.isComplete && complete.length === lessons.length && !progress?.utc_completed_on
    const write = () => {
      if (wanted.isComplete) return insertCompletion(db, click, now)
      return study.completed.includes(contentId) && takeBackCompletion(db, click)
    }
    const lesson = { ...click, isComplete: wanted.isComplete, entries, isLast: !finishes }
    await Promise.all([write(), noteLesson(db, lesson, now)])
    if (finishes) {
      await completeCourse(db, click, now)
      study = await reopen()
    }
    const json = writeAnswer({
      userDegree: {
        metadata: { content: Object.fromEntries(complete.map(({ lesson }) => [lesson.id, { isComplete: true }])) },
        progress: progressText(complete.length, lessons.length),
      },
      certificate: study.certificate,
    })
    return new Written<ResponseInput<typeof learning.complete>>(json)
  })
}

/** The author has taken away what somebody still lacked: their course is complete without a click. */
export const completeForAll = (school: School, courseId: string, { now }: Pick<Tools, 'now'>) =>
  school.tx(async (db) => {
    await lockClicks(db, courseId)
    await completeCourse(db, { courseId }, now())
  })

async function completeCourse(db: SchoolDb, who: { courseId: string; userId?: string }, now: Date) {
  const completed = { courseId: who.courseId, userIds: await markCompleted(db, who, now) }
  await issueOnCompletion(db, completed, now)
  await noteCourse(db, completed, now)
}

/** The same for one student, before something is said of a course that they may have completed without a click. */
export const noteCompletion = async (db: SchoolDb, claim: { courseId: string; userId: string }, now: Date) =>
  noteCourse(db, { courseId: claim.courseId, userIds: await markCompleted(db, claim, now) }, now)
