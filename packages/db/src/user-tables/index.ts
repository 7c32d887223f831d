import type { TableFacts } from '../table-facts.ts'
import { accountTables } from './account-tables.ts'
import { examTables } from './exam-tables.ts'
import { memberTables } from './member-tables.ts'
import { salesTables } from './sales-tables.ts'
import { studyTables } from './study-tables.ts'
import type { CopiedRows, MovedRows, OwnCopy, Owner, UserColumn, UserTable } from './user-table.ts'
import { workTables } from './work-tables.ts'

export type { CopiedRows, MovedRows, Owner }

/** The tables that name a user, each described once: mergings, copies of one's own data and the walls read it. */
export const userTables: Record<string, UserTable & TableFacts> = {
  ...accountTables,
  ...memberTables,
  ...studyTables,
  ...examTables,
  ...salesTables,
  ...workTables,
}

/** A table of which rows are copied for the user whom they name. */
export interface OwnTable extends OwnCopy {
  /** Column by which a row names the user. */
  by: string
}

const columns = Object.entries(userTables).flatMap(([table, { global, users }]) =>
  Object.entries(users).map(([column, said]) => ({ table, isOfSchool: !global, column, ...(said as UserColumn) })),
)

/** Tables of the copy of a user's own data, in the order of the copy: those above the schools, or those of a school. */
export const ownTables = (place: 'platform' | 'school'): [table: string, OwnTable][] =>
  columns.flatMap(({ table, isOfSchool, column, copy }) =>
    typeof copy === 'string' || isOfSchool !== (place === 'school') ? [] : [[table, { by: column, ...copy }]],
  )

/** Tables of which the second student's rows become the first's. */
export const movedTables: [table: string, MovedRows][] = columns.flatMap(({ table, merging }) =>
  typeof merging === 'object' && 'moved' in merging ? [[table, merging.moved]] : [],
)

/** Tables of which the first student gets copies of the rows that they lack. */
export const copiedTables: [table: string, CopiedRows][] = columns.flatMap(({ table, merging }) =>
  typeof merging === 'object' && 'copied' in merging ? [[table, merging.copied]] : [],
)
