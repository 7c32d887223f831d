import { monthOf } from '@escola/contract/time'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveBalance } from '../../testing/paying.ts'
import { countMoved } from '../charges/student-charges.service.ts'
import { verifyLedger } from '../ledger/ledger-proof.service.ts'
import { type PayingWorld, payingWorld } from './payments.testing.ts'
import { reconcilePayments } from './reconciliation.service.ts'

let p: PayingWorld
let owner: pg.Client
beforeAll(async () => {
  p = await payingWorld()
  owner = new pg.Client({ connectionString: p.w.databaseUrl })
  await owner.connect()
})
afterAll(() => owner.end())

type School = PayingWorld['w']['northside']

/** Returns what the nightly proofs, which are also those of `doctor`, say of a school; '' where all agrees. */
async function prove(school: School): Promise<string> {
  const said: string[] = []
  for (const proof of [() => verifyLedger(school), () => reconcilePayments(school, p.tools)])
    await proof().catch((error: Error) => said.push(error.message))
  return said.join('\n')
}

const month = monthOf(new Date())
const needs = ['nothing', 'pack', 'plan', 'code', 'students'] as const

/** Builds a school that has paid, adjusted and charged what a case needs; its movements are 1 to 3, or 1 to 5 with students. */
async function build(need: (typeof needs)[number]): Promise<School> {
  const school = await p.w.makeSchool(`Linha errada: ${need}`)
  if (need === 'pack') await p.pay(school, { paymentMethod: await p.card() })
  if (need === 'plan') await p.pay(school, { item: 'middle', paymentMethod: await p.card() })
  if (need === 'code') {
    const { id } = (await p.pay(school, { item: 'middle', paymentMethod: 'pix' })).body.payment
    const intent = (await p.listIntents()).find(({ metadata }) => metadata.payment === id)!
    await p.control.payPix(intent.id)
    await p.read(school, id)
  }
  await giveBalance(school, 5000)
  await giveBalance(school, -700)
  if (need === 'students') {
    const students = Array.from({ length: 17 }, (_, at) => String(800 + at))
    await school.tx((db) => countMoved(db, students, p.tools))
    await school.tx((db) => countMoved(db, ['900'], p.tools))
    await giveBalance(school, 10)
  }
  return school
}

interface Wrong {
  need?: (typeof needs)[number]
  /** Changes one row; $1 is the school. */
  sql: string | string[]
  /** Words by which the proof names the row. */
  named: string
}

const transferOf = (number: number) =>
  `movement_id = (select id from ledger_movements where school_id = $1 and number = ${number})`
const forge = (kind: string, key: string) => [
  `insert into ledger_movements (school_id, number, key, kind, balance_cents, points, utc_booked_on, statement_row)
    values ($1, 3, '${key}', '${kind}', 54300, 0, now(), 3)`,
  `insert into ledger_transfers (school_id, movement_id, position, from_account, to_account, unit, amount)
    select school_id, id, 1, 'provider', 'balance', 'cents', 50000 from ledger_movements where school_id = $1 and number = 3`,
  'update school_bank set balance_cents = 54300, last_number = 3, last_row = 3 where school_id = $1',
  'update schools set balance_cents = 54300 where id = $1',
]

/** Moment of a column, made earlier. A cluster takes only immutable operators in an update, and subtracting days from a timestamptz is merely stable. */
const earlier = (column: string, time: string) =>
  `(${column} at time zone 'UTC' - interval '${time}') at time zone 'UTC'`

