import type { PlatformDb } from '@escola/db'
import { sql } from 'kysely'

export interface KnownPerson {
  id: string
  email: string
}

/**
 * Those of these e-mails that are somebody's by now: found, or made just now. Somebody else may have made one at the same moment; that one
 * is found the next time.
 */
export async function findOrMakePeople(db: PlatformDb, emails: string[]): Promise<KnownPerson[]> {
  const { rows: found } = await sql<KnownPerson & { unproven: boolean }>`
    select id, email, password_hash is not null and utc_email_confirmed_on is null as unproven
    from users where email = any(${emails}::text[])`.execute(db)
  const unproven = found.filter((person) => person.unproven).map(({ id }) => id)
  if (unproven.length) await endUnprovenPasswords(db, unproven)
  const known = new Set(found.map(({ email }) => email))
  const missing = [...new Set(emails)].filter((email) => !known.has(email)).sort()
  return missing.length ? [...found, ...(await makePeople(db, missing))] : found
}

/** Holds them in one order first, so that two who do this never wait in a circle. */
async function endUnprovenPasswords(db: PlatformDb, ids: string[]) {
  await sql`select from users where id = any(${ids}::bigint[]) order by id for no key update`.execute(db)
  await sql`
    update users set password_hash = null
    where id = any(${ids}::bigint[]) and password_hash is not null and utc_email_confirmed_on is null`.execute(db)
}

async function makePeople(db: PlatformDb, emails: string[]): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    insert into users (email) select listed.email from unnest(${emails}::text[]) as listed (email)
    on conflict on constraint users__email do nothing returning id, email`.execute(db)
  return rows
}

export async function endSchoolSessions(
  db: PlatformDb,
  { schoolId, userId }: { schoolId: string; userId: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ utc_revoked_on: now })
    .where('user_id', '=', userId)
    .where('school_id', '=', schoolId)
    .where('utc_revoked_on', 'is', null)
    .execute()
}
