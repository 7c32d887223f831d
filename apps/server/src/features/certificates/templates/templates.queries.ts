import type { AbsentDegree } from '@escola/contract/absent-degrees'
import type { TemplateCoverage } from '@escola/contract/certificate-choice'
import type { CertificateLayout } from '@escola/contract/certificates.contract'
import { type PlatformDb, type SchoolDb, type Tables, thisSchool } from '@escola/db'
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

/** Courses that the template `t` was saved for, including courses that were deleted since. */
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
  min_mark: number | null
  shows_mark: boolean
  is_automatic: boolean
  signers: Signer[]
}

/** Lists the saved templates: the others issue nothing. A school has few. */
export async function listIssuingTemplates(db: SchoolDb): Promise<IssuingTemplate[]> {
  const { rows } = await sql<IssuingTemplate>`
    select t.id, t.title, t.kind, t.sum_minutes, t.layout, t.has_syllabus, t.min_days, t.min_mark, t.shows_mark, t.is_automatic,
      t.all_courses as all_degrees,
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
  min_mark: number | null
  shows_mark: boolean
  utc_saved_on: Date | null
  course_ids: string[]
  absent: AbsentCourse[]
  signers: Signer[]
  issued: number
}

export interface AbsentCourse {
  id: string
  title: string
  why: AbsentDegree['why']
}

/**
 * Courses that the template `t` was saved for and that students can't open now. A course of the school's own that is not published is among them for
 * a sum alone: the certificates of a single course go on. An edition whose original is deleted keeps its row.
 */
const absentOf = sql`
  coalesce((select json_agg(json_build_object('id', l.course_id::text, 'title', coalesce(nullif(c.title, ''), l.course_title),
      'why', case when c.id is null or e.is_gone then 'gone' when c.franchisor_id is not null then 'closed' else 'unpublished' end)
      order by coalesce(c.title, l.course_title), l.course_id)
    from certificate_template_courses l
    left join courses c on c.school_id = ${thisSchool} and c.id = l.course_id
    left join editions e on e.school_id = ${thisSchool} and e.course_id = l.course_id
    where l.school_id = ${thisSchool} and l.template_id = t.id and c.utc_published_on is null
      and (t.kind = 'sum' or c.id is null or c.franchisor_id is not null)), '[]')`

/** Lists the newest first. */
export async function listTemplates(db: SchoolDb, id: string | null = null): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select t.id, t.title, t.all_courses, t.is_automatic, t.kind, t.sum_minutes, t.layout, t.has_syllabus, t.min_days, t.min_mark, t.shows_mark,
      t.utc_saved_on,
      ${coursesOf} as course_ids,
      ${absentOf} as absent,
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
    .select([
      'title',
      'kind',
      'sum_minutes',
      'layout',
      'has_syllabus',
      'min_days',
      'min_mark',
      'shows_mark',
      'utc_saved_on',
    ])
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

/** Ids of the school's courses, including courses that students can't open. */
export const listCourseIds = async (db: SchoolDb): Promise<string[]> =>
  (await db.selectFrom('courses').select('id').execute()).map(({ id }) => id)

export const listPublishedIds = async (db: SchoolDb): Promise<string[]> =>
  (await db.selectFrom('courses').select('id').where('utc_published_on', 'is not', null).execute()).map(({ id }) => id)

/** Lists what the template is saved for. Each course keeps its title there, for it may be deleted. */
export async function replaceCourses(db: SchoolDb, templateId: string, courseIds: string[]): Promise<void> {
  await sql`
    delete from certificate_template_courses
    where school_id = ${thisSchool} and template_id = ${templateId}::bigint and course_id <> all (${courseIds}::bigint[])`.execute(
    db,
  )
  await sql`
    insert into certificate_template_courses (school_id, template_id, course_id, course_title)
    select ${thisSchool}::bigint, ${templateId}::bigint, c.id, c.title from courses c
    where c.school_id = ${thisSchool} and c.id = any (${courseIds}::bigint[])
    on conflict (school_id, template_id, course_id) do update set course_title = excluded.course_title`.execute(db)
}

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

/** Pictures of the people who sign a template, and pictures with which an issue has yet to be drawn. */
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
