import type { Platform, PlatformDb, SchoolDb, Statement, Write } from '@escola/db'
import { sql } from 'kysely'
import { allJobs } from './catalogue.ts'
import { type JobDefinition, platformId, queues } from './job-definition.ts'

export interface OutboxRow {
  schoolId: string
  id: string
  name: string
}

/**
 * Inside a school the row's school follows from the transaction; the platform's names it. The relay is told when that commits: in one packet,
 * and once however many jobs there are.
 */
export const insertJobs = (
  db: SchoolDb | PlatformDb,
  rows: { school_id?: string; name: string; payload: string; utc_run_on?: Date }[],
) => Promise.all([db.insertInto('outbox').values(rows).execute(), sql`notify outbox`.execute(db)])

const jobStatement: Statement = {
  name: 'insert_job',
  text: 'insert into outbox (school_id, name, payload) values ($1, $2, $3::jsonb)',
}

export const makeJobWrite = (name: string, payload: string): Write => ({
  statement: jobStatement,
  values: [name, payload],
})

const notifyStatement: Statement = { name: 'notify_outbox', text: `select pg_notify('outbox', '')` }

export const notifyRelay = (platform: Pick<Platform, 'readPlatform'>) => platform.readPlatform(notifyStatement, [])

const names = allJobs.map((job) => job.name)
const queueOfEach = allJobs.map((job) => job.queue)
const catalogue = sql`unnest(${names}::text[], ${queueOfEach}::text[]) as job (name, queue)`

/**
 * Claims rows that are due, oldest first within a school and one school after the other. A school has at most its share of a
 * queue under way, so a large one never keeps the others waiting; a job that waits for its next try takes no share.
 */
export async function claimDueJobs(db: PlatformDb, limit: number): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow & { turn: string }>`
    with share as (select * from unnest(${Object.keys(queues)}::text[], ${Object.values(queues).map(({ perSchool }) => perSchool)}::int[]) as s (queue, size)),
    under_way as (
      select o.school_id, job.queue, count(*) as size from outbox o join ${catalogue} on job.name = o.name
      where o.utc_sent_on is not null and o.utc_done_on is null and o.utc_failed_on is null and o.attempts = 0
      group by o.school_id, job.queue),
    due as (
      select o.school_id, o.id, job.queue, row_number() over (partition by o.school_id, job.queue order by o.id) as turn
      from outbox o join ${catalogue} on job.name = o.name
      where o.utc_sent_on is null and o.utc_done_on is null and o.utc_failed_on is null and o.utc_run_on <= now()),
    chosen as (
      select due.school_id, due.id, due.turn from due join share using (queue)
      left join under_way on under_way.school_id = due.school_id and under_way.queue = due.queue
      where due.turn + coalesce(under_way.size, 0) <= share.size
      order by due.turn, due.id limit ${limit}),
    locked as (
      select o.school_id, o.id, chosen.turn from outbox o join chosen on chosen.school_id = o.school_id and chosen.id = o.id
      where o.utc_sent_on is null for update of o skip locked)
    update outbox o set utc_sent_on = now() from locked where locked.school_id = o.school_id and locked.id = o.id
    returning o.school_id as "schoolId", o.id, o.name, locked.turn`.execute(db)
  return rows.sort((left, right) => Number(left.turn) - Number(right.turn) || Number(left.id) - Number(right.id))
}

/**
 * Claims rows that were sent long ago and are still not done: the queue may have lost them, or their worker died. Jobs of another release are left
 * to its workers.
 */
