import { listKeys, spreadingOrder } from '@escola/db-citus'
import type pg from 'pg'
import { outsideTables } from './outside-tables.testing.ts'
import { platformTables } from './platform-tables.testing.ts'
import { schoolTables } from './school-tables.testing.ts'
import type { TableFacts } from './table-facts.ts'
import { userTables } from './user-tables/index.ts'

/** Every table with what the walls know of it. */
export const tables: Record<string, TableFacts> = {
  ...schoolTables,
  ...outsideTables,
  ...platformTables,
  ...userTables,
}

/** Collects one kind of reason from all tables. */
export const reasonsOf = (kind: 'unmet' | 'acrossSchools'): Record<string, string> =>
  Object.assign({}, ...Object.values(tables).map((table) => table[kind]))

interface Filled {
  school: string
  /** A user, who may be the school's student already. */
  person: string
  /** Id of the rows that have one. */
  number: number
}

/** Fills each table of schools with one row. Parents come first, by the keys of the database, so the list of tables has any order. */
export async function insertRows(admin: pg.Client, { school, person, number }: Filled): Promise<void> {
  const filled = Object.entries(tables).filter(([, { row }]) => row)
  const order = spreadingOrder(
    filled.map(([table]) => table),
    await listKeys(admin),
  )
  for (const table of order) {
    const row = tables[table]!.row!
    const cells = Object.values(row).join(', ')
    try {
      await admin.query(
        `insert into ${table} (school_id, ${Object.keys(row).join()}) overriding system value
          select $1::bigint, ${cells} where $2::bigint + $3::bigint > 0 on conflict do nothing`,
        [school, person, number],
      )
    } catch (error) {
      throw new Error(
        `${(error as Error).message}: mend the row of ${table} in school-tables.testing.ts or user-tables of packages/db`,
      )
    }
  }
}
