import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { refusals } from '@escola/contract/refusals'
import { isEmptyRichText } from '@escola/contract/rich-text'
import { answerLimits, type ThreadState } from '@escola/contract/threads.contract'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import { type Attended, coursesWith, type TeamSchool } from '../../core/scope.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { sanitizeRichText } from '../../rich-text/sanitize-rich-text.ts'
import { recordQuestion } from '../karma/karma.service.ts'
import { findOpenLesson, type LearningTools } from '../learning/learning.service.ts'
import { queueMessage, withdrawMessage } from '../messages/messages.service.ts'
import { recordNews } from '../notices/notices.service.ts'
import { notify, takeBack } from '../notifications/notifications.service.ts'
import { noThreads, openPage } from './thread-pages.service.ts'
import * as queries from './threads.queries.ts'

interface LessonAsk {
  contentLink: string
  degreeLink?: string | undefined
}

interface Paged {
  page: number
}

/** Choice among the questions of the school. */
interface ListAsk extends Paged {
  state: ThreadState
  course?: string | undefined
  search: string
}

export async function getThreads(school: Attended, { page, ...ask }: LessonAsk & Paged, tools: LearningTools) {
  const { lessonId, courseId, takesQuestions } = await openLesson(school, ask, tools)
  return takesQuestions || school.may('threads', courseId) ? openPage(school, page, { lessonId }) : noThreads
}

export const getWaiting = (school: TeamSchool, { page }: Paged) =>
  openPage(school, page, { state: 'waiting', search: '', only: coursesWith(school, 'threads') })

export async function getList(school: TeamSchool, { page, ...asked }: ListAsk) {
  const only = coursesWith(school, 'threads')
  const listing = school.tx((db) => queries.listAskedCourses(db, only))
  const [found, courses] = await Promise.all([openPage(school, page, { ...asked, only }), listing])
  return { ...found, courses }
}

/** A student who may open the lesson may ask about it, when its course takes questions (part 2 §6); so may a member of the team who doesn't answer there. */
export async function ask(school: Attended, lesson: LessonAsk, written: string, tools: LearningTools) {
  if (school.may('threads')) throw new AppError('students_only')
  const message = textOf(written)
  const { lessonId, courseId, takesQuestions } = await openLesson(school, lesson, tools)
  if (school.may('threads', courseId)) throw new AppError('students_only')
  if (!takesQuestions) throw new AppError('questions_closed')
  const row = { course_id: courseId, lesson_id: lessonId, user_id: school.actor.userId, message }
  await school.tx(async (db) => {
    const make = () => queries.insertThread(db, { ...row, utc_created_on: tools.now() })
    const { id } = await makeOnce(db, school, { kind: `question ${lessonId}`, make }, tools)
    await recordNews(db, 'question_asked', [id], tools)
  })
  return openPage(school, 1, { lessonId })
}

interface ThreadAsk extends LessonAsk, ListAsk {
  threadId: string
  /** Asked from a list of the school's questions, which is then the answer. */
  admin?: number | undefined
}

/** The page that the caller looks at, after a change of theirs. */
const pageAfter = (school: Attended, lessonId: string, { admin, page, state, course, search }: ThreadAsk) => {
  const only = coursesWith(school, 'threads')
  const isList = admin && only?.length !== 0
  return openPage(school, page, isList ? { state, course, search, only } : { lessonId })
}

/** Tells whether the caller answers a question for the school; in its course, or in all. */
async function answersFor(school: Attended, { threadId, contentLink }: ThreadAsk): Promise<boolean> {
  if (school.may('threads') || !school.isTeam) return school.may('threads')
  const courseId = await school.tx((db) => queries.findCourseOf(db, { id: threadId, lessonLink: contentLink }))
  return courseId !== undefined && school.may('threads', courseId)
}

/**
 * An answer of the school ends the waiting, the first one earns the asker points, and they are told; what the asker adds makes it wait
 * again.
 */
export async function reply(school: Attended, asked: ThreadAsk, written: string, tools: LearningTools) {
  const message = textOf(written)
  const { threadId: id } = asked
  const isAnswer = await answersFor(school, asked)
  const opened = isAnswer ? undefined : await openLesson(school, asked, tools)
  if (opened && !opened.takesQuestions) throw new AppError('questions_closed')
  const { userId } = school.actor
  const { lessonId, replyId } = await school.tx(async (db) => {
    const thread = await queries.lockThread(db, { id, lessonLink: asked.contentLink })
    if (!thread || (opened && opened.lessonId !== thread.lesson_id)) throw notFound()
    if (!isAnswer && thread.user_id !== userId) throw new AppError('not_your_question')
    const now = tools.now()
    const row = { thread_id: id, user_id: userId, is_admin: isAnswer, message, utc_created_on: now }
    // The state and the notification change only together with a new reply, so a repeated call undoes no later change.
    const make = async () => {
      await requireReplyQuota(db, id, { isAnswer })
      await queries.setAnswered(db, id, isAnswer ? now : null)
      const made = await queries.insertReply(db, row)
      if (isAnswer) await notifyOfAnswer(db, { threadId: id, userId: thread.user_id, replyId: made.id }, tools)
      return made
    }
    const made = await makeOnce(db, school, { kind: `reply ${id}`, make }, tools)
    return { lessonId: thread.lesson_id, replyId: made.id }
  })
  return { ...(await pageAfter(school, lessonId, asked)), reply_id: replyId }
}

