import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { MergedStudents } from '../../core/student-lifecycle.ts'

/** Gives the first student copies of the second's answered cards, except where the first has answered later. */
export const copyCards = (db: SchoolDb, { fromId, toId }: MergedStudents) =>
  sql`
    insert into practice_cards as k (school_id, user_id, question_id, exam_id, version, seed, turn, is_right, memory, utc_asked_on, utc_answered_on, utc_due_on)
    select ${thisSchool}::bigint, ${toId}::bigint, question_id, exam_id, version, seed, turn, is_right, memory, utc_asked_on, utc_answered_on, utc_due_on
    from practice_cards where school_id = ${thisSchool} and user_id = ${fromId} and utc_answered_on is not null
    on conflict (school_id, user_id, question_id) do update set exam_id = excluded.exam_id, version = excluded.version, seed = excluded.seed,
      turn = greatest(k.turn, excluded.turn) + 1, is_right = excluded.is_right, memory = excluded.memory, utc_asked_on = excluded.utc_asked_on,
      utc_answered_on = excluded.utc_answered_on, utc_due_on = excluded.utc_due_on
    where k.utc_answered_on is null or k.utc_answered_on < excluded.utc_answered_on`.execute(db)

/** Deletes the copies: the answers are the second student's again. */
export const deleteCopies = (db: SchoolDb, { fromId, toId }: MergedStudents) =>
  sql`
    delete from practice_cards k using practice_cards o
    where k.school_id = ${thisSchool} and k.user_id = ${toId} and o.school_id = ${thisSchool} and o.user_id = ${fromId}
      and o.question_id = k.question_id and o.utc_answered_on = k.utc_answered_on`.execute(db)
