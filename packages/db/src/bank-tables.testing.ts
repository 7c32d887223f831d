import { day, number, person, type TableFacts, word } from './table-facts.testing.ts'

/** The tables of a school's money and points, by name. */
export const bankTables = {
  card_tries: {
    row: { kind: `'begun'`, key: word, utc_tried_on: day },
    unmet: {
      card_tries_kind_check: 'written by code alone',
      card_tries_pkey: 'inserts pass over what is there',
    },
  },
  ledger_movements: {
    row: {
      id: number,
      number,
      key: word,
      kind: `'swap'`,
      balance_cents: '0',
      points: '0',
      utc_booked_on: day,
      statement_row: number,
    },
    unmet: {
      ledger_movements__key: 'the sums are locked, and the key is looked for, before',
      ledger_movements__number: 'numbers are taken under the lock of the sums',
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
  payment_returns: {
    row: {
      id: number,
      payment_id: number,
      kind: `'refund'`,
      key: word,
      cents: '1',
      state: `'booked'`,
      utc_asked_on: day,
    },
    unmet: {
      payment_returns__key: 'the payment is held, and the key is looked for, before',
      payment_returns__stripe: 'the payment is held, and the id is looked for, before',
      payment_returns_cents_check: 'the contract and the provider know no smaller sum',
      payment_returns_kind_check: 'written by code alone',
      payment_returns_state_check: 'written by code alone',
    },
  },
  payments: {
    row: {
      id: number,
      key: word,
      item: `'basic'`,
      way: `'card'`,
      cents: '2990',
      status: `'failed'`,
      method: word,
      saves_card: 'false',
      user_id: person,
      utc_created_on: day,
      utc_tried_on: day,
    },
    unmet: {
      payments__intent: 'the provider makes an intent once for each payment',
      payments__key: 'inserts pass over what is there',
      payments_cents_check: 'prices stand in the contract',
      payments_purpose_check: 'written by code alone',
      payments_status_check: 'written by code alone',
      payments_way_check: 'written by code alone',
    },
  },
  subscriptions: {
    row: { plan_id: `'middle'`, pays_with: `'pix'`, utc_paid_until: day, next_plan_id: `'middle'` },
    unmet: {
      subscriptions_pays_with_check: 'written by code alone',
      subscriptions_pkey: 'inserts take the place of what is there',
    },
  },
  school_bank: {
    row: { balance_cents: '0' },
    unmet: {
      school_bank_pkey: 'inserts pass over what is there',
      school_bank_points_check: 'the ledger compares before it writes',
    },
  },
  counted_students: {
    row: { month: word, user_id: person, utc_counted_on: day },
    unmet: { counted_students_pkey: 'counted under the lock of the sums' },
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
  student_months: {
    row: { month: word, utc_as_of: day },
    unmet: { student_months_pkey: 'written under the lock of the sums' },
  },
} satisfies Record<string, TableFacts>
