import { learning } from '@escola/contract/learning.contract'
import { refusals } from '@escola/contract/refusals'
import type { ResponseInput } from '@escola/contract/route'
import { type SchoolDb, writeNow } from '@escola/db'
import { AppError, invalidField } from '../../core/app-error.ts'
import { type Attended, readingIn, type School } from '../../core/scope.ts'
import { studentOf } from '../../core/studying.ts'
import type { Clock } from '../../core/tools.ts'
import { Written, writerOf } from '../../http/writer.ts'
import { workInBatches } from '../../jobs/in-batches.ts'
import { issueOnCompletion } from '../certificates/issuing/issuing.service.ts'
import { countLessonEntries, recordCourse, recordLesson } from '../karma/karma.service.ts'
import { recordNews } from '../notices/notices.service.ts'
import {
  lockClicks,
  lockIncomplete,
  lockProgress,
  markCompleted,
  queueCompletion,
  queueTakingBack,
  startProgress,
} from './completions.queries.ts'
import type { LearningTools } from './learning.service.ts'
import { progressText } from './progress.service.ts'
import { type LessonState, lessonStates, openLesson, ownLessons } from './student-degree.ts'
import { openStudyOf, type Study } from './study.ts'

interface Completion {
  contentId: string
  degreeId: string
  userDegree: { metadata: { content: Record<string, { isComplete: boolean }> } }
}
type Answer = Written<ResponseInput<typeof learning.complete>>

const writeAnswer = writerOf(learning.complete.response)

/**
 * Marks a lesson complete or not; marking it twice changes nothing. Each click holds its student's progress in the course until it commits, so a
 * student's clicks on a course follow one another, and exactly one of them sees the last lesson complete. That click issues the certificate in
 * the same transaction; taking a lesson back later revokes nothing.
 */
export async function completeLesson(school: Attended, request: Completion, tools: LearningTools): Promise<Answer> {
  const click = clickOf(school, request)
  const now = tools.now()
  return school.tx(async (db) => {
    const readProgress = () => lookAtProgress(db, click, { ...tools, now: () => now })
    let progress = await readProgress()
    if (!progress.isBegun && click.isComplete) {
      await startProgress(db, click, now)
      progress = await readProgress()
      if (!progress.isBegun) throw new AppError('degree_not_found')
    }
    const { lessons, complete, wasComplete, needsPassing, study, entries } = progress
    const { userId, courseId, isComplete } = click
    if (isComplete && !wasComplete && needsPassing) throw new AppError('assessment_needed')
    if (isComplete && !wasComplete) queueCompletion(db, click, now)
    if (!isComplete && wasComplete) queueTakingBack(db, click)
    recordLesson(db, { ...click, entries }, now)
    const isLast = isComplete && complete.length === lessons.length && !study.completed_on
    if (!isLast) return writeProgress(progress, study.certificate)
    await writeNow(db)
    await completeCourse(db, { courseId, userIds: [userId] }, now)
    const { certificate } = await openStudyOf(readingIn(db), userId, { id: courseId }, tools)
    return writeProgress(progress, certificate)
  })
}

interface Click {
  userId: string
  courseId: string
  lessonId: string
  isComplete: boolean
}

function clickOf(school: Attended, { contentId, degreeId, userDegree }: Completion): Click {
  const userId = studentOf(school, degreeId)
  const choice = userDegree.metadata.content[contentId]
  if (!choice) throw invalidField('userDegree', refusals.completionMissing)
  return { userId, courseId: degreeId, lessonId: contentId, isComplete: choice.isComplete }
}

