import type { z } from 'zod'
import type { School } from '../core/scope.ts'
import type { Tools } from '../core/tools.ts'
import { allJobs } from './catalogue.ts'
import type { JobDefinition, PlatformJob } from './job-definition.ts'

export interface JobHandler {
  job: JobDefinition
  /** @param signal aborts when the worker is asked to stop; long work ends at its next step and goes on elsewhere */
  run(school: School, payload: unknown, tools: Tools, signal: AbortSignal): Promise<void>
  /** Notifies the people who wait for the result that it will not come: the last try has failed. */
  giveUp?(school: School, payload: unknown, error: Error, tools: Tools): Promise<void>
}

/** Binds a job to what it does. A handler may run twice for the same payload; the second run does nothing. */
export function defineHandler<P extends z.ZodObject>(
  job: JobDefinition<P>,
  run: (school: School, payload: z.output<P>, tools: Tools, signal: AbortSignal) => Promise<void>,
  giveUp?: (school: School, payload: z.output<P>, error: Error, tools: Tools) => Promise<void>,
): JobHandler {
  return {
    job: job as unknown as JobDefinition,
    run: (school, payload, tools, signal) => run(school, job.payload.parse(payload), tools, signal),
    ...(giveUp
      ? { giveUp: (school, payload, error, tools) => giveUp(school, job.payload.parse(payload), error, tools) }
      : {}),
  }
}

/** Binds a job of the platform to its work, which gets no school. */
export const definePlatformHandler = <P extends z.ZodObject>(
  job: PlatformJob<P>,
  run: (payload: z.output<P>, tools: Tools) => Promise<void>,
): JobHandler => ({
  job: job as unknown as JobDefinition,
  run: (_, payload, tools) => run(job.payload.parse(payload), tools),
})

/** Refuses to start a worker that would leave a job undone, or do it in two ways. */
export function assertOneHandlerEach(handlers: JobHandler[]): void {
  const problems = allJobs.flatMap(({ name }) => {
    const count = handlers.filter((handler) => handler.job.name === name).length
    return count === 1 ? [] : [`${name} has ${count === 0 ? 'no handler' : `${count} handlers`}`]
  })
  const knownNames = new Set(allJobs.map((job) => job.name))
  for (const { job } of handlers) if (!knownNames.has(job.name)) problems.push(`${job.name} is not in the catalogue`)
  if (problems.length) throw new Error(`each job needs exactly one handler: ${problems.join(', ')}`)
}
