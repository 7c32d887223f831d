import { z } from 'zod'
import { defineRoute } from './route.ts'
import { Id, SchoolParams } from './wire.ts'

/** A course, or one lesson of it, that a student wants to find again (part 2 §3). */
export const Bookmark = z.object({
  id: Id,
  degree_id: Id,
  /** Null means that the bookmark is of the course itself. */
  content_id: Id.nullable(),
  degree_link: z.string(),
  content_link: z.string().nullable(),
  title: z.string(),
  img_wide_url: z.string(),
})
export type Bookmark = z.infer<typeof Bookmark>

const response = z.object({ bookmarks: z.array(Bookmark) })

export const bookmarks = {
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/bookmark',
    summary: 'Keep a course or a lesson among the favourites, or take it away; saying the same twice changes nothing',
    access: 'member',
    params: SchoolParams,
    body: z.object({ degreeId: Id, contentId: Id.nullable().default(null), isBookmark: z.boolean() }),
    response,
  }),
  mine: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/bookmarks/student',
    summary: 'My favourites that are open to me, newest first',
    access: 'member',
    params: SchoolParams,
    response,
  }),
}
