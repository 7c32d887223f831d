import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { templateIdFor } from '../templates/templates.queries.ts'

/** Whether the school gives certificates. */
export async function givesCertificates(db: SchoolDb): Promise<boolean> {
  const school = await db.selectFrom('schools').select('has_certificate').executeTakeFirst()
  return school?.has_certificate ?? false
}

interface RequestRow {
  degree_id: string
  degree_title: string
  degree_link: string
  /** Moment from which the certificate can be issued. */
  utc_due_on: Date
}

/** Lists the finished courses of a student that a template is for, and of which no certificate was issued, the latest finished first. */
export async function listRequestable(db: SchoolDb, userId: string): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select c.id as degree_id, c.title as degree_title, c.link as degree_link,
      p.utc_started_on + t.min_days * interval '1 day' as utc_due_on
    from course_progress p
    join courses c on c.school_id = ${thisSchool} and c.id = p.course_id
    join certificate_templates t on t.school_id = ${thisSchool} and t.id = ${templateIdFor(sql`p.course_id`)}
    where p.school_id = ${thisSchool} and p.user_id = ${userId} and p.utc_completed_on is not null
      and not exists (
        select from certificates i where i.school_id = ${thisSchool} and i.user_id = p.user_id and i.course_id = p.course_id)
    order by p.utc_completed_on desc, c.id`.execute(db)
  return rows
}
