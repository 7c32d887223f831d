import type { BenchStack } from './bench-stack.ts'
import { asked } from './exam-class.ts'

/** One question in this many has the tag of the measured list. */
const tagEvery = 40

/**
 * Fills a school's bank up to so many questions, each with one version. All are copies of those that were made over the wire, under other words.
 */
export async function fillBank({ admin }: Pick<BenchStack, 'admin'>, schoolId: string, upTo: number): Promise<void> {
  await admin.query(
    `with source as (
      select q.*, row_number() over (order by q.id) - 1 as at, count(*) over () as sources from exam_questions q where q.school_id = $1),
    made as (
      insert into exam_questions (school_id, difficulty, tags, version, kind, summary, folded, utc_created_on, utc_changed_on)
      select $1, (array['easy', 'medium', 'hard'])[1 + n % 3], case when n % $3::int = 0 then array['rara', 'comum'] else array['comum'] end, 1, s.kind,
        'Cópia ' || n || '. ' || s.summary, ' copia ' || n || s.folded, now(), now()
      from generate_series((select count(*) from source) + 1, $2::int) n
      join source s on s.at = n % s.sources
      returning id, kind)
    insert into exam_question_versions (school_id, question_id, number, content, utc_created_on)
    select $1, m.id, 1, (
      select v.content from source s join exam_question_versions v on v.school_id = $1 and v.question_id = s.id and v.number = 1
      where s.kind = m.kind order by s.id limit 1), now() from made m`,
    [schoolId, upTo, tagEvery],
  )
  await admin.query('vacuum analyze exam_questions, exam_question_versions')
}

/** Lets all students of a school begin an assessment and answer each question; the attempts run until they are handed in. */
export async function beginForAll(
  { admin }: Pick<BenchStack, 'admin'>,
  { schoolId, lessonId }: { schoolId: string; lessonId: string },
): Promise<void> {
  const place = [schoolId, lessonId]
  await admin.query(
    `with exam as (select e.id, e.publication from exams e where e.school_id = $1 and e.lesson_id = $2),
    begun as (
      insert into exam_attempts (school_id, exam_id, publication, user_id, seed, asked, epoch, utc_begun_on, utc_look_on)
      select $1, exam.id, exam.publication, m.user_id, md5(m.user_id::text) || md5('b' || m.user_id::text), d.asked, 1,
        now() - interval '2 hours', now() - interval '1 hour'
      from exam cross join memberships m cross join lateral (
        select jsonb_agg(jsonb_build_object('question', p.question_id::text, 'points', 100, 'version', p.version)) as asked
        from (select q.question_id, q.version from exam_publication_questions q
          where q.school_id = $1 and q.exam_id = exam.id and q.number = exam.publication order by md5(q.question_id::text || m.user_id::text) limit ${asked}) p) d
      where m.school_id = $1 and m.is_student
      returning exam_id, user_id)
    insert into exam_marks (school_id, exam_id, user_id) select $1, exam_id, user_id from begun`,
    place,
  )
  await admin.query(
    `insert into exam_answers (school_id, attempt_id, user_id, place, epoch, number, answer, utc_saved_on)
    select $1, a.id, a.user_id, e.place, 1, e.place, case v.content -> 'key' ->> 'kind'
        when 'one' then jsonb_build_object('kind', 'one', 'chosen', (1 + (a.id + e.place) % 4)::text)
        when 'several' then jsonb_build_object('kind', 'several', 'chosen', jsonb_build_array('1', (2 + (a.id + e.place) % 3)::text))
        when 'truth' then jsonb_build_object('kind', 'truth', 'chosen', (a.id + e.place) % 2 = 0)
        when 'number' then jsonb_build_object('kind', 'number', 'typed', (a.id % 120)::text)
        else jsonb_build_object('kind', 'text', 'typed', 'descanso') end, now() - interval '90 minutes'
    from exam_attempts a cross join lateral jsonb_array_elements(a.asked) with ordinality as e (asked, place)
    join exam_question_versions v on v.school_id = $1 and v.question_id = (e.asked ->> 'question')::bigint and v.number = (e.asked ->> 'version')::int
    where a.school_id = $1 and a.exam_id = (select id from exams where school_id = $1 and lesson_id = $2)`,
    place,
  )
  await admin.query('vacuum analyze exam_attempts, exam_marks, exam_answers')
}

/** Hands in all attempts of a school at once, with random points: lists and sums are measured without the work of marking. */
export async function handInForAll({ admin }: Pick<BenchStack, 'admin'>, schoolId: string): Promise<void> {
  await admin.query(
    `with marked as (
      select a.id, array(select 100 * ((a.id * 7 + n * 13 + a.id / 11) % (2 + a.id % 3) = 0)::int from generate_series(1, ${asked}) n) as earned
      from exam_attempts a where a.school_id = $1 and a.utc_handed_in_on is null)
    update exam_attempts a set utc_handed_in_on = a.utc_look_on, handed_in_how = 'student', earned = m.earned,
      points = (select sum(e) from unnest(m.earned) e), total = ${asked * 100}
    from marked m where a.school_id = $1 and a.id = m.id`,
    [schoolId],
  )
  await admin.query(
    `update exam_marks k set points = a.points, total = a.total, attempts = 1, utc_passed_on = case when a.points * 2 >= a.total then a.utc_handed_in_on end
    from exam_attempts a where k.school_id = $1 and a.school_id = $1 and a.exam_id = k.exam_id and a.user_id = k.user_id`,
    [schoolId],
  )
  await admin.query('vacuum analyze exam_attempts, exam_marks')
}
