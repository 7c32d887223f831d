import { day, number, type TableFacts, word } from './table-facts.ts'

/** The tables of a school's money and points, by name. */
export const bankTables = {
  card_tries: {
    row: { kind: `'begun'`, key: word, utc_tried_on: day },
    unmet: {
      card_tries_kind_check: 'written by code alone',
      card_tries_pkey: 'inserts pass over what is there',
    },
  },
  ledger_months: {
    row: { month: word, account: word, cents: '1' },
    unmet: { ledger_months_pkey: 'inserts take the place of what is there' },
    acrossSchools: { ledger_months__month: 'the platform adds up the sums of all schools' },
    together: 'the platform asks for the sums of all schools',
    platform: 'select',
  },
  ledger_transfers: {
    row: {
      movement_id: number,
      position: '1',
      from_account: `'balance'`,
      to_account: `'adjustment'`,
      unit: `'cents'`,
      amount: '1',
    },
    unmet: {
      ledger_transfers_pkey: 'written with its movement',
      ledger_transfers_accounts_check: 'the rules of the ledger make the transfers',
      ledger_transfers_amount_check: 'the rules of the ledger make the transfers',
      ledger_transfers_unit_check: 'written by code alone',
    },
  },
  open_graces: {
    row: { plan_id: `'middle'`, way: `'card'`, utc_ends_on: day },
    unmet: { open_graces_pkey: 'inserts take the place of what is there' },
    acrossSchools: { open_graces__end: 'the platform lists the months of all schools that are not paid' },
    together: 'the platform asks for the graces of all schools',
    platform: 'select',
  },
  payment_methods: {
    row: {
      id: number,
      stripe_id: word,
      brand: `'visa'`,
      last_4_digits: `'4242'`,
      expires: `'12/2030'`,
      utc_saved_on: day,
    },
    unmet: { payment_methods__stripe: 'inserts pass over what is there' },
  },
  school_bank: {
    row: { balance_cents: '0' },
    unmet: {
      school_bank_pkey: 'inserts pass over what is there',
      school_bank_points_check: 'the ledger compares before it writes',
    },
  },
  domain_uses: {
    row: { domain: word, utc_from: day },
    unmet: { domain_uses_pkey: 'written by whoever holds the school' },
    platform: 'insert select update',
  },
  school_plans: {
    row: { number, plan_id: `'middle'`, is_blocked: 'false', utc_from: day },
    unmet: { school_plans_pkey: 'numbers are taken under the lock of the sums' },
  },
} satisfies Record<string, TableFacts>
