import type { PlatformDb } from '@escola/db'
import { sql } from 'kysely'
import { phoneColumns, withPhoneColumns } from '../../core/phones.ts'

interface KnownPerson {
  id: string
  email: string
  /** E-mail by which they were found. */
  asked: string
}

/**
 * People of these e-mails, found or made. One that another transaction made at the same moment is missing, and is found the next time.
 * A password that was typed without proof of the e-mail ends.
 */
export async function findOrMakePeople(db: PlatformDb, emails: string[]): Promise<KnownPerson[]> {
  const { rows: found } = await sql<KnownPerson & { unproven: boolean }>`
    select coalesce(p.id, u.id) as id, coalesce(p.email, u.email) as email, u.email as asked,
      u.password_hash is not null and u.utc_email_confirmed_on is null as unproven
    from users u left join users p on p.id = u.former_of where u.email = any(${emails}::text[])`.execute(db)
  const unproven = found.filter((person) => person.unproven).map(({ id }) => id)
  if (unproven.length) await endUnprovenPasswords(db, unproven)
  const foundEmails = new Set(found.map(({ asked }) => asked))
  const missing = [...new Set(emails)].filter((email) => !foundEmails.has(email)).sort()
  return missing.length ? [...found, ...(await makePeople(db, missing))] : found
}

/** Holds the rows in one order first, so that two transactions never wait in a circle. */
async function endUnprovenPasswords(db: PlatformDb, ids: string[]) {
  await sql`select from users where id = any(${ids}::bigint[]) order by id for no key update`.execute(db)
  await sql`
    update users set password_hash = null
    where id = any(${ids}::bigint[]) and password_hash is not null and utc_email_confirmed_on is null`.execute(db)
}

async function makePeople(db: PlatformDb, emails: string[]): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    insert into users (email) select listed.email from unnest(${emails}::text[]) as listed (email)
    on conflict on constraint users__email do nothing returning id, email, email as asked`.execute(db)
  return rows
}

export interface NewUser {
  email: string
  name: string
  passwordHash: string
}

/** @returns the new person's id; undefined when the e-mail is taken, also by a transaction that this one waited for */
export const insertUser = async (db: PlatformDb, { email, name, passwordHash }: NewUser): Promise<string | undefined> =>
  (
    await db
      .insertInto('users')
      .values({ email, name, password_hash: passwordHash })
      .onConflict((conflict) => conflict.constraint('users__email').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

/** Locks a person who has no password until the transaction ends; an e-mail that another person had lately is not to be had. */
export const lockWithoutPassword = async (db: PlatformDb, email: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('users')
      .where('email', '=', email)
      .where('password_hash', 'is', null)
      .where('former_of', 'is', null)
      .select('id')
      .forUpdate()
      .executeTakeFirst()
  )?.id

/** Locks a person whose e-mail is not proven. @returns the password that was typed; undefined when there is none or the e-mail is proven */
export const lockUnproven = async (db: PlatformDb, userId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('users')
      .where('id', '=', userId)
      .where('utc_email_confirmed_on', 'is', null)
      .select('password_hash')
      .forUpdate()
      .executeTakeFirst()
  )?.password_hash ?? undefined

/** Locks a user until the transaction ends. @returns undefined for one whose e-mail is not proven */
export const lockProven = (db: PlatformDb, userId: string) =>
  db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('utc_email_confirmed_on', 'is not', null)
    .select(['name', 'email'])
    .forNoKeyUpdate()
    .executeTakeFirst()

export const clearPassword = (db: PlatformDb, userId: string) =>
  db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()

export interface OwnData {
  name?: string | undefined
  cellphone?: string | undefined
  cpf?: string | undefined
}

export const updateEmail = (db: PlatformDb, userId: string, email: string) =>
  db.updateTable('users').set({ email }).where('id', '=', userId).execute()

/** The row has no password, so it opens nothing. */
export const insertFormerEmail = (db: PlatformDb, userId: string, email: string) =>
  db.insertInto('users').values({ email, former_of: userId }).execute()

/** @param emails all of the person's, where they are left out */
export const deleteFormerEmails = (db: PlatformDb, userId: string, emails?: string[]) =>
  db
    .deleteFrom('users')
    .where('former_of', '=', userId)
    .$if(emails !== undefined, (query) => query.where(sql<boolean>`email = any(${emails}::text[])`))
    .execute()

/** An e-mail without @ is no person's, and no form takes it. */
export const eraseUser = (db: PlatformDb, userId: string) =>
  db
    .updateTable('users')
    .set({
      email: `erased:${userId}`,
      name: '',
      ...phoneColumns(''),
      cpf: '',
      password_hash: null,
      utc_email_confirmed_on: null,
      dark_mode: false,
    })
    .where('id', '=', userId)
    .execute()

/** Finds what a user says of themselves to a school that they join. */
export const findOwnData = (db: PlatformDb, userId: string) =>
  db.selectFrom('users').where('id', '=', userId).select(['name', 'email', 'cellphone']).executeTakeFirstOrThrow()

export const updateUser = (db: PlatformDb, userId: string, values: OwnData) =>
  db.updateTable('users').set(withPhoneColumns(values)).where('id', '=', userId).execute()

export const updateDarkMode = (db: PlatformDb, userId: string, darkMode: boolean) =>
  db.updateTable('users').set({ dark_mode: darkMode }).where('id', '=', userId).execute()

export const updatePassword = (db: PlatformDb, userId: string, passwordHash: string, now: Date) =>
  db
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      utc_email_confirmed_on: sql`coalesce(utc_email_confirmed_on, ${now}::timestamptz)`,
    })
    .where('id', '=', userId)
    .execute()

/** @returns false when there is no password to confirm */
export const confirmUser = async (db: PlatformDb, userId: string, now: Date): Promise<boolean> =>
  (await db
    .updateTable('users')
    .set({ utc_email_confirmed_on: sql`coalesce(utc_email_confirmed_on, ${now}::timestamptz)` })
    .where('id', '=', userId)
    .where('password_hash', 'is not', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** @returns whether the e-mail is a person's who has proven it */
export const updatePlatformRole = async (db: PlatformDb, email: string, role: string): Promise<boolean> =>
  (await db
    .updateTable('users')
    .set({ platform_role: role })
    .where('email', '=', email)
    .where('utc_email_confirmed_on', 'is not', null)
    .returning('id')
    .executeTakeFirst()) !== undefined
