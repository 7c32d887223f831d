import { replaceListedCourses, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface PlanRow {
  id: string
  title: string
  all_courses: boolean
  course_ids: string[]
  course_titles: string[]
  schools: number
}

/** Lists the newest first. @param id the only plan that is asked for */
export async function listPlans(db: SchoolDb, id?: string): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select p.id, p.title, p.all_courses, coalesce(listed.ids, '{}') as course_ids, coalesce(listed.titles, '{}') as course_titles,
      (select count(*)::int from affiliates a where a.school_id = ${thisSchool} and a.plan_id = p.id) as schools
    from affiliate_plans p
    left join lateral (
      select array_agg(c.id::text order by c.title, c.id) as ids, array_agg(c.title order by c.title, c.id) as titles
      from affiliate_plan_courses pc join courses c on c.school_id = pc.school_id and c.id = pc.course_id
      where pc.school_id = ${thisSchool} and pc.plan_id = p.id
    ) listed on true
    where p.school_id = ${thisSchool} ${id === undefined ? sql`` : sql`and p.id = ${id}`}
    order by p.id desc`.execute(db)
  return rows
}

export const findPlan = async (db: SchoolDb, id: string): Promise<PlanRow | undefined> => (await listPlans(db, id))[0]

/** Locks the school's row until the end, so that plans that are made at once are counted one after the other. */
export const lockOffering = (db: SchoolDb) =>
  db.selectFrom('schools').select('has_affiliation').forUpdate().executeTakeFirstOrThrow()

export const countPlans = async (db: SchoolDb): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('affiliate_plans')
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  )

export const insertPlan = (db: SchoolDb, values: { title: string; all_courses: boolean; utc_created_on: Date }) =>
  db.insertInto('affiliate_plans').values(values).returning('id').executeTakeFirstOrThrow()

/** Locks the row until the transaction ends, so that two saves of one plan's courses don't mix. */
export const lockPlan = (db: SchoolDb, id: string) =>
  db.selectFrom('affiliate_plans').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

/** Keeps the plan from being deleted until the transaction ends. */
export const holdPlan = (db: SchoolDb, id: string) =>
  db.selectFrom('affiliate_plans').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()

export const updatePlan = (db: SchoolDb, id: string, values: { title?: string; all_courses?: boolean }) =>
  db.updateTable('affiliate_plans').set(values).where('id', '=', id).execute()

export const deletePlan = (db: SchoolDb, id: string) => db.deleteFrom('affiliate_plans').where('id', '=', id).execute()

export const replaceCourses = (db: SchoolDb, id: string, courseIds: string[]): Promise<void> =>
  replaceListedCourses(db, 'affiliate_plan_courses', id, courseIds)
