import type { PlatformDb, SchoolDb } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'
import type { MessageKind } from './message-kinds.ts'

/** So many mails of these kinds reach one person from one school in an hour. */
export interface Allowance {
  kinds: MessageKind[]
  perHour: number
}

/** Whether the allowance allows one more mail to the person whose id the SQL names. */
const isWithin = (userId: RawBuilder<unknown>, { kinds, perHour }: Allowance) => sql<boolean>`
  (select count(*) from messages e where e.user_id = ${userId} and e.kind = any(${kinds}::text[])
    and e.utc_created_on > now() - interval '1 hour') < ${perHour}`

export async function isWithinAllowance(db: SchoolDb, userId: string, allowance: Allowance) {
  const { rows } = await sql<{ within: boolean }>`select ${isWithin(sql`${userId}`, allowance)} as within`.execute(db)
  return rows[0]!.within
}

/** Whoever writes to the person waits until the transaction ends, so that each mail is counted before the next one. */
export const lockRecipient = (db: SchoolDb, userId: string) =>
  db.selectFrom('memberships').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().executeTakeFirst()

/** @returns the ids of the rows that are new; a known dedupe key adds none, nor does a person who has had the allowance */
export async function insertMessages(
  db: SchoolDb,
  kind: MessageKind,
  params: object,
  recipients: { userId: string; dedupeKey: string }[],
  allowance?: Allowance,
): Promise<string[]> {
  const userIds = recipients.map((each) => each.userId)
  const dedupeKeys = recipients.map((each) => each.dedupeKey)
  const { rows } = await sql<{ id: string }>`
    insert into messages (user_id, kind, dedupe_key, params)
    select r.user_id, ${kind}, r.dedupe_key, ${JSON.stringify(params)}::jsonb
    from unnest(${userIds}::bigint[], ${dedupeKeys}::text[]) as r (user_id, dedupe_key)
    where ${allowance ? isWithin(sql`r.user_id`, allowance) : sql`true`}
    on conflict on constraint messages__dedupe do nothing
    returning id`.execute(db)
  return rows.map((row) => row.id)
}

/** How many rows insertMessages would make. */
export async function countNewMessages(
  db: SchoolDb,
  recipients: { userId: string; dedupeKey: string }[],
  allowance?: Allowance,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from unnest(${recipients.map((each) => each.userId)}::bigint[], ${recipients.map((each) => each.dedupeKey)}::text[])
      as r (user_id, dedupe_key)
    where ${allowance ? isWithin(sql`r.user_id`, allowance) : sql`true`}
      and not exists (select from messages e where e.dedupe_key = r.dedupe_key)`.execute(db)
  return rows[0]!.count
}

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
