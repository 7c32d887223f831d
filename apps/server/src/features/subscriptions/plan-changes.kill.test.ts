import { fillPath } from '@escola/contract/call'
import { dayMs, hourMs } from '@escola/contract/durations'
import { payments } from '@escola/contract/payments.contract'
import { expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { scheduleJob } from '../../jobs/scheduled-jobs.ts'
import { type Api, killing } from '../payments/killing.testing.ts'
import { leastMonthMs } from './plans.testing.ts'
import { followSubscription } from './renewals.service.ts'
import { updateSubscription } from './subscriptions.queries.ts'
import { rowOf, type School, usePlanWorld } from './use-plan-world.testing.ts'

const p = usePlanWorld()
const { killAfter, killWorkerAfter } = killing(() => p)

async function keepCard(school: School) {
  await p.pay(school, { paymentMethod: await p.card(), saveCard: true })
  return (await cardsOf(school))[0]!
}
/** Calls that the pages make when they are loaded again. */
const cardsOf = async (school: School) => (await p.w.call(payments.methods, { as: school.admin })).body.paymentMethods
async function listIntentsOf(school: School) {
  const customer = await p.customerOf(school)
  return (await p.listIntents()).filter((each) => each.customer === customer)
}
async function sumCharges(school: School) {
  const customer = await p.customerOf(school)
  const { data } = await p.provider.ask(({ charges }) => charges.list({ customer, limit: 100 }))
  return data.filter(({ paid }) => paid).map(({ amount }) => amount)
}

it('is killed after the provider forgot a card, and gave up a code and a first month: each is done once', async () => {
  const [cards, code, month] = [
    await p.w.makeSchool('Queda no cartão'),
    await p.w.makeSchool('Queda no código'),
    await p.w.makeSchool('Queda no mês'),
  ]
  const card = await keepCard(cards)
  const codeId = (await p.pay(code, { paymentMethod: 'pix' })).body.payment.id
  const order = { item: 'middle' as const, paymentMethod: await p.card('4000000000003220') }
  const monthId = (await p.pay(month, order)).body.payment.id
  const post =
    (school: School, path: string, body: object = {}, params: object = {}) =>
    (api: Api) =>
      api.post(school.admin, fillPath(path, { schoolId: school.id, ...params }), body)
  const removal = { id: card.dbId, paymentMethodStripeId: card.id }
  await killAfter(
    [
      'POST /v1/payment_methods/:id/detach',
      'POST /v1/payment_intents/:id/cancel',
      'POST /v1/payment_intents/:id/cancel',
    ],
    [
      post(cards, payments.removeMethod.path, removal),
      post(code, payments.cancelPayment.path, {}, { paymentId: codeId }),
      post(month, payments.cancelPayment.path, {}, { paymentId: monthId }),
    ],
    async () => {
      const [method, [canceled], [given]] = await Promise.all([
        p.provider.ask(({ paymentMethods }) => paymentMethods.retrieve(card.id)),
        listIntentsOf(code),
        listIntentsOf(month),
      ])
      return method.customer === null && canceled!.status === 'canceled' && given!.status === 'canceled'
    },
  )

  // The card is still shown: it can't pay, and is gone after the first try.
  expect(await cardsOf(cards)).toMatchObject([{ id: card.id }])
  expect(await p.pay(cards, { paymentMethod: card.id })).toMatchObject({ status: 402 })
  expect(await cardsOf(cards)).toEqual([])
  expect(await sumCharges(cards)).toEqual([2990])

  for (const [school, id] of [
    [code, codeId],
    [month, monthId],
  ] as const) {
    expect((await p.read(school, id)).payment).toMatchObject({ status: 'canceled', pix: null, client_secret: null })
    const again = await p.w.call(payments.cancelPayment, { as: school.admin, params: { paymentId: id } })
    expect(again.body.payment.status).toBe('canceled')
    expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
    expect(await sumCharges(school)).toEqual([])
  }

  for (const school of [cards, code, month]) await p.prove(school)
})

it('is killed while it makes the codes of two months, one after its intent and one after its code: each month has one code', async () => {
  const schools = await Promise.all(['Um', 'Dois'].map((name) => p.w.makeSchool(`Código ${name}`)))
  const ends: Date[] = []
  for (const school of schools) {
    await p.subscribeByPix(school, 'middle')
    ends.push((await rowOf(school)).utc_paid_until)
    await school.tx(async (db) => {
      await updateSubscription(db, { utc_paid_until: new Date(Date.now() + 4 * dayMs) })
      await scheduleJob(db, jobs.followSubscription, new Date())
    })
  }
  const statuses = async () =>
    (await Promise.all(schools.map(listIntentsOf))).map((intents) => intents.map(({ status }) => status).sort()).sort()
  await killWorkerAfter(['POST /v1/payment_intents', 'POST /v1/payment_intents/:id/confirm'], async () => {
    const [one, two] = await statuses()
    return one!.length === 2 && two!.length === 2 && [...one!, ...two!].includes('requires_action')
  })
  expect(await statuses()).toEqual([
    ['requires_action', 'succeeded'],
    ['requires_payment_method', 'succeeded'],
  ])
  for (const school of schools) {
    // The time within which the killed call could still go on is over.
    await school.tx((db) =>
      db
        .updateTable('payments')
        .set({ utc_tried_on: new Date(Date.now() - 120_000) })
        .execute(),
    )
    await Promise.all([followSubscription(school, p.tools), followSubscription(school, p.tools)])
    const { pix, utc_paid_until } = await p.stateOf(school)
    expect(pix).toMatchObject({ item: 'middle', pix: { code: expect.stringMatching(/^000201/) } })
    expect(await p.listCodes(school)).toHaveLength(1)
    expect((await p.mailsOf(school)).filter(({ kind }) => kind === 'plan_pix_code')).toHaveLength(1)
    await p.payCode(school)
    const next = new Date((await p.stateOf(school)).utc_paid_until!).getTime()
    expect(next).toBeGreaterThan(new Date(utc_paid_until!).getTime() + leastMonthMs)
    expect(await p.kindsOf(school)).toEqual(['plan', 'plan'])
    // The proof compares the end of the months with the day on which they began.
    const trueEnd = ends.shift()!
    await school.tx((db) => updateSubscription(db, { utc_paid_until: trueEnd }))
    await p.prove(school)
  }
})

it('is killed before and after it charges two months to their cards: each is charged once', async () => {
  const schools = await Promise.all(['Um', 'Dois'].map((name) => p.w.makeSchool(`Cartão ${name}`)))
  for (const school of schools) {
    await p.subscribe(school, 'middle')
    await school.tx(async (db) => {
      await updateSubscription(db, { utc_paid_until: new Date(Date.now() - 1000) })
      await scheduleJob(db, jobs.followSubscription, new Date())
    })
  }
  await killWorkerAfter(['POST /v1/payment_intents', 'POST /v1/payment_intents/:id/confirm'], async () => {
    const all = (await Promise.all(schools.map(listIntentsOf))).flat().map(({ status }) => status)
    return all.length === 4 && all.filter((status) => status === 'succeeded').length === 3
  })
  for (const school of schools) {
    for (let time = 0; time < 2; time++) {
      // The time within which the killed call could still go on, and then that of a try that broke off, is over.
      const before = { utc_tried_on: new Date(Date.now() - 2 * hourMs) }
      await school.tx((db) => db.updateTable('payments').set(before).where('purpose', '=', 'renewal').execute())
      await Promise.all([followSubscription(school, p.tools), followSubscription(school, p.tools)])
    }
    expect(await sumCharges(school)).toEqual([19_900, 19_900])
    expect(await p.kindsOf(school)).toEqual(['plan', 'plan'])
  }
})