export async function claimOverdue(db: PlatformDb, overdueMs: number, limit: number): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    with locked as (
      select school_id, id from outbox
      where utc_sent_on < now() - make_interval(secs => ${overdueMs / 1000}) and utc_done_on is null and utc_failed_on is null
        and name = any(${names}::text[])
      order by utc_sent_on, id limit ${limit} for update skip locked)
    update outbox o set utc_sent_on = now() from locked where locked.school_id = o.school_id and locked.id = o.id
    returning o.school_id as "schoolId", o.id, o.name`.execute(db)
  return rows
}

/** Gives rows back that the queue did not take. */
export async function releaseJobs(db: PlatformDb, rows: OutboxRow[]): Promise<void> {
  await sql`
    update outbox o set utc_sent_on = null
    from unnest(${rows.map((row) => row.schoolId)}::bigint[], ${rows.map((row) => row.id)}::bigint[]) as r (school_id, id)
    where o.school_id = r.school_id and o.id = r.id and o.utc_done_on is null`.execute(db)
}

/** One row a day for each school that is there since yesterday, and for the platform; a row that waits or was done within a day is enough. */
export async function insertDailyJobs(
  db: PlatformDb,
  daily: Pick<JobDefinition, 'name' | 'isOfFranchisors' | 'isPlatform'>[],
): Promise<void> {
  const names = daily.map(({ name }) => name)
  const ofFranchisors = daily.map(({ isOfFranchisors = false }) => isOfFranchisors)
  const ofPlatform = daily.map(({ isPlatform = false }) => isPlatform)
  const { rows: due } = await sql<{ schoolId: string; name: string }>`
    select c.id as "schoolId", job.name
    from (
      select id, has_affiliation, false as is_platform from schools where utc_created_on < now() - interval '1 day'
      union all select ${platformId}::bigint, false, true
    ) c
    join unnest(${names}::text[], ${ofFranchisors}::boolean[], ${ofPlatform}::boolean[]) as job (name, is_of_franchisors, is_platform)
      on job.is_platform = c.is_platform and (c.has_affiliation or not job.is_of_franchisors)
    where not exists (
      select from outbox o where o.school_id = c.id and o.name = job.name
        and (o.utc_created_on > now() - interval '23 hours' or (o.utc_done_on is null and o.utc_failed_on is null)))`.execute(
    db,
  )
  await sql`
    insert into outbox (school_id, name, payload)
    select r.school_id, r.name, '{}'
    from unnest(${due.map((row) => row.schoolId)}::bigint[], ${due.map((row) => row.name)}::text[]) as r (school_id, name)
    on conflict do nothing`.execute(db)
}

/** Done rows are of use only to a search for a fault. */
export async function deleteDoneBefore(db: PlatformDb, days: number): Promise<void> {
  await sql`delete from outbox where utc_done_on < now() - make_interval(days => ${days})`.execute(db)
}

export interface OutboxState {
  open: number
  failed: number
  oldestSeconds: number
}

export async function getOutboxState(db: PlatformDb): Promise<OutboxState> {
  const { rows } = await sql<OutboxState>`
    select count(*) filter (where utc_failed_on is null)::int as open,
      count(*) filter (where utc_failed_on is not null)::int as failed,
      greatest(0, coalesce(extract(epoch from now() - min(utc_run_on) filter (where utc_failed_on is null)), 0))::float8 as "oldestSeconds"
    from outbox where utc_done_on is null`.execute(db)
  return rows[0]!
}

export interface JobKey {
  schoolId: string
  id: string
}

/** The job behind a queue's entry; undefined when it is done, given up, or never was. */
export const findOpenJob = (db: SchoolDb | PlatformDb, { schoolId, id }: JobKey) =>
  db
    .selectFrom('outbox')
    .select(['name', 'payload', 'attempts'])
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('utc_done_on', 'is', null)
    .where('utc_failed_on', 'is', null)
    .executeTakeFirst()

interface JobEnd {
  on: Date
  erasesPayload: boolean
}
const erased = { payload: '{}' }

export const markJobDone = (db: SchoolDb | PlatformDb, { schoolId, id }: JobKey, { on, erasesPayload }: JobEnd) =>
  db
    .updateTable('outbox')
    .set({ utc_done_on: on, ...(erasesPayload ? erased : {}) })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .execute()

const doneStatement: Statement = {
  name: 'job_done',
  text: `
    update outbox set utc_done_on = $3, payload = case when $4::boolean then '{}' else payload end
    where school_id = $1 and id = $2`,
}
/** The write that marks a school's job as done, a transaction by itself. */
export const makeDoneWrite = ({ id }: JobKey, { on, erasesPayload }: JobEnd): Write => ({
  statement: doneStatement,
  values: [id, on, erasesPayload],
})

/** @param end set after the last try: the row becomes a dead letter, which only a person may revive */
export const recordJobFailure = (
  db: SchoolDb | PlatformDb,
  { schoolId, id }: JobKey,
  error: string,
  end: JobEnd | undefined,
) =>
  db
    .updateTable('outbox')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      last_error: error.slice(0, 2000),
      utc_failed_on: end?.on ?? null,
      ...(end?.erasesPayload ? erased : {}),
    }))
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .execute()
