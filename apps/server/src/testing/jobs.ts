import { openSchool, type School } from '../core/scope.ts'
import type { Tools } from '../core/tools.ts'
import { type JobDefinition, platformId } from '../jobs/job-definition.ts'
import { markJobDone } from '../jobs/outbox.queries.ts'
import { continueRun } from '../jobs/runs/runs.ts'
import { runKinds } from '../run-kinds.ts'
import { workerHandlers } from '../worker-handlers.ts'
import type { World } from './world.ts'

/** Signal of a worker that is never asked to stop. */
export const neverStops = new AbortController().signal

type WorkerTools = Parameters<typeof workerHandlers>[0]
export type NamedJob = Pick<JobDefinition, 'name'>
type Ran = Pick<World, 'database'> & { tools: Tools }

interface Running {
  now?: Date
  /** Mailer, providers and other tools of a worker that the job needs beside the database. */
  own?: Partial<WorkerTools>
}

/** Finds the worker's handler of a job. */
export function handlerOf({ database }: Pick<World, 'database'>, { name }: NamedJob, own: Partial<WorkerTools> = {}) {
  const tools = { platform: database, openSchool: (id: string) => openSchool(database, id), ...own }
  return workerHandlers(tools as WorkerTools).find(({ job }) => job.name === name)!
}

const toolsAt = ({ tools }: Ran, now: Date | undefined): Tools => (now ? { ...tools, now: () => now } : tools)

/** Does a worker's work on one job. The platform's own jobs have no school. */
export const runJob = (
  w: Ran,
  school: School | undefined,
  job: NamedJob,
  payload: unknown,
  { now, own }: Running = {},
): Promise<void> => handlerOf(w, job, own).run(school as School, payload, toolsAt(w, now), neverStops)

/** Does what is left of a run. */
export const workRun = (
  { tools }: Pick<Ran, 'tools'>,
  school: School,
  runId: string,
  { atOnce, signal = neverStops }: { atOnce?: number; signal?: AbortSignal } = {},
): Promise<void> =>
  continueRun(school, { kinds: runKinds, ...(atOnce !== undefined && { atOnce }) }, runId, tools, signal)

/** Does what a worker does when the last try of a job has failed. */
export const giveUpJob = async (w: Ran, school: School, job: NamedJob, payload: unknown, error: Error) =>
  handlerOf(w, job).giveUp?.(school, payload, error, w.tools)

interface RowRun extends Running {
  /** How often the job is run, as by workers that die before they have recorded its end. */
  times?: number
  /** Called with a failure, and the job counts as done; without it the failure is thrown. */
  onFailure?: (error: Error) => void
}

/** Runs a job that waits in the outbox and marks it as done. */
export async function runRow(
  w: Ran,
  school: School | undefined,
  { id, name, payload }: PendingJob,
  { times = 1, onFailure, ...running }: RowRun = {},
): Promise<void> {
  const { job } = handlerOf(w, { name }, running.own)
  const run = async () => {
    for (let time = 0; time < times; time++) await runJob(w, school, { name }, payload, running)
  }
  await (onFailure ? run().catch(onFailure) : run())
  const key = { schoolId: school?.id ?? platformId, id }
  const end = { on: toolsAt(w, running.now).now(), erasesPayload: job.erasesPayload === true }
  await w.database.withPlatform((db) => markJobDone(db, key, end))
}

/**
 * Runs the jobs that wait in the outbox of a school, or of the platform without one, oldest first, and marks them as done. Jobs that they write
 * wait for the next call.
 * @param only jobs that are run; all without it
 * @returns how many there were
 */
export async function runPending(
  w: Ran,
  school: School | undefined,
  { only, ...running }: RowRun & { only?: NamedJob[] } = {},
): Promise<number> {
  const waiting = await listPending(w, school, only)
  for (const row of waiting) await runRow(w, school, row, running)
  return waiting.length
}

export interface PendingJob {
  id: string
  name: string
  payload: unknown
}

/** Lists what waits in the outbox of a school, or of the platform without one, oldest first. */
export async function listPending(
  { database }: Pick<World, 'database'>,
  school: School | undefined,
  only?: NamedJob[],
): Promise<PendingJob[]> {
  const waiting = await database.withPlatform((db) =>
    db
      .selectFrom('outbox')
      .where('school_id', '=', school?.id ?? platformId)
      .where('utc_done_on', 'is', null)
      .orderBy('id')
      .select(['id', 'name', 'payload'])
      .execute(),
  )
  return only ? waiting.filter(({ name }) => only.some((job) => job.name === name)) : waiting
}
