import { z } from 'zod'
import { defineRoute } from './route.ts'
import { Id, SchoolParams, Utc } from './wire.ts'

/** Course in a list, as its author sees it: drafts over published values. */
export const DegreeSummary = z.object({
  id: Id,
  link: z.string(),
  title: z.string(),
  img_wide_url: z.string(),
  is_private: z.boolean(),
  is_visible: z.boolean(),
  utc_published_on: Utc.nullable(),
  /** Students don't see yet some text of the course, a module or a lesson. */
  isDraft: z.boolean(),
})
export type DegreeSummary = z.infer<typeof DegreeSummary>

export const Category = z.object({
  id: Id,
  title: z.string(),
  withoutCat: z.boolean(),
  degrees: z.array(DegreeSummary),
})
export type Category = z.infer<typeof Category>
export const Categories = z.object({
  categories: z.array(Category),
  /** Revision of the categories; it changes with their titles, their order and the courses that belong to them. */
  revision: z.string(),
})

/** Course that a class, a certificate model or a plan may name, as students see it. */
export const DegreeChoice = z.object({
  id: Id,
  title: z.string(),
  published: z.boolean(),
  /** The public class has the course only where it names it. */
  is_private: z.boolean(),
  /** Title of its category, of an edition that has none here that of its franchisor's; '' without one. */
  category: z.string(),
  /** Name of the school that made an edition; '' for a course of the school's own. */
  franchisor: z.string(),
})

export const categories = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/categories',
    summary: 'Categories with their courses, drafts included; courses without one come last, in group 0',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: SchoolParams,
    response: Categories,
  }),
  choices: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/categories/choices',
    summary:
      'Courses that a class or a certificate model may name, open editions included, by franchisor and category; to teachers of chosen courses those alone',
    access: 'admin',
    may: ['courses', 'cohorts', 'certificates', 'affiliates'],
    byCourse: true,
    params: SchoolParams,
    response: z.object({ degrees: z.array(DegreeChoice) }),
  }),
  update: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/categories/update',
    summary:
      'Save titles, order and belonging of all categories at once; new ones have no id; the uncategorised group is left out and receives what no category names. 409 stale_version carries the newer categories',
    access: 'admin',
    may: 'courses',
    params: SchoolParams,
    body: z.object({
      categories: z
        .array(z.object({ id: Id.optional(), title: z.string().max(1000), degrees: z.array(Id).max(2000) }))
        .max(500),
      /** Revision that the change started from; without it the list replaces whatever is stored. */
      revision: z.string().max(100).optional(),
    }),
    response: Categories,
  }),
}
