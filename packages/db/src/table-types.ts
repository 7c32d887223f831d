import path from 'node:path'
import pg from 'pg'

export const tablesFile = path.resolve(import.meta.dirname, 'tables.gen.ts')

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
  _int4: 'number[]',
}

interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
  always: boolean
  defaulted: boolean
}

/** The text of tables.gen.ts, as a migrated database gives it. */
export async function tableTypes(databaseUrl: string): Promise<string> {
  const tables = Map.groupBy(await columnsOf(databaseUrl), (row) => row.table)
  const lines = [
    '// Written by `pnpm db:generate` from the migrated database; never by hand.',
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
  const schoolColumn = (table: string, columns: Column[]) =>
    columns.some(({ column }) => column === 'school_id') ? 'school_id' : table === 'schools' ? 'id' : undefined
  lines.push(
    '',
    '/** Which column says whose a row is. */',
    'export const schoolColumns: Record<string, string | undefined> = {',
    ...[...tables].flatMap(([table, columns]) => {
      const column = schoolColumn(table, columns)
      return column ? [`  ${table}: '${column}',`] : []
    }),
    '}',
    '',
    'export interface Tables {',
    ...[...tables.keys()].map((table) => `  ${table}: ${pascal(table)}Table`),
    '}',
    '',
  )
  return lines.join('\n')
}

async function columnsOf(databaseUrl: string): Promise<Column[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(`
      select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
        a.attidentity = 'a' or a.attgenerated <> '' as always, a.atthasdef as defaulted
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
        and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')
      order by c.relname, a.attnum`)
    return rows
  } finally {
    await client.end()
  }
}

const pascal = (name: string) =>
  name
    .split('_')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')
