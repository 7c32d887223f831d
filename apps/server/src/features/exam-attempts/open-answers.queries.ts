import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Open answers of an attempt, with what a person gave for each. */
export const listGiven = (db: SchoolDb, attemptId: string) =>
  db
    .selectFrom('exam_open_answers')
    .select(['place', 'earned', 'comment', 'corrected_by', 'utc_corrected_on'])
    .where('attempt_id', '=', attemptId)
    .execute()
export type GivenRow = Awaited<ReturnType<typeof listGiven>>[number]

interface Sat {
  id: string
  userId: string
  examId: string
}

/** Inserts the open answers that a person has to correct; those that are there stay as they are. */
export const insertOpen = (
  db: SchoolDb,
  { id, userId, examId }: Sat,
  open: { place: number; question: string }[],
  handedInOn: Date,
) =>
  sql`
    insert into exam_open_answers (school_id, attempt_id, place, user_id, exam_id, question_id, utc_handed_in_on)
    select ${thisSchool}::bigint, ${id}::bigint, o.place, ${userId}::bigint, ${examId}::bigint, o.question, ${handedInOn}::timestamptz
    from unnest(${open.map(({ place }) => place)}::int[], ${open.map(({ question }) => question)}::bigint[]) as o (place, question)
    on conflict do nothing`.execute(db)

/** Deletes what was given for an open answer, because another answer replaces it. */
export const deleteGiven = (db: SchoolDb, attemptId: string, place: number) =>
  db.deleteFrom('exam_open_answers').where('attempt_id', '=', attemptId).where('place', '=', place).execute()

export const updateGiven = (
  db: SchoolDb,
  { attemptId, place }: { attemptId: string; place: number },
  given: { earned: number; comment: string },
  { by, now }: { by: string; now: Date },
) =>
  db
    .updateTable('exam_open_answers')
    .set({ ...given, corrected_by: by, utc_corrected_on: now })
    .where('attempt_id', '=', attemptId)
    .where('place', '=', place)
    .execute()
