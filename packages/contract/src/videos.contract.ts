import { z } from 'zod'
import { defineRoute } from './route.ts'
import { storableName } from './text.ts'
import { Done, Id, SchoolParams } from './wire.ts'

/** Video that is being uploaded to a lesson, in parts. */
export const VideoUpload = z.object({
  id: Id,
  filename: z.string(),
  size: z.number().int(),
  /** Size of every part but the last. */
  part_bytes: z.number().int(),
  /** Numbers of the parts that have come; the first is 1. */
  parts: z.array(z.number().int()),
  /** Address for the lesson's main_media_url, once the video is whole. */
  main_media_url: z.string().nullable(),
})
export type VideoUpload = z.infer<typeof VideoUpload>

const VideoParams = SchoolParams.extend({ id: Id })
const Answer = z.object({ upload: VideoUpload })

export const videos = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/videos',
    summary: "The person's own videos that are on their way, and how large one may be",
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: SchoolParams,
    response: z.object({ max_bytes: z.number().int(), uploads: z.array(VideoUpload) }),
  }),
  begin: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/videos',
    summary:
      'Begin to send a video, or go on with the same file: name, size and date of change tell that it is the same',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    rateLimit: 'upload',
    params: SchoolParams,
    body: z.object({
      filename: z.string().min(1).max(1000).transform(storableName),
      size: z.number().int().min(1),
      modified: z.number().int().min(0),
    }),
    response: Answer,
  }),
  putPart: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/videos/:id/parts/:number',
    summary:
      'One part, as application/octet-stream; in any order, and twice does no harm. The first shows whether it is a video',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    // The log of a platform administrator's visit shows the beginning and the end, not two hundred parts.
    reads: true,
    rateLimit: 'videoPart',
    params: VideoParams.extend({ number: z.coerce.number().int().min(1).max(10_000) }),
    bytes: true,
    response: Answer,
  }),
  finish: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/videos/:id/finish',
    summary: 'All parts have come: main_media_url is what the lesson is saved with',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: VideoParams,
    response: Answer,
  }),
  giveUp: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/videos/:id',
    summary: 'Give up a video that is on its way, with all that has come of it',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: VideoParams,
    response: Done,
  }),
}
