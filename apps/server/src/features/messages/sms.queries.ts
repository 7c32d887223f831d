import { hourMs } from '@escola/contract/durations'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { isOfTeam } from '../../team/conditions.queries.ts'

export type SmsOutcome = 'number_refused' | 'unknown' | 'unsent' | 'undelivered'

export interface SmsRow {
  id: string
  status: string
  user_id: string
  params: unknown
  access_token_hash: string | null
  is_team: boolean
  is_student: boolean
}

export const findQueued = async (db: SchoolDb, dedupeKey: string): Promise<Date | undefined> =>
  (await db.selectFrom('messages').select('utc_created_on').where('dedupe_key', '=', dedupeKey).executeTakeFirst())
    ?.utc_created_on

/** Counts the messages of the school in a day, and those to one number in an hour. */
export async function countSms(
  db: SchoolDb,
  cellphone: string,
  now: Date,
): Promise<{ ofDay: number; toNumber: number }> {
  const since = (hours: number) => new Date(now.getTime() - hours * hourMs)
  const { rows } = await sql<{ ofDay: number; toNumber: number }>`
    select count(*)::int as "ofDay",
      (count(*) filter (where utc_created_on > ${since(1)}::timestamptz and params ->> 'cellphone' = ${cellphone}))::int as "toNumber"
    from messages
    where school_id = ${thisSchool} and kind = 'access_link_sms' and utc_created_on > ${since(24)}::timestamptz`.execute(
    db,
  )
  return rows[0]!
}

/** False where the message is gone with its student, who was erased. */
export const isThere = async (db: SchoolDb, id: string): Promise<boolean> =>
  (await db.selectFrom('messages').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Locks a message until the transaction ends, with the access that its student has at this moment. */
export async function lockSms(db: SchoolDb, id: string): Promise<SmsRow | undefined> {
  const { rows } = await sql<SmsRow>`
    select t.id, t.status, t.user_id, t.params, m.access_token_hash, ${isOfTeam('m')} as is_team, m.is_student
    from messages t join memberships m on m.school_id = ${thisSchool} and m.user_id = t.user_id
    where t.school_id = ${thisSchool} and t.id = ${id} and t.kind = 'access_link_sms' and t.status in ('pending', 'sending')
    for update of t`.execute(db)
  return rows[0]
}

/** Locks the messages of a user that no run has begun to send. */
export const lockWaiting = (db: SchoolDb, userId: string) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'access_link_sms')
    .where('status', '=', 'pending')
    .orderBy('id')
    .forUpdate()
    .execute()

export const markSending = (db: SchoolDb, id: string, runId: string) =>
  db.updateTable('messages').set({ status: 'sending', run_id: runId }).where('id', '=', id).execute()

/** Marks a message as sent, also one that another run has given up meanwhile: the acceptance by the provider counts. */
export const markSmsSent = (
  db: SchoolDb,
  { id, runId, providerId }: { id: string; runId: string; providerId: string },
  now: Date,
) =>
  db
    .updateTable('messages')
    .set({ status: 'sent', utc_sent_on: now, provider_id: providerId, outcome: null, last_error: null })
    .where('id', '=', id)
    .where('run_id', '=', runId)
    .execute()

/** The message may be sent by another run. */
export const releaseSms = (db: SchoolDb, id: string, runId: string) =>
  db
    .updateTable('messages')
    .set({ status: 'pending' })
    .where('id', '=', id)
    .where('run_id', '=', runId)
    .where('status', '=', 'sending')
    .execute()

/** @returns the message; undefined when it had not waited until now */
export const markSmsFailed = (
  db: SchoolDb,
  id: string,
  { outcome, reason }: { outcome: SmsOutcome; reason: string },
): Promise<{ user_id: string } | undefined> =>
  db
    .updateTable('messages')
    .set({ status: 'failed', outcome, last_error: reason.slice(0, 500) })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'sending'])
    .returning('user_id')
    .executeTakeFirst()

/** Finds a message that was sent, or may have been, so that its provider can be asked about its delivery. */
export const findFollowedSms = (db: SchoolDb, id: string) =>
  db
    .selectFrom('messages')
    .select(['params', 'provider_id'])
    .where('id', '=', id)
    .where('kind', '=', 'access_link_sms')
    .where((one) => one.or([one('status', '=', 'sent'), one('outcome', '=', 'unknown')]))
    .executeTakeFirst()

/** Finds a message of which its provider tells under its own id. */
export const findReportedSms = (db: SchoolDb, { id, providerId }: { id: string; providerId: string }) =>
  db
    .selectFrom('messages')
    .select(['status', 'utc_sent_on', 'utc_created_on'])
    .where('id', '=', id)
    .where('kind', '=', 'access_link_sms')
    .where((one) => one.or([one('provider_id', '=', providerId), one('provider_id', 'is', null)]))
    .executeTakeFirst()

/** @returns the message; undefined when it is known already that it did not arrive */
export const markSmsUndelivered = (db: SchoolDb, id: string): Promise<{ user_id: string } | undefined> =>
  db
    .updateTable('messages')
    .set({ status: 'failed', outcome: 'undelivered' })
    .where('id', '=', id)
    .where((one) => one.or([one('status', '=', 'sent'), one('outcome', '=', 'unknown')]))
    .returning('user_id')
    .executeTakeFirst()

/** The provider took a message after all that it had not answered for. */
export const markSmsDelivered = (db: SchoolDb, id: string) =>
  db
    .updateTable('messages')
    .set({ status: 'sent', outcome: null })
    .where('id', '=', id)
    .where('outcome', '=', 'unknown')
    .execute()

/** Latest text messages to a student, the newest first. */
export const listSms = (db: SchoolDb, userId: string, limit: number) =>
  db
    .selectFrom('messages')
    .select(['id', 'params', 'status', 'outcome', 'utc_created_on', 'utc_sent_on'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'access_link_sms')
    .orderBy('utc_created_on', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
