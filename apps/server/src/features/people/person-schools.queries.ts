import type { PlatformDb, SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Roles of a person in a school, as the membership says. */
export interface PersonSchool {
  user_id: string
  /** A member of the team, whatever their roles. */
  is_admin: boolean
  is_student: boolean
  team_roles: string[] | null
  may_publish: boolean
  utc_created_on: Date
}
export const personSchoolColumns = [
  'user_id',
  'is_admin',
  'is_student',
  'team_roles',
  'may_publish',
  'utc_created_on',
] as const

/**
 * Keeps person_schools, which is asked before a school is entered, in the transaction that makes a membership or changes its roles. Rows come in the
 * order in which the memberships were written, so that two transactions never wait in a circle. The school's number of students goes along;
 * its row is held from here on, but only where that number changes.
 */
export async function savePersonSchools(
  db: SchoolDb | PlatformDb,
  schoolId: string | typeof thisSchool,
  rows: PersonSchool[],
): Promise<void> {
  if (rows.length === 0) return
  const userIds = rows.map((row) => row.user_id)
  const students = rows.filter((row) => row.is_student).length
  await Promise.all([
    sql`
      update schools set total_students = total_students + ${students}::int - before.students
      from (select count(*)::int as students from person_schools
        where school_id = ${schoolId} and user_id = any(${userIds}::bigint[]) and is_student) before
      where id = ${schoolId} and before.students <> ${students}::int`.execute(db),
    sql`
      insert into person_schools (school_id, user_id, is_admin, is_student, team_roles, may_publish, utc_created_on)
      select ${schoolId}::bigint, r.user_id, r.is_admin, r.is_student, string_to_array(r.team_roles, ','), r.may_publish, r.utc_created_on from unnest(
        ${userIds}::bigint[], ${rows.map((row) => row.is_admin)}::boolean[], ${rows.map((row) => row.is_student)}::boolean[],
        ${rows.map((row) => row.team_roles?.join(',') ?? null)}::text[], ${rows.map((row) => row.may_publish)}::boolean[],
        ${rows.map((row) => row.utc_created_on.toISOString())}::timestamptz[]) as r (user_id, is_admin, is_student, team_roles, may_publish, utc_created_on)
      on conflict (school_id, user_id) do update set is_admin = excluded.is_admin, is_student = excluded.is_student,
        team_roles = excluded.team_roles, may_publish = excluded.may_publish`.execute(db),
  ])
}

/** Repeats the chosen courses of a course teacher beside their roles. */
export const savePersonCourses = (db: SchoolDb, userId: string, courseIds: string[]) =>
  db.updateTable('person_schools').set({ course_ids: courseIds }).where('user_id', '=', userId).execute()

export const listSchools = async (db: PlatformDb, userId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('person_schools')
    .where('user_id', '=', userId)
    .select('school_id')
    .orderBy('school_id')
    .execute()
  return rows.map((row) => row.school_id)
}

export const listAdministeredSchools = async (db: PlatformDb, userId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('person_schools')
    .where('user_id', '=', userId)
    .where('is_admin', '=', true)
    .select('school_id')
    .execute()
  return rows.map((row) => row.school_id)
}

/** Keeps person_schools beside the end of a membership. */
export async function forgetPersonSchool(db: SchoolDb | PlatformDb, schoolId: string, userId: string): Promise<void> {
  const { rows } = await sql<{ is_student: boolean }>`
    delete from person_schools where school_id = ${schoolId} and user_id = ${userId} returning is_student`.execute(db)
  if (rows[0]?.is_student)
    await sql`update schools set total_students = total_students - 1 where id = ${schoolId}`.execute(db)
}
