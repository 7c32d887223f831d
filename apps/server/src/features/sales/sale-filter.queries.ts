import type { SaleState } from '@escola/contract/sales.contract'
import { type RawBuilder, sql } from 'kysely'
import { patternOf } from '../../core/search-pattern.ts'

export interface SaleFilter {
  state?: SaleState | undefined
  /** Part of a name, an e-mail or a transaction; empty: every sale. */
  search?: string
  /** The search as a telephone, sales from before telephones were kept know the buyer's e-mails alone. */
  phone?: { local: string; emails: string[] } | undefined
  /** The search looks at names and transactions alone, and at no e-mail. */
  hidesContacts?: boolean | undefined
}

type Column = (name: string) => RawBuilder<unknown>

/** A sale of which an item waits for a class is one without a class, too. */
const isIn = (state: SaleState, column: Column) =>
  state === 'unmatched'
    ? sql<boolean>`(${column('state')} = 'unmatched' or (${column('waiting_ids')} <> '{}' and ${column('waiting_items')} > 0))`
    : sql<boolean>`${column('state')} = ${state}`

/** Conditions that the sales of a filter meet, which go by the name `s` in the statement, or by another. */
export function conditionsOf(
  { state, search = '', phone, hidesContacts }: SaleFilter,
  table = 's',
): RawBuilder<boolean>[] {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return [
    ...(state === undefined ? [] : [isIn(state, column)]),
    ...(search === '' ? [] : [hidesContacts ? isNamedOnly(search, column) : meetsSearch(search, phone, column)]),
  ]
}

const isNamedOnly = (search: string, column: Column): RawBuilder<boolean> =>
  sql<boolean>`(' ' || app.fold(${column('buyer_name')}) || E'\n ' || app.fold(${column('transaction_code')})) like app.fold(${patternOf(search)})`

const meetsSearch = (search: string, phone: SaleFilter['phone'], column: Column): RawBuilder<boolean> => {
  const isNamed = sql<boolean>`${column('folded')} like app.fold(${patternOf(search)})`
  if (!phone) return isNamed
  return sql<boolean>`(${isNamed} or right(${column('buyer_phone')}, length(${phone.local}::text)) = ${phone.local}::text
    or ${column('buyer_email')} = any(${phone.emails}::text[]) or ${column('corrected_email')} = any(${phone.emails}::text[]))`
}
