import type { PlatformDb, SchoolDb } from '@escola/db'
import { sql } from 'kysely'

export const listStorageKeys = async (db: SchoolDb): Promise<string[]> =>
  (await db.selectFrom('files').select('storage_key').execute()).map(({ storage_key }) => storage_key)

export interface JobCount {
  name: string
  jobs: number
  lastError: string | null
}

/** Jobs that were due before a moment and are neither done nor given up, by their name. */
export const countOverdue = async (db: PlatformDb, before: Date): Promise<JobCount[]> => {
  const { rows } = await sql<JobCount>`
    select name, count(*)::int as jobs, max(last_error) as "lastError" from outbox
    where utc_done_on is null and utc_failed_on is null and utc_run_on < ${before} group by name order by name`.execute(
    db,
  )
  return rows
}

/** Jobs that were given up since a moment, by their name; a restore gives up some on purpose. */
export const countGivenUp = async (db: PlatformDb, since: Date): Promise<JobCount[]> => {
  const { rows } = await sql<JobCount>`
    select name, count(*)::int as jobs, max(last_error) as "lastError" from outbox
    where utc_failed_on >= ${since} and last_error is distinct from 'asked before the restore' group by name order by name`.execute(
    db,
  )
  return rows
}

/** Entries of the clock that were due before a moment. */
export const countLateEntries = async (db: PlatformDb, before: Date): Promise<JobCount[]> => {
  const { rows } = await sql<JobCount>`
    select name, count(*)::int as jobs, null as "lastError" from due_jobs where utc_due_on < ${before}
    group by name order by name`.execute(db)
  return rows
}
