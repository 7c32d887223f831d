import { z } from 'zod'
import { Degree, LessonSummary, RichText, Title } from './courses.contract.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { cleanLink, storableName, webAddressProblem } from './text.ts'
import { Id, Link, SchoolParams } from './wire.ts'

const WebAddress = z
  .string()
  .overwrite(cleanLink)
  .check((given) => {
    const message = webAddressProblem(given.value)
    if (message) given.issues.push({ code: 'custom', message, input: given.value })
  })

export const LessonFile = z.object({
  id: Id,
  title: z.string().max(limits.titleMax),
  filename: z.string(),
  type: z.string(),
  size: z.number().int(),
  /** Path that answers a signed link; see learning.fileLink. */
  location: z.string(),
})
export type LessonFile = z.infer<typeof LessonFile>
export const ExternalLink = z.object({ id: z.string(), title: z.string(), link: z.string() })
const ExternalLinkChange = z.object({ id: z.string().regex(/^[\w-]{0,40}$/), title: Title, link: WebAddress })
export type ExternalLink = z.infer<typeof ExternalLink>

/** Lesson as its author sees it: drafts over published values. */
export const Lesson = LessonSummary.extend({
  description: z.string(),
  main_media_url: z.string(),
  files: z.array(LessonFile),
  external_links: z.array(ExternalLink),
  module_id: Id.nullable(),
  version: z.number().int(),
})
export type Lesson = z.infer<typeof Lesson>

/** Fields that a save may change; an absent field stays. */
export const LessonChange = z.object({
  id: Id.optional(),
  degree_id: Id,
  /** Module of a new lesson, which requires it. */
  module_id: Id.optional(),
  version: z.number().int().optional(),
  title: Title.optional(),
  description: RichText.optional(),
  main_media_url: z.string().trim().max(limits.linkMax).optional(),
  main_media_duration: z.number().int().min(0).max(1_000_000).optional(),
  files: z
    .array(z.object({ id: Id, title: z.string().max(1000).transform(storableName) }))
    .max(limits.filesPerLesson)
    .optional(),
  external_links: z.array(ExternalLinkChange).max(limits.linksPerLesson).optional(),
  is_visible: z.boolean().optional(),
  is_private: z.boolean().optional(),
})
export type LessonChange = z.input<typeof LessonChange>

const LessonParams = SchoolParams.extend({
  courseLink: Link,
  lessonLink: Link,
})

export const lessons = {
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/degree/:courseLink/content/:lessonLink',
    summary: 'One lesson for its author',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: LessonParams,
    response: z.object({ content: Lesson, degree: Degree }),
  }),
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/degree/:courseLink/content/:lessonLink/save',
    summary:
      "Save a lesson ('0' makes a new one in module_id); in a published lesson the change is a draft. 409 stale_version carries the newer content",
    access: 'admin',
    may: 'courses',
    byCourse: true,
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
    may: 'courses',
    byCourse: true,
    rateLimit: 'upload',
    params: SchoolParams,
    multipart: { fields: z.object({}), maxBytes: limits.lessonFileBytes },
    response: z.object({ file_location: z.string(), file: LessonFile }),
  }),
}
