import { type SchoolDb, type Tables, thisSchool } from '@escola/db'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'

export type FranchisorRow = Selectable<Tables['franchisors']>
type NewFranchisor = Insertable<Tables['franchisors']>

/** Lists those that wait for an answer and those that were approved, the newest first. */
export const listFranchisors = (db: SchoolDb) =>
  db
    .selectFrom('franchisors')
    .selectAll()
    .where('utc_declined_on', 'is', null)
    .where('utc_removed_on', 'is', null)
    .orderBy('utc_invited_on', 'desc')
    .orderBy('franchisor_id')
    .execute()

/** Row of a franchisor, held until the transaction ends. */
export const lockFranchisor = (db: SchoolDb, franchisorId: string) =>
  db.selectFrom('franchisors').selectAll().where('franchisor_id', '=', franchisorId).forUpdate().executeTakeFirst()

/** @returns whether the school had not asked before */
export const insertFranchisor = async (db: SchoolDb, values: NewFranchisor): Promise<boolean> =>
  (await db
    .insertInto('franchisors')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('franchisor_id')
    .executeTakeFirst()) !== undefined

export const updateFranchisor = (db: SchoolDb, franchisorId: string, values: Updateable<Tables['franchisors']>) =>
  db.updateTable('franchisors').set(values).where('franchisor_id', '=', franchisorId).execute()

export const findSchool = (db: SchoolDb) =>
  db
    .selectFrom('schools')
    .select([
      'name',
      'email',
      'cellphone',
      'namespace',
      'domain',
      'use_own_domain',
      'is_domain_broken',
      'is_private',
      'logo_wide_key',
      'logo_dark_wide_key',
    ])
    .executeTakeFirstOrThrow()

export interface Offer {
  plan_id: string
  plan_title: string
  plan_courses: number
}

/** Titles of plans, and the numbers of courses that affiliates get by them. */
export async function listOffers(db: SchoolDb, planIds: string[]): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    select p.id as plan_id, p.title as plan_title, (select count(*)::int from courses c
      where c.school_id = ${thisSchool} and c.franchisor_id is null and c.utc_published_on is not null and not c.hide_to_affiliates
        and (p.all_courses or exists (select from affiliate_plan_courses pc
          where pc.school_id = ${thisSchool} and pc.plan_id = p.id and pc.course_id = c.id))) as plan_courses
    from affiliate_plans p where p.school_id = ${thisSchool} and p.id = any(${planIds}::bigint[]) order by p.id`.execute(
    db,
  )
  return rows
}

/** Writes what a franchisor offers now, where this school shows something else. */
export const keepOffer = (db: SchoolDb, franchisorId: string, { plan_title, plan_courses }: Omit<Offer, 'plan_id'>) =>
  db
    .updateTable('franchisors')
    .set({ plan_title, plan_courses })
    .where('franchisor_id', '=', franchisorId)
    .where((is) => is.or([is('plan_title', '<>', plan_title), is('plan_courses', '<>', plan_courses)]))
    .execute()

export interface Counts {
  students: number
  finished: number
  certificates: number
}

/** Counts of the courses of one franchisor: students with access, finished courses and valid certificates, of which one that sums its courses is one. */
export async function countOf(db: SchoolDb, franchisorId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select count(distinct o.user_id)::int from course_openings o
        join courses c on c.school_id = o.school_id and c.id = o.course_id
        where o.school_id = ${thisSchool} and c.franchisor_id = ${franchisorId}) as students,
      (select count(*)::int from course_progress p join courses c on c.school_id = p.school_id and c.id = p.course_id
        where p.school_id = ${thisSchool} and c.franchisor_id = ${franchisorId} and p.utc_completed_on is not null) as finished,
      (select count(distinct t.id)::int from certificates t
        join certificate_courses k on k.school_id = t.school_id and k.certificate_id = t.id
        join courses c on c.school_id = t.school_id and c.id = k.course_id
        left join certificate_records r on r.school_id = t.school_id and r.id = t.record_id
        where t.school_id = ${thisSchool} and c.franchisor_id = ${franchisorId} and t.status = 'ready' and t.utc_replaced_on is null
          and r.utc_revoked_on is null) as certificates`.execute(db)
  return rows[0]!
}
