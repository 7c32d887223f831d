import { Unfit } from '@escola/db'
import { listMigrationNames } from '@escola/db/migration-files'
import pg from 'pg'
import type { Check } from './check.ts'

/** Asks what the processes ask before they work, and looks for migrations of a later release that have run. */
export const schema: Check = {
  name: 'schema',
  look: async ({ database, urls, secret }) => {
    const fault = await database.requireFit(secret).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Unfit) return error.message
        throw error
      },
    )
    if (fault) return { summary: 'not fit to work on', faults: [fault] }
    const known = await listMigrationNames()
    const last = known.at(-1)!
    const later = (await listApplied(urls.platform)).find((name) => name > last && !known.includes(name))
    return {
      summary: later ? 'of a later release' : `up to date (${last.replace('.sql', '')})`,
      faults: later ? [`The database is of a later release: ${later} has run there.`] : [],
    }
  },
}

async function listApplied(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>('select name from migrations.applied order by name')
    return rows.map(({ name }) => name)
  } finally {
    await client.end().catch(() => undefined)
  }
}
