import { sumCoursesMin } from '@escola/contract/certificate-choice'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { CertificateFacts } from './facts.ts'

/** Newest issue of a certificate of which nothing new may be issued. */
export interface ClosedCertificate {
  id: string
  record_id: string
  template_id: string | null
  number: number
  status: string
  facts: CertificateFacts
  sealed_cpf: string | null
  utc_completed_on: Date
  /** Whether its course is deleted, here or at the school that made it. */
  is_gone: boolean
}

const fields = sql`t.id, t.record_id, t.template_id, t.number, t.status, t.facts, t.sealed_cpf, t.utc_completed_on`

const read = (row: Omit<ClosedCertificate, 'facts'> & { facts: unknown }): ClosedCertificate => ({
  ...row,
  facts: CertificateFacts.parse(row.facts),
})

/** Finds what was issued of a course that is deleted, or of an edition that is closed. */
export async function findIssuedCourse(
  db: SchoolDb,
  { userId, courseId }: { userId: string; courseId: string },
): Promise<ClosedCertificate | undefined> {
  const { rows } = await sql<ClosedCertificate>`
    select ${fields}, c.id is null or coalesce(e.is_gone, false) as is_gone
    from certificate_records r
    join certificates t on t.school_id = ${thisSchool} and t.record_id = r.id
    left join courses c on c.school_id = ${thisSchool} and c.id = r.course_id
    left join editions e on e.school_id = ${thisSchool} and e.course_id = r.course_id
    where r.school_id = ${thisSchool} and r.user_id = ${userId} and r.course_id = ${courseId}
      and (c.id is null or c.franchisor_id is not null and c.utc_published_on is null)
    order by t.number desc limit 1`.execute(db)
  return rows[0] && read(rows[0])
}

/**
 * Finds what was issued of a sum one of whose courses can't be opened, or that was saved for fewer than two. The certificate may be of a single course
 * then, as sums once were.
 */
export async function findIssuedSum(
  db: SchoolDb,
  { userId, sumId }: { userId: string; sumId: string },
): Promise<ClosedCertificate | undefined> {
  const { rows } = await sql<ClosedCertificate>`
    select ${fields}, false as is_gone
    from certificate_records r
    join certificates t on t.school_id = ${thisSchool} and t.record_id = r.id
    cross join lateral (
      select count(*) as courses, count(*) filter (where c.utc_published_on is null) as absent
      from certificate_template_courses l
      left join courses c on c.school_id = ${thisSchool} and c.id = l.course_id
      where l.school_id = ${thisSchool} and l.template_id = r.template_id) n
    where r.school_id = ${thisSchool} and r.user_id = ${userId} and r.course_id is null and r.template_id = ${sumId}
      and (n.absent > 0 or n.courses < ${sumCoursesMin}::integer)
      -- A template that was deleted lists nothing, and has words of its own.
      and exists (select from certificate_templates m where m.school_id = ${thisSchool} and m.id = r.template_id)
    order by t.number desc limit 1`.execute(db)
  return rows[0] && read(rows[0])
}
