import type { PlatformDb, SchoolDb, Write } from '@escola/db'
import type { z } from 'zod'
import { type JobDefinition, type PlatformJob, platformId } from './job-definition.ts'
import { insertJobs, makeJobWrite } from './outbox.queries.ts'

/** Writes a job beside the change that needs it: both commit or neither. The relay in the worker takes it from there. */
export const enqueue = <P extends z.ZodObject>(
  db: SchoolDb,
  job: JobDefinition<P>,
  payload: z.input<P>,
): Promise<void> => enqueueMany(db, job, [payload])

/** Makes the write of a job that leaves it to the caller to wake the relay: for transactions of which many commit at once. */
export const writeOfJob = <P extends z.ZodObject>(job: JobDefinition<P>, payload: z.input<P>): Write =>
  makeJobWrite(job.name, JSON.stringify(job.payload.parse(payload)))

/** Rows of one insert: their parameters stay below PostgreSQL's limit of 65,535 per statement. */
const rowsAtOnce = 5000

/**
 * Many jobs of one kind in few statements.
 * @param runOn moment from which they may run; at once without it
 */
export async function enqueueMany<P extends z.ZodObject>(
  db: SchoolDb,
  job: JobDefinition<P>,
  payloads: z.input<P>[],
  runOn?: Date,
): Promise<void> {
  const rows = payloads.map((payload) => ({
    name: job.name,
    payload: JSON.stringify(job.payload.parse(payload)),
    ...(runOn && { utc_run_on: runOn }),
  }))
  for (let from = 0; from < rows.length; from += rowsAtOnce) await insertJobs(db, rows.slice(from, from + rowsAtOnce))
}

/** Writes a school's job in a transaction of the platform. */
export async function enqueueFor<P extends z.ZodObject>(
  db: PlatformDb,
  schoolId: string,
  job: JobDefinition<P>,
  payload: z.input<P>,
  runOn?: Date,
): Promise<void> {
  const row = { school_id: schoolId, name: job.name, payload: JSON.stringify(job.payload.parse(payload)) }
  await insertJobs(db, [{ ...row, ...(runOn && { utc_run_on: runOn }) }])
}

/**
 * Writes a job of the platform's own, which belongs to no school.
 * @param runOn moment from which it may run; at once without it
 */
export const enqueuePlatformJob = <P extends z.ZodObject>(
  db: PlatformDb,
  job: PlatformJob<P>,
  payload: z.input<P>,
  runOn?: Date,
): Promise<void> => enqueueFor(db, platformId, job, payload, runOn)
