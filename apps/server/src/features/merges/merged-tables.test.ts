import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { closeLater, world } from '../../testing/world.ts'
import { copiedTables, movedTables, notMerged } from './merged-tables.ts'

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: (await world()).databaseUrl })
  await client.connect()
  closeLater(() => client.end())
})

const listColumns = async (condition: string) => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'school_id') and ${condition} order by 1`,
  )
  return rows.map(({ name }) => name)
}
/** A column names a user by what it is called, or by a key that leads to one. */
const namesUser = `(a.attname ~ '(^|_)(user_id|by|email)$' or exists (select from pg_constraint k
  where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey) and a.attname <> 'school_id'
    and k.confrelid in ('users'::regclass, 'memberships'::regclass)))`
/** Rows of the platform that name a school. */
const aboveSchools = ['email_tokens.user_id', 'platform_visits.user_id', 'sessions.user_id']
const passed = [...Object.keys(movedTables), ...Object.keys(copiedTables)].map((table) => `${table}.user_id`)

it('every column that names a user of a school says what a merging does with it', async () => {
  const found = (await listColumns(namesUser)).filter((column) => !aboveSchools.includes(column))
  const described = [...passed, ...Object.keys(notMerged)]
  expect(
    found
      .filter((column) => !described.includes(column))
      .map((column) => `${column}: say in merged-tables.ts what a merging does with it`),
  ).toEqual([])
  expect(described.sort()).toEqual(found)
})

it('every column of a copied table is copied', async () => {
  const found = await listColumns(
    `c.relname in (${Object.keys(copiedTables).map((table) => `'${table}'`)}) and a.attidentity = '' and a.attname not in ('school_id', 'user_id')`,
  )
  const described = Object.entries(copiedTables).flatMap(([table, { columns }]) =>
    columns.map((column) => `${table}.${column}`),
  )
  expect(described.sort()).toEqual(found)
})
