import { type Tables, thisSchool } from '@escola/db'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Kept } from './drafts.ts'

/** Tables whose columns are what students see, and whose draft is what their author changed since. */
type Drafted = 'courses' | 'modules' | 'lessons'
type Row<Table extends Drafted> = Selectable<Tables[Table]>
/** A schema whose every key is a column of the table, of its type. */
type ValuesOf<Table extends Drafted, Values extends z.ZodObject> = Values['shape'] extends {
  [Column in keyof Values['shape']]: z.ZodType<Column extends keyof Row<Table> ? Row<Table>[Column] : never>
}
  ? Values
  : never
type SetList<Values extends z.ZodObject> = Record<keyof Values['shape'] | 'draft', RawBuilder<never>>

/**
 * A column as the author sees it. The draft is read by the table's own types: an order stays an order, a list of files stays JSON, and
 * what the draft says is null is null.
 */
export const authorColumn = <Table extends Drafted, Column extends keyof Row<Table> & string>(
  table: Table,
  column: Column,
): RawBuilder<Row<Table>[Column]> => {
  const draft = sql.ref(`${table}.draft`)
  return sql`case when ${draft} ? ${sql.lit(column)} then (jsonb_populate_record(null::${sql.table(table)}, ${draft})).${sql.ref(column)}
    else ${sql.ref(`${table}.${column}`)} end`
}

/** Rows as their author sees them, for an update's from by which drafts become columns. */
export const foldedRows = <Table extends Drafted, Values extends z.ZodObject>(
  table: Table,
  values: ValuesOf<Table, Values>,
) =>
  sql<Row<Table>>`(select kept.id, null::jsonb as draft, ${sql.join(
    Object.keys(values.shape).map((column) => sql.ref(`folded.${column}`)),
  )} from ${sql.table(table)} kept cross join lateral jsonb_populate_record(kept, kept.draft) folded
    where kept.school_id = ${thisSchool})`.as('wanted')

/** Rows that are to be written, for an update's from or an insert's select, by the table's own types. */
export const wantedRows = <Table extends Drafted>(table: Table, rows: (Kept<object> & { id?: string })[]) =>
  sql<Row<Table>>`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(
    rows.map(({ values, draft, id }) => ({ ...values, draft, id })),
  )}::jsonb)`.as('wanted')

/** Columns that an update sets so that rows become as they are wanted. */
export const wantedColumns = <Values extends z.ZodObject>(values: Values) =>
  Object.fromEntries(
    [...Object.keys(values.shape), 'draft'].map((column) => [column, sql.ref(`wanted.${column}`)]),
  ) as SetList<Values>
