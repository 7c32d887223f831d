import { z } from 'zod'

/** Values that an author may change in a course, as its columns hold them. A draft is a part of the same. */
export const CourseValues = z.object({
  title: z.string(),
  description_title: z.string(),
  description: z.string(),
  workload_minutes: z.number().int(),
  landing_page_url: z.string(),
  no_dripping: z.boolean(),
  dripping_what: z.enum(['modules', 'school_gateways']),
  dripping_when: z.enum(['day', 'week', 'month']),
  in_order: z.boolean(),
  has_practice: z.boolean(),
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
