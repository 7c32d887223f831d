import { ledger } from '@escola/contract/ledger.contract'
import { payments } from '@escola/contract/payments.contract'
import { beforeAll, expect, it } from 'vitest'
import { jobs } from '../../../jobs/catalogue.ts'
import { giveBalance } from '../../../testing/paying.ts'
import { verifyLedger } from '../../ledger/ledger-proof.service.ts'
import { processPaymentEvent } from '../events/events.service.ts'
import { findById } from '../payments.queries.ts'
import { type PayingWorld, payingWorld } from '../payments.testing.ts'
import { reconcilePayments } from '../reconciliation.service.ts'
import { recordDisputes } from './returns.service.ts'

let p: PayingWorld
beforeAll(async () => {
  p = await payingWorld()
})

type School = Awaited<ReturnType<PayingWorld['w']['makeSchool']>>
/** Buys a pack, and disputes it at the bank. */
async function dispute(school: School) {
  await p.pay(school, { paymentMethod: await p.card() })
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.school === school.id)!
  return (await p.control.dispute(String(intent.latest_charge))).id
}
/** Receives a school's dispute, the newest event first and each one twice. */
async function receive(id: string) {
  const all = await p.provider.ask(({ events }) => events.list({ limit: 100 }).autoPagingToArray({ limit: 1000 }))
  const its = all.filter(({ data }) => (data.object as { id?: string }).id === id)
  for (const event of [...its, ...its.toReversed()]) {
    await p.send(event)
    await processPaymentEvent(event.id, p.tools)
  }
}
const statementOf = async (school: School) => {
  const { bank, movements } = (await p.w.call(ledger.statement, { as: school.admin })).body
  return { bank, kinds: movements.list.map(({ kind }) => kind) }
}
const rowOf = async (school: School) => (await p.w.call(payments.list, { as: school.admin })).body.payments.list[0]!

it('holds the whole sum from the first notice on, and is undone to the cent when it is won', async () => {
  const school = await p.w.makeSchool('Contestação ganha')
  const id = await dispute(school)
  await receive(id)
  expect(await statementOf(school)).toEqual({ bank: { balance: '0.00', points: 0 }, kinds: ['dispute', 'pack'] })
  expect(await rowOf(school)).toMatchObject({ is_disputed: true, refunded_cents: 2990, is_refundable: false })
  await reconcilePayments(school, p.tools)
  await p.control.closeDispute(id, 'won')
  await receive(id)
  expect(await statementOf(school)).toEqual({
    bank: { balance: '30.00', points: 30 },
    kinds: ['dispute_won', 'dispute', 'pack'],
  })
  expect(await rowOf(school)).toMatchObject({ is_disputed: false, refunded_cents: 0 })
  await verifyLedger(school)
  await reconcilePayments(school, p.tools)
})

it('has the administrators told, once, that the balance fell below zero', async () => {
  const school = await p.w.makeSchool('Contestação do que foi gasto')
  const id = await dispute(school)
  await giveBalance(school, -3000)
  const falls = async () => (await school.pendingJobs()).filter(([name]) => name === jobs.recordFall.name)
  expect(await falls()).toEqual([])
  await receive(id)
  expect(await statementOf(school)).toMatchObject({ bank: { balance: '-30.00' } })
  expect(await falls()).toHaveLength(1)
})

it('lets go of the sum when it is lost, also where that is the first that is heard', async () => {
  const school = await p.w.makeSchool('Contestação perdida')
  const id = await dispute(school)
  await p.control.closeDispute(id, 'lost')
  await receive(id)
  expect(await statementOf(school)).toEqual({
    bank: { balance: '0.00', points: 0 },
    kinds: ['dispute_lost', 'dispute', 'pack'],
  })
  await verifyLedger(school)
  await reconcilePayments(school, p.tools)
})

it('takes nothing for a dispute that was won before it was heard of', async () => {
  const school = await p.w.makeSchool('Ganha antes')
  const id = await dispute(school)
  await p.control.closeDispute(id, 'won')
  await receive(id)
  expect(await statementOf(school)).toEqual({ bank: { balance: '30.00', points: 30 }, kinds: ['pack'] })
  await reconcilePayments(school, p.tools)
})

it('takes the money of a prevented dispute that left only after it was read', async () => {
  const school = await p.w.makeSchool('Prevenida')
  const id = await dispute(school)
  const payment = (await school.tx((db) => db.selectFrom('payments').select('id').executeTakeFirstOrThrow())).id
  const read = async (amounts: number[]) => {
    const prevented: typeof p.provider = {
      ...p.provider,
      ask: async () =>
        [
          { id, amount: 2990, status: 'prevented', balance_transactions: amounts.map((amount) => ({ amount })) },
        ] as never,
    }
    await recordDisputes(school, (await school.tx((db) => findById(db, payment)))!, prevented, p.tools)
  }
  await read([])
  expect(await statementOf(school)).toEqual({ bank: { balance: '30.00', points: 30 }, kinds: ['pack'] })
  for (let time = 0; time < 2; time++) await read([-2990])
  expect(await statementOf(school)).toEqual({
    bank: { balance: '0.00', points: 0 },
    kinds: ['dispute_lost', 'dispute', 'pack'],
  })
  await verifyLedger(school)
})

