import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import type { JobDefinition } from './job-definition.ts'
import {
  deleteDue,
  findDue as findDueRow,
  listSchoolsWith,
  lockScheduledRun,
  setDue,
  setDueNow,
  upsertEarlierRun,
} from './scheduled-jobs.queries.ts'

/**
 * Makes a job of the school run at a moment, or soon after it, beside the change that needs it. The relay asks each minute for what is due; an earlier
 * moment that is recorded already stays.
 */
export const scheduleJob = (db: SchoolDb, job: Pick<JobDefinition, 'name'>, moment: Date) =>
  scheduleJobOf(db, thisSchool, job, moment)

/** Does the same for a school that the platform names. */
export const scheduleJobOf = (
  db: SchoolDb | PlatformDb,
  schoolId: string | typeof thisSchool,
  { name }: Pick<JobDefinition, 'name'>,
  moment: Date,
) => upsertEarlierRun(db, schoolId, name, moment)

/** Makes a job that the clock has for later run now: in one school, or in all that have it. */
export const runSoon = (db: PlatformDb, { name }: Pick<JobDefinition, 'name'>, now: Date, schoolId?: string) =>
  setDueNow(db, name, now, schoolId)

/** Lists the schools for which the clock has a job, those whose moment comes first before the others. */
export const listDueSchools = async (db: PlatformDb, { name }: Pick<JobDefinition, 'name'>, limit: number) =>
  (await listSchoolsWith(db, name, limit)).map(({ school_id }) => school_id)

/** Finds the moment for which the clock has a job of the school. */
export const findDue = async (db: SchoolDb, { name }: Pick<JobDefinition, 'name'>): Promise<Date | undefined> =>
  (await findDueRow(db, name))?.utc_due_on

/**
 * Plans a job's next run once all that was due is done. A change that records a moment meanwhile waits, or is seen by the look-up.
 * @param findNext the next moment at which something is due
 */
export async function planNext(
  db: SchoolDb,
  { name }: Pick<JobDefinition, 'name'>,
  findNext: () => Promise<Date | undefined>,
): Promise<void> {
  const held = await lockScheduledRun(db, name)
  const next = await findNext()
  if (!next) await deleteDue(db, name)
  else if (held) await setDue(db, name, next)
  // A moment that was recorded since then may be earlier.
  else await upsertEarlierRun(db, thisSchool, name, next)
}
