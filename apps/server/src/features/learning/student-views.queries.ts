import { isId } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { isOfTeam } from '../../team/conditions.queries.ts'

/** A student, by their link or id, who is not of the team: that may see other courses than its classes open. */
export const findViewed = (db: SchoolDb, link: string) =>
  db
    .selectFrom('memberships')
    .where((is) => is.or([is('link', '=', link), ...(isId(link) ? [is('user_id', '=', link)] : [])]))
    .orderBy((is) => is('link', '=', link), 'desc')
    .where('is_student', '=', true)
    .where((is) => is.not(isOfTeam('memberships')))
    .select(['user_id as userId', 'link', 'name'])
    .executeTakeFirst()

/** Ids of the classes that a student is in now and has not left by a moment, as far as ends are known. */
export async function listCohortsAt(db: SchoolDb, userId: string, moment: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('living_enrollments')
    .where('user_id', '=', userId)
    .where((is) => is.or([is('utc_ends_on', 'is', null), is('utc_ends_on', '>', moment)]))
    .select('cohort_id')
    .execute()
  return rows.map((row) => row.cohort_id!)
}
