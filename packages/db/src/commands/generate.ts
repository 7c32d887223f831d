import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'

/** Writes tables.gen.ts from a migrated database: DATABASE_URL names it. */
const types: Record<string, string> = {
  int8: 'string',
  int4: 'number',
  bool: 'boolean',
  text: 'string',
  uuid: 'string',
  timestamptz: 'Date',
  jsonb: 'Json',
  _int8: 'string[]',
  _text: 'string[]',
}

const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
await client.connect()
const { rows } = await client.query<{
  table: string
  column: string
  type: string
  nullable: boolean
  always: boolean
  defaulted: boolean
}>(`
  select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
    a.attidentity = 'a' as always, a.atthasdef as defaulted
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`)
await client.end()

const tables = Map.groupBy(rows, (row) => row.table)
const pascal = (name: string) =>
  name
    .split('_')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')
const lines = [
  '// Written by `pnpm --filter @escola/db generate` from the migrated database; never by hand.',
  "import type { ColumnType, GeneratedAlways } from 'kysely'",
  '',
  'export type Json = unknown',
]
for (const [table, columns] of tables) {
  lines.push('', `export interface ${pascal(table)}Table {`)
  for (const column of columns) {
    const base = types[column.type]
    if (!base) throw new Error(`no TypeScript type for ${column.type} (${table}.${column.column})`)
    const read = column.nullable && base !== 'Json' ? `${base} | null` : base
    const write =
      column.type === 'timestamptz'
        ? `Date | string${column.nullable ? ' | null' : ''}`
        : column.type === 'jsonb'
          ? 'string | null'
          : read
    const optional = column.defaulted || column.nullable ? ' | undefined' : ''
    const type = column.always ? `GeneratedAlways<${read}>` : `ColumnType<${read}, ${write}${optional}, ${write}>`
    lines.push(`  ${column.column}: ${type}`)
  }
  lines.push('}')
}
lines.push(
  '',
  'export interface Tables {',
  ...[...tables.keys()].map((table) => `  ${table}: ${pascal(table)}Table`),
  '}',
  '',
)
await writeFile(path.resolve(import.meta.dirname, '../tables.gen.ts'), lines.join('\n'))
