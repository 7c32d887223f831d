import type { SchoolDb } from '@escola/db'
import type { AnswerRow } from './exam-attempts.queries.ts'

interface LateAnswer extends Pick<AnswerRow, 'place' | 'epoch' | 'number' | 'answer' | 'utc_saved_on'> {
  attempt_id: string
  user_id: string
}

/** Deletes the late answer to a question. */
export const deleteLate = (db: SchoolDb, attemptId: string, place: number) =>
  db
    .deleteFrom('exam_answers')
    .where('attempt_id', '=', attemptId)
    .where('place', '=', place)
    .where('is_late', '=', true)
    .execute()

/** Writes a late answer that an administrator lets count, in place of the one before. */
export const upsertCounted = (db: SchoolDb, { answer, ...row }: LateAnswer, by: string, now: Date) =>
  db
    .insertInto('exam_answers')
    .values({
      ...row,
      is_late: false,
      answer: answer === null ? null : JSON.stringify(answer),
      counted_by: by,
      utc_counted_on: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'attempt_id', 'place', 'is_late']).doUpdateSet(({ ref }) => ({
        epoch: ref('excluded.epoch'),
        number: ref('excluded.number'),
        answer: ref('excluded.answer'),
        utc_saved_on: ref('excluded.utc_saved_on'),
        counted_by: ref('excluded.counted_by'),
        utc_counted_on: ref('excluded.utc_counted_on'),
      })),
    )
    .execute()
