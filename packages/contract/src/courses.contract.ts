import { z } from 'zod'
import { limits } from './limits.ts'
import { cleanText } from './people.ts'
import { defineRoute } from './route.ts'
import { isWebAddress, storable } from './text.ts'
import { Id, Link, SchoolParams, Utc } from './wire.ts'

export const Title = z
  .string()
  .max(1000)
  .transform(cleanText)
  .refine((value) => value.length <= limits.titleMax, 'Use no máximo 200 caracteres')
export const RichText = z.string().max(limits.richTextMax, 'Este texto é longo demais').transform(storable)
export const WebAddress = z
  .string()
  .trim()
  .max(limits.linkMax, 'Use no máximo 200 caracteres')
  .refine(isWebAddress, 'Preencha um endereço que comece com http:// ou https://')

export const LessonFile = z.object({
  id: Id,
  title: z.string().max(limits.titleMax),
  filename: z.string(),
  type: z.string(),
  size: z.number().int(),
  /** A path that answers a signed link; see learning.fileLink. */
  location: z.string(),
})
export type LessonFile = z.infer<typeof LessonFile>
export const ExternalLink = z.object({ id: z.string(), title: z.string(), link: z.string() })
const ExternalLinkChange = z.object({ id: z.string().regex(/^[\w-]{0,40}$/), title: Title, link: WebAddress })
export type ExternalLink = z.infer<typeof ExternalLink>

/** A lesson as its author sees it: drafts over published values. */
export const Lesson = z.object({
  id: Id,
  link: z.string(),
  title: z.string(),
  description: z.string(),
  main_media_url: z.string(),
  main_media_duration: z.number().int(),
  files: z.array(LessonFile),
  external_links: z.array(ExternalLink),
  is_private: z.boolean(),
  is_visible: z.boolean(),
  module_id: Id.nullable(),
  utc_published_on: Utc.nullable(),
  isDraft: z.boolean(),
  version: z.number().int(),
})
export type Lesson = z.infer<typeof Lesson>
export const LessonSummary = Lesson.pick({
  id: true,
  link: true,
  title: true,
  main_media_duration: true,
  is_visible: true,
  utc_published_on: true,
  isDraft: true,
})
export type LessonSummary = z.infer<typeof LessonSummary>

export const Module = z.object({
  id: Id,
  title: z.string(),
  alwaysAvailable: z.boolean(),
  content: z.array(LessonSummary),
})
export type Module = z.infer<typeof Module>

export const DrippingConfig = z.object({
  what: z.enum(['modules', 'school_gateways']),
  when: z.enum(['day', 'week', 'month']),
})

/** A course as its author sees it: drafts over published values. */
export const Degree = z.object({
  id: Id,
  school_id: Id,
  category_id: Id.nullable(),
  link: z.string(),
  title: z.string(),
  description_title: z.string(),
  description: z.string(),
  /** Total minutes. */
  workload_hours: z.number().int(),
  workload_hours_pretty: z.string(),
  landing_page_url: z.string(),
  no_dripping: z.boolean(),
  dripping_config: DrippingConfig,
  is_private: z.boolean(),
  is_visible: z.boolean(),
  hide_to_affiliates: z.boolean(),
  has_comments: z.boolean(),
  img_wide_url: z.string(),
  modules: z.array(Module),
  utc_published_on: Utc.nullable(),
  utc_created_on: Utc,
  /** Something is written that students don't see yet, in the course, a module or a lesson. */
  isDraft: z.boolean(),
  version: z.number().int(),
})
export type Degree = z.infer<typeof Degree>
export const DegreeSummary = Degree.pick({
  id: true,
  link: true,
  title: true,
  img_wide_url: true,
  is_private: true,
  is_visible: true,
  utc_published_on: true,
  isDraft: true,
})
export type DegreeSummary = z.infer<typeof DegreeSummary>

export const Category = z.object({
  id: Id,
  title: z.string(),
  withoutCat: z.boolean(),
  degrees: z.array(DegreeSummary),
})
export type Category = z.infer<typeof Category>
const Categories = z.object({
  categories: z.array(Category),
  /** Another one after every change of the categories' titles and order, and of what belongs to them. */
  revision: z.string(),
})
const SchoolAndDegree = z.object({ school: Categories, degree: Degree })

/** A module that has no id yet is named by the client until the answer comes: 'new-…'. */
const ModuleRef = z.string().regex(/^(0|[1-9]\d{0,17}|new-[\w-]{1,40})$/)

