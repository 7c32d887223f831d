import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { refusals } from '@escola/contract/refusals'
import { isEmptyRichText } from '@escola/contract/rich-text'
import type { ThreadPage } from '@escola/contract/threads.contract'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import { imageUrl } from '../../files/image-url.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { sanitizeRichText } from '../../rich-text/sanitize-rich-text.ts'
import { noteQuestion } from '../karma/karma.service.ts'
import { findOpenLesson, type LearningTools } from '../learning/learning.service.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { noteNews } from '../notices/notices.service.ts'
import { notify } from '../notifications/notifications.service.ts'
import * as queries from './threads.queries.ts'

interface LessonAsk {
  contentLink: string
  degreeLink?: string | undefined
}

interface Paged {
  page: number
}

export async function getThreads(school: Attended, { page, ...ask }: LessonAsk & Paged, tools: LearningTools) {
  const { lessonId, takesQuestions } = await openLesson(school, ask, tools)
  return takesQuestions || school.isAdmin ? ofLesson(school, lessonId, page) : none
}

export const getWaiting = (school: School, { page }: Paged) =>
  answer(school, page, { count: queries.countWaiting, list: queries.listWaiting })

/** A student who may open the lesson may ask about it, when its course takes questions (part 2 §6). */
export async function ask(school: Attended, lesson: LessonAsk, written: string, tools: LearningTools) {
  if (school.isAdmin) throw new AppError('students_only')
  const message = textOf(written)
  const { lessonId, courseId, takesQuestions } = await openLesson(school, lesson, tools)
  if (!takesQuestions) throw new AppError('questions_closed')
  const row = { course_id: courseId, lesson_id: lessonId, user_id: school.actor.userId, message }
  await school.tx(async (db) => {
    const make = () => queries.insertThread(db, { ...row, utc_created_on: tools.now() })
    const { id } = await makeOnce(db, school, { kind: `question ${lessonId}`, make }, tools)
    await noteNews(db, 'question_asked', [id], tools)
  })
  return ofLesson(school, lessonId, 1)
}

interface ThreadAsk extends LessonAsk, Paged {
  threadId: string
  /** Asked from the list of what waits, which is then the answer. */
  admin?: number | undefined
}

/**
 * An administrator's answer ends the waiting, the first one earns the asker points, and they are told; what the asker adds makes it wait
 * again.
 */
export async function reply(
  school: Attended,
  { threadId: id, admin, page, ...lesson }: ThreadAsk,
  written: string,
  tools: LearningTools,
) {
  const message = textOf(written)
  const opened = await openForStudent(school, lesson, tools)
  if (opened && !opened.takesQuestions) throw new AppError('questions_closed')
  const { userId } = school.actor
  const lessonId = await school.tx(async (db) => {
    const thread = await queries.holdThread(db, { id, lessonLink: lesson.contentLink })
    if (!thread || (opened && opened.lessonId !== thread.lesson_id)) throw notFound()
    if (!school.isAdmin && thread.user_id !== userId) throw new AppError('not_your_question')
    const now = tools.now()
    const row = { thread_id: id, user_id: userId, is_admin: school.isAdmin, message, utc_created_on: now }
    const make = async () => {
      await requireReplyQuota(db, id, school)
      // With the words themselves: who asks again for the same answer does not undo what the other has said since.
      await queries.setAnswered(db, id, school.isAdmin ? now : null)
      return queries.insertReply(db, row)
    }
    const made = await makeOnce(db, school, { kind: `reply ${id}`, make }, tools)
    if (school.isAdmin) {
      await noteQuestion(db, { userId: thread.user_id, threadId: id, isEarned: true }, now)
      await notify(db, { kind: 'question_answered', subjectId: made.id }, [thread.user_id], tools)
      await queueMessage(
        db,
        { userId: thread.user_id, kind: 'question_answered', dedupeKey: `answer:${made.id}`, params: { threadId: id } },
        tools,
      )
    }
    return thread.lesson_id
  })
  return admin && school.isAdmin ? getWaiting(school, { page }) : ofLesson(school, lessonId, page)
}

/** A conversation ends somewhere, and the school has the last word. */
async function requireReplyQuota(db: SchoolDb, threadId: string, { isAdmin }: Attended) {
  const { total } = await queries.countReplies(db, threadId)
  if (total >= limits.repliesPerThread - (isAdmin ? 0 : 1)) throw new AppError('thread_full')
}

