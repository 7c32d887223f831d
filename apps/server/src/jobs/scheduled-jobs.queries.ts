import type { PlatformDb, SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export const upsertEarlierRun = (
  db: SchoolDb | PlatformDb,
  schoolId: string | typeof thisSchool,
  name: string,
  moment: Date,
) =>
  sql`
    insert into due_jobs as d (school_id, name, utc_due_on) values (${schoolId}::bigint, ${name}::text, ${moment}::timestamptz)
    on conflict (school_id, name) do update set utc_due_on = least(d.utc_due_on, excluded.utc_due_on)`.execute(db)

export const lockScheduledRun = (db: SchoolDb, name: string) =>
  db.selectFrom('due_jobs').select('name').where('name', '=', name).forUpdate().executeTakeFirst()

export const findDue = (db: SchoolDb, name: string) =>
  db.selectFrom('due_jobs').select('utc_due_on').where('name', '=', name).executeTakeFirst()

export const setDue = (db: SchoolDb, name: string, moment: Date) =>
  db.updateTable('due_jobs').set({ utc_due_on: moment }).where('name', '=', name).execute()

export const setDueNow = (db: PlatformDb, name: string, now: Date, schoolId: string | undefined) =>
  db
    .updateTable('due_jobs')
    .set({ utc_due_on: now })
    .where('name', '=', name)
    .where('utc_due_on', '>', now)
    .$if(schoolId !== undefined, (query) => query.where('school_id', '=', schoolId!))
    .execute()

export const listSchoolsWith = (db: PlatformDb, name: string, limit: number) =>
  db
    .selectFrom('due_jobs')
    .select('school_id')
    .where('name', '=', name)
    .orderBy('utc_due_on')
    .orderBy('school_id')
    .limit(limit)
    .execute()

export const deleteDue = (db: SchoolDb, name: string) => db.deleteFrom('due_jobs').where('name', '=', name).execute()

/**
 * Writes the jobs that are due to the outbox, the longest due first. A school's job that waits or runs already is enough: it plans the next run itself.
 * A job that was given up is written again, for nothing else would end what it is for.
 */
export async function enqueueDueJobs(db: PlatformDb, limit: number): Promise<void> {
  await sql`
    insert into outbox (school_id, name, payload)
    select d.school_id, d.name, '{}' from due_jobs d
    where d.utc_due_on <= now() and not exists (
      select from outbox o where o.school_id = d.school_id and o.name = d.name and o.utc_done_on is null and o.utc_failed_on is null)
    order by d.utc_due_on limit ${limit}
    on conflict do nothing`.execute(db)
}

/** First run of a job that the clock itself plans. */
export interface PlannedJob {
  name: string
  moment: Date
  /** Only schools that have students or a domain of their own have the job. */
  isOfUse: boolean
}

/** Records the first run of jobs that have their hour or month, in the schools that have none planned. */
export async function insertFirstRuns(db: PlatformDb, planned: PlannedJob[]): Promise<void> {
  await sql`
    insert into due_jobs (school_id, name, utc_due_on)
    select s.id, j.name, j.moment from schools s
    cross join unnest(${planned.map(({ name }) => name)}::text[], ${planned.map(({ moment }) => moment)}::timestamptz[],
      ${planned.map(({ isOfUse }) => isOfUse)}::boolean[]) as j (name, moment, is_of_use)
    where (not j.is_of_use or s.total_students > 0 or s.domain is not null)
      and not exists (select from due_jobs d where d.school_id = s.id and d.name = j.name)
    on conflict do nothing`.execute(db)
}
