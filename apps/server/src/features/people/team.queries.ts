import type { TeamRole } from '@escola/contract/permissions'
import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { TeamRow } from '../../core/team-rights.ts'
import { isOfTeam } from '../../team/conditions.queries.ts'
import { type PersonSchool, personSchoolColumns } from './person-schools.queries.ts'

export interface NewTeamMember {
  userId: string
  name: string
  email: string
  roles: readonly TeamRole[]
  mayPublish: boolean
}

/**
 * Ends the password and links that the school gave the person, since others may have them.
 * @returns none when they administer it already
 */
export const upsertAdministrator = (
  db: SchoolDb,
  { userId, name, email, roles, mayPublish }: NewTeamMember,
  now: Date,
): Promise<PersonSchool[]> =>
  db
    .insertInto('memberships')
    .values({
      user_id: userId,
      name,
      email,
      is_admin: true,
      is_student: false,
      team_roles: [...roles],
      may_publish: mayPublish,
      origin: 'school-admin',
      utc_created_on: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'user_id'])
        .doUpdateSet((is) => ({
          is_admin: true,
          team_roles: is.ref('excluded.team_roles'),
          may_publish: is.ref('excluded.may_publish'),
          password_hash: null,
          access_token_hash: null,
        }))
        .where('memberships.is_admin', '=', false),
    )
    .returning(personSchoolColumns)
    .execute()

export const clearAdministrator = (db: SchoolDb, userId: string): Promise<PersonSchool[]> =>
  db
    .updateTable('memberships')
    .set({ is_admin: false, team_roles: null, may_publish: true })
    .where('user_id', '=', userId)
    .returning(personSchoolColumns)
    .execute()

export const updateTeamRoles = (
  db: SchoolDb,
  userId: string,
  { roles, mayPublish }: Pick<NewTeamMember, 'roles' | 'mayPublish'>,
): Promise<PersonSchool[]> =>
  db
    .updateTable('memberships')
    .set({ team_roles: [...roles], may_publish: mayPublish })
    .where('user_id', '=', userId)
    .where('is_admin', '=', true)
    .returning(personSchoolColumns)
    .execute()

export async function replaceRoleCourses(db: SchoolDb, userId: string, courseIds: readonly string[]): Promise<void> {
  await db.deleteFrom('role_courses').where('user_id', '=', userId).execute()
  if (courseIds.length === 0) return
  await db
    .insertInto('role_courses')
    .values(courseIds.map((course_id) => ({ user_id: userId, course_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface TeamMember {
  user_id: string
  roles: TeamRole[]
  may_publish: boolean
  /** Chosen courses of a course teacher, by title. */
  courses: { id: string; title: string }[]
}

/** Lists the places that some users have in the team; who has none is left out. */
export async function listPlaces(db: SchoolDb, userIds: string[]): Promise<TeamMember[]> {
  const { rows } = await sql<TeamMember>`
    select m.user_id, coalesce(m.team_roles, '{owner}') as roles, m.may_publish,
      coalesce(json_agg(json_build_object('id', c.id::text, 'title', c.title) order by c.title, c.id) filter (where c.id is not null), '[]') as courses
    from memberships m
    left join role_courses r on r.school_id = m.school_id and r.user_id = m.user_id
    left join courses c on c.school_id = r.school_id and c.id = r.course_id
    where m.school_id = ${thisSchool} and m.is_admin and m.user_id = any (${userIds}::bigint[])
    group by m.user_id, m.team_roles, m.may_publish`.execute(db)
  return rows
}

/** Finds the name of the first owner of a school; '' where there is none. */
export async function findOwnerName(db: SchoolDb): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from memberships
    where school_id = ${thisSchool} and is_admin and (team_roles is null or 'owner' = any (team_roles))
    order by utc_created_on, user_id limit 1`.execute(db)
  return rows[0]?.name ?? ''
}

export async function listTeamRows(
  db: SchoolDb | PlatformDb,
  schoolId: string | typeof thisSchool,
  userIds: string[] | undefined,
): Promise<(TeamRow & { user_id: string })[]> {
  const { rows } = await sql<TeamRow & { user_id: string }>`
    select user_id::text, is_admin, team_roles, course_ids::text[] from person_schools
    where school_id = ${schoolId}::bigint and is_admin ${userIds ? sql`and user_id = any (${userIds}::bigint[])` : sql``}
    order by user_id`.execute(db)
  return rows
}

export const isTeamMember = async (db: SchoolDb, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .where(isOfTeam('memberships'))
    .select('user_id')
    .executeTakeFirst()) !== undefined
