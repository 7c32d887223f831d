import { dayMs } from '@escola/contract/durations'
import pg from 'pg'
import { studentLifecycle } from '../../student-lifecycle.ts'
import type { Person } from '../../testing/call.ts'
import { neverStops } from '../../testing/jobs.ts'
import type { World } from '../../testing/world.ts'

export const never = neverStops
/** Tools with a clock of so many days from now. */
export const inDays = (days: number) => ({
  now: () => new Date(Date.now() + days * dayMs),
  lifecycle: studentLifecycle,
})

/** Tables that tell of a merging itself, or of clicks and mails that are never taken back. */
const apart = ['merges', 'merged_rows', 'messages', 'idempotency_keys', 'karma_entries']

/** Reads all rows that name a user in a school, by table, so that two moments can be compared. */
export async function readRowsOf(
  { databaseUrl }: World,
  { schoolId, userId }: Pick<Person, 'schoolId' | 'userId'>,
): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
      join information_schema.columns s on s.table_schema = 'public' and s.table_name = c.table_name and s.column_name = 'school_id'
      join information_schema.tables t on t.table_schema = 'public' and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
      where c.table_schema = 'public' and c.column_name = 'user_id' order by 1`,
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables.filter((table) => !apart.includes(table.name))) {
    const { rows } = await client.query<{ row: string }>(
      `select (to_jsonb(t) - 'folded')::text as row from ${name} t where school_id = $1 and user_id = $2 order by 1`,
      [schoolId, userId],
    )
    if (rows.length > 0) found[name] = rows.map(({ row }) => row)
  }
  await client.end()
  return found
}
