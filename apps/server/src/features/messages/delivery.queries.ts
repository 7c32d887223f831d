import type { PlatformDb, SchoolDb } from '@escola/db'
import { sql } from 'kysely'
import type { MessageKind } from './message-kinds.ts'

export interface ClaimedMessage {
  id: string
  userId: string
  kind: MessageKind
  params: unknown
  name: string
  email: string
}

/** Takes what is not sent yet. What another run took and did not finish is taken again. */
export async function claimMessages(db: SchoolDb, ids: string[]): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    with claimed as (
      update messages set status = 'sending' where id = any (${ids}::bigint[]) and status in ('pending', 'sending')
      returning id, user_id, kind, params)
    select c.id, c.user_id as "userId", c.kind, c.params, m.name, m.email
    from claimed c join memberships m on m.user_id = c.user_id order by c.id`.execute(db)
  return rows
}

export const getSender = (db: SchoolDb) =>
  db
    .selectFrom('schools')
    .select(['name', 'email', 'namespace', 'domain', 'use_own_domain', 'ui_theme'])
    .executeTakeFirstOrThrow()

/** Class titles, and the titles of the published courses that each opens. */
export async function listCohortTitles(db: SchoolDb, ids: string[]) {
  const { rows } = await sql<{ id: string; title: string; courses: string[] }>`
    select h.id, h.title, array(select o.title from app.cohort_openings(h.id) o order by o.title) as courses
    from cohorts h where h.id = any (${ids}::bigint[])`.execute(db)
  return rows
}

export const listCertificateTitles = (db: SchoolDb, ids: string[]) =>
  db.selectFrom('certificates').select(['id', 'course_title']).where('id', 'in', ids).execute()

export const markMessageSent = (db: SchoolDb, id: string, now: Date) =>
  db.updateTable('messages').set({ status: 'sent', utc_sent_on: now, last_error: null }).where('id', '=', id).execute()

export const markMessagesFailed = (db: SchoolDb, ids: string[], reason: string) =>
  db
    .updateTable('messages')
    .set({ status: 'failed', last_error: reason.slice(0, 500) })
    .where('id', 'in', ids)
    .where('status', 'in', ['pending', 'sending'])
    .execute()

/** Of these people, those who have typed a password, and whether they have proven their e-mail. */
export async function listWithPassword(db: PlatformDb, userIds: string[]): Promise<{ id: string; proven: boolean }[]> {
  const { rows } = await sql<{ id: string; proven: boolean }>`
    select id, utc_email_confirmed_on is not null as proven from users
    where id = any (${userIds}::bigint[]) and password_hash is not null`.execute(db)
  return rows
}

export interface NewEmailToken {
  hash: string
  purpose: 'activation' | 'invitation' | 'recovery'
  userId: string
  expiresOn: Date
}

/** A mail that is sent again keeps its link, which lives from its latest sending: until then nobody has read it. */
export async function insertEmailTokens(db: PlatformDb, schoolId: string, tokens: NewEmailToken[]): Promise<void> {
  await sql`
    insert into email_tokens (token_hash, purpose, user_id, school_id, utc_expires_on)
    select t.hash, t.purpose, t.user_id, ${schoolId}::bigint, t.expires_on
    from unnest(${tokens.map((each) => each.hash)}::text[], ${tokens.map((each) => each.purpose)}::text[],
      ${tokens.map((each) => each.userId)}::bigint[], ${tokens.map((each) => each.expiresOn.toISOString())}::timestamptz[])
      as t (hash, purpose, user_id, expires_on)
    on conflict (token_hash) do update set utc_expires_on = excluded.utc_expires_on where email_tokens.utc_used_on is null`.execute(
    db,
  )
}
