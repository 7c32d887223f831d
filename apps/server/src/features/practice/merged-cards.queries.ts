import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { MergedStudents } from '../../core/student-lifecycle.ts'

/**
 * Gives the first student copies of the second's answered cards, except where the first has answered later. A cluster refuses to copy rows within their
 * table with an update of those that are there, so they are read first, as text that keeps each moment whole.
 */
export async function copyCards(db: SchoolDb, { fromId, toId }: MergedStudents): Promise<void> {
  const { rows } = await sql<{ cards: string }>`
    select coalesce(jsonb_agg(to_jsonb(c)), '[]')::text as cards from practice_cards c
    where c.school_id = ${thisSchool} and c.user_id = ${fromId} and c.utc_answered_on is not null`.execute(db)
  await sql`
    insert into practice_cards as k (school_id, user_id, question_id, exam_id, version, seed, turn, is_right, memory, utc_asked_on, utc_answered_on, utc_due_on)
    select ${thisSchool}::bigint, ${toId}::bigint, n.question_id, n.exam_id, n.version, n.seed, n.turn, n.is_right, n.memory, n.utc_asked_on, n.utc_answered_on,
      n.utc_due_on
    from jsonb_to_recordset(${rows[0]!.cards}::jsonb) as n (question_id bigint, exam_id bigint, version int, seed text, turn int, is_right boolean,
      memory jsonb, utc_asked_on timestamptz, utc_answered_on timestamptz, utc_due_on timestamptz)
    order by n.question_id
    on conflict (school_id, user_id, question_id) do update set exam_id = excluded.exam_id, version = excluded.version, seed = excluded.seed,
      turn = greatest(k.turn, excluded.turn) + 1, is_right = excluded.is_right, memory = excluded.memory, utc_asked_on = excluded.utc_asked_on,
      utc_answered_on = excluded.utc_answered_on, utc_due_on = excluded.utc_due_on
    where k.utc_answered_on is null or k.utc_answered_on < excluded.utc_answered_on`.execute(db)
}

/** Deletes the copies: the answers are the second student's again. */
export const deleteCopies = (db: SchoolDb, { fromId, toId }: MergedStudents) =>
  sql`
    delete from practice_cards k using practice_cards o
    where k.school_id = ${thisSchool} and k.user_id = ${toId} and o.school_id = ${thisSchool} and o.user_id = ${fromId}
      and o.question_id = k.question_id and o.utc_answered_on = k.utc_answered_on`.execute(db)
