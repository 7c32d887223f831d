import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const settleWithinMs = 600_000

/** Waits until every job is done. @returns the jobs that are not done after some minutes */
export async function untilSettled(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const end = Date.now() + settleWithinMs; ; await wait(500)) {
      const { rows } = await client.query<{ name: string; last_error: string | null; failed: boolean }>(
        'select name, last_error, utc_failed_on is not null as failed from outbox where utc_done_on is null',
      )
      if (rows.every(({ failed }) => failed) || Date.now() > end)
        return rows.map(({ name, last_error }) => `${name} (${last_error ?? 'no error'})`)
    }
  } finally {
    await client.end()
  }
}
