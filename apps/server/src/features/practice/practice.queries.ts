import { type SchoolDb, type Statement, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { School } from '../../core/scope.ts'

/** An assessment with the number of one of its publications. */
export type NumberedExam = [examId: string, publication: number]

export interface WrongRow {
  course_id: string
  question_id: string
  kind: string
  /** Newest version that an assessment is published with, annulled ones apart. */
  version: number
  /** Last moment at which an attempt was handed in that has it wrong. */
  utc_wrong_on: Date
  /** Assessments in which the student got it wrong, with the publications of those attempts. */
  sources: NumberedExam[]
  /** Assessments that may ask it now. */
  holders: NumberedExam[]
  utc_answered_on: Date | null
  utc_due_on: Date | null
}

/**
 * Questions that a student's attempts have wrong, in the courses with practice, with their cards. A question that a running attempt asks is left out: the
 * publication that it began with may not be the one of now. An attempt that waits for a person has no points, and its result shows nothing yet. Where a question is due, and whether its key may be shown, is not decided here.
 */
const wrongStatement = (name: string, and: string): Statement => ({
  name,
  text: `
    select w.course_id, w.question_id, x.kind, h.version, w.utc_wrong_on, w.sources, h.holders, k.utc_answered_on, k.utc_due_on
    from (
      select e.course_id, (q.asked ->> 'question')::bigint as question_id, max(a.utc_handed_in_on) as utc_wrong_on,
        jsonb_agg(distinct jsonb_build_array(a.exam_id::text, a.publication)) as sources
      from exam_attempts a
      join exams e on e.school_id = $1 and e.id = a.exam_id and e.publication is not null
      join courses c on c.school_id = $1 and c.id = e.course_id and c.has_practice and c.utc_published_on is not null
      cross join lateral jsonb_array_elements(a.asked) with ordinality q (asked, place)
      where a.school_id = $1 and a.user_id = $2 and a.points is not null
        and a.earned[q.place] < (q.asked ->> 'points')::integer ${and}
      group by e.course_id, (q.asked ->> 'question')::bigint) w
    join exam_questions x on x.school_id = $1 and x.id = w.question_id
    cross join lateral (
      select max(u.version) filter (where (
          select c.answer ->> 'kind' from exam_key_corrections c
          where c.school_id = $1 and c.question_id = u.question_id and u.version = any (c.versions) and c.utc_undone_on is null
          order by c.id desc limit 1) is distinct from 'annulled') as version,
        jsonb_agg(jsonb_build_array(p.id::text, u.number)) as holders
      from exam_publication_questions u join exams p on p.school_id = $1 and p.id = u.exam_id and p.publication = u.number
      where u.school_id = $1 and u.question_id = w.question_id) h
    left join practice_cards k on k.school_id = $1 and k.user_id = $2 and k.question_id = w.question_id
    where h.version is not null and not exists (
      select from exam_attempts r where r.school_id = $1 and r.user_id = $2 and r.utc_handed_in_on is null
        and r.asked @> jsonb_build_array(jsonb_build_object('question', w.question_id::text)))`,
})
const wrongAnywhere = wrongStatement('practice_wrong', '')
const wrongInCourse = wrongStatement('practice_wrong_in_course', 'and e.course_id = $3')

/** @param courseId undefined: of all courses */
export const listWrong = (read: School['read'], userId: string, courseId?: string): Promise<WrongRow[]> =>
  courseId === undefined ? read(wrongAnywhere, [userId]) : read(wrongInCourse, [userId, courseId])

/** Publications with what decides whether their key may be shown to a student now. */
export async function listPublications(db: SchoolDb, userId: string, wanted: NumberedExam[]) {
  const { rows } = await sql<{
    exam_id: string
    number: number
    lesson_id: string
    settings: unknown
    has_passed: boolean
    has_attempt: boolean
    is_running: boolean
  }>`
    select e.id as exam_id, p.number, e.lesson_id, p.settings,
      exists (select from exam_marks m where m.school_id = ${thisSchool} and m.exam_id = e.id and m.user_id = ${userId}
        and m.utc_passed_on is not null) as has_passed,
      exists (select from exam_attempts a where a.school_id = ${thisSchool} and a.exam_id = e.id and a.user_id = ${userId}
        and a.points is not null) as has_attempt,
      exists (select from exam_attempts a where a.school_id = ${thisSchool} and a.exam_id = e.id and a.user_id = ${userId}
        and a.utc_handed_in_on is null) as is_running
    from exam_publications p
    join unnest(${wanted.map(([id]) => id)}::bigint[], ${wanted.map(([, number]) => number)}::int[]) as wanted (exam_id, number)
      on wanted.exam_id = p.exam_id and wanted.number = p.number
    join exams e on e.school_id = ${thisSchool} and e.id = p.exam_id
    where p.school_id = ${thisSchool}`.execute(db)
  return rows
}
export type PublicationRow = Awaited<ReturnType<typeof listPublications>>[number]

/** A published course by its link, and whether an assessment is published in it. */
export const findCourse = async (read: School['read'], link: string) =>
  (
    await read<{ id: string; practises: boolean }>(
      {
        name: 'practice_course',
        text: `select c.id, c.has_practice and exists (select from exams e
            where e.school_id = $1 and e.course_id = c.id and e.publication is not null) as practises
          from courses c where c.school_id = $1 and c.link = $2 and c.utc_published_on is not null`,
      },
      [link],
    )
  )[0]

/** Holds a student and a course from being deleted, before cards that go with them are locked. */
export const holdPlace = (db: SchoolDb, userId: string, courseId: string) =>
  Promise.all([
    db.selectFrom('memberships').select('user_id').where('user_id', '=', userId).forKeyShare().execute(),
    db.selectFrom('courses').select('id').where('id', '=', courseId).forKeyShare().execute(),
  ])

export interface AskedCard {
  question: string
  exam: string
  version: number
  seed: string
}

/** Asks these questions: a card that was asked the same version and has no answer yet stays as it is, on whatever device that was. */
export async function askCards(db: SchoolDb, userId: string, asked: AskedCard[], now: Date) {
  const isOpen = sql`(k.is_right is null and k.version = excluded.version)`
  const { rows } = await sql<{ id: string; question_id: string; version: number; seed: string; turn: number }>`
    insert into practice_cards as k (school_id, user_id, question_id, exam_id, version, seed, turn, utc_asked_on)
    select ${thisSchool}::bigint, ${userId}::bigint, n.question, n.exam, n.version, n.seed, 1, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as n (question bigint, exam bigint, version int, seed text)
    order by n.question
    on conflict (school_id, user_id, question_id) do update set exam_id = excluded.exam_id, version = excluded.version,
      seed = case when ${isOpen} then k.seed else excluded.seed end,
      turn = case when ${isOpen} then k.turn else k.turn + 1 end,
      is_right = null, utc_asked_on = excluded.utc_asked_on
    returning id, question_id, version, seed, turn`.execute(db)
  return rows
}

const cards = (db: SchoolDb, id: string, userId: string) =>
  db
    .selectFrom('practice_cards as k')
    .innerJoin('exams as e', (join) => join.onRef('e.school_id', '=', 'k.school_id').onRef('e.id', '=', 'k.exam_id'))
    .select(['k.id', 'k.question_id', 'k.version', 'k.seed', 'k.turn', 'k.is_right', 'k.memory', 'e.course_id'])
    .where('k.id', '=', id)
    .where('k.user_id', '=', userId)

export const findCard = (db: SchoolDb, id: string, userId: string) => cards(db, id, userId).executeTakeFirst()

/** Locks a card, so that two answers at once are one. */
export const lockCard = (db: SchoolDb, id: string, userId: string) =>
  cards(db, id, userId).forNoKeyUpdate('k').executeTakeFirst()

export const updateAnswered = (
  db: SchoolDb,
  id: string,
  { isRight, memory, dueOn }: { isRight: boolean; memory: unknown; dueOn: Date },
  now: Date,
) =>
  db
    .updateTable('practice_cards')
    .set({ is_right: isRight, memory: JSON.stringify(memory), utc_answered_on: now, utc_due_on: dueOn })
    .where('id', '=', id)
    .execute()
