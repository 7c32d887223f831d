import { day, number, person, type TableFacts, word } from './table-facts.testing.ts'

/** More tables of schools: those that sales platforms and the access API write to, mergings and moves of students. */
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
  access_api_tokens: {
    row: { token_hash: word, user_id: person, utc_expires_on: day },
    unmet: { access_api_tokens_pkey: 'the hash of 32 random bytes' },
    platform: 'select update(utc_used_on)',
  },
  merged_rows: {
    row: { merge_id: number, table_name: word, row: `'{}'` },
    unmet: { merged_rows_pkey: 'inserts pass over what is there' },
  },
  merges: {
    row: {
      id: number,
      user_id: person,
      into_user_id: person,
      is_correction: 'false',
      made_place: 'false',
      karma: '0',
      notes_before: `''`,
      merged_by: person,
      utc_merged_on: day,
      utc_undo_until: day,
      utc_settled_on: day,
    },
    unmet: { merges__open: 'both students are held, and one who is merged into another is none' },
  },
  moves: {
    row: {
      id: number,
      cohort_id: number,
      target_id: number,
      utc_enrolled_until: day,
      total: '1',
      asked_by: person,
      utc_asked_on: day,
      utc_ended_on: day,
    },
    unmet: { moves__under_way: 'inserts pass over what is there' },
  },
  term_changes: {
    row: {
      id: number,
      cohort_id: number,
      term: `'{"kind":"life"}'`,
      last_grant_id: number,
      total: '1',
      utc_asked_on: day,
      utc_ended_on: day,
    },
    unmet: {
      term_changes__under_way: 'another one ends those under way first, and the class is held',
      term_changes_sold_check: 'an integration is written with what it has sold',
      term_changes_term_check: 'a class always has a term',
    },
  },
  other_emails: {
    row: { id: number, user_id: person, email: word, added_by: person, utc_added_on: day },
    unmet: {
      other_emails__email: 'inserts pass over what is there',
      other_emails_email_check: 'the contract writes e-mails small',
    },
  },
  purchase_facts: {
    row: {
      id: number,
      platform: `'hotmart'`,
      fact_key: word,
      kind: `'paid'`,
      utc_occurred_on: day,
      is_stated: 'true',
    },
    unmet: {
      purchase_facts__key: 'told again, the row is replaced',
      purchase_facts_kind_check: 'written by code alone',
    },
  },
  sale_items: {
    row: { platform: `'hotmart'`, item_id: word, utc_received_on: day, sale_id: number },
    unmet: { sale_items_pkey: 'told again, nothing is written' },
  },
  sales: {
    row: {
      id: number,
      platform: `'hotmart'`,
      delivery_hash: word,
      headers: `'{}'::jsonb`,
      query: `'{}'::jsonb`,
      body: `''`,
      utc_received_on: day,
    },
    unmet: {
      sales__delivery: 'told again, nothing is written',
      sales_state_check: 'written by code alone',
    },
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
  sales_report_rows: {
    row: {
      id: number,
      report_id: number,
      line: '1',
      verdict: `'missing'`,
      status: `'paid'`,
      transaction_code: word,
      buyer_name: word,
      buyer_email: word,
      buyer_cellphone: word,
      product_ids: `'{}'::text[]`,
      offer_ids: `'{}'::text[]`,
      product_name: word,
      utc_occurred_on: day,
      is_stated: 'true',
      fact_key: word,
      is_known: 'true',
      cohort_ids: `'{}'::bigint[]`,
      reasons: `'{}'::text[]`,
    },
    unmet: {
      sales_report_rows_status_check: 'the contract knows these words alone',
      sales_report_rows_verdict_check: 'written by code alone',
    },
  },
  sales_reports: {
    row: {
      id: number,
      account_id: number,
      filename: word,
      total: '1',
      fine_paid: '0',
      fine_ended: '0',
      fine_over: '0',
      created_by: person,
      utc_created_on: day,
    },
    unmet: { sales_reports__only: 'the one before is deleted first, while the accounts are held' },
  },
  sales_transactions: {
    row: { platform: `'hotmart'`, kind: `'purchase'`, code: word },
    unmet: {
      sales_transactions_kind_check: 'written by code alone',
      sales_transactions_pkey: 'told again, nothing is written',
    },
  },
} satisfies Record<string, TableFacts>
