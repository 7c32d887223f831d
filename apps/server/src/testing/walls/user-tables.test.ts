import { copiedTables, ownTables, userTables } from '@escola/db/user-tables'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { studentLifecycle } from '../../student-lifecycle.ts'
import { closeLater, world } from '../world.ts'
import { allSources, featureOf, isServerFeature } from './code.ts'

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
        and ${condition} order by 1`,
  )
  return rows.map(({ name }) => name)
}
const keyTo = (parents: string, more = '') => `exists (select from pg_constraint k
  where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey) and a.attname <> 'school_id'
    and k.confrelid = any('{${parents}}'::regclass[]) ${more})`
/** A column names a user by what it is called, or by a key that leads to one. */
const namesUser = `(a.attname ~ '(^|_)(user_id|by|email)$' or ${keyTo('users,memberships')})`

const described = Object.entries(userTables).flatMap(([table, { users }]) =>
  Object.entries(users).map(([column, said]) => ({ name: `${table}.${column}`, ...said! })),
)
const listUndescribed = async () => {
  const names = new Set(described.map(({ name }) => name))
  return (await listColumns(namesUser)).filter((name) => !names.has(name))
}
const remedy = (name: string) => {
  const [table, column] = name.split('.')
  return `${name} names a user: give ${table} its row in packages/db/src/user-tables with users: { ${column}: { merging, copy, erasing } }, which say what a merging, the copy of one's own data and erasing do with it`
}

it('every column that names a user is described', async () => {
  expect((await listUndescribed()).map(remedy)).toEqual([])
  const found = await listColumns(namesUser)
  // The row of a user is named by its own id.
  expect(described.map(({ name }) => name).filter((name) => !found.includes(name))).toEqual(['users.id'])
  await client.query('begin')
  await client.query('create table visits (school_id bigint, invited_by bigint)')
  expect(await listUndescribed()).toEqual(['visits.invited_by'])
  await client.query('rollback')
})

it('rows are deleted with the membership where their description says so, and nowhere else', async () => {
  const deleted = described.flatMap(({ name, erasing }) => (erasing === 'deleted' ? [name] : []))
  expect(deleted.sort()).toEqual(
    await listColumns(`${namesUser} and ${keyTo('memberships', "and k.confdeltype = 'c'")}`),
  )
})

/** Features that do work of a kind by themselves, as the tables say. */
const workersOf = (kind: 'erasing' | 'merging') =>
  new Set(
    described.flatMap((column) => {
      const work = column[kind]
      return typeof work === 'object' && 'by' in work ? [work.by] : []
    }),
  )

it('a feature erases and passes on rows by a step in student-lifecycle.ts, and its tables say so', () => {
  const erasing = studentLifecycle.filter(
    ({ erasing, account }) => erasing?.erase ?? erasing?.eraseEmail ?? erasing?.leave ?? account?.erase,
  )
  expect(new Set(erasing.map(({ feature }) => feature))).toEqual(workersOf('erasing'))
  const passing = studentLifecycle.filter(({ merging }) => merging?.pass ?? merging?.points)
  expect(new Set(passing.map(({ feature }) => feature))).toEqual(workersOf('merging'))
})

it('a feature has one entry in student-lifecycle.ts, under its name', () => {
  const names = studentLifecycle.map(({ feature }) => feature)
  const folders = new Set(allSources.flatMap(({ file }) => (isServerFeature(file) ? [featureOf(file)] : [])))
  expect(names.filter((name, at) => !folders.has(name) || names.indexOf(name) !== at)).toEqual([])
})

const listAll = (tables: string[], more = 'true') =>
  listColumns(`c.relname in (${tables.map((table) => `'${table}'`)}) and ${more}`)

it('every column of rows that a merging copies is copied', async () => {
  const found = await listAll(
    copiedTables.map(([table]) => table),
    `a.attidentity = '' and a.attname not in ('school_id', 'user_id')`,
  )
  const copied = copiedTables.flatMap(([table, { columns }]) => columns.map((column) => `${table}.${column}`))
  const missing = found.filter((column) => !copied.includes(column))
  expect(missing.map((column) => `${column}: copy it, in its table's row in packages/db/src/user-tables`)).toEqual([])
  expect(copied.sort()).toEqual(found)
})

const owned = [...ownTables('platform'), ...ownTables('school')]

it('every column of a table in the copy of own data is in it, or is withheld for a reason', async () => {
  const found = await listAll(owned.map(([table]) => table))
  const said = owned.flatMap(([table, { by, columns, withheld = {} }]) =>
    [...columns, ...Object.keys(withheld), by, ...(userTables[table]!.global ? [] : ['school_id'])].map(
      (column) => `${table}.${column}`,
    ),
  )
  const missing = found.filter((column) => !said.includes(column))
  expect(
    missing.map((column) => `${column}: copy it in its table's row in packages/db/src/user-tables, or withhold it`),
  ).toEqual([])
  expect([...new Set(said)].sort()).toEqual(found)
})

it('the columns that set the order of a copy make a key of its rows', async () => {
  const { rows } = await client.query<{ table: string; key: string[] }>(
    `select c.relname as table, array(select a.attname::text from pg_attribute a
        where a.attrelid = i.indrelid and a.attnum = any(i.indkey)) as key
      from pg_index i join pg_class c on c.oid = i.indrelid where i.indisunique`,
  )
  const hasKey = ([table, { order, by }]: (typeof owned)[number]) =>
    rows.some((row) => row.table === table && row.key.every((column) => [...order, by, 'school_id'].includes(column)))
  expect(owned.filter((each) => !hasKey(each))).toEqual([])
})
