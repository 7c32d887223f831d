import { learning } from '@escola/contract/learning.contract'
import { refusals } from '@escola/contract/refusals'
import type { ResponseInput } from '@escola/contract/route'
import { type SchoolDb, writeNow } from '@escola/db'
import { AppError, invalidField } from '../../core/app-error.ts'
import { Groups, type Outcome } from '../../core/groups.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { Written, writerOf } from '../../http/writer.ts'
import { issueOnCompletion } from '../certificates/certificates.service.ts'
import { countEntries, noteCourse, noteLessons } from '../karma/karma.service.ts'
import {
  type Held,
  holdFreeProgress,
  holdProgress,
  insertCompletions,
  lockClicks,
  markCompleted,
  startProgress,
  takeBackCompletions,
} from './completions.queries.ts'
import type { LearningTools } from './learning.service.ts'
import { progressText } from './progress.service.ts'
import { type LessonState, lessonStates, openLesson, ownLessons } from './student-degree.ts'
import { openStudiesWithin, type Study } from './study.ts'

interface Completion {
  contentId: string
  degreeId: string
  userDegree: { metadata: { content: Record<string, { isComplete: boolean }> } }
}
interface Click {
  school: School
  userId: string
  courseId: string
  lessonId: string
  isComplete: boolean
}
type Answer = Written<ResponseInput<typeof learning.complete>>

const writeAnswer = writerOf(learning.complete.response)

/**
 * Marks a lesson complete or not; saying the same twice changes nothing. The click that completes the course issues its certificate in
 * the same transaction; taking a lesson back later revokes neither.
 */
export const completeLesson = (school: Attended, asked: Completion, tools: LearningTools) =>
  completeAlone(clickOf(school, asked), tools)

/** The same for many at once: what is clicked in a course meanwhile is done together, and committed once. */
export function completions(tools: LearningTools) {
  const groups = new Groups((clicks: Click[]) => completeTogether(clicks, tools))
  return async (school: Attended, asked: Completion) => {
    const click = clickOf(school, asked)
    const completed = await groups.add(`${school.id}/${click.courseId}`, click.userId, click)
    return completed ?? completeAlone(click, tools)
  }
}

function clickOf(school: Attended, { contentId, degreeId, userDegree }: Completion): Click {
  if (school.isAdmin) throw new AppError('students_only')
  const wanted = userDegree.metadata.content[contentId]
  if (!wanted) throw invalidField('userDegree', refusals.completionMissing)
  const { isComplete } = wanted
  return { school, userId: school.actor.userId, courseId: degreeId, lessonId: contentId, isComplete }
}

/**
 * Clicks on one course, one of each student, in one transaction. No result: this one has to be done alone, because its course is not begun,
 * or another process does something for the same student.
 */
function completeTogether(clicks: Click[], tools: LearningTools): Promise<Outcome<Answer | undefined>[]> {
  const { school, courseId } = clicks[0]!
  const userIds = clicks.map(({ userId }) => userId)
  return school.tx(async (db) => {
    const outcomes = await mark(db, clicks, () => holdFreeProgress(db, userIds, courseId), tools)
    return clicks.map((click) => outcomes.get(click) ?? { result: undefined })
  })
}

async function completeAlone(click: Click, tools: LearningTools): Promise<Answer> {
  const { school, courseId } = click
  return school.tx(async (db) => {
    const hold = async () => {
      const held = await holdProgress(db, click)
      // Who never began a course has nothing in it to take back.
      if (!click.isComplete) held.add(click.userId)
      return held
    }
    const attempt = async () => (await mark(db, [click], hold, tools)).get(click)
    let outcome = await attempt()
    if (!outcome) {
      await startProgress(db, { courseId, userId: click.userId }, tools.now())
      outcome = await attempt()
    }
    if (!outcome) throw new AppError('degree_not_found')
    if ('error' in outcome) throw outcome.error
    return outcome.result
  })
}

/**
 * Clicks go in a row for each student of a course, so that the last lesson is seen complete by exactly one of them.
 * @param hold holds the progress of those who clicked; nothing is done for whom it does not
 */
