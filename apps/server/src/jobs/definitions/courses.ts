import { Id } from '@escola/contract/wire'
import { z } from 'zod'
import { defineJob } from '../job-definition.ts'

/** Jobs that follow a change of a course, or its passing of time; a part of the catalogue. */
export const courseJobs = {
  /** A published change may leave students with nothing more to complete. */
  completeCourse: defineJob({
    name: 'learning.complete',
    queue: 'runs',
    payload: z.object({ courseId: Id }),
    retries: 'ownRows',
  }),
  /** The clock writes the job when an attempt at an assessment is over, and each day while one runs; see due_jobs. */
  endExamAttempts: defineJob({
    name: 'exam_attempts.end',
    queue: 'runs',
    plans: 'kept',
    payload: z.object({}),
    retries: 'ownRows',
  }),
  /** Checks the questions of a file, or adds those that were confirmed. */
  processExamImport: defineJob({
    name: 'exam_imports.process',
    queue: 'imports',
    payload: z.object({ importId: Id }),
    retries: 'ownRows',
  }),
  /** A course that came out is announced to every student who may study it. */
  announceCourse: defineJob({
    name: 'notifications.announce_course',
    queue: 'runs',
    payload: z.object({ courseId: Id }),
    retries: 'ownRows',
  }),
  /** Modules opened to students by a day or by their class's rhythm. */
  announceOpenedModules: defineJob({
    name: 'openings.tell',
    queue: 'runs',
    payload: z.object({}),
    retries: 'upkeep',
    dailyHour: 8,
  }),
}