const wrongs: Record<string, Wrong> = {
  "the school's balance": {
    sql: 'update school_bank set balance_cents = 4301 where school_id = $1',
    named: "the school's balance is 43.01 BRL, and all movements make it 43.00 BRL",
  },
  "the school's points": {
    sql: 'update school_bank set points = 8 where school_id = $1',
    named: "the number of the school's points is 8, and all movements make it 0",
  },
  'the copy in the list of schools': {
    sql: 'update schools set balance_cents = 5 where id = $1',
    named: 'the balance in the list of schools is 0.05 BRL, and all movements make it 43.00 BRL',
  },
  "the statement's place in the sums": {
    sql: 'update school_bank set last_row = 7 where school_id = $1',
    named: "the statement's last place is 7/0/0/0, and all movements make it 2/0/0/0",
  },
  'the sum of a transfer': {
    sql: `update ledger_transfers set amount = amount + 1 where school_id = $1 and ${transferOf(1)}`,
    named: 'movement 1 (adjustment): it records a balance of 50.00 BRL, and the movements up to it make 50.01 BRL',
  },
  'the sum of a transfer of a plan': {
    need: 'plan',
    sql: `update ledger_transfers set amount = amount + 1 where school_id = $1 and ${transferOf(1)}`,
    named: '(middle): it says succeeded, 199.00 BRL',
  },
  'a deleted movement': {
    sql: [
      `delete from ledger_transfers where school_id = $1 and ${transferOf(1)}`,
      'delete from ledger_movements where school_id = $1 and number = 1',
    ],
    named: 'movement 2 (adjustment): 1 before it are missing',
  },
  'a movement without its transfers': {
    need: 'plan',
    sql: `delete from ledger_transfers where school_id = $1 and ${transferOf(1)}`,
    named: 'movement 1 (plan): it moves nothing',
  },
  'the price of a counted student': {
    need: 'students',
    sql: 'update counted_students set cents = 90 where school_id = $1 and user_id = 816',
    named: 'movement 3 (students of',
  },
  'the place of a counted student': {
    need: 'students',
    sql: 'update counted_students set place = 3 where school_id = $1 and user_id = 801',
    named: `students of ${month}: the month has given 18 places`,
  },
  'the running balance of a movement': {
    need: 'pack',
    sql: 'update ledger_movements set balance_cents = balance_cents + 1 where school_id = $1 and number = 2',
    named: 'movement 2 (adjustment): it records a balance of 80.01 BRL, and the movements up to it make 80.00 BRL',
  },
  'the running points of a movement': {
    need: 'pack',
    sql: 'update ledger_movements set points = points + 1 where school_id = $1 and number = 2',
    named: 'movement 2 (adjustment): it records',
  },
  'the account of a transfer': {
    sql: `update ledger_transfers set from_account = 'promotion' where school_id = $1 and ${transferOf(1)}`,
    named: 'movement 1 (adjustment): it moves 5000 from promotion to balance, which its kind does not',
  },
  'the kind of a movement': {
    sql: "update ledger_movements set kind = 'sms_returned' where school_id = $1 and number = 1",
    named: 'movement 1 (sms_returned): its key is one of another kind',
  },
  'the month of a movement': {
    need: 'pack',
    sql: `update ledger_movements set utc_booked_on = ${earlier('utc_booked_on', '40 days')} where school_id = $1 and number = 2`,
    named: 'movement 2 (adjustment): it is dated',
  },
  'the month of a paid movement': {
    need: 'pack',
    sql: `update ledger_movements set utc_booked_on = ${earlier('utc_booked_on', '40 days')} where school_id = $1 and number = 1`,
    named: '(basic): it says succeeded, 29.90 BRL',
  },
  'the row of the statement of a movement': {
    sql: 'update ledger_movements set statement_row = 9 where school_id = $1 and number = 1',
    named: 'movement 1 (adjustment): it begins another row of the statement than the next one',
  },
  'the places of the month': {
    need: 'students',
    sql: 'update student_months set places = 17 where school_id = $1',
    named: `students of ${month}: the month has given 17 places (0 by its run), and its 18 students have places up to 18`,
  },
  'too many places of the month': {
    need: 'students',
    sql: 'update student_months set places = 20 where school_id = $1',
    named: `students of ${month}: the month has given 20 places`,
  },
  'the state of a payment': {
    need: 'pack',
    sql: "update payments set status = 'failed' where school_id = $1",
    named: '(basic): it says failed, 29.90 BRL',
  },
  'the sum of a payment': {
    need: 'pack',
    sql: 'update payments set cents = 2991 where school_id = $1',
    named: '(basic): it says succeeded, 29.91 BRL, 0.00 BRL returned',
  },
  'the returned sum of a payment': {
    need: 'pack',
    sql: 'update payments set returned_cents = 1000 where school_id = $1',
    named: '(basic): it says succeeded, 29.90 BRL, 10.00 BRL returned',
  },
  'the item of a payment': {
    need: 'pack',
    sql: "update payments set item = 'turbo' where school_id = $1",
    named: '(turbo): it says succeeded',
  },
  'the plan on the school': {
    need: 'plan',
    sql: "update schools set plan_id = 'super' where id = $1",
    named:
      "the school's plan is super in the list of schools, middle in the newest row of its history, middle in what is paid",
  },
  'the plan in the history': {
    need: 'plan',
    sql: "update school_plans set plan_id = 'super' where school_id = $1",
    named: 'super in the newest row of its history',
  },
  'a block in the history': {
    need: 'plan',
    sql: 'update school_plans set is_blocked = true where school_id = $1',
    named: 'the school is not blocked, and its history of plans says the contrary',
  },
  'the moment until which a plan is paid': {
    need: 'plan',
    sql: "update subscriptions set utc_paid_until = '2099-01-01' where school_id = $1",
    named: 'the plan is paid until 2099-01-01',
  },
  'a few days of a plan': {
    need: 'code',
    sql: `update subscriptions set utc_paid_until = ${earlier('utc_paid_until', '10 days')} where school_id = $1`,
    named: 'the plan is paid until',
  },
  'a deleted plan': {
    need: 'plan',
    sql: 'delete from subscriptions where school_id = $1',
    named: 'onDemand in what is paid',
  },
  'a deleted customer': {
    need: 'pack',
    sql: 'delete from stripe_customers where school_id = $1',
    named: 'disagree (the school has no customer there): {"provider":0,"ledger":2990}',
  },
  'a forged payment in a school without a customer': {
    sql: forge('pack', 'payment:77'),
    named: 'movement 3 (pack): no payment has caused its 500.00 BRL',
  },
  'forged money of the provider under another name': {
    sql: forge('adjustment', 'adjustment:77'),
    named: 'movement 3 (adjustment): it moves 50000 from provider to balance, which its kind does not',
  },
}

describe('the proofs', () => {
  it.each(needs)('are silent where every row is right: a school with %s', async (need) => {
    expect(await prove(await build(need))).toBe('')
  })

  it.each(["left_stripe_id = 'sub_1'", "stripe_id = 'sub_1'"])(
    'leave the days of months that the provider has counted to it: %s',
    async (change) => {
      const school = await build('plan')
      await owner.query(
        `update subscriptions set utc_paid_until = ${earlier('utc_paid_until', '5 days')}, ${change} where school_id = $1`,
        [school.id],
      )
      expect(await prove(school)).toBe('')
    },
  )

  it.each(Object.entries(wrongs))('name %s', async (_, { need = 'nothing', sql, named }) => {
    const school = await build(need)
    for (const statement of [sql].flat()) await owner.query(statement, [school.id])
    expect(await prove(school)).toContain(named)
  })
})
