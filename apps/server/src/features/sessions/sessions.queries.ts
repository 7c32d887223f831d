import type { MailedLink } from '@escola/contract/sessions.contract'
import { isClaimed, type PlatformDb } from '@escola/db'
import { sql } from 'kysely'
import { isOfTeam } from '../../team/conditions.queries.ts'

export interface Person {
  id: string
  name: string
  email: string
  password_hash: string | null
  confirmed: boolean
}

export const findPerson = (db: PlatformDb, email: string): Promise<Person | undefined> =>
  db
    .selectFrom('users')
    .where('email', '=', email)
    .select(['id', 'name', 'email', 'password_hash', sql<boolean>`utc_email_confirmed_on is not null`.as('confirmed')])
    .executeTakeFirst()

export const findPersonById = (db: PlatformDb, userId: string) =>
  db.selectFrom('users').where('id', '=', userId).select(['email', 'password_hash']).executeTakeFirstOrThrow()

export const findMembership = (db: PlatformDb, schoolId: string, userId: string) =>
  db
    .selectFrom('memberships')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .select(['name', 'password_hash', isOfTeam('memberships').as('is_team')])
    .executeTakeFirst()

interface Credential {
  userId: string
  /** null: the password is the person's own; else this school has set it. */
  schoolId: string | null
  passwordHash: string | null
}

/**
 * Waits for a transaction that changes the password, and keeps others waiting until this one ends: by then there is a session to be
 * revoked.
 * @returns false when the password is another one by now
 */
export async function holdPassword(db: PlatformDb, { userId, schoolId, passwordHash }: Credential): Promise<boolean> {
  const isSame = sql`password_hash is not distinct from ${passwordHash}`
  const { rows } = await (schoolId
    ? sql`select from memberships where school_id = ${schoolId} and user_id = ${userId} and ${isSame} for share`
    : sql`select from users where id = ${userId} and ${isSame} for share`
  ).execute(db)
  return rows.length > 0
}

/** The student whom a school's access link is for. Holds the link as it is until the transaction ends. */
export const holdAccessLink = async (db: PlatformDb, schoolId: string, hash: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('memberships')
      .where('school_id', '=', schoolId)
      .where('access_token_hash', '=', hash)
      .where((is) => is.not(isOfTeam('memberships')))
      .where('is_student', '=', true)
      .select('user_id')
      .forShare()
      .executeTakeFirst()
  )?.user_id

interface NewSession {
  user_id: string
  school_id: string | null
  device: string
  utc_created_on: Date
  utc_expires_on: Date
  utc_proven_on: Date | null
  utc_factor_proven_on: Date | null
}

export const insertSession = async (db: PlatformDb, row: NewSession): Promise<string> =>
  (await db.insertInto('sessions').values(row).returning('id').executeTakeFirstOrThrow()).id

/**
 * Tells whether a person has opened sessions of their own before, and never by this browser and system. Those of a school were opened by what
 * it gave out. The oldest sessions name no device, and say nothing of the others.
 */
export async function isNewDevice(db: PlatformDb, userId: string, device: string): Promise<boolean> {
  const { is_known } = await db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('school_id', 'is', null)
    .where((is) => is.or([is('device', '<>', ''), is('device', '=', device)]))
    .select(sql<boolean | null>`bool_or(device = ${device})`.as('is_known'))
    .executeTakeFirstOrThrow()
  return is_known === false
}

/** @returns the sessions that were open until now */
export const revokeSession = (db: PlatformDb, { userId, id }: { userId: string; id: string }, now: Date) =>
  db
    .updateTable('sessions')
    .set({ utc_revoked_on: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('utc_revoked_on', 'is', null)
    .returning('id')
    .execute()

/** @returns the sessions that were open until now, without the spared one */
export const revokeSessionsOf = (db: PlatformDb, userId: string, now: Date, keptSessionId?: string) =>
  db
    .updateTable('sessions')
    .set({ utc_revoked_on: now })
    .where('user_id', '=', userId)
    .where('utc_revoked_on', 'is', null)
    .$if(keptSessionId !== undefined, (query) => query.where('id', '<>', keptSessionId!))
    .returning('id')
    .execute()

export async function deleteTraces(db: PlatformDb, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await db.deleteFrom('email_tokens').where('user_id', '=', userId).execute()
  await db.deleteFrom('familiar_addresses').where('user_id', '=', userId).execute()
}

export interface OpenedBySchool {
  schoolId: string
  userId: string
  /** Moment from which sessions go on; left out where all end. */
  openedBefore?: Date | undefined
}

export async function revokeSchoolSessions(
  db: PlatformDb,
  { schoolId, userId, openedBefore }: OpenedBySchool,
  now: Date,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ utc_revoked_on: now })
    .where('user_id', '=', userId)
    .where('school_id', '=', schoolId)
    .where('utc_revoked_on', 'is', null)
    .$if(openedBefore !== undefined, (query) => query.where('utc_created_on', '<', openedBefore!))
    .execute()
}

