import { newPublicCohortTitle } from '@escola/contract/titles'
import type { PlatformDb, SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Every school is born with one; it is hidden, and opens nothing, while the school is private. */
export const insertPublicCohort = (db: PlatformDb, schoolId: string) =>
  db.insertInto('cohorts').values({ school_id: schoolId, title: newPublicCohortTitle, is_public: true }).execute()

/** Beside each change of the school's privacy. */
export const hidePublicCohort = (db: SchoolDb, isHidden: boolean) =>
  db.updateTable('cohorts').set({ is_hidden: isHidden }).where('is_public', '=', true).execute()

/** Puts a member into the public class, once: whom the school takes out again stays out. Into one that is hidden nobody comes. */
export async function enterPublicCohort(
  db: SchoolDb | PlatformDb,
  schoolId: string | typeof thisSchool,
  { userId, now }: { userId: string; now: Date },
) {
  const { rows: cohorts } = await sql<{ id: string; is_hidden: boolean }>`
    select id, is_hidden from cohorts where school_id = ${schoolId} and is_public`.execute(db)
  const [cohort] = cohorts
  if (cohort?.is_hidden) return
  const { rows: entered } = await sql`
    update memberships set was_in_public_cohort = true
    where school_id = ${schoolId} and user_id = ${userId} and not was_in_public_cohort returning user_id`.execute(db)
  // A school that was made without one is not looked at again at each visit.
  if (entered.length === 0 || !cohort) return
  await sql`
    insert into enrollments (school_id, cohort_id, user_id, origin, utc_created_on)
    values (${schoolId}, ${cohort.id}, ${userId}, 'public-class', ${now}) on conflict do nothing`.execute(db)
}
