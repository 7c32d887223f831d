import type { TeamRole } from '@escola/contract/permissions'
import { isClaimed, type PlatformDb, type SchoolDb } from '@escola/db'
import { sql } from 'kysely'
import { isOfTeam } from '../../team/conditions.queries.ts'

const columns = [
  'user_id',
  'name',
  'email',
  'link',
  'profile_image_key',
  'is_student',
  'utc_seen_on',
  'utc_created_on',
] as const

const selectTeam = (db: SchoolDb) => db.selectFrom('memberships').where(isOfTeam('memberships'))

export async function countTeam(db: SchoolDb): Promise<number> {
  const { total } = await selectTeam(db)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export const listTeam = (db: SchoolDb, { offset, limit }: { offset: number; limit: number }) =>
  selectTeam(db).select(columns).orderBy('name').orderBy('user_id').limit(limit).offset(offset).execute()

export const findMember = (db: SchoolDb, userId: string) =>
  selectTeam(db).where('user_id', '=', userId).select(columns).executeTakeFirstOrThrow()
export type MemberRow = Awaited<ReturnType<typeof findMember>>

/**
 * Locks the rows in one order, so that two callers wait for each other and the second sees the first one's changes.
 * @returns roles by user
 */
export async function lockTeam(db: SchoolDb): Promise<Map<string, TeamRole[]>> {
  const rows = await selectTeam(db).select(['user_id', 'team_roles']).orderBy('user_id').forNoKeyUpdate().execute()
  return new Map(rows.map((row) => [row.user_id, (row.team_roles as TeamRole[] | null) ?? ['owner']]))
}

/** Finds the reasons that keep a person from being taken into the team. */
export async function findAdministratorFaults(db: SchoolDb, email: string) {
  const [{ has_multiple_users: hasMultipleUsers }, administrator] = await Promise.all([
    db.selectFrom('schools').select('has_multiple_users').executeTakeFirstOrThrow(),
    selectTeam(db).where('email', '=', email).select('user_id').executeTakeFirst(),
  ])
  return { hasMultipleUsers, isAdministrator: administrator !== undefined }
}

/** Holds the courses, editions among them, that the school has of these. */
export async function holdCourses(db: SchoolDb, courseIds: string[]): Promise<number> {
  const rows = await db
    .selectFrom('courses')
    .where('id', 'in', courseIds)
    .select('id')
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.length
}

/** How some users sign in. */
export interface SignInFacts {
  id: string
  has_factor: boolean
  /** Has a password or a passkey of their own. */
  is_claimed: boolean
}
export const listSignInFacts = async (db: PlatformDb, userIds: string[]): Promise<SignInFacts[]> =>
  db
    .selectFrom('users as u')
    .where('u.id', 'in', userIds)
    .select([
      'u.id',
      isClaimed.as('is_claimed'),
      sql<boolean>`exists (select from second_factors f where f.user_id = u.id and f.utc_confirmed_on is not null)`.as(
        'has_factor',
      ),
    ])
    .execute()
