import { type RawBuilder, sql } from 'kysely'

/** Range of a student's timeline, newest first: at most so many events behind a place. */
export interface Asked {
  behind: { moment: string; key: string } | undefined
  limit: number
}

export interface Row {
  key: string
  /** Moment in whole milliseconds, as answers carry it. */
  moment: Date
}

/** Bounds rows with a key and a moment to the range, whose order is the same for each kind. */
export const rangeOf = ({ behind, limit }: Asked) => sql`
  where ${behind ? sql`(e.moment, e.key) < (${behind.moment}::timestamptz, ${behind.key}::text collate "C")` : sql`true`}
  order by e.moment desc, e.key desc limit ${limit}::int`
export const keyOf = (kind: string, id: RawBuilder<unknown>) =>
  sql`(${sql.lit(`${kind}:`)} || ${id})::text collate "C" as key`
export const momentOf = (column: string) => sql`date_trunc('milliseconds', ${sql.ref(column)}) as moment`
