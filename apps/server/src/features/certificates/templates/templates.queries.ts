import type { TemplateCoverage } from '@escola/contract/certificate-choice'
import type { CertificateLayout } from '@escola/contract/certificates.contract'
import { type PlatformDb, replaceListedCourses, type SchoolDb, type Tables, thisSchool } from '@escola/db'
import { sql, type Updateable } from 'kysely'
import { imageFolder } from '../../../files/images.ts'
import type { NamedFile } from '../../../files/owners.ts'

export interface Signer {
  name: string
  role: string
  signature_key: string | null
}

/** People who sign the template `t`, in the order of the page. */
const signersOf = sql`
  coalesce((select json_agg(json_build_object('name', s.name, 'role', s.role, 'signature_key', s.signature_key) order by s.position)
    from certificate_signers s where s.school_id = ${thisSchool} and s.template_id = t.id), '[]')`

/** Courses that the template `t` names. */
const coursesOf = sql`
  array(select l.course_id::text from certificate_template_courses l
    where l.school_id = ${thisSchool} and l.template_id = t.id order by l.course_id)`

export interface IssuingTemplate extends TemplateCoverage {
  title: string
  kind: 'course' | 'sum'
  sum_minutes: number | null
  layout: string
  has_syllabus: boolean
  min_days: number
  is_automatic: boolean
  signers: Signer[]
}

/** Lists the saved templates: the others issue nothing. A school has few. */
export async function listIssuingTemplates(db: SchoolDb): Promise<IssuingTemplate[]> {
  const { rows } = await sql<IssuingTemplate>`
    select t.id, t.title, t.kind, t.sum_minutes, t.layout, t.has_syllabus, t.min_days, t.is_automatic, t.all_courses as all_degrees,
      ${coursesOf} as degrees, ${signersOf} as signers
    from certificate_templates t
    where t.school_id = ${thisSchool} and t.utc_saved_on is not null order by t.id`.execute(db)
  return rows
}

export interface TemplateRow {
  id: string
  title: string
  all_courses: boolean
  is_automatic: boolean
  kind: 'course' | 'sum'
  sum_minutes: number | null
  layout: CertificateLayout
  has_syllabus: boolean
  min_days: number
  utc_saved_on: Date | null
  course_ids: string[]
  signers: Signer[]
  issued: number
}

/** Lists the newest first. */
export async function listTemplates(db: SchoolDb, id: string | null = null): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select t.id, t.title, t.all_courses, t.is_automatic, t.kind, t.sum_minutes, t.layout, t.has_syllabus, t.min_days, t.utc_saved_on,
      ${coursesOf} as course_ids,
      ${signersOf} as signers,
      (select count(*)::int from certificates c where c.school_id = ${thisSchool} and c.template_id = t.id and c.utc_replaced_on is null) as issued
    from certificate_templates t
    where t.school_id = ${thisSchool} and (${id}::bigint is null or t.id = ${id}::bigint) order by t.id desc`.execute(
    db,
  )
  return rows
}

export const insertTemplate = (db: SchoolDb, title: string) =>
  db.insertInto('certificate_templates').values({ title, all_courses: false }).returning('id').executeTakeFirstOrThrow()

/** Locks the template until the transaction ends, so that two saves of it don't mix. @returns values that a save may leave as they are */
export const lockTemplate = (db: SchoolDb, id: string) =>
  db
    .selectFrom('certificate_templates')
    .select(['title', 'kind', 'sum_minutes', 'layout', 'has_syllabus', 'min_days'])
    .where('id', '=', id)
    .$narrowType<Pick<TemplateRow, 'kind'>>()
    .forUpdate()
    .executeTakeFirst()

export const deleteTemplate = (db: SchoolDb, id: string) =>
  db.deleteFrom('certificate_templates').where('id', '=', id).returning('id').executeTakeFirst()

export const updateTemplate = (db: SchoolDb, id: string, values: Updateable<Tables['certificate_templates']>) =>
  db.updateTable('certificate_templates').set(values).where('id', '=', id).execute()

export const listSigners = (db: SchoolDb, templateId: string): Promise<Signer[]> =>
  db
    .selectFrom('certificate_signers')
    .select(['name', 'role', 'signature_key'])
    .where('template_id', '=', templateId)
    .orderBy('position')
    .execute()

export async function replaceSigners(db: SchoolDb, templateId: string, signers: Signer[]): Promise<void> {
  await db.deleteFrom('certificate_signers').where('template_id', '=', templateId).execute()
  await db
    .insertInto('certificate_signers')
    .values(signers.map((signer, index) => ({ template_id: templateId, position: index + 1, ...signer })))
    .execute()
}

/** Ids of the school's courses. */
export async function listCourseIds(db: SchoolDb, { isPublished }: { isPublished: boolean }): Promise<string[]> {
  const rows = await db
    .selectFrom('courses')
    .select('id')
    .$if(isPublished, (query) => query.where('utc_published_on', 'is not', null))
    .execute()
  return rows.map(({ id }) => id)
}

export const replaceCourses = (db: SchoolDb, templateId: string, courseIds: string[]): Promise<void> =>
  replaceListedCourses(db, 'certificate_template_courses', templateId, courseIds)

/** Which of the keys are signatures that the school has uploaded. */
export async function listSignatureKeys(db: SchoolDb, schoolId: string, keys: string[]): Promise<Set<string>> {
  const folders = new Map(keys.map((key) => [imageFolder(schoolId, key), key]))
  const rows = await db
    .selectFrom('files')
    .select('storage_key')
    .where('purpose', '=', 'signature')
    .where((is) => is('storage_key', '=', is.fn.any(is.val([...folders.keys()]))))
    .execute()
  return new Set(rows.map(({ storage_key }) => folders.get(storage_key)!))
}

/** Pictures of the people who sign a template, and those that an issue has yet to be drawn with. */
export const namedSignatures = () =>
  sql<NamedFile>`
    select f.school_id, f.id from files f
    where f.school_id = ${thisSchool} and f.purpose = 'signature' and f.storage_key in (
      select ${thisSchool} || '/images/' || s.signature_key from certificate_signers s where s.school_id = ${thisSchool}
      union all select ${thisSchool} || '/images/' || (w ->> 'signature_key')
        from certificates c cross join lateral jsonb_array_elements(c.facts -> 'signers') w
        where c.school_id = ${thisSchool} and c.status = 'queued')`

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