/** A student who has lost the lesson writes no more about it, and reads no more of it. Administrators need no lesson that is open. */
const openForStudent = async (school: Attended, lesson: LessonAsk, tools: LearningTools) =>
  school.isAdmin ? undefined : openLesson(school, lesson, tools)

/** A question that the school has answered is not the asker's alone any more, also once they have added something. */
export async function remove(
  school: Attended,
  { threadId: id, admin, page, ...lesson }: ThreadAsk,
  tools: LearningTools,
) {
  const opened = await openForStudent(school, lesson, tools)
  const lessonId = await school.tx(async (db) => {
    const thread = await queries.holdThread(db, { id, lessonLink: lesson.contentLink })
    if (!thread || (opened && (thread.user_id !== school.actor.userId || opened.lessonId !== thread.lesson_id)))
      throw notFound()
    if (!school.isAdmin && (await queries.countReplies(db, id)).bySchool > 0) throw new AppError('question_answered')
    await noteQuestion(db, { userId: thread.user_id, threadId: id, isEarned: false }, tools.now())
    await queries.deleteThread(db, id)
    return thread.lesson_id
  })
  if (opened && !opened.takesQuestions) return none
  return admin && school.isAdmin ? getWaiting(school, { page }) : ofLesson(school, lessonId, page)
}

/** The cleaned text must still say something. */
function textOf(written: string): string {
  const message = sanitizeRichText(written)
  if (isEmptyRichText(message)) throw invalidField('message', messages.emptyQuestion)
  return message
}

/** The lesson, if the person may open it now. Without its course's link, the one course that has such a lesson is meant. */
async function openLesson(school: Attended, { contentLink, degreeLink }: LessonAsk, tools: LearningTools) {
  if (degreeLink !== undefined) return findOpenLesson(school, { degreeLink, lessonLink: contentLink }, tools)
  const [only, other] = await school.tx((db) => queries.listCoursesWith(db, contentLink))
  if (!only) throw notFound()
  if (other) throw invalidField('degreeLink', refusals.degreeMissing)
  return findOpenLesson(school, { degreeLink: only.link, lessonLink: contentLink }, tools)
}

interface ThreadList {
  count: (db: SchoolDb) => Promise<number>
  list: (db: SchoolDb, rows: queries.Rows) => Promise<queries.ThreadRow[]>
}

const rowsPerPage = limits.threadsPerPage
const none: ThreadPage = { total: 0, page: 1, rowsPerPage, threads: [] }

/** A page of a list; where the list has become shorter than that, its last one. */
const answer = (school: School, requestedPage: number, { count, list }: ThreadList): Promise<ThreadPage> =>
  school.tx(async (db) => {
    const total = await count(db)
    const page = Math.min(requestedPage, Math.max(1, Math.ceil(total / rowsPerPage)))
    const rows = await list(db, { limit: rowsPerPage, offset: (page - 1) * rowsPerPage })
    return { total, page, rowsPerPage, threads: rows.map(toWire(school.id)) }
  })

const ofLesson = (school: School, lessonId: string, page: number) =>
  answer(school, page, {
    count: (db) => queries.countOfLesson(db, lessonId),
    list: (db, rows) => queries.listOfLesson(db, lessonId, rows),
  })

const toWire = (schoolId: string) => (row: queries.ThreadRow) => ({
  ...writtenBy(schoolId, row),
  id: row.id,
  message: row.message,
  is_answered: row.utc_answered_on !== null,
  content_link: row.content_link,
  content_title: row.content_title,
  degree_link: row.degree_link,
  degree_title: row.degree_title,
  utc_created_on: row.utc_created_on.toISOString(),
  subthreads: row.replies.map((reply) => ({
    ...writtenBy(schoolId, reply),
    id: reply.id,
    message: reply.message,
    is_admin: reply.is_admin,
    utc_created_on: new Date(reply.utc_created_on).toISOString(),
  })),
})

const writtenBy = (
  schoolId: string,
  row: { user_id: string; user_name: string | null; profile_image_key: string | null },
) => ({
  user_id: row.user_id,
  user_name: row.user_name ?? '',
  profile_img_url: imageUrl(schoolId, row.profile_image_key),
})
