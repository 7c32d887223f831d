import { z } from 'zod'
import { daily, defineJob } from '../job-definition.ts'

/** Jobs of files and videos; a part of the catalogue. */
export const fileJobs = {
  /** A file's row was deleted a day ago. */
  deleteBytes: defineJob({
    name: 'files.delete_bytes',
    queue: 'documents',
    payload: z.object({
      files: z
        .array(z.object({ purpose: z.string(), key: z.string() }))
        .min(1)
        .max(100),
    }),
    retries: 'upkeep',
  }),
  removeUnusedFiles: defineJob({ name: 'files.remove_unused', ...daily }),
  removeStrayBytes: defineJob({ name: 'files.remove_stray', ...daily }),
  dropOldVideos: defineJob({ name: 'videos.drop_old', ...daily }),
}
