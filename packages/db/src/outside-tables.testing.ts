import { day, number, type TableFacts, word } from './table-facts.ts'

/** More tables of schools: tables that sales platforms and the access API write to, and merges and moves of students. */
export const outsideTables = {
  access_api_signatures: {
    row: { token_hash: word, utc_first_used_on: day, utc_last_used_on: day },
    unmet: { access_api_signatures_pkey: 'inserts pass over what is there' },
  },
  access_api_hashes: {
    row: { token_hash: word, integration_id: number, utc_expires_on: day },
    unmet: { access_api_hashes_pkey: 'the hash of 32 random bytes' },
  },
  access_api_integrations: {
    row: { id: number, cohort_id: number, hash: word, utc_created_on: day },
    unmet: {
      access_api_integrations__cohort: 'inserts pass over what is there',
      access_api_integrations__hash: 'ninety-six random bits',
    },
  },
  access_api_keys: {
    row: { key: word, sealed_secret: word, utc_created_on: day },
    unmet: { access_api_keys_pkey: 'inserts take the place of what is there' },
  },
  merged_rows: {
    row: { merge_id: number, table_name: word, row: `'{}'` },
    unmet: { merged_rows_pkey: 'inserts pass over what is there' },
  },
  sale_items: {
    row: { platform: `'hotmart'`, item_id: word, utc_received_on: day, sale_id: number },
    unmet: { sale_items_pkey: 'told again, nothing is written' },
  },
  purchase_help_mails: {
    row: { platform: `'hotmart'`, purchase_code: word, utc_asked_on: day },
    unmet: { purchase_help_mails_pkey: 'asked again, the row is replaced' },
  },
  sales_accounts: {
    row: {
      id: number,
      platform: `'hotmart'`,
      title: word,
      sealed_code: word,
      code_hash: word,
      utc_created_on: day,
    },
    unmet: { sales_accounts__code: 'looked for first, while the look-ups are held' },
  },
  sales_integrations: {
    row: { id: number, cohort_id: number, account_id: number, product_ids: `'{1}'::text[]`, keeps_paid_period: 'true' },
    unmet: { sales_integrations_term_check: 'the contract has the same kinds' },
  },
  sales_lookups: {
    row: { platform: `'hotmart'`, kind: `'product'`, value: `'1'` },
    unmet: {
      sales_lookups_kind_check: 'written by code alone',
      sales_lookups_pkey: 'told again, nothing is written',
    },
    acrossSchools: { sales_lookups__value: 'the platform asks which schools a delivery may be for' },
    together: 'the platform asks which schools a delivery may be for',
    platform: 'select',
  },
  sales_products: {
    row: { platform: `'hotmart'`, product_id: word, name: word },
    unmet: { sales_products_pkey: 'told again, the row is replaced' },
  },
  sales_transactions: {
    row: { platform: `'hotmart'`, kind: `'purchase'`, code: word },
    unmet: {
      sales_transactions_kind_check: 'written by code alone',
      sales_transactions_pkey: 'told again, nothing is written',
    },
  },
} satisfies Record<string, TableFacts>
