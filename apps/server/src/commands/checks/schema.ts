import { readMigrations } from '@escola/db/migrate'
import pg from 'pg'
import type { Check } from './check.ts'

/** Looks for migrations of this release that have not run, and for those of a later one that have. */
export const schema: Check = {
  name: 'schema',
  look: async ({ env, urls }) => {
    const known = (await readMigrations()).map(({ name }) => name)
    const last = known.at(-1)!
    const applied = await listApplied(hasLogin(env.DATABASE_URL) ? env.DATABASE_URL : urls.platform)
    if (applied === 'hidden')
      return {
        summary: 'not looked at',
        warnings: ["This login may not read which migrations have run: run it with an administrator's DATABASE_URL."],
      }
    const missing = known.filter((name) => !applied.includes(name))
    const later = applied.filter((name) => name > last && !known.includes(name))
    return {
      summary: missing.length || later.length ? 'of another release' : `up to date (${last.replace('.sql', '')})`,
      faults: [
        ...(missing.length ? [`${missing.length} migrations have not run, ${missing[0]} is the first of them.`] : []),
        ...(later.length ? [`The database is of a later release: ${later[0]} has run there.`] : []),
      ],
    }
  },
}

const hasLogin = (url: string | undefined): url is string =>
  url !== undefined && URL.canParse(url) && new URL(url).username !== ''

/** Codes of PostgreSQL for a table and a schema that are not there. */
const absent = ['42P01', '3F000']
const forbidden = '42501'

async function listApplied(url: string): Promise<string[] | 'hidden'> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>('select name from migrations.applied order by name')
    return rows.map(({ name }) => name)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (absent.includes(code)) return []
    if (code === forbidden) return 'hidden'
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}