/** What a save may change; what is absent stays. */
export const DegreeChange = z.object({
  id: Id.optional(),
  /** The version that the change started from; required for a course that exists. */
  version: z.number().int().optional(),
  categoryId: Id.nullable().optional(),
  title: Title.optional(),
  description_title: Title.optional(),
  description: RichText.optional(),
  workload_hours: z.number().int().min(0).max(1_000_000).optional(),
  landing_page_url: z.string().max(limits.linkMax).optional(),
  no_dripping: z.boolean().optional(),
  dripping_config: DrippingConfig.optional(),
  is_private: z.boolean().optional(),
  is_visible: z.boolean().optional(),
  hide_to_affiliates: z.boolean().optional(),
  has_comments: z.boolean().optional(),
  modules: z
    .array(z.object({ id: ModuleRef, title: Title, alwaysAvailable: z.boolean() }))
    .max(500)
    .optional(),
  /** All modules in order; one that is left out is removed (for students: when that is published). */
  moduleOrder: z.array(ModuleRef).max(500).optional(),
  /** All lessons of each named module in order; one that no module lists is removed. */
  contentOrderByModule: z.record(ModuleRef, z.array(Id).max(1000)).optional(),
})
export type DegreeChange = z.input<typeof DegreeChange>

/** What a save may change; what is absent stays. */
export const LessonChange = z.object({
  id: Id.optional(),
  degree_id: Id,
  /** Where a new lesson goes; required for a new one. */
  module_id: Id.optional(),
  version: z.number().int().optional(),
  title: Title.optional(),
  description: RichText.optional(),
  main_media_url: z.string().trim().max(limits.linkMax).optional(),
  main_media_duration: z.number().int().min(0).max(1_000_000).optional(),
  files: z
    .array(z.object({ id: Id, title: z.string().max(1000).transform(storable) }))
    .max(limits.filesPerLesson)
    .optional(),
  external_links: z.array(ExternalLinkChange).max(100).optional(),
  is_visible: z.boolean().optional(),
})
export type LessonChange = z.input<typeof LessonChange>

const LinkParams = SchoolParams.extend({ link: Link })
const LessonParams = SchoolParams.extend({
  courseLink: Link,
  lessonLink: Link,
})

export const courses = {
  listCategories: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/categories',
    summary: 'Categories with their courses, drafts included; courses without one come last, in group 0',
    access: 'admin',
    params: SchoolParams,
    response: Categories,
  }),
  updateCategories: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/categories/update',
    summary:
      'Save titles, order and belonging of all categories at once; new ones have no id; the uncategorised group is left out and receives what no category names. 409 stale_version carries the newer categories',
    access: 'admin',
    params: SchoolParams,
    body: z.object({
      categories: z
        .array(z.object({ id: Id.optional(), title: z.string().max(1000), degrees: z.array(Id).max(2000) }))
        .max(500),
      /** The one that the change started from; without it the list replaces whatever is there. */
      revision: z.string().max(100).optional(),
    }),
    response: Categories,
  }),
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/degree/:link',
    summary: 'One course for its author',
    access: 'admin',
    params: LinkParams,
    response: z.object({ degree: Degree }),
  }),
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/degree/:link/save',
    summary:
      "Save a course ('0' makes a new one); a published one keeps the change as a draft. 409 stale_version carries the newer degree",
    access: 'admin',
    params: LinkParams,
    body: DegreeChange,
    response: SchoolAndDegree,
  }),
  publish: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/degree/:link/publish',
    summary: 'Publish a course with its drafts and new lessons, or take it back with unpublish',
    access: 'admin',
    params: LinkParams,
    body: z.object({ id: Id, unpublish: z.boolean().optional() }),
    response: SchoolAndDegree,
  }),
  clearDraft: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/degree/:link/clear-draft',
    summary: 'Discard what is not published',
    access: 'admin',
    params: LinkParams,
    body: z.object({ id: Id }),
    response: SchoolAndDegree,
  }),
  remove: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/degree/delete',
    summary: 'Delete an unpublished course for ever',
    access: 'admin',
    params: SchoolParams,
    body: z.object({ id: Id }),
    response: Categories,
  }),
  uploadCover: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/degree/img',
    summary: 'Replace the cover; a published course keeps it as a draft',
    access: 'admin',
    rateLimit: 'upload',
    params: SchoolParams,
    multipart: {
      fields: z.object({ id: Id, field: z.literal('img_wide_url').default('img_wide_url') }),
      maxBytes: limits.imageBytes,
    },
    response: z.object({ degree: Degree }),
  }),
}

export const lessons = {
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/degree/:courseLink/content/:lessonLink',
    summary: 'One lesson for its author',
    access: 'admin',
    params: LessonParams,
    response: z.object({ content: Lesson, degree: Degree }),
  }),
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/degree/:courseLink/content/:lessonLink/save',
    summary:
      "Save a lesson ('0' makes a new one in module_id); in a published lesson the change is a draft. 409 stale_version carries the newer content",
    access: 'admin',
    params: LessonParams,
    body: LessonChange,
    response: z.object({ content: Lesson, degree: Degree }),
  }),
  uploadFile: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/content/file',
    summary:
      'Upload a file for a lesson, checked by content; it becomes part of the lesson when the lesson is saved with it',
    access: 'admin',
    rateLimit: 'upload',
    params: SchoolParams,
    multipart: { fields: z.object({}), maxBytes: limits.lessonFileBytes },
    response: z.object({ file_location: z.string(), file: LessonFile }),
  }),
}
