import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { deleteDue, findDue as findDueRow, holdDue, lowerDue, setDue } from './clock.queries.ts'
import type { JobDefinition } from './job-definition.ts'

/**
 * Makes a job of the school run at a moment, or soon after it, beside the change that needs it. The relay asks each minute for what is due; an earlier
 * moment that is noted already stays.
 */
export const noteDue = (db: SchoolDb, job: Pick<JobDefinition, 'name'>, moment: Date) =>
  noteDueIn(db, thisSchool, job, moment)

/** Does the same for a school that the platform names. */
export const noteDueIn = (
  db: SchoolDb | PlatformDb,
  schoolId: string | typeof thisSchool,
  { name }: Pick<JobDefinition, 'name'>,
  moment: Date,
) => lowerDue(db, schoolId, name, moment)

/** Finds the moment for which the clock has a job of the school. */
export const findDue = async (db: SchoolDb, { name }: Pick<JobDefinition, 'name'>): Promise<Date | undefined> =>
  (await findDueRow(db, name))?.utc_due_on

/**
 * Plans a job's next run once all that was due is done. A change that notes a moment meanwhile waits, or is seen by the look-up.
 * @param findNext the next moment at which something is due
 */
export async function planNext(
  db: SchoolDb,
  { name }: Pick<JobDefinition, 'name'>,
  findNext: () => Promise<Date | undefined>,
): Promise<void> {
  const held = await holdDue(db, name)
  const next = await findNext()
  if (!next) await deleteDue(db, name)
  else if (held) await setDue(db, name, next)
  // A moment that was noted since then may be earlier.
  else await lowerDue(db, thisSchool, name, next)
}
