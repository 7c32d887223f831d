import { learning } from '@escola/contract/learning.contract'
import { refusals } from '@escola/contract/refusals'
import type { ResponseInput } from '@escola/contract/route'
import { queryPrepared, type SchoolDb, type Write, writeLast, writeNow } from '@escola/db'
import { AppError, invalidField } from '../../core/app-error.ts'
import { Groups, type Outcome } from '../../core/groups.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { Written, writerOf } from '../../http/writer.ts'
import { issueOnCompletion } from '../certificates/certificates.service.ts'
import { arePointsGiven, lessonPoints, noteCourse } from '../karma/karma.service.ts'
import {
  claimProgress,
  holdProgress,
  insertCompletions,
  isUnclaimed,
  lockClicks,
  markCompleted,
  startProgress,
  takeBackCompletions,
} from './completions.queries.ts'
import type { LearningTools } from './learning.service.ts'
import { progressText } from './progress.service.ts'
import { type LessonState, lessonStates, openLesson, ownLessons } from './student-degree.ts'
import { type Asked, openAsked } from './study.ts'

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
  clickedOn: Date
}
type Answer = Written<ResponseInput<typeof learning.complete>>

const writeAnswer = writerOf(learning.complete.response)

/**
 * Marks a lesson complete or not; saying the same twice changes nothing. The click that completes the course issues its certificate in
 * the same transaction; taking a lesson back later revokes neither.
 */
export const completeLesson = (school: Attended, asked: Completion, tools: LearningTools) =>
  completeAlone(clickOf(school, asked, tools), tools)

/**
 * The same for many at once. What is clicked in a course is looked at together, and written together in one transaction, while the next are
 * looked at: nothing is held meanwhile, and what is written says what it has seen. What has changed since, what begins a course and what
 * completes it is done alone.
 */
export function completions(tools: LearningTools) {
  const looks = new Groups((clicks: Click[]) => lookTogether(clicks, tools))
  const writes = new Groups(writeTogether)
  // The next click of a student on a course looks at what this one leaves.
  const lines = new Groups(async ([click]: Click[]) => [{ result: await complete(click!) }])
  const complete = async (click: Click): Promise<Answer> => {
    const course = `${click.school.id}/${click.courseId}`
    const change = await looks.add(course, click.userId, click)
    const isDone = change && (!change.isNews || (await writes.add(course, click.userId, change)))
    return isDone ? answerOf(change) : completeAlone(click, tools)
  }
  return (school: Attended, asked: Completion) => {
    const click = clickOf(school, asked, tools)
    return lines.add(`${school.id}/${click.courseId}/${click.userId}`, click.userId, click)
  }
}

function clickOf(
  school: Attended,
  { contentId, degreeId, userDegree }: Completion,
  { now }: Pick<LearningTools, 'now'>,
): Click {
  if (school.isAdmin) throw new AppError('students_only')
  const wanted = userDegree.metadata.content[contentId]
  if (!wanted) throw invalidField('userDegree', refusals.completionMissing)
  const { isComplete } = wanted
  return { school, userId: school.actor.userId, courseId: degreeId, lessonId: contentId, isComplete, clickedOn: now() }
}

interface Change {
  click: Click
  study: Asked
  lessons: LessonState[]
  complete: LessonState[]
  /** There is something to write. */
  isNews: boolean
  /** It is the last lesson, for the first time. */
  finishes: boolean
}

/** Clicks on one course, one of each student. No result: this one has to be done alone. */
async function lookTogether(clicks: Click[], tools: LearningTools): Promise<Outcome<Change | undefined>[]> {
  const { school, courseId } = clicks[0]!
  const studyOf = await openAsked(school, courseId, clicks, tools)
  return clicks.map((click) => {
    try {
      const change = changeOf(click, studyOf(click.userId))
      return { result: change.finishes || change.study.clicked === null ? undefined : change }
    } catch (error) {
      return { error }
    }
  })
}

/** @returns of each whether it was written: none is when one of them is not as it was seen */
async function writeTogether(changes: Change[]): Promise<Outcome<boolean>[]> {
  const { click, study } = changes[0]!
  const { school, courseId } = click
  const alike = changes.filter(({ study: { revision } }) => revision === study.revision)
  const seen = alike.map((one) => ({ userId: one.click.userId, clicked: one.study.clicked! }))
  try {
    await school.write([claimProgress({ courseId, revision: study.revision }, seen), ...writesOf(alike)])
    return changes.map((change) => ({ result: alike.includes(change) }))
  } catch (error) {
    if (!isUnclaimed(error)) throw error
    return changes.map(() => ({ result: false }))
  }
}

/** Clicks go in a row for each student of a course, so that the last lesson is seen complete by exactly one of them. */
async function completeAlone(click: Click, tools: LearningTools): Promise<Answer> {
  const { school, courseId, userId, clickedOn: now } = click
  return school.tx(async (db) => {
    const reading: Pick<School, 'id' | 'read'> = {
      id: school.id,
      read: (statement, values) => queryPrepared(db, statement, values),
    }
    const open = () => openAsked(reading, courseId, [click], tools)
    const attempt = async () => {
      // Asked in one packet; the second is answered by what the first has waited for.
      const [isHeld, studyOf] = await Promise.all([holdProgress(db, click), open()])
      const change = changeOf(click, studyOf(userId))
      // Who never began a course has nothing in it to take back.
      return isHeld || !click.isComplete ? change : undefined
    }
    let change = await attempt()
    if (!change) {
      await startProgress(db, click, now)
      change = await attempt()
    }
    if (!change) throw new AppError('degree_not_found')
    writeLast(db, ...writesOf([change]))
    if (!change.finishes) return answerOf(change)
    await writeNow(db)
    await completeCourse(db, { courseId, userIds: [userId] }, now)
    const { certificate } = (await open())(userId)
    return answerOf({ ...change, study: { ...change.study, certificate } })
  })
}

/** What a click does, if the lesson is open to who clicks. */
function changeOf(click: Click, study: Asked): Change {
  const { lessonId, isComplete } = click
  const modules = lessonStates(study, click.clickedOn)
  const clicked = openLesson(modules, ({ id }) => id === lessonId)
  const lessons = ownLessons(modules)
  const complete = lessons.filter((state) => (state === clicked ? isComplete : state.isComplete))
  const finishes = isComplete && complete.length === lessons.length && !study.completed_on
  const isNews = isComplete !== clicked.isComplete || isComplete !== arePointsGiven(study.entries)
  return { click, study, lessons, complete, isNews, finishes }
}

function writesOf(changes: Change[]): Write[] {
  const { courseId, clickedOn: now } = changes[0]!.click
  const clicks = changes.map(({ click: { userId, lessonId, isComplete }, study: { completed, entries } }) => {
    return { userId, lessonId, isComplete, entries, wasComplete: completed.includes(lessonId) }
  })
  const done = clicks.filter(({ isComplete, wasComplete }) => isComplete && !wasComplete)
  const undone = clicks.filter(({ isComplete, wasComplete }) => !isComplete && wasComplete)
  return [
    ...(done.length > 0 ? [insertCompletions({ courseId, clicks: done }, now)] : []),
    ...(undone.length > 0 ? takeBackCompletions({ courseId, clicks: undone }) : []),
    ...lessonPoints(clicks, now),
  ]
}

function answerOf({ lessons, complete, study: { certificate } }: Change): Answer {
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
