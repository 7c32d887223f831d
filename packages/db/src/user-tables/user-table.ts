import type { RawBuilder } from 'kysely'
import type { TableFacts } from '../table-facts.ts'
import type { Tables } from '../tables.gen.ts'

/** Rows that change their student in a merging, each with an identity of its own. */
export interface MovedRows {
  /** Rows stay where the first student has a record of a certificate for the same; left out: all rows move. */
  unlessRecorded?: true
  /** Column of what the rows belong to: an undo gives back those made for it since, too; left out: each row that moved, by its id. */
  backBy?: string
}

/** Rows of which a merging gives the first student copies, where they lack them. */
export interface CopiedRows<Column extends string = string> {
  columns: Column[]
  /** Columns by which an undo finds a copy; left out: all of them, so that a row that was changed since stays. */
  foundBy?: Column[]
}

/** User whose own data is copied. */
export interface Owner {
  userId: string
  email: string
  /** Moment of the copy. */
  now: Date
}

/** Rows in the copy of a user's own data. */
export interface OwnCopy<Column extends string = string> {
  columns: Column[]
  /** Columns that set the rows in one order, so that pages of them meet. */
  order: Column[]
  /** Condition on the rows `t` of a school; left out: the column has the user's id. */
  where?: (owner: Owner) => RawBuilder<unknown>
  /** Expressions that stand in the copy in place of a column of the rows `t`. */
  instead?: Partial<Record<Column, (owner: Owner) => RawBuilder<unknown>>>
  /** Columns that stay, each with the reason; the school and the user are in every copy. */
  withheld?: Partial<Record<Column, string>>
}

/** Work that a feature does by a step of its own, which stands in the server's student-lifecycle.ts. */
export interface FeatureWork {
  by: string
  does: string
}

/** A column that names a user. */
export interface UserColumn<Column extends string = string> {
  /** Rows in a merging of two students: moved, copied, passed on by a feature, or left for a reason. */
  merging: { moved: MovedRows } | { copied: CopiedRows<Column> } | FeatureWork | string
  /** Rows in the copy of the user's own data, or why it has none. */
  copy: OwnCopy<Column> | string
  /** 'deleted' where the key to the membership deletes the rows with it; else the feature that erases them, or why they stay. */
  erasing: 'deleted' | FeatureWork | (string & {})
}

/** A table with a column that names a user: what the walls know of every table, and each such column. */
export interface UserTable<Column extends string = string> extends TableFacts {
  users: Partial<Record<Column, UserColumn<Column>>>
}

/** Tables by name, with the columns that the database has. */
export type UserTables = { [Table in keyof Tables]?: UserTable<Extract<keyof Tables[Table], string>> }

/** Reasons why a column stays out of a copy. */
export const internal = 'says nothing of the user'
export const secret = 'opens something'
export const ofOthers = 'names another user'

/** Ways in which rows are erased, or stay. */
export const namelessId = 'the id stays, and leads to a user without a name'
export const withAccount = (feature: string): FeatureWork => ({
  by: feature,
  does: 'deletes them with the account, after the last school',
})
export const ofAccount = 'of the account, which no merging touches'

export const byAdministrator: UserColumn<never> = {
  merging: 'work of an administrator',
  copy: 'work of an administrator; the rows are about others',
  erasing: namelessId,
}
export const cursor: UserColumn<never> = {
  merging: 'how far a run has come',
  copy: 'how far a run has come',
  erasing: 'a number that a run passes',
}
export const ofSchool: UserColumn<never> = {
  merging: 'the address of a school',
  copy: 'the address of a school',
  erasing: 'the address of a school',
}
