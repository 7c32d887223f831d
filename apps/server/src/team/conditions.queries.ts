import { rolesWith } from '@escola/contract/permissions'
import { thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'

const rolesOf = (alias: string) => sql`coalesce(${sql.ref(`${alias}.team_roles`)}, array['owner'])`

/** Condition of a statement: the row of memberships or person_schools with this alias is of the school's team. */
export const isOfTeam = (alias: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${alias}.is_admin`)}`

/** Condition of a statement: the row is an owner's. */
export const isOwner = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${isOfTeam(alias)} and 'owner' = any (${rolesOf(alias)}))`

/** Condition of a statement: the member passes a course and doesn't study it, by the rule of core/studying.ts. */
export const passesCourseIn = (alias: string, courseId: RawBuilder<unknown>): RawBuilder<boolean> => {
  const { everywhere, inCourses } = rolesWith('courses')
  return sql<boolean>`(${isOfTeam(alias)} and (${rolesOf(alias)} && ${everywhere}::text[]
    or ${rolesOf(alias)} && ${inCourses}::text[] and exists (select from role_courses passed where passed.school_id = ${thisSchool}
      and passed.user_id = ${sql.ref(`${alias}.user_id`)} and passed.course_id = ${courseId})))`
}
