import { z } from 'zod'
import { RichText } from './courses.contract.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { refusals } from './refusals.ts'
import { isEmptyRichText } from './rich-text.ts'
import { defineRoute } from './route.ts'
import { Id, Link, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

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
const LessonParams = SchoolParams.extend({ contentLink: Link })
const ThreadParams = LessonParams.extend({ threadId: Id })
/** Course of the lesson, because lessons of two courses may have one link. */
const InDegree = z.object({ degreeLink: Link.optional() })
const OnPage = InDegree.extend({
  /** Number of the page that the answer holds. */
  page: PageQuery.shape.page,
  /** With 1 the caller answers for the school, and the list holds the questions that wait for it. */
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
    rateLimit: 'question',
    params: ThreadParams,
    query: OnPage,
    body: ThreadMessage,
    response,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/content/:contentLink/thread/:threadId',
    summary:
      'Delete a question with its answers: administrators any, students their own while the school has said nothing',
    access: 'member',
    params: ThreadParams,
    query: OnPage,
    response,
  }),
  waiting: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/threads/waiting-reply',
    summary: 'The questions that wait for an answer, oldest first',
    access: 'admin',
    params: SchoolParams,
    query: PageQuery,
    response,
  }),
}
