import { hasRight, type Permission, type Rights, rolesWith } from '@escola/contract/permissions'
import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'
import { type TeamRow, teamRightsOf } from '../../core/team-rights.ts'

/** Finds the rights of a school's team by user, of some people of it or of all. */
export async function findTeam(
  db: SchoolDb | PlatformDb,
  { schoolId = thisSchool, userIds }: { schoolId?: string | typeof thisSchool; userIds?: string[] } = {},
): Promise<Map<string, Rights>> {
  const { rows } = await sql<TeamRow & { user_id: string }>`
    select user_id::text, is_admin, team_roles, course_ids::text[] from person_schools
    where school_id = ${schoolId}::bigint and is_admin ${userIds ? sql`and user_id = any (${userIds}::bigint[])` : sql``}
    order by user_id`.execute(db)
  return new Map(rows.map((row) => [row.user_id, teamRightsOf(row)]))
}

/**
 * Lists those of the team who may hear of something: all mails and notices to a team go to them alone, and ask again by findTeam when they leave or are
 * read. Owners alone have `team`.
 */
export const listTeam = async (
  db: SchoolDb | PlatformDb,
  permission: Permission,
  { courseId, schoolId }: { courseId?: string; schoolId?: string } = {},
): Promise<string[]> =>
  [...(await findTeam(db, schoolId === undefined ? {} : { schoolId }))]
    .filter(([, rights]) => hasRight(rights, permission, courseId))
    .map(([userId]) => userId)

/** Locks the owners of the school in one order until the transaction ends, so that of two who leave the second sees that the first one has. */
export async function lockOwners(db: SchoolDb): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id::text from memberships m where m.school_id = ${thisSchool} and ${isOwner('m')}
    order by m.user_id for no key update`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Tells whether a user belongs to the team, with whatever rights. */
export const isTeamMember = async (db: SchoolDb, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .where(isOfTeam('memberships'))
    .select('user_id')
    .executeTakeFirst()) !== undefined

const rolesOf = (alias: string) => sql`coalesce(${sql.ref(`${alias}.team_roles`)}, array['owner'])`

/** Condition of a statement: the row of memberships or person_schools with this alias is of the school's team. */
export const isOfTeam = (alias: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${alias}.is_admin`)}`

/** Condition of a statement: the row is an owner's. */
export const isOwner = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${isOfTeam(alias)} and 'owner' = any (${rolesOf(alias)}))`

/** Condition of a statement: the member passes a course and doesn't study it, as core/studying.ts says. */
export const passesCourseIn = (alias: string, courseId: RawBuilder<unknown>): RawBuilder<boolean> => {
  const { everywhere, inCourses } = rolesWith('courses')
  return sql<boolean>`(${isOfTeam(alias)} and (${rolesOf(alias)} && ${everywhere}::text[]
    or ${rolesOf(alias)} && ${inCourses}::text[] and exists (select from role_courses passed where passed.school_id = ${thisSchool}
      and passed.user_id = ${sql.ref(`${alias}.user_id`)} and passed.course_id = ${courseId})))`
}
