import { type SchoolDb, thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'

/** Published values of a course, equal in the franchisor's school and in each edition. Modules, lessons, assessments and files are JSON text. */
export interface Contents {
  version: string
  is_published: boolean
  course: string
  modules: string
  lessons: string
  exams: string
  files: string
  lesson_ids: string[]
  lesson_links: string[]
  file_ids: string[]
}

const fileFields = sql`'purpose', f.purpose, 'storage_key', f.storage_key, 'filename', f.filename,
  'content_type', f.content_type, 'size_bytes', f.size_bytes`

/**
 * Files of this school that the published course names: those of its lessons, their videos, its cover, and the pictures of its assessments, also of their
 * earlier publications, because attempts end with what they began with.
 */
const ownFiles = sql`
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, ${fileFields}) order by f.id), '[]') as list,
    coalesce(array_agg(f.id::text order by f.id), '{}') as ids
  from files f where f.school_id = ${thisSchool} and f.id = any (array(
    select (file->>'id')::bigint from shown s cross join lateral jsonb_array_elements(s.files) as file
    union select k.id from exams e
      join exam_publication_questions q on q.school_id = ${thisSchool} and q.exam_id = e.id
      join exam_question_versions v on v.school_id = ${thisSchool} and v.question_id = q.question_id and v.number = q.version
      cross join lateral unnest(v.pictures) as picture (key)
      join files k on k.school_id = ${thisSchool} and k.storage_key = c.school_id || '/images/' || picture.key
      where e.school_id = ${thisSchool} and e.course_id = c.id and e.publication is not null and e.lesson_id in (select s.id from shown s)
    union select substring(s.main_media_url from '^upload:(\\d+)$')::bigint from shown s where s.main_media_url like 'upload:%'
    union select k.id from files k where k.school_id = ${thisSchool} and k.storage_key = c.school_id || '/images/' || c.cover_key))`

/** Files of the franchisor that the edition names. */
const editionFiles = sql`
  select coalesce(jsonb_agg(jsonb_build_object('id', f.file_id, ${fileFields}) order by f.file_id), '[]') as list,
    coalesce(array_agg(f.file_id::text order by f.file_id), '{}') as ids
  from edition_files f where f.school_id = ${thisSchool} and f.course_id = c.id`

/** One statement, so that it sees one moment: a course is published with its modules and lessons in one transaction. */
const selectContents = (courseId: string, files: RawBuilder<unknown>) => sql<Contents>`
  with shown as (
    select l.* from lessons l where l.school_id = ${thisSchool} and l.course_id = ${courseId} and l.id in (
      select p.lesson_id from published_lessons p where p.school_id = ${thisSchool} and p.course_id = ${courseId}))
  select c.published_version as version, c.utc_published_on is not null as is_published,
    jsonb_build_object('title', c.title, 'description_title', c.description_title, 'description', c.description,
      'workload_minutes', c.workload_minutes, 'cover_key', c.cover_key, 'no_dripping', c.no_dripping, 'dripping_what', c.dripping_what,
      'dripping_when', c.dripping_when, 'in_order', c.in_order, 'has_practice', c.has_practice,
      'module_order', c.module_order)::text as course,
    m.list::text as modules, l.list::text as lessons, e.list::text as exams, f.list::text as files, l.ids as lesson_ids, l.links as lesson_links, f.ids as file_ids
  from courses c
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'always_available', m.always_available,
      'lesson_order', array(select o.id from unnest(m.lesson_order) with ordinality o (id, ord)
        where o.id in (select s.id from shown s) order by o.ord)) order by m.id), '[]') as list
    from modules m where m.school_id = ${thisSchool} and m.course_id = c.id and m.id = any (c.module_order)) m
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title, 'description', s.description,
        'main_media_url', s.main_media_url, 'main_media_duration', s.main_media_duration, 'files', s.files,
        'external_links', s.external_links, 'is_private', s.is_private, 'utc_published_on', s.utc_published_on) order by s.id), '[]') as list,
      coalesce(array_agg(s.id::text order by s.id), '{}') as ids, coalesce(array_agg(s.link order by s.id), '{}') as links
    from shown s) l
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'lesson_id', x.lesson_id, 'number', p.number, 'settings', p.settings,
      'parts', p.parts, 'utc_published_on', p.utc_published_on, 'versions', v.list) order by x.id), '[]') as list
    from exams x join exam_publications p on p.school_id = ${thisSchool} and p.exam_id = x.id and p.number = x.publication
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('question_id', q.question_id, 'version', q.version,
        'sum', md5(concat(w.content, w.pictures))) order by q.question_id), '[]') as list
      from exam_publication_questions q
      join exam_question_versions w on w.school_id = ${thisSchool} and w.question_id = q.question_id and w.number = q.version
      where q.school_id = ${thisSchool} and q.exam_id = p.exam_id and q.number = p.number) v
    where x.school_id = ${thisSchool} and x.course_id = c.id and x.lesson_id in (select s.id from shown s)) e
  cross join lateral (${files}) f
  where c.school_id = ${thisSchool} and c.id = ${courseId}`

const checksumOf = sql`md5(x.course || x.modules || x.lessons || x.exams || x.files)`

/** Reads what affiliates are given of a course of this school's own. */
export async function readContents(
  db: SchoolDb,
  courseId: string,
): Promise<(Contents & { checksum: string }) | undefined> {
  const { rows } = await sql<Contents & { checksum: string }>`
    select x.*, ${checksumOf} as checksum from (${selectContents(courseId, ownFiles)}) x`.execute(db)
  return rows[0]
}

/** Checksum of an edition; equal to that of its original when nothing differs. */
export async function findEditionChecksum(db: SchoolDb, courseId: string): Promise<string | undefined> {
  const { rows } = await sql<{ checksum: string }>`
    select ${checksumOf} as checksum from (${selectContents(courseId, editionFiles)}) x`.execute(db)
  return rows[0]?.checksum
}

/** Writes the values that come from the franchisor, and from when the edition is published here; what is the affiliate's own stays. */
export const writeCourse = (db: SchoolDb, id: string, course: string, publishedOn: Date | null) =>
  sql`update courses c set title = n.title, description_title = n.description_title, description = n.description,
      workload_minutes = n.workload_minutes, cover_key = n.cover_key, no_dripping = n.no_dripping, dripping_what = n.dripping_what,
      dripping_when = n.dripping_when, in_order = n.in_order, has_practice = n.has_practice,
      module_order = n.module_order, draft = null, utc_published_on = ${publishedOn}
    from jsonb_to_recordset(${`[${course}]`}::jsonb) as n (title text, description_title text, description text, workload_minutes integer,
      cover_key text, no_dripping boolean, dripping_what text, dripping_when text, in_order boolean, has_practice boolean, module_order bigint[])
    where c.school_id = ${thisSchool} and c.id = ${id}`.execute(db)

/** Writes modules under the ids that they have at the franchisor; one that left stays, and no order lists it. */
export const writeModules = (db: SchoolDb, courseId: string, modules: string) =>
  sql`insert into modules (school_id, id, course_id, title, always_available, lesson_order) overriding system value
    select ${thisSchool}::bigint, n.id, ${courseId}::bigint, n.title, n.always_available, n.lesson_order
    from jsonb_to_recordset(${modules}::jsonb) as n (id bigint, title text, always_available boolean, lesson_order bigint[])
    on conflict (school_id, id) do update set title = excluded.title, always_available = excluded.always_available,
      lesson_order = excluded.lesson_order, draft = null`.execute(db)

export const listLessonLinks = (db: SchoolDb, courseId: string) =>
  db.selectFrom('lessons').select(['id', 'link']).where('course_id', '=', courseId).execute()

/**
 * Writes lessons under the ids that they have at the franchisor. Each keeps the link that it has here; one that is equal already is not written to.
 * @param links links of the contents that are new here, by id
 */
export async function writeLessons(
  db: SchoolDb,
  courseId: string,
  { lessons, links }: { lessons: string; links: Record<string, string> },
): Promise<void> {
  await sql`
    insert into lessons (school_id, id, course_id, link, title, description, main_media_url, main_media_duration, files, external_links,
      is_private, is_visible, link_fixed, utc_published_on) overriding system value
    select ${thisSchool}::bigint, n.id, ${courseId}::bigint, coalesce(k.link, n.id::text), n.title, n.description, n.main_media_url,
      n.main_media_duration, n.files, n.external_links, n.is_private, true, true, n.utc_published_on
    from jsonb_to_recordset(${lessons}::jsonb) as n (id bigint, title text, description text, main_media_url text,
      main_media_duration integer, files jsonb, external_links jsonb, is_private boolean, utc_published_on timestamptz)
    left join jsonb_each_text(${JSON.stringify(links)}::jsonb) as k (id, link) on k.id = n.id::text
    on conflict (school_id, id) do update set title = excluded.title, description = excluded.description,
      main_media_url = excluded.main_media_url, main_media_duration = excluded.main_media_duration, files = excluded.files,
      external_links = excluded.external_links, is_private = excluded.is_private, is_visible = true, draft = null,
      utc_published_on = excluded.utc_published_on
    where (lessons.title, lessons.description, lessons.main_media_url, lessons.main_media_duration, lessons.files, lessons.external_links,
      lessons.is_private, lessons.is_visible, lessons.utc_published_on) is distinct from (excluded.title, excluded.description,
      excluded.main_media_url, excluded.main_media_duration, excluded.files, excluded.external_links, excluded.is_private, true,
      excluded.utc_published_on)`.execute(db)
}

/** Hides the lessons that left; progress in them stays. */
export const hideLessonsExcept = (db: SchoolDb, courseId: string, ids: string[]) =>
  db
    .updateTable('lessons')
    .set({ utc_published_on: null })
    .where('course_id', '=', courseId)
    .where('utc_published_on', 'is not', null)
    .where((column) => sql<boolean>`not (${column.ref('id')} = any(${ids}::bigint[]))`)
    .execute()
