import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface Signer {
  name: string
  role: string
  signature_key: string | null
}

export interface IssuingTemplate {
  id: string
  title: string
  layout: string
  has_syllabus: boolean
  min_days: number
  is_automatic: boolean
  signers: Signer[]
}

/**
 * The most specific of the saved templates for one course: one that names it goes before one for all courses, one that names fewer before one that
 * names more, and the newest before the others.
 */
export async function findTemplateFor(db: SchoolDb, courseId: string): Promise<IssuingTemplate | undefined> {
  const { rows } = await sql<IssuingTemplate>`
    select t.id, t.title, t.layout, t.has_syllabus, t.min_days, t.is_automatic,
      coalesce((select json_agg(json_build_object('name', s.name, 'role', s.role, 'signature_key', s.signature_key) order by s.position)
        from certificate_signers s where s.school_id = ${thisSchool} and s.template_id = t.id), '[]') as signers
    from certificate_templates t
    left join lateral (
      select count(*) as courses, bool_or(l.course_id = ${courseId}) as names_course from certificate_template_courses l
      where l.school_id = ${thisSchool} and l.template_id = t.id
    ) named on true
    where t.school_id = ${thisSchool} and t.kind = 'course' and t.utc_saved_on is not null and (t.all_courses or named.names_course)
    order by t.all_courses, case when t.all_courses then 0 else named.courses end, t.id desc limit 1`.execute(db)
  return rows[0]
}

/** The template that a school begins with counts as saved. */
export async function insertFirstTemplate(db: PlatformDb, schoolId: string, signerName: string, now: Date) {
  const { id } = await db
    .insertInto('certificate_templates')
    .values({ school_id: schoolId, utc_saved_on: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('certificate_signers')
    .values({ school_id: schoolId, template_id: id, position: 1, name: signerName })
    .execute()
}