interface Answer {
  threadId: string
  /** Asker of the question. */
  userId: string
  replyId: string
}

const mailKeyOf = (replyId: string) => `answer:${replyId}`

/** The mail waits as long as the answer may be undone. */
async function notifyOfAnswer(db: SchoolDb, { threadId, userId, replyId }: Answer, tools: LearningTools) {
  const now = tools.now()
  await recordQuestion(db, { userId, threadId, isEarned: true }, now)
  await notify(db, { kind: 'question_answered', subjectId: replyId }, [userId], tools)
  const params = { threadId, replyId }
  const leavesOn = new Date(now.getTime() + heldMs)
  await queueMessage(db, { userId, kind: 'question_answered', dedupeKey: mailKeyOf(replyId), params, leavesOn }, tools)
}

const heldMs = answerLimits.heldSeconds * 1000

/** Takes back an answer with all that followed from it. A call that is repeated under its key finds it done. */
export const undo = (
  school: Attended,
  { contentLink, threadId, replyId }: { contentLink: string; threadId: string; replyId: string },
  tools: LearningTools,
) =>
  school.tx(async (db) => {
    const thread = await queries.lockThread(db, { id: threadId, lessonLink: contentLink })
    if (!thread || !school.may('threads', thread.course_id)) throw notFound()
    const make = () => takeAnswerBack(db, school, { threadId, userId: thread.user_id, replyId }, tools)
    return makeOnce(db, school, { kind: `undoing ${replyId}`, make }, tools)
  })

async function takeAnswerBack(db: SchoolDb, { actor }: Attended, answer: Answer, tools: LearningTools) {
  const { threadId, userId, replyId } = answer
  const replies = await queries.listReplies(db, threadId)
  const undone = replies.find(({ id }) => id === replyId)
  if (!undone) throw notFound()
  if (!undone.is_admin || undone.user_id !== actor.userId) throw new AppError('not_your_answer')
  if (replies.at(-1) !== undone) throw new AppError('answer_followed')
  const isLate = tools.now().getTime() - undone.utc_created_on.getTime() >= heldMs
  if (isLate || !(await withdrawMessage(db, mailKeyOf(replyId)))) throw new AppError('answer_stands')
  await takeBack(db, { kind: 'question_answered', subjectId: replyId }, userId)
  await queries.deleteReply(db, replyId)
  const last = replies.at(-2)
  await queries.setAnswered(db, threadId, last?.is_admin ? last.utc_created_on : null)
  if (!replies.some((each) => each.is_admin && each !== undone))
    await recordQuestion(db, { userId, threadId, isEarned: false }, tools.now())
  return done
}

/** Refuses a reply beyond the limit of a question; the last place is kept for an answer of the school. */
async function requireReplyQuota(db: SchoolDb, threadId: string, { isAnswer }: { isAnswer: boolean }) {
  const { total } = await queries.countReplies(db, threadId)
  if (total >= limits.repliesPerThread - (isAnswer ? 0 : 1)) throw new AppError('thread_full')
}

/**
 * Students can't remove their question once the school has answered it, even if they have written again since. A student who can't open the lesson can't
 * remove its questions; a member of the team with `threads` can.
 */
export async function remove(school: Attended, asked: ThreadAsk, tools: LearningTools) {
  const { threadId: id } = asked
  const isTeacher = await answersFor(school, asked)
  const opened = isTeacher ? undefined : await openLesson(school, asked, tools)
  const lessonId = await school.tx(async (db) => {
    const thread = await queries.lockThread(db, { id, lessonLink: asked.contentLink })
    if (!thread || (opened && (thread.user_id !== school.actor.userId || opened.lessonId !== thread.lesson_id)))
      throw notFound()
    if (!isTeacher && (await queries.countReplies(db, id)).bySchool > 0) throw new AppError('question_answered')
    await recordQuestion(db, { userId: thread.user_id, threadId: id, isEarned: false }, tools.now())
    await queries.deleteThread(db, id)
    return thread.lesson_id
  })
  return opened && !opened.takesQuestions ? noThreads : pageAfter(school, lessonId, asked)
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
