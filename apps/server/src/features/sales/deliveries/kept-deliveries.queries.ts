import type { SalesPlatformName } from '@escola/contract/sales'
import type { Statement, Write } from '@escola/db'

export interface NewSale {
  platform: SalesPlatformName
  delivery_hash: string
  headers: string
  query: string
  sealed_body: string
  account_id: string
  integration_id: string | null
  utc_received_on: Date
  /** Its latest arrival counts: it is done again each time that it comes. */
  is_switch: boolean
}

const insertStatement: Statement = {
  name: 'insert_sale',
  text: `
    insert into sales (school_id, platform, delivery_hash, headers, query, body, sealed_body, account_id, integration_id, utc_received_on, utc_counts_on)
    values ($1, $2, $3, $4::jsonb, $5::jsonb, '', $6, $7, $8, $9::timestamptz, case when $10::boolean then $9::timestamptz end)
    on conflict (school_id, platform, delivery_hash) do nothing returning id::text`,
}

/** Makes the write that keeps a delivery; it gives the id of one that was not received before. */
export function writeOfSale(sale: NewSale): Write {
  const { headers, query, sealed_body, account_id, integration_id, utc_received_on, is_switch } = sale
  const content = [headers, query, sealed_body, account_id, integration_id]
  const values = [sale.platform, sale.delivery_hash, ...content, utc_received_on, is_switch]
  return { statement: insertStatement, values }
}

const repeatStatement: Statement = {
  name: 'repeat_sale',
  text: `
    update sales set times = times + 1, utc_repeated_on = greatest(utc_repeated_on, $4::timestamptz)
    where school_id = $1 and platform = $2 and delivery_hash = $3 returning id::text`,
}

const switchStatement: Statement = {
  name: 'repeat_switch',
  text: `
    update sales set times = times + 1, utc_repeated_on = greatest(utc_repeated_on, $4::timestamptz),
      utc_counts_on = greatest(utc_counts_on, $4::timestamptz), state = 'waiting', reason = '', reason_detail = '', body = '', headers = $5::jsonb,
      query = $6::jsonb, sealed_body = $7, account_id = $8, integration_id = $9
    where school_id = $1 and platform = $2 and delivery_hash = $3 returning id::text`,
}

/** Makes the write that counts a delivery that came before; of a switch, the last time counts, and it is done again. It gives its id. */
export function writeOfRepeat(sale: NewSale): Write {
  const { headers, query, sealed_body, account_id, integration_id, is_switch } = sale
  const values = [sale.platform, sale.delivery_hash, sale.utc_received_on]
  const content = [headers, query, sealed_body, account_id, integration_id]
  return is_switch
    ? { statement: switchStatement, values: [...values, ...content] }
    : { statement: repeatStatement, values }
}
