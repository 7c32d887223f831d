import type { ClientBase } from 'pg'

/** Mail that is older than this when its database is restored may have left long ago. */
const freshMs = 3_600_000

/** Numbers of the sessions and links that settling a restored database ended, and of the mails that it holds. */
export interface Settled {
  sessions: number
  links: number
  mails: number
}

/**
 * Makes a restored database fit to serve: a copy may have fallen into other hands, so every session and every link that is good once ends; mail
 * that is older than an hour is held until an operator releases it, because the original may have sent it. It may run twice.
 * @param client logged in by a role that passes row-level security, before any process works on the database
 */
export async function settleRestored(client: ClientBase, now = new Date()): Promise<Settled> {
  await requirePassingRowSecurity(client)
  const stale = new Date(now.getTime() - freshMs)
  const count = async (text: string, values: Date[]) => (await client.query(text, values)).rowCount ?? 0
  await client.query('begin')
  try {
    const sessions = await count('update sessions set utc_revoked_on = $1 where utc_revoked_on is null', [now])
    const mailed = 'update email_tokens set utc_expires_on = $1 where utc_used_on is null and utc_expires_on > $1'
    const links =
      (await count(mailed, [now])) +
      (await count('delete from email_changes where utc_changed_on is null', [])) +
      (await count('update email_changes set utc_undo_until = $1 where utc_ended_on is null and utc_undo_until > $1', [
        now,
      ])) +
      (await count('delete from one_time_tokens', [])) +
      (await count('delete from access_api_tokens', [])) +
      (await count('delete from access_api_hashes', []))
    const written = `update messages set status = 'held' where status in ('pending', 'sending') and utc_created_on < $1`
    // A link that was asked for, and whose mail is not even written: its user has long asked again. An account's last mail has left by now.
    const asked = `update outbox set utc_failed_on = $2, last_error = 'asked before the restore', payload = '{}'
      where name in ('sessions.answer_mail_request', 'own_data.tell_erased', 'sales.answer_help', 'sales.tell_buyer', 'email_changes.tell', 'messages.retry_platform_mail') and utc_done_on is null and utc_failed_on is null and utc_created_on < $1`
    const mails = await count(written, [stale])
    // Such mails carry links and codes that have ended, and the refusals were another server's.
    for (const table of ['platform_mails', 'mail_stopped', 'mail_refusals']) await count(`delete from ${table}`, [])
    await count(asked, [stale, now])
    await client.query('commit')
    return { sessions, links, mails }
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** @throws when row-level security, which is forced, would hide every school's rows from the login */
export async function requirePassingRowSecurity(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; passes: boolean }>(
    'select rolname as name, rolsuper or rolbypassrls as passes from pg_roles where rolname = current_user',
  )
  if (!rows[0]!.passes)
    throw new Error(
      `The login ${rows[0]!.name} sees no school's rows: row-level security is forced. DATABASE_URL needs an administrator's login, or one with "alter role … bypassrls".`,
    )
}
