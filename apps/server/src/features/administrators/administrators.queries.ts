import type { SchoolDb } from '@escola/db'
import { isOfTeam } from '../../team/conditions.queries.ts'

const columns = ['user_id', 'name', 'email', 'link', 'profile_image_key', 'is_student', 'utc_created_on'] as const

const selectAdministrators = (db: SchoolDb) => db.selectFrom('memberships').where(isOfTeam('memberships'))

export async function countAdministrators(db: SchoolDb): Promise<number> {
  const { total } = await selectAdministrators(db)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export const listAdministrators = (db: SchoolDb, { offset, limit }: { offset: number; limit: number }) =>
  selectAdministrators(db).select(columns).orderBy('name').orderBy('user_id').limit(limit).offset(offset).execute()

export const findAdministrator = (db: SchoolDb, userId: string) =>
  selectAdministrators(db).where('user_id', '=', userId).select(columns).executeTakeFirstOrThrow()
export type AdministratorRow = Awaited<ReturnType<typeof findAdministrator>>

/** Locks the rows in one order, so that two callers wait for each other and the second sees the first one's changes. */
export async function lockAdministrators(db: SchoolDb): Promise<string[]> {
  const rows = await selectAdministrators(db).select('user_id').orderBy('user_id').forNoKeyUpdate().execute()
  return rows.map((row) => row.user_id)
}

/** Finds the reasons that keep a person from being made an administrator. */
export async function findAdministratorFaults(db: SchoolDb, email: string) {
  const [{ has_multiple_users: hasMultipleUsers }, administrator] = await Promise.all([
    db.selectFrom('schools').select('has_multiple_users').executeTakeFirstOrThrow(),
    selectAdministrators(db).where('email', '=', email).select('user_id').executeTakeFirst(),
  ])
  return { hasMultipleUsers, isAdministrator: administrator !== undefined }
}
