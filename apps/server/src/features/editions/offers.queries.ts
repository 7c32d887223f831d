import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Course that a franchisor's affiliates may be given. */
export interface OfferedCourse {
  id: string
  link: string
  title: string
  version: string
  category_title: string
  /** Plans that list it by name. */
  plans: string[]
}
export interface AffiliatePlan {
  affiliate_id: string
  plan_id: string
  all_courses: boolean
}

export const hasAffiliates = async (db: SchoolDb): Promise<boolean> =>
  (await db.selectFrom('affiliates').select('affiliate_id').limit(1).executeTakeFirst()) !== undefined

/** Schools that were ever asked: one that left or was removed may still have open editions. */
export const listAffiliateIds = async (db: SchoolDb): Promise<string[]> =>
  (await db.selectFrom('affiliates').select('affiliate_id').orderBy('affiliate_id').execute()).map(
    (row) => row.affiliate_id,
  )

export const isBlocked = async (db: SchoolDb): Promise<boolean> =>
  (await db.selectFrom('schools').select('is_blocked').executeTakeFirstOrThrow()).is_blocked

/** Plans of those among these schools that teach the courses of this one. */
export const listAffiliatePlans = (db: SchoolDb, affiliateIds: string[]): Promise<AffiliatePlan[]> =>
  db
    .selectFrom('affiliates as a')
    .innerJoin('affiliate_plans as p', (join) =>
      join.onRef('p.school_id', '=', 'a.school_id').onRef('p.id', '=', 'a.plan_id'),
    )
    .where('a.affiliate_id', 'in', affiliateIds)
    .where('a.utc_approved_on', 'is not', null)
    .where('a.utc_declined_on', 'is', null)
    .where('a.utc_removed_on', 'is', null)
    .select(['a.affiliate_id', 'p.id as plan_id', 'p.all_courses'])
    .orderBy('a.affiliate_id')
    .execute()

/** Published courses of the school's own that are not hidden from affiliates; editions are handed on to no other school. */
export async function listOfferedCourses(db: SchoolDb): Promise<OfferedCourse[]> {
  const { rows } = await sql<OfferedCourse>`
    select c.id, c.link, c.title, c.published_version as version, coalesce(g.title, '') as category_title,
      array(select p.plan_id::text from affiliate_plan_courses p
        where p.school_id = ${thisSchool} and p.course_id = c.id order by p.plan_id) as plans
    from courses c left join categories g on g.school_id = ${thisSchool} and g.id = c.category_id
    where c.school_id = ${thisSchool} and c.franchisor_id is null and c.utc_published_on is not null and not c.hide_to_affiliates
    order by c.id`.execute(db)
  return rows
}

/** All courses of the school's own: an edition of any other is one of a deleted course. */
export const listOwnCourseIds = async (db: SchoolDb): Promise<string[]> =>
  (await db.selectFrom('courses').select('id').where('franchisor_id', 'is', null).orderBy('id').execute()).map(
    ({ id }) => id,
  )
