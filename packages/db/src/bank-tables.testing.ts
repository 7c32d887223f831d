import { day, number, person, type TableFacts, word } from './table-facts.testing.ts'

/** The tables of a school's money and points, by name. */
export const bankTables = {
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
