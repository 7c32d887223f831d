import { z } from 'zod'

/** A file of a lesson as the lesson keeps it, so that showing a lesson reads no other table. */
const KeptFile = z.object({
  id: z.string(),
  title: z.string(),
  filename: z.string(),
  type: z.string(),
  size: z.number(),
})
export type KeptFile = z.infer<typeof KeptFile>

/** Values that an author may change in a lesson, as its columns hold them. A draft is a part of the same. */
export const LessonValues = z.object({
  title: z.string(),
  description: z.string(),
  main_media_url: z.string(),
  main_media_duration: z.number().int(),
  files: z.array(KeptFile),
  external_links: z.array(z.object({ id: z.string(), title: z.string(), link: z.string() })),
  is_visible: z.boolean(),
  is_private: z.boolean(),
})
export type LessonValues = z.infer<typeof LessonValues>
