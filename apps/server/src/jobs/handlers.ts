import type { z } from 'zod'
import type { School } from '../http/scope.ts'
import type { Tools } from '../tools.ts'
import type { JobDefinition } from './catalogue.ts'

export interface JobHandler {
  job: JobDefinition
  /** @param signal aborts when the worker is asked to stop; long work ends at its next step and goes on elsewhere */
  run(school: School, payload: unknown, tools: Tools, signal: AbortSignal): Promise<void>
}

/** Binds a job to what it does. A handler may run twice for the same payload; the second run does nothing. */
export const handles = <P extends z.ZodObject>(
  job: JobDefinition<P>,
  run: (school: School, payload: z.output<P>, tools: Tools, signal: AbortSignal) => Promise<void>,
): JobHandler => ({
  job: job as unknown as JobDefinition,
  run: (school, payload, tools, signal) => run(school, job.payload.parse(payload), tools, signal),
})
