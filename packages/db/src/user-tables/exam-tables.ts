import { type RawBuilder, sql } from 'kysely'
import { thisSchool } from '../name-school.ts'
import { day, number, ofStudents, person, word } from '../table-facts.ts'
import { byAdministrator, internal, type Owner, ofOthers, secret, type UserTables } from './user-table.ts'

/** Whether the student may see the points of an attempt now: what the contract's showsScore says of the publication `p` that it began with. */
const showsScore = ({
  userId,
  now,
}: Owner) => sql`(p.settings ->> 'kind' = 'exercise' or (p.settings ->> 'shows' <> 'nothing'
  and case p.settings ->> 'shows_when' when 'attempt' then true
    when 'passed' then exists (select from exam_marks k
      where k.school_id = ${thisSchool} and k.exam_id = p.exam_id and k.user_id = ${userId} and k.utc_passed_on is not null)
    else (p.settings ->> 'utc_shows_on')::timestamptz <= ${now} end))`

/** The points of an attempt, once they may be seen. */
const shownPoints = (owner: Owner) => sql`case when exists (select from exam_publications p
  where p.school_id = ${thisSchool} and p.exam_id = t.exam_id and p.number = t.publication and ${showsScore(owner)}) then t.points end`

/** A part of a correction, once the attempt is corrected and the points of its questions may be seen. */
const shownCorrection = (column: 'earned' | 'comment') => (owner: Owner) =>
  sql`case when exists (
  select from exam_attempts a join exam_publications p on p.school_id = ${thisSchool} and p.exam_id = a.exam_id and p.number = a.publication
  where a.school_id = ${thisSchool} and a.id = t.attempt_id and a.points is not null and p.settings ->> 'shows' in ('answers', 'key')
    and ${showsScore(owner)}) then ${sql.ref(`t.${column}`)} end`

/** A part of a mark, once the points of one of its attempts may be seen, as at the lesson. */
const shownMark = (column: 'points' | 'total') => (owner: Owner) =>
  sql`case when exists (
  select from exam_attempts a join exam_publications p on p.school_id = ${thisSchool} and p.exam_id = a.exam_id and p.number = a.publication
  where a.school_id = ${thisSchool} and a.exam_id = t.exam_id and a.user_id = t.user_id and a.points is not null
    and ${showsScore(owner)}) then ${sql.ref(`t.${column}`)} end`

/** Text of an option of a version `v`; `list` names where it stands in the key. */
const textOf = (list: 'options' | 'lefts', id: RawBuilder<unknown>) => sql`(select o.option -> 'html'
  from jsonb_array_elements(v.content -> 'key' -> ${sql.lit(list)}) o (option) where o.option -> 'id' = ${id} limit 1)`

/** An answer with what its options say: their ids tell in which order the author wrote them, often the right one first. */
const answerInWords =
  () => sql`case when t.answer ->> 'kind' in ('one', 'several', 'order', 'pairs') then jsonb_build_object('kind', t.answer -> 'kind', 'chosen', (
  select case t.answer ->> 'kind'
    when 'order' then (select coalesce(jsonb_agg(${textOf('options', sql`c.id`)} order by c.place), '[]')
      from jsonb_array_elements(t.answer -> 'chosen') with ordinality c (id, place))
    when 'pairs' then (select coalesce(jsonb_agg(jsonb_build_object('left', ${textOf('lefts', sql`c.pair -> 'left'`)},
        'option', ${textOf('options', sql`c.pair -> 'option'`)}) order by c.place), '[]')
      from jsonb_array_elements(t.answer -> 'chosen') with ordinality c (pair, place))
    else (select coalesce(jsonb_agg(o.option -> 'html' order by o.option ->> 'html'), '[]')
      from jsonb_array_elements(v.content -> 'key' -> 'options') o (option) where t.answer -> 'chosen' @> (o.option -> 'id')) end
  from exam_attempts a
  join exam_question_versions v on v.school_id = ${thisSchool} and v.question_id = (a.asked -> (t.place - 1) ->> 'question')::bigint
    and v.number = (a.asked -> (t.place - 1) ->> 'version')::integer
  where a.school_id = ${thisSchool} and a.id = t.attempt_id)) else t.answer end`