/** Moment when the person last proved at this address who they are. */
export const findProof = async (
  db: PlatformDb,
  userId: string,
  addressHash: string,
  since: Date,
): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('familiar_addresses')
      .where('user_id', '=', userId)
      .where('address_hash', '=', addressHash)
      .where('utc_proven_on', '>', since)
      .select('utc_proven_on')
      .executeTakeFirst()
  )?.utc_proven_on

export async function keepProof(
  db: PlatformDb,
  { userId, addressHash }: { userId: string; addressHash: string },
  { since, now }: { since: Date; now: Date },
) {
  await db.deleteFrom('familiar_addresses').where('user_id', '=', userId).where('utc_proven_on', '<=', since).execute()
  await db
    .insertInto('familiar_addresses')
    .values({ user_id: userId, address_hash: addressHash, utc_proven_on: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'address_hash']).doUpdateSet({ utc_proven_on: now }))
    .execute()
}

export type LinkPurpose = MailedLink['purpose']
export interface EmailToken {
  user_id: string
  /** Null of a recovery alone: of a user who has no school. */
  school_id: string | null
  purpose: LinkPurpose
  /** Passkey that the link is about. */
  passkey_id: string | null
  used: boolean
  expired: boolean
}

/** Locks the token, so that two clicks on one link are one use. */
export const findEmailToken = (
  db: PlatformDb,
  hash: string,
  purposes: LinkPurpose[],
  now: Date,
): Promise<EmailToken | undefined> =>
  db
    .selectFrom('email_tokens')
    .where('token_hash', '=', hash)
    .where('purpose', 'in', purposes)
    .select([
      'user_id',
      'school_id',
      'passkey_id',
      sql<LinkPurpose>`purpose`.as('purpose'),
      sql<boolean>`utc_used_on is not null`.as('used'),
      sql<boolean>`utc_expires_on < ${now}`.as('expired'),
    ])
    .forUpdate()
    .executeTakeFirst()

export const findClaimed = (db: PlatformDb, userId: string) =>
  db.selectFrom('users as u').where('u.id', '=', userId).where(isClaimed).select('u.id').executeTakeFirst()

/** State of a link, for its bearer: one that was opened or replaced, or that its person no longer needs, counts as used. */
export const describeLink = (db: PlatformDb, hash: string, now: Date) =>
  db
    .selectFrom('email_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .where('t.token_hash', '=', hash)
    .select([
      sql<MailedLink['purpose']>`t.purpose`.as('purpose'),
      sql<MailedLink['state']>`case
        when t.utc_used_on is not null then 'used'
        when t.purpose in ('activation', 'invitation') and ${isClaimed} then 'used'
        when t.utc_expires_on < ${now} then 'expired' else 'open' end`.as('state'),
      'u.email',
      't.user_id',
    ])
    .executeTakeFirst()

export const insertRecovery = (db: PlatformDb, row: { hash: string; userId: string; expiresOn: Date }) =>
  db
    .insertInto('email_tokens')
    .values({ token_hash: row.hash, purpose: 'recovery', user_id: row.userId, utc_expires_on: row.expiresOn })
    .execute()

export const deleteAddresses = (db: PlatformDb, userId: string) =>
  db.deleteFrom('familiar_addresses').where('user_id', '=', userId).execute()

export const markTokenUsed = (db: PlatformDb, hash: string, now: Date) =>
  db.updateTable('email_tokens').set({ utc_used_on: now }).where('token_hash', '=', hash).execute()

/** Other links of these purposes stop working; their rows stay, so that the answer can say so. */
export const voidTokensOf = (db: PlatformDb, userId: string, purposes: LinkPurpose[], now: Date) =>
  db
    .updateTable('email_tokens')
    .set({ utc_used_on: now })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('utc_used_on', 'is', null)
    .execute()
