import type { PlatformDb, SchoolDb } from '@escola/db'
import { sql } from 'kysely'
import type { MessageKind } from './message-kinds.ts'

/** @returns the ids of the rows that are new; a known dedupe key adds none */
export async function insertMessages(
  db: SchoolDb,
  kind: MessageKind,
  params: object,
  recipients: { userId: string; dedupeKey: string }[],
): Promise<string[]> {
  const userIds = recipients.map((each) => each.userId)
  const dedupeKeys = recipients.map((each) => each.dedupeKey)
  const { rows } = await sql<{ id: string }>`
    insert into messages (user_id, kind, dedupe_key, params)
    select r.user_id, ${kind}, r.dedupe_key, ${JSON.stringify(params)}::jsonb
    from unnest(${userIds}::bigint[], ${dedupeKeys}::text[]) as r (user_id, dedupe_key)
    on conflict on constraint messages__dedupe do nothing
    returning id`.execute(db)
  return rows.map((row) => row.id)
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