/** Attempts of students at assessments, and corrections of what they were marked by. */
export const examTables = {
  exam_attempts: {
    row: {
      id: number,
      exam_id: number,
      publication: '1',
      user_id: person,
      seed: word,
      asked: `'[]'`,
      utc_begun_on: day,
      utc_look_on: day,
    },
    edition: ofStudents,
    unmet: {
      exam_attempts__running: "inserted under the lock of the student's place at the assessment, once no other runs",
      exam_attempts_how_check: 'written by code alone',
    },
    users: {
      user_id: {
        merging: { moved: {} },
        copy: {
          columns: [
            'id',
            'exam_id',
            'publication',
            'utc_begun_on',
            'utc_handed_in_on',
            'handed_in_how',
            'points',
            'total',
          ],
          order: ['id'],
          instead: { points: shownPoints },
          withheld: { seed: secret, asked: internal, earned: internal, epoch: internal, utc_look_on: internal },
        },
        erasing: 'deleted',
      },
    },
  },
  exam_answers: {
    row: {
      attempt_id: number,
      user_id: person,
      place: '1',
      epoch: '1',
      number: '1',
      utc_saved_on: day,
    },
    edition: ofStudents,
    unmet: { exam_answers_pkey: 'inserts take the place of what is there' },
    users: {
      user_id: {
        merging: { moved: { backBy: 'attempt_id' } },
        copy: {
          columns: ['attempt_id', 'place', 'answer', 'is_late', 'utc_saved_on', 'utc_counted_on'],
          order: ['attempt_id', 'place', 'is_late'],
          instead: { answer: answerInWords },
          withheld: { epoch: internal, number: internal, counted_by: ofOthers },
        },
        erasing: 'deleted',
      },
      counted_by: byAdministrator,
    },
  },
  exam_open_answers: {
    row: {
      attempt_id: number,
      place: '1',
      user_id: person,
      exam_id: number,
      question_id: number,
      utc_handed_in_on: day,
    },
    edition: ofStudents,
    unmet: { exam_open_answers_pkey: 'inserts pass over what is there' },
    users: {
      user_id: {
        merging: { moved: { backBy: 'attempt_id' } },
        copy: {
          columns: ['attempt_id', 'place', 'earned', 'comment', 'utc_corrected_on'],
          order: ['attempt_id', 'place'],
          instead: { earned: shownCorrection('earned'), comment: shownCorrection('comment') },
          withheld: { exam_id: internal, question_id: internal, utc_handed_in_on: internal, corrected_by: ofOthers },
        },
        erasing: 'deleted',
      },
      corrected_by: byAdministrator,
    },
  },
  exam_exceptions: {
    row: {
      exam_id: number,
      user_id: person,
      more_attempts: '1',
      more_minutes: '0',
      set_by: person,
      utc_set_on: day,
    },
    edition: ofStudents,
    unmet: { exam_exceptions_pkey: 'inserts take the place of what is there' },
    users: {
      user_id: {
        merging: 'each student keeps theirs; it is read for the student who goes on, too',
        copy: {
          columns: ['exam_id', 'more_attempts', 'more_minutes', 'utc_closes_on', 'utc_set_on'],
          order: ['exam_id'],
          withheld: { set_by: ofOthers },
        },
        erasing: 'deleted',
      },
      set_by: byAdministrator,
    },
  },
  exam_imports: {
    row: {
      id: number,
      filename: word,
      format: `'gift'`,
      created_by: person,
      utc_created_on: day,
    },
    unmet: {
      exam_imports_format_check: 'the contract takes these words alone',
      exam_imports_status_check: 'written by code alone',
    },
    users: { created_by: byAdministrator, undone_by: byAdministrator },
  },
  exam_key_corrections: {
    row: {
      id: number,
      question_id: number,
      version: '1',
      versions: `'{1}'`,
      wrong: `'{}'`,
      answer: `'{}'`,
      corrected_by: person,
      utc_corrected_on: day,
    },
    edition: 'brought by exam-corrections, whose runs mark the attempts again',
    unmet: { exam_key_corrections_by_check: 'written by code alone' },
    users: { corrected_by: byAdministrator, undone_by: byAdministrator },
  },
  exam_marks: {
    row: { exam_id: number, user_id: person },
    edition: ofStudents,
    unmet: { exam_marks_pkey: 'inserts pass over what is there' },
    users: {
      user_id: {
        merging: { by: 'exam-attempts', does: 'counts the marks anew by the attempts that have moved' },
        copy: {
          columns: ['exam_id', 'points', 'total', 'attempts', 'utc_passed_on'],
          order: ['exam_id'],
          instead: { points: shownMark('points'), total: shownMark('total') },
        },
        erasing: 'deleted',
      },
    },
  },
  practice_cards: {
    row: {
      id: number,
      user_id: person,
      question_id: number,
      exam_id: number,
      version: '1',
      seed: word,
      turn: '1',
      utc_asked_on: day,
    },
    edition: ofStudents,
    unmet: { practice_cards_school_id_user_id_question_id_key: 'inserts take the place of what is there' },
    users: {
      user_id: {
        merging: {
          by: 'practice',
          does: 'gives the first student copies, of two cards the one that was answered later',
        },
        copy: {
          columns: ['question_id', 'exam_id', 'version', 'is_right', 'utc_asked_on', 'utc_answered_on', 'utc_due_on'],
          order: ['question_id'],
          withheld: { id: internal, seed: secret, turn: internal, memory: internal },
        },
        erasing: 'deleted',
      },
    },
  },
} satisfies UserTables