/** Holds the student's progress and says what the click finds and leaves; throws when the lesson is not open to the student. */
async function lookAtProgress(db: SchoolDb, click: Click, tools: LearningTools) {
  const { userId, courseId, lessonId, isComplete } = click
  // The three reads leave in one packet. The first takes the lock, so the others see what was committed before it.
  const [isBegun, study, entries] = await Promise.all([
    lockProgress(db, click),
    openStudyOf(readingIn(db), userId, { id: courseId }, tools),
    countLessonEntries(db, click),
  ])
  const modules = lessonStates(study, tools.now())
  const clicked = openLesson(modules, ({ id }) => id === lessonId)
  const lessons = ownLessons(modules)
  const complete = lessons.filter((state) => (state === clicked ? isComplete : state.isComplete))
  return {
    isBegun,
    study,
    entries,
    lessons,
    complete,
    wasComplete: clicked.isComplete,
    needsPassing: clicked.needsPassing,
  }
}

function writeProgress(
  { lessons, complete }: { lessons: LessonState[]; complete: LessonState[] },
  certificate: Study['certificate'],
): Answer {
  const json = writeAnswer({
    userDegree: {
      metadata: { content: Object.fromEntries(complete.map(({ lesson }) => [lesson.id, { isComplete: true }])) },
      progress: progressText(complete.length, lessons.length),
    },
    certificate,
  })
  return new Written(json)
}

/** Begins a course for a student who begins an attempt at an assessment before any lesson of it. */
export const startCourse = (db: SchoolDb, claim: { userId: string; courseId: string }, now: Date) =>
  startProgress(db, claim, now)

/**
 * Completes a lesson whose assessment its student has passed; doing it twice changes nothing. The access may have ended with the attempt, so nothing asks
 * whether the lesson is open.
 */
export async function completeByPassing(
  db: SchoolDb,
  lesson: { userId: string; courseId: string; lessonId: string },
  now: Date,
): Promise<void> {
  const { userId, courseId } = lesson
  await startProgress(db, lesson, now)
  if (!(await lockProgress(db, lesson))) return
  const entries = await countLessonEntries(db, lesson)
  queueCompletion(db, lesson, now)
  recordLesson(db, { ...lesson, isComplete: true, entries }, now)
  await writeNow(db)
  await completeCourse(db, { courseId, userIds: [userId] }, now)
}

/**
 * The author has taken away what students still lacked: their course is complete without a click. Clicks that began before the change have ended once the
 * course could be locked; later clicks see the change themselves. A run that begins again passes over students who are completed already.
 * @param atOnce students of one transaction, which may issue a certificate to each
 */
export async function completeForAll(
  school: School,
  courseId: string,
  { now }: Clock,
  signal: AbortSignal,
  atOnce = 200,
): Promise<void> {
  await school.tx((db) => lockClicks(db, courseId))
  let after = '0'
  await workInBatches(school, signal, async (db) => {
    const userIds = await lockIncomplete(db, { courseId, after }, atOnce)
    if (userIds.length > 0) await completeCourse(db, { courseId, userIds }, now())
    after = userIds.at(-1) ?? after
    return userIds.length === atOnce
  })
}

/** A student has more lessons than their own clicks have completed: the course is complete without one. */
export const completeForStudent = (
  db: SchoolDb,
  { courseId, userId }: { courseId: string; userId: string },
  { now }: Clock,
) => completeCourse(db, { courseId, userIds: [userId] }, now())

async function completeCourse(db: SchoolDb, students: { courseId: string; userIds: string[] }, now: Date) {
  const completed = { courseId: students.courseId, userIds: await markCompleted(db, students, now) }
  await issueOnCompletion(db, completed, now)
  await recordCompleted(db, completed, now)
}

async function recordCompleted(db: SchoolDb, completed: { courseId: string; userIds: string[] }, now: Date) {
  await recordCourse(db, completed, now)
  const subjects = completed.userIds.length > 0 ? [completed.courseId] : []
  await recordNews(db, 'course_first_completed', subjects, { now: () => now })
}

/** Completes the course for one student, before an answer about a course that they may have completed without a click. */
export const recordCompletion = async (
  db: SchoolDb,
  { courseId, userId }: { courseId: string; userId: string },
  now: Date,
) => recordCompleted(db, { courseId, userIds: await markCompleted(db, { courseId, userIds: [userId] }, now) }, now)
