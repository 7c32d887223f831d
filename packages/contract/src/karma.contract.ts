import { z } from 'zod'
import { defineRoute } from './route.ts'
import { Id, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

/**
 * Points that a student earns. A question earns them once the school has answered it. A lesson's points go when the lesson is marked as not
 * complete, and a question's when the school deletes it; a finished course and a passed assessment keep theirs.
 */
export const karmaPoints = { lesson: 10, course: 100, question: 5, exam: 20 } as const

export const KarmaEntry = z.object({
  /** merge: the school has merged another e-mail of the student's into this one. */
  reason: z.enum(['lesson', 'course', 'question', 'exam', 'merge']),
  /** Negative in an entry that takes points back. */
  points: z.number().int(),
  /** Title of the lesson or the course; a question and an assessment have their lesson's title. It is '' for one that was deleted. */
  title: z.string(),
  degree_title: z.string(),
  /** Null where nothing is left to open. */
  degree_link: z.string().nullable(),
  utc_created_on: Utc,
})
export type KarmaEntry = z.infer<typeof KarmaEntry>

export const RankRow = z.object({
  /** Place in the ranking; students with equal points share it. */
  place: z.number().int(),
  user_id: Id,
  name: z.string(),
  profile_img_url: z.string(),
  /** Link of the public profile. */
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
      /** Null for a student without points. */
      me: RankRow.nullable(),
    }),
  }),
}
