import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Published assessment of a course, as `contents.queries.ts` reads it, without the contents of its questions. */
export interface EditionExam {
  id: string
  number: number
}

/** Version of a question that a published assessment may ask, with columns of the question's row. */
export interface EditionQuestion {
  id: string
  version: number
  difficulty: string
  kind: string
  summary: string
  /** JSON text. */
  content: string
  pictures: string[]
  utc_created_on: Date
}

/** Versions that these publications may ask, each once. Publications and versions never change, so these match the contents that were read before. */
export async function listVersions(db: SchoolDb, exams: EditionExam[]): Promise<Omit<EditionQuestion, 'summary'>[]> {
  const { rows } = await sql<Omit<EditionQuestion, 'summary'>>`
    select q.id, v.number as version, q.difficulty, v.content -> 'key' ->> 'kind' as kind, v.content::text as content, v.pictures,
      v.utc_created_on
    from exam_question_versions v join exam_questions q on q.school_id = v.school_id and q.id = v.question_id
    where v.school_id = ${thisSchool} and (v.question_id, v.number) in (
      select p.question_id, p.version from exam_publication_questions p
      join unnest(${exams.map(({ id }) => id)}::bigint[], ${exams.map(({ number }) => number)}::int[]) as wanted (exam, number)
        on wanted.exam = p.exam_id and wanted.number = p.number
      where p.school_id = ${thisSchool})
    order by v.question_id, v.number`.execute(db)
  return rows
}

/** Which of these versions exist here, as `id version`. */
export async function listKnown(db: SchoolDb, versions: Pick<EditionQuestion, 'id'>[]): Promise<Set<string>> {
  const { rows } = await sql<{ known: string }>`
    select v.question_id || ' ' || v.number as known from exam_question_versions v
    where v.school_id = ${thisSchool} and v.question_id = any (${versions.map(({ id }) => id)}::bigint[])`.execute(db)
  return new Set(rows.map(({ known }) => known))
}

/**
 * Writes questions under their ids at the franchisor. They are in no bank: each is archived, has no words for the search, and names its franchisor.
 * @param rows one for each question
 */
export const writeQuestions = (db: SchoolDb, franchisorId: string, rows: EditionQuestion[]) =>
  sql`insert into exam_questions (school_id, id, franchisor_id, difficulty, is_archived, version, kind, summary, folded, utc_created_on,
      utc_changed_on) overriding system value
    select ${thisSchool}::bigint, n.id, ${franchisorId}::bigint, n.difficulty, true, n.version, n.kind, n.summary, '', n.utc_created_on,
      n.utc_created_on
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id bigint, version integer, difficulty text, kind text, summary text,
      utc_created_on timestamptz)
    order by n.id
    on conflict (school_id, id) do update set version = excluded.version, kind = excluded.kind, summary = excluded.summary,
      utc_changed_on = excluded.utc_changed_on
    where exam_questions.version <= excluded.version`.execute(db)

/** Writes versions; one that exists here and is equal is left alone. */
export const writeVersions = (db: SchoolDb, rows: EditionQuestion[]) =>
  sql`insert into exam_question_versions (school_id, question_id, number, content, pictures, utc_created_on)
    select ${thisSchool}::bigint, n.id, n.version, n.content::jsonb, n.pictures, n.utc_created_on
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id bigint, version integer, content text, pictures text[],
      utc_created_on timestamptz)
    order by n.id, n.version
    on conflict (school_id, question_id, number) do update set content = excluded.content, pictures = excluded.pictures
    where (exam_question_versions.content, exam_question_versions.pictures) is distinct from (excluded.content, excluded.pictures)`.execute(
    db,
  )

/**
 * Writes assessments under their ids at the franchisor. One that was removed there is hidden here, and its attempts stay unless another has taken its
 * lesson. The plan stays at the franchisor: here it has only the settings.
 */
export async function writeExams(db: SchoolDb, courseId: string, exams: string): Promise<void> {
  const wanted = sql`jsonb_to_recordset(${exams}::jsonb) as n (id bigint, lesson_id bigint, number integer, settings jsonb, parts jsonb,
    utc_published_on timestamptz, versions jsonb)`
  await sql`
    delete from exams e using ${wanted} where e.school_id = ${thisSchool} and e.lesson_id = n.lesson_id and e.id <> n.id`.execute(
    db,
  )
  await sql`
    update exams e set publication = null where e.school_id = ${thisSchool} and e.course_id = ${courseId} and e.publication is not null
      and e.id not in (select n.id from ${wanted})`.execute(db)
  await sql`
    insert into exams (school_id, id, course_id, lesson_id, plan, published_plan, utc_created_on, utc_changed_on) overriding system value
    select ${thisSchool}::bigint, n.id, ${courseId}::bigint, n.lesson_id, p.plan, p.plan, n.utc_published_on, n.utc_published_on
    from ${wanted} cross join lateral jsonb_build_object('settings', n.settings, 'parts', '[]'::jsonb) as p (plan)
    on conflict (school_id, id) do update set plan = excluded.plan, published_plan = excluded.published_plan,
      utc_changed_on = excluded.utc_changed_on
    where (exams.plan, exams.published_plan) is distinct from (excluded.plan, excluded.published_plan)`.execute(db)
  await sql`
    insert into exam_publications (school_id, exam_id, number, settings, parts, utc_published_on)
    select ${thisSchool}::bigint, n.id, n.number, n.settings, n.parts, n.utc_published_on from ${wanted}
    on conflict (school_id, exam_id, number) do update set settings = excluded.settings, parts = excluded.parts,
      utc_published_on = excluded.utc_published_on
    where (exam_publications.settings, exam_publications.parts, exam_publications.utc_published_on)
      is distinct from (excluded.settings, excluded.parts, excluded.utc_published_on)`.execute(db)
  await sql`
    insert into exam_publication_questions (school_id, exam_id, number, question_id, version)
    select ${thisSchool}::bigint, n.id, n.number, v.question_id, v.version
    from ${wanted} cross join lateral jsonb_to_recordset(n.versions) as v (question_id bigint, version integer)
    on conflict (school_id, exam_id, number, question_id) do update set version = excluded.version
    where exam_publication_questions.version <> excluded.version`.execute(db)
  await sql`
    update exams e set publication = n.number from ${wanted}
    where e.school_id = ${thisSchool} and e.id = n.id and e.publication is distinct from n.number`.execute(db)
}
