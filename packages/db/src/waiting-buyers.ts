import { sql } from 'kysely'
import { thisSchool } from './name-school.ts'

/** Ids of the members whom the school knows by the e-mail of a sale that is not decided yet: it was paid, and may still give them a class. */
export const waitingBuyers = sql`(
  with waiting as (
    select lower(case when w.corrected_email <> '' then w.corrected_email else w.buyer_email end) as email from sales w
    where w.school_id = ${thisSchool} and w.state in ('unmatched', 'no_email', 'failed', 'waiting'))
  select coalesce(b.merged_into, b.user_id) from memberships b join waiting using (email) where b.school_id = ${thisSchool}
  union select o.user_id from other_emails o join waiting using (email) where o.school_id = ${thisSchool})`
