import type { Statement, Write } from '@escola/db'

export interface Position {
  userId: string
  lessonId: string
  position: number
  watchedOn: Date
}

/**
 * Writes in the order of people, so that transactions that write several never wait for each other in a circle. Each is of another
 * student.
 */
export const upsertPositions = (positions: Position[]): Write => ({
  statement: upsertStatement,
  values: [
    positions.map(({ userId }) => userId),
    positions.map(({ lessonId }) => lessonId),
    positions.map(({ position }) => position),
    positions.map(({ watchedOn }) => watchedOn),
  ],
})
const upsertStatement: Statement = {
  name: 'upsert_positions',
  text: `
    insert into lesson_positions as p (school_id, user_id, lesson_id, position, utc_watched_on)
    select $1, told.user_id, told.lesson_id, told.position, told.utc_watched_on
    from unnest($2::bigint[], $3::bigint[], $4::int[], $5::timestamptz[]) as told (user_id, lesson_id, position, utc_watched_on)
    order by told.user_id
    on conflict (school_id, user_id, lesson_id) do update set position = excluded.position, utc_watched_on = excluded.utc_watched_on
    where p.utc_watched_on <= excluded.utc_watched_on`,
}
