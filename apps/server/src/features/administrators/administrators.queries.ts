import { type SchoolDb, thisSchool } from '@escola/db'
import { notePersonSchools, personSchoolColumns } from '../../core/person-schools.queries.ts'

const columns = ['user_id', 'name', 'email', 'link', 'profile_image_key', 'is_student', 'utc_created_on'] as const

const administrators = (db: SchoolDb) => db.selectFrom('memberships').where('is_admin', '=', true)

export async function countAdministrators(db: SchoolDb): Promise<number> {
  const { total } = await administrators(db)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export const listAdministrators = (db: SchoolDb, { offset, limit }: { offset: number; limit: number }) =>
  administrators(db).select(columns).orderBy('name').orderBy('user_id').limit(limit).offset(offset).execute()

export const findAdministrator = (db: SchoolDb, userId: string) =>
  administrators(db).where('user_id', '=', userId).select(columns).executeTakeFirstOrThrow()
export type AdministratorRow = Awaited<ReturnType<typeof findAdministrator>>

/** In one order, so that two who do this wait for each other; what another has changed meanwhile is seen. */
export async function lockAdministrators(db: SchoolDb): Promise<string[]> {
  const rows = await administrators(db).select('user_id').orderBy('user_id').forNoKeyUpdate().execute()
  return rows.map((row) => row.user_id)
}

/** What keeps somebody from being made an administrator. */
export async function findWhatForbids(db: SchoolDb, email: string) {
  const [{ has_multiple_users: hasMultipleUsers }, known] = await Promise.all([
    db.selectFrom('schools').select('has_multiple_users').executeTakeFirstOrThrow(),
    administrators(db).where('email', '=', email).select('user_id').executeTakeFirst(),
  ])
  return { hasMultipleUsers, isAdministrator: known !== undefined }
}

/**
 * What the school knows already of somebody stays; what it gave them to come in with ends, since others may have it.
 * @returns false when they administer it already
 */
export async function makeAdministrator(
  db: SchoolDb,
  { userId, name, email }: { userId: string; name: string; email: string },
  now: Date,
): Promise<boolean> {
  const made = await db
    .insertInto('memberships')
    .values({
      user_id: userId,
      name,
      email,
      is_admin: true,
      is_student: false,
      origin: 'school-admin',
      utc_created_on: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'user_id'])
        .doUpdateSet({ is_admin: true, password_hash: null, access_token_hash: null })
        .where('memberships.is_admin', '=', false),
    )
    .returning(personSchoolColumns)
    .execute()
  await notePersonSchools(db, thisSchool, made)
  return made.length > 0
}

export async function endAdministration(db: SchoolDb, userId: string): Promise<void> {
  const ended = await db
    .updateTable('memberships')
    .set({ is_admin: false })
    .where('user_id', '=', userId)
    .returning(personSchoolColumns)
    .execute()
  await notePersonSchools(db, thisSchool, ended)
}
