import { hourMs } from '@escola/contract/durations'
import { thisSchool } from '@escola/db'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { statementsOf } from '../../testing/statement-checks.ts'
import { world } from '../../testing/world.ts'
import { findLatestTied } from './tied-charges.queries.ts'

it('finds the latest charge of a buyer and product among those of other buyers, in an index', async () => {
  const w = await world()
  const school = w.northside
  const now = new Date()
  await school.tx((db) =>
    sql`insert into purchase_facts (school_id, platform, fact_key, kind, purchase_code, subscription_code, utc_occurred_on, is_stated)
      select ${thisSchool}::bigint, p, 'k' || n, 'paid', 'P' || n, 'b' || (n % 1000) || '.P' || n, ${now}::timestamptz + n * interval '1 second', true
      from generate_series(1, 3000) as n cross join unnest(array['kirvano', 'hotmart']) as p on conflict do nothing`.execute(
      db,
    ),
  )
  const find = (base: string, until: Date) =>
    school.tx((db) => findLatestTied(db, { platform: 'kirvano', base, until }))
  const later = new Date(now.getTime() + hourMs)
  expect(await find('b7.', later)).toBe('b7.P2007')
  expect(await find('b7.', new Date(now.getTime() + 1_500_000))).toBe('b7.P1007')
  expect(await find('outro', later)).toBeNull()
  const texts = await statementsOf(() => find('b7.', later))
  const admin = new pg.Client({ connectionString: w.databaseUrl })
  await admin.connect()
  // A cluster plans on its nodes, and the coordinator shows no plan of a text with parameters.
  const { rowCount } = await admin.query("select from pg_extension where extname = 'citus'")
  if (rowCount) return admin.end()
  await admin.query('analyze purchase_facts')
  const text = texts.find((each) => each.includes('subscription_code >='))!
  const { rows } = await admin.query(`explain (generic_plan) ${text}`)
  await admin.end()
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/purchase_facts__tied/)
})