it('takes nothing when a slow worker writes an open dispute after another worker has written that it was won', async () => {
  const school = await p.w.makeSchool('Lida antes')
  const id = await dispute(school)
  const created = (await p.listEvents('charge.dispute.created')).find(
    ({ data }) => 'id' in data.object && data.object.id === id,
  )!
  await p.send(created)
  const read = Promise.withResolvers<void>()
  const going = Promise.withResolvers<void>()
  let asked = 0
  const slow: typeof p.provider = {
    ...p.provider,
    ask: async (work) => {
      const answer = await p.provider.ask(work)
      // The event's object, the payment's intent, its disputes.
      if (++asked === 3) read.resolve()
      if (asked === 3) await going.promise
      return answer
    },
  }
  const receiving = processPaymentEvent(created.id, { ...p.tools, provider: slow })
  await read.promise
  await p.control.closeDispute(id, 'won')
  await receive(id)
  going.resolve()
  await receiving
  expect(await statementOf(school)).toEqual({ bank: { balance: '30.00', points: 30 }, kinds: ['pack'] })
  expect(await rowOf(school)).toMatchObject({ is_disputed: false, refunded_cents: 0 })
  await reconcilePayments(school, p.tools)
})

it.each([
  ['', true],
  [', also when it hears of the dispute first', false],
])('finds nothing to take where the payment was given back already%s', async (_, isReceived) => {
  const school = await p.w.makeSchool('Devolvido e contestado')
  await p.pay(school, { paymentMethod: await p.card() })
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.school === school.id)!
  const refund = await p.control.refund(String(intent.latest_charge))
  if (isReceived) await receive(refund.id)
  const { id } = await p.control.dispute(String(intent.latest_charge))
  await receive(id)
  await p.control.closeDispute(id, 'lost')
  await receive(id)
  await receive(refund.id)
  expect(await statementOf(school)).toEqual({ bank: { balance: '0.00', points: 0 }, kinds: ['refund', 'pack'] })
  await verifyLedger(school)
  await reconcilePayments(school, p.tools)
})

it.each([
  ['it was lost', ['lost', 'appeal', 'won'], ['dispute_won', 'dispute', 'dispute_lost', 'dispute', 'pack'], 30],
  [
    'it was lost twice',
    ['lost', 'appeal', 'lost', 'appeal', 'won'],
    ['dispute_won', 'dispute', 'dispute_lost', 'dispute', 'dispute_lost', 'dispute', 'pack'],
    30,
  ],
  ['its appeal is lost', ['lost', 'appeal', 'lost'], ['dispute_lost', 'dispute', 'dispute_lost', 'dispute', 'pack'], 0],
] as const)(
  'holds the money again for an appeal, and is undone where that is won after %s',
  async (name, steps, kinds, points) => {
    const school = await p.w.makeSchool(`Recurso ${name}`)
    const id = await dispute(school)
    await receive(id)
    for (const step of steps) {
      await (step === 'appeal' ? p.control.appealDispute(id) : p.control.closeDispute(id, step))
      await receive(id)
      await verifyLedger(school)
      await reconcilePayments(school, p.tools)
      expect((await rowOf(school)).is_disputed).toBe(step === 'appeal')
    }
    expect(await statementOf(school)).toEqual({ bank: { balance: `${points}.00`, points }, kinds })
  },
)

it('undoes a dispute that was won by an appeal of which nothing was heard', async () => {
  const school = await p.w.makeSchool('Recurso calado')
  const id = await dispute(school)
  await p.control.closeDispute(id, 'lost')
  await receive(id)
  await p.control.appealDispute(id)
  await p.control.closeDispute(id, 'won')
  await receive(id)
  expect((await statementOf(school)).bank).toEqual({ balance: '30.00', points: 30 })
  await reconcilePayments(school, p.tools)
})

it('takes a lost dispute up once where one of two workers that hear of its appeal is slower than its end', async () => {
  const school = await p.w.makeSchool('Recurso lido antes')
  const id = await dispute(school)
  await p.control.closeDispute(id, 'lost')
  await receive(id)
  await p.control.appealDispute(id)
  const payment = (await school.tx(async (db) => findById(db, (await rowOf(school)).id)))!
  let asked = 0
  const slow: typeof p.provider = {
    ...p.provider,
    ask: async (work) => {
      const answer = await p.provider.ask(work)
      if (asked++ > 0) return answer
      await receive(id)
      await p.control.closeDispute(id, 'lost')
      await receive(id)
      return answer
    },
  }
  await recordDisputes(school, payment, slow, p.tools)
  const { kinds } = await statementOf(school)
  expect(kinds).toEqual(['dispute_lost', 'dispute', 'dispute_lost', 'dispute', 'pack'])
  expect(await rowOf(school)).toMatchObject({ is_disputed: false, refunded_cents: 2990 })
  await reconcilePayments(school, p.tools)
})
