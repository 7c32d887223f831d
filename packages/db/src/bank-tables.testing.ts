import { day, number, type TableFacts, word } from './table-facts.testing.ts'

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
    },
    unmet: {
      ledger_movements__key: 'the sums are locked, and the key is looked for, before',
      ledger_movements__number: 'numbers are taken under the lock of the sums',
    },
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
} satisfies Record<string, TableFacts>