async function mark(db: SchoolDb, clicks: Click[], hold: () => Promise<Held>, tools: LearningTools) {
  const now = tools.now()
  const { school, courseId } = clicks[0]!
  const open = (userIds: string[]) => openStudiesWithin(db, school, { courseId, userIds }, tools)
  // Asked in one packet; the others are answered by what the first has waited for.
  const [held, studyOf, entries] = await Promise.all([
    hold(),
    open(clicks.map(({ userId }) => userId)),
    countEntries(db, clicks),
  ])
  const outcomes = new Map<Click, Outcome<Answer>>()
  const changes: Change[] = []
  for (const [index, click] of clicks.entries()) {
    try {
      const study = studyOf(click.userId)
      openLesson(lessonStates(study, now), ({ id }) => id === click.lessonId)
      if (held.has(click.userId)) changes.push(changeOf(click, study, entries[index]!, now))
    } catch (error) {
      outcomes.set(click, { error })
    }
  }
  writeChanges(db, courseId, changes, now)
  const userIds = changes.filter(({ finishes }) => finishes).map(({ click }) => click.userId)
  let certified: ((userId: string) => Study) | undefined
  if (userIds.length > 0) {
    await writeNow(db)
    await completeCourse(db, { courseId, userIds }, now)
    certified = await open(userIds)
  }
  for (const change of changes) {
    const { certificate } = change.finishes ? certified!(change.click.userId) : change.study
    outcomes.set(change.click, { result: answerOf(change, certificate) })
  }
  return outcomes
}

interface Change {
  click: Click
  study: Study
  /** How many entries of karma there are about the lesson. */
  entries: number
  lessons: LessonState[]
  complete: LessonState[]
  /** It is the last lesson, for the first time. */
  finishes: boolean
}

function changeOf(click: Click, study: Study, entries: number, now: Date): Change {
  const completed = study.completed.filter((id) => id !== click.lessonId)
  if (click.isComplete) completed.push(click.lessonId)
  const lessons = ownLessons(lessonStates({ ...study, completed }, now))
  const complete = lessons.filter(({ isComplete }) => isComplete)
  const finishes = click.isComplete && complete.length === lessons.length && !study.completed_on
  return { click, study, entries, lessons, complete, finishes }
}

function writeChanges(db: SchoolDb, courseId: string, changes: Change[], now: Date) {
  const clicks = changes.map(({ click: { userId, lessonId, isComplete }, study, entries }) => {
    return { userId, lessonId, isComplete, entries, wasComplete: study.completed.includes(lessonId) }
  })
  const done = clicks.filter(({ isComplete, wasComplete }) => isComplete && !wasComplete)
  const undone = clicks.filter(({ isComplete, wasComplete }) => !isComplete && wasComplete)
  if (done.length > 0) insertCompletions(db, { courseId, clicks: done }, now)
  if (undone.length > 0) takeBackCompletions(db, { courseId, clicks: undone })
  noteLessons(db, clicks, now)
}

function answerOf({ lessons, complete }: Change, certificate: Study['certificate']): Answer {
  const json = writeAnswer({
    userDegree: {
      metadata: { content: Object.fromEntries(complete.map(({ lesson }) => [lesson.id, { isComplete: true }])) },
      progress: progressText(complete.length, lessons.length),
    },
    certificate,
  })
  return new Written(json)
}

/** The author has taken away what somebody still lacked: their course is complete without a click. */
export const completeForAll = (school: School, courseId: string, { now }: Pick<Tools, 'now'>) =>
  school.tx(async (db) => {
    await lockClicks(db, courseId)
    await completeCourse(db, { courseId }, now())
  })

async function completeCourse(db: SchoolDb, who: { courseId: string; userIds?: string[] }, now: Date) {
  const completed = { courseId: who.courseId, userIds: await markCompleted(db, who, now) }
  await issueOnCompletion(db, completed, now)
  await noteCourse(db, completed, now)
}

/** The same for one student, before something is said of a course that they may have completed without a click. */
export const noteCompletion = async (
  db: SchoolDb,
  { courseId, userId }: { courseId: string; userId: string },
  now: Date,
) => noteCourse(db, { courseId, userIds: await markCompleted(db, { courseId, userIds: [userId] }, now) }, now)
