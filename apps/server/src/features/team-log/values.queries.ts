import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { isOfTeam } from '../../team/conditions.queries.ts'

/** A member's roles with the titles of their courses; undefined for those who are not of the team. */
export async function findTeamPlace(db: SchoolDb, userId: string) {
  const { rows } = await sql<{ team_roles: string[]; may_publish: boolean; courses: string[] }>`
    select coalesce(m.team_roles, '{owner}') as team_roles, m.may_publish, array (
      select c.title from role_courses r join courses c on c.school_id = ${thisSchool} and c.id = r.course_id
      where r.school_id = ${thisSchool} and r.user_id = m.user_id order by c.title) as courses
    from memberships m where m.school_id = ${thisSchool} and m.user_id = ${userId} and ${isOfTeam('m')}`.execute(db)
  return rows[0]
}

export const findContact = (db: SchoolDb, userId: string) =>
  db.selectFrom('memberships').where('user_id', '=', userId).select(['name', 'email', 'cellphone']).executeTakeFirst()

/** The end of a student's access to a class; undefined where they have none. */
export const findEnd = (db: SchoolDb, userId: string, cohortId: string) =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('cohorts as c', (on) => on.onRef('c.school_id', '=', 'e.school_id').onRef('c.id', '=', 'e.cohort_id'))
    .where('e.user_id', '=', userId)
    .where('e.cohort_id', '=', cohortId)
    .select(['c.title', 'e.utc_ends_on'])
    .executeTakeFirst()

export const findCohort = (db: SchoolDb, id: string) =>
  db
    .selectFrom('cohorts')
    .where('id', '=', id)
    .select(['title', 'term', 'seats', 'utc_enrolls_until'])
    .executeTakeFirst()

export const findSchool = (db: SchoolDb) =>
  db
    .selectFrom('schools')
    .select(['name', 'email', 'cellphone', 'namespace', 'domain', 'is_private', 'plan_id'])
    .executeTakeFirstOrThrow()

export const findCourse = (db: SchoolDb, id: string) =>
  db
    .selectFrom('courses')
    .where('id', '=', id)
    .select(['title', 'is_private', 'is_visible', 'utc_published_on'])
    .executeTakeFirst()

export const findAccount = (db: SchoolDb, id: string) =>
  db.selectFrom('sales_accounts').where('id', '=', id).select(['title', 'utc_ended_on']).executeTakeFirst()

export const findRevocation = (db: SchoolDb, certificateId: string) =>
  db
    .selectFrom('certificates as c')
    .innerJoin('certificate_records as r', (on) =>
      on.onRef('r.school_id', '=', 'c.school_id').onRef('r.id', '=', 'c.record_id'),
    )
    .where('c.id', '=', certificateId)
    .select(['r.utc_revoked_on', 'r.revoked_why'])
    .executeTakeFirst()

export const findKeyMoment = async (db: SchoolDb): Promise<Date | null> =>
  (await db.selectFrom('access_api_keys').select('utc_created_on').executeTakeFirst())?.utc_created_on ?? null
