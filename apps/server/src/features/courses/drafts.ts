import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

/** What an author may change in a course, as its columns hold it. A draft is a part of the same. */
export const CourseValues = z.object({
  title: z.string(),
  description_title: z.string(),
  description: z.string(),
  workload_minutes: z.number().int(),
  landing_page_url: z.string(),
  no_dripping: z.boolean(),
  dripping_what: z.enum(['modules', 'school_gateways']),
  dripping_when: z.enum(['day', 'week', 'month']),
  is_private: z.boolean(),
  is_visible: z.boolean(),
  hide_to_affiliates: z.boolean(),
  has_comments: z.boolean(),
  cover_key: z.string().nullable(),
  module_order: z.array(z.string()),
})
export type CourseValues = z.infer<typeof CourseValues>

export const ModuleValues = z.object({
  title: z.string(),
  always_available: z.boolean(),
  lesson_order: z.array(z.string()),
})
export type ModuleValues = z.infer<typeof ModuleValues>

/** A file of a lesson as the lesson keeps it, so that showing a lesson reads no other table. */
const KeptFile = z.object({
  id: z.string(),
  title: z.string(),
  filename: z.string(),
  type: z.string(),
  size: z.number(),
})
export type KeptFile = z.infer<typeof KeptFile>
export const LessonValues = z.object({
  title: z.string(),
  description: z.string(),
  main_media_url: z.string(),
  main_media_duration: z.number().int(),
  files: z.array(KeptFile),
  external_links: z.array(z.object({ id: z.string(), title: z.string(), link: z.string() })),
  is_visible: z.boolean(),
})
export type LessonValues = z.infer<typeof LessonValues>

/** The published values with the draft laid over them: what the author works on. */
export const authorValues = <T>(schema: z.ZodType<T>, row: { draft: unknown }): T =>
  schema.parse({ ...row, ...(row.draft as object | null) })

/** What differs from the published values; null when nothing does. */
export function draftOver<T extends object>(published: T, wanted: T): Partial<T> | null {
  const changed = Object.entries(wanted).filter(
    ([name, value]) => !isDeepStrictEqual(value, published[name as keyof T]),
  )
  return changed.length ? (Object.fromEntries(changed) as Partial<T>) : null
}

/**
 * How wanted values are kept: students see a live row's columns, so what differs from them goes into its draft; any other
 * row is edited directly.
 */
export const kept = <T extends object>(
  published: T,
  wanted: T,
  isLive: boolean,
): { values: T; draft: Partial<T> | null } =>
  isLive ? { values: published, draft: draftOver(published, wanted) } : { values: wanted, draft: null }
