import { type SchoolDb, type Statement, writeLast } from '@escola/db'

interface Position {
  userId: string
  lessonId: string
  position: number
  watchedOn: Date
}

export const upsertPosition = (db: SchoolDb, { userId, lessonId, position, watchedOn }: Position) =>
  writeLast(db, upsertStatement, [userId, lessonId, position, watchedOn])
const upsertStatement: Statement = {
  name: 'upsert_position',
  text: `
    insert into lesson_positions as p (school_id, user_id, lesson_id, position, utc_watched_on) values ($1, $2, $3, $4, $5)
    on conflict (school_id, user_id, lesson_id) do update set position = excluded.position, utc_watched_on = excluded.utc_watched_on
    where p.utc_watched_on <= excluded.utc_watched_on`,
}
