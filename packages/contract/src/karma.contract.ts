import { z } from 'zod'
import { defineRoute } from './route.ts'
import { Id, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

/**
 * What a student earns; of a question, once the school has answered it. Taking a lesson back takes its points back, and so does the school that
 * deletes a question; a course that was finished stays so.
 */
export const karmaPoints = { lesson: 10, course: 100, question: 5 } as const

export const KarmaEntry = z.object({
  reason: z.enum(['lesson', 'course', 'question']),
  /** Less than nothing where they were taken back. */
  points: z.number().int(),
  /** Of the lesson, also of one that was asked about, or of the course; '' when it exists no more. */
  title: z.string(),
  degree_title: z.string(),
  /** Null where there is nothing to open any more. */
  degree_link: z.string().nullable(),
  utc_created_on: Utc,
})
export type KarmaEntry = z.infer<typeof KarmaEntry>

export const RankRow = z.object({
  /** Who has as many points shares it. */
  place: z.number().int(),
  user_id: Id,
  name: z.string(),
  profile_img_url: z.string(),
  /** Of the public profile. */
  link: z.string(),
  karma: z.number().int(),
})
export type RankRow = z.infer<typeof RankRow>

export const karma = {
  entries: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/karma',
    summary: 'What earned the signed-in person their points, newest first',
    access: 'member',
    params: SchoolParams,
    query: PageQuery,
    response: z.object({ karma: z.number().int(), entries: pageOf(KarmaEntry) }),
  }),
  rank: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/rank',
    summary: "The school's students by points, and one's own place; 404 where the school shows none",
    access: 'member',
    params: SchoolParams,
    query: PageQuery,
    response: z.object({
      rank: pageOf(RankRow),
      /** Null for who has no points. */
      me: RankRow.nullable(),
    }),
  }),
}
