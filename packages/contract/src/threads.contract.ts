import { z } from 'zod'
import { RichText } from './courses.contract.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { refusals } from './refusals.ts'
import { isEmptyRichText } from './rich-text.ts'
import { defineRoute } from './route.ts'
import { storableName } from './text.ts'
import { Done, Id, Link, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

export const answerLimits = {
  /** An answer may be undone for so long, as screens say. */
  undoSeconds: 30,
  /** Its mail waits a little longer, and so does the server: a click of the last second is on its way for a while. */
  heldSeconds: 35,
} as const

/** Stands where a question was sent from: names the one who answers, and the way that the answer takes. */
export const questionSent = (school: string) => `Pergunta enviada. ${school} responde aqui, e avisamos você por e-mail.`

const Author = z.object({ user_id: Id, user_name: z.string(), profile_img_url: z.string() })

/** Answer to a question, or an addition of its author's. */
export const Subthread = Author.extend({ id: Id, message: z.string(), is_admin: z.boolean(), utc_created_on: Utc })
export type Subthread = z.infer<typeof Subthread>

/** Question about a lesson (pergunta), with the messages under it (part 2 §3). */
export const Thread = Author.extend({
  id: Id,
  /** Sanitised rich text. */
  message: z.string(),
  subthreads: z.array(Subthread),
  is_answered: z.boolean(),
  content_link: z.string(),
  content_title: z.string(),
  degree_link: z.string(),
  degree_title: z.string(),
  utc_created_on: Utc,
})
export type Thread = z.infer<typeof Thread>

/** Question or answer: rich text that is not empty. */
export const ThreadMessage = z.object({
  message: RichText.refine((html) => !isEmptyRichText(html), messages.emptyQuestion).refine(
    (html) => html.length <= limits.threadMessageMax,
    refusals.messageLong,
  ),
})

/** A page number beyond the end answers the last page. */
const response = pageOf(Thread)
  .omit({ list: true })
  .extend({ threads: z.array(Thread) })
export type ThreadPage = z.infer<typeof response>

export const threadStates = ['waiting', 'answered'] as const
export type ThreadState = (typeof threadStates)[number]

/** The list of a school's questions: those that wait, oldest first, or those that were answered, the latest answer first. */
const ThreadListQuery = PageQuery.extend({
  state: z.enum(threadStates).default('waiting'),
  /** Id of a course; the questions of all courses without it. */
  course: Id.optional(),
  /** Words of the question or of its student's name. */
  search: z.string().max(limits.searchMax).default('').transform(storableName),
})

const LessonParams = SchoolParams.extend({ contentLink: Link })
const ThreadParams = LessonParams.extend({ threadId: Id })
/** Course of the lesson, because lessons of two courses may have one link. */
const InDegree = z.object({ degreeLink: Link.optional() })
/** Number of the page that the answer holds; its other fields choose among the school's questions. */
const OnPage = ThreadListQuery.extend({
  ...InDegree.shape,
  /** With 1 the caller answers for the school, and the page is one of the school's questions, not of the lesson's. */
  admin: z.coerce.number().int().optional(),
})

export const threads = {
  ofLesson: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/degree/:degreeLink/content/:contentLink/threads',
    summary: 'The questions about a lesson, newest first, with their answers',
    access: 'member',
    params: LessonParams.extend({ degreeLink: Link }),
    query: PageQuery,
    response,
  }),
  ask: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/content/:contentLink/thread',
    summary: 'Ask about a lesson, where its course takes questions',
    access: 'member',
    rateLimit: 'question',
    params: LessonParams,
    query: InDegree,
    body: ThreadMessage,
    response,
  }),
  reply: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/content/:contentLink/thread/:threadId',
    summary: "Answer a question, as the school's administrator; its asker may add to it, and it waits again",
    access: 'member',
    isLogged: true,
    rateLimit: 'question',
    params: ThreadParams,
    query: OnPage,
    body: ThreadMessage,
    response: response.extend({
      /** Id of what was written, by which an administrator may undo it. */
      reply_id: Id,
    }),
  }),
  undo: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/content/:contentLink/thread/:threadId/reply/:replyId',
    summary: "Take back one's own answer within half a minute: its mail and its notification go with it",
    access: 'admin',
    may: 'threads',
    byCourse: true,
    params: ThreadParams.extend({ replyId: Id }),
    response: Done,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/content/:contentLink/thread/:threadId',
    summary:
      'Delete a question with its answers: administrators any, students their own while the school has said nothing',
    access: 'member',
    isLogged: true,
    params: ThreadParams,
    query: OnPage,
    response,
  }),
  waiting: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/threads/waiting-reply',
    summary: 'The questions that wait for an answer, oldest first',
    access: 'admin',
    may: 'threads',
    byCourse: true,
    params: SchoolParams,
    query: PageQuery,
    response,
  }),
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/threads',
    summary: 'The questions of the school by state, course and words',
    access: 'admin',
    may: 'threads',
    byCourse: true,
    params: SchoolParams,
    query: ThreadListQuery,
    response: response.extend({
      /** Courses that have questions. */
      courses: z.array(z.object({ id: Id, title: z.string() })),
    }),
  }),
}
