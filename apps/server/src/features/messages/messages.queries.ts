import { hourMs } from '@escola/contract/durations'
import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { MessageKind } from './message-kinds.ts'

/** Number of mails of these kinds that reach one person from one school in an hour. */
export interface Allowance {
  kinds: MessageKind[]
  perHour: number
}

export interface Recipient {
  userId: string
  dedupeKey: string
}

/** Lists the people who have received as many mails within the hour as the allowance permits. */
export async function listOverMailLimit(
  db: SchoolDb,
  userIds: string[],
  { kinds, perHour }: Allowance,
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from messages
    where school_id = ${thisSchool} and user_id = any(${userIds}::bigint[]) and kind = any(${kinds}::text[])
      and utc_created_on > ${new Date(now.getTime() - hourMs)}
    group by user_id having count(*) >= ${perHour}::int`.execute(db)
  return new Set(rows.map((row) => row.user_id))
}

/** Other writers to the person wait until the transaction ends, so that each mail is counted before the next one. */
export const lockRecipient = (db: SchoolDb, userId: string) =>
  db.selectFrom('memberships').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().executeTakeFirst()

/** @returns the ids of the rows that are new; a known dedupe key adds none */
export async function insertMessages(
  db: SchoolDb,
  kind: MessageKind,
  recipients: (Recipient & { params: object })[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into messages (school_id, user_id, kind, dedupe_key, params, utc_created_on)
    select ${thisSchool}::bigint, r.user_id, ${kind}, r.dedupe_key, r.params, ${now}::timestamptz
    from unnest(${recipients.map((each) => each.userId)}::bigint[], ${recipients.map((each) => each.dedupeKey)}::text[],
      ${recipients.map(({ params }) => JSON.stringify(params))}::jsonb[]) as r (user_id, dedupe_key, params)
    on conflict on constraint messages__dedupe do nothing
    returning id`.execute(db)
  return rows.map((row) => row.id)
}

/** Those of these keys under which a mail was written already. */
export async function listKnownKeys(db: SchoolDb, dedupeKeys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ dedupe_key: string }>`
    select dedupe_key from messages where school_id = ${thisSchool} and dedupe_key = any(${dedupeKeys}::text[])`.execute(
    db,
  )
  return new Set(rows.map((row) => row.dedupe_key))
}

/** Waits for a run that has taken the mail, which stands then. */
export const deleteUnsent = (db: SchoolDb, dedupeKey: string) =>
  db
    .deleteFrom('messages')
    .where('dedupe_key', '=', dedupeKey)
    .where('status', 'in', ['pending', 'held', 'failed'])
    .execute()

export async function insertMessageFor(
  db: PlatformDb,
  schoolId: string,
  message: { userId: string; kind: MessageKind; dedupeKey: string; params: object },
): Promise<string | undefined> {
  const row = await db
    .insertInto('messages')
    .values({
      school_id: schoolId,
      user_id: message.userId,
      kind: message.kind,
      dedupe_key: message.dedupeKey,
      params: JSON.stringify(message.params),
    })
    .onConflict((conflict) => conflict.constraint('messages__dedupe').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** The school whose name and colours a mail to this person carries: the one asked for if they belong to it, else the first they joined. */
export const findMailSchool = (db: PlatformDb, userId: string, schoolId: string | undefined) =>
  db
    .selectFrom('person_schools')
    .where('user_id', '=', userId)
    .select('school_id')
    .orderBy(sql`coalesce(school_id = ${schoolId ?? null}, false)`, 'desc')
    .orderBy('utc_created_on')
    .orderBy('school_id')
    .limit(1)
    .executeTakeFirst()
