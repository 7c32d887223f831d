import type { Erasure } from '@escola/contract/bulk-changes.contract'
import { type SchoolDb, thisSchool, waitingBuyers } from '@escola/db'
import { sql } from 'kysely'
import { isOfTeam } from '../../team/conditions.queries.ts'

/** Locks these students in order until the transaction ends: none is erased, made administrator or written to meanwhile. */
export const lockStudents = (db: SchoolDb, userIds: string[]) =>
  db
    .selectFrom('memberships')
    .where('is_student', '=', true)
    .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
    .select(['user_id', 'name', 'email', 'cellphone', isOfTeam('memberships').as('is_team')])
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute()

/** Counts these students by what the school would lose with them. */
export async function countErasure(db: SchoolDb, userIds: string[]): Promise<Omit<Erasure, 'charged'>> {
  const { rows } = await sql<Omit<Erasure, 'charged'>>`
    select count(*)::int as total, count(*) filter (where ${isOfTeam('m')})::int as administrators,
      count(*) filter (where m.utc_seen_on is not null)::int as seen,
      count(*) filter (where exists (select from living_enrollments e
        join cohorts h on h.school_id = ${thisSchool} and h.id = e.cohort_id and not h.is_hidden
        where e.school_id = ${thisSchool} and e.user_id = m.user_id))::int as with_access,
      count(*) filter (where m.user_id in ${waitingBuyers} or exists (select from enrollment_grants g
        where g.school_id = ${thisSchool} and g.user_id = m.user_id and g.source = 'sale'))::int as buyers,
      count(*) filter (where exists (select from certificates c
        where c.school_id = ${thisSchool} and c.user_id = m.user_id))::int as certified
    from memberships m where m.school_id = ${thisSchool} and m.user_id = any(${userIds}::bigint[])`.execute(db)
  return rows[0]!
}
