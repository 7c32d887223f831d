import { randomUUID } from 'node:crypto'
import { dayMs, hourMs } from '@escola/contract/durations'
import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { nextMonthStart } from '@escola/contract/time'
import { expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { findDue } from '../../jobs/scheduled-jobs.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import type { World } from '../../testing/world.ts'
import { pay } from '../payments/paying.service.ts'
import { expiryLookOn } from './card-expiry.service.ts'
import { setPlanPix } from './plan-moves.service.ts'
import { followSubscription } from './renewals.service.ts'
import { previewPlan } from './subscriptions.service.ts'
import { rowOf, type School, usePlanWorld } from './use-plan-world.testing.ts'

const p = usePlanWorld()

const follow = (school: School) => followSubscription(school, p.later())
const dueOf = (school: School) => school.tx((db) => findDue(db, jobs.followSubscription))
const daysUntil = (moment: Date) => (moment.getTime() - p.later().now().getTime()) / dayMs
/** Moves on to some days before the paid month's end, or after it, and receives nothing of it yet. */
const moveTo = async (school: School, daysAfterEnd: number) =>
  p.move(daysUntil((await rowOf(school)).utc_paid_until) + daysAfterEnd)
const listPaid = async (school: School) =>
  (await p.w.call(payments.list, { as: school.admin })).body.payments.list
    .filter(({ status }) => status === 'succeeded')
    .map(({ item, cents, refunded_cents }) => [item, cents, refunded_cents])
const keep = (school: School) => p.w.call(subscriptions.keep, { as: school.admin })
const kindOf = async (school: School, kind: string) => (await p.mailsOf(school)).filter((mail) => mail.kind === kind)

/** A school on Super that pays a month of Middle before the present one is over. */
async function payAhead(name: string) {
  const school = await p.w.makeSchool(name)
  await p.subscribeByPix(school, 'super')
  await p.passTo(school, -4)
  await p.pay(school, { item: 'middle', paymentMethod: 'pix' })
  await p.settle(school)
  await p.payCode(school)
  return school
}

/** Has the months that are not paid yet charged to a card of the school. */
async function setCardOf(school: School) {
  await p.pay(school, { paymentMethod: await p.card(), saveCard: true })
  const [card] = (await p.w.call(payments.methods, { as: school.admin })).body.paymentMethods
  const set = await p.w.call(subscriptions.setCard, { as: school.admin, body: { id: card!.dbId } })
  expect(set.status).toBe(200)
}

it('charges an upgrade for all the time that is paid, also after a renewal that was paid early', async () => {
  const school = await p.w.makeSchool('Subida depois do Pix adiantado')
  await p.subscribeByPix(school, 'middle')
  await p.passTo(school, -4)
  await p.payCode(school)
  const { change } = await previewPlan(school, 'super', p.later())
  // The price of a month's exchange, and of four days.
  expect(Number(change.now)).toBeGreaterThan(440)
  expect(Number(change.now)).toBeLessThan(460)
})

it('gives back a first month of a greater plan that was paid after the school took another one', async () => {
  const school = await p.w.makeSchool('Dois códigos')
  const { body } = await p.subscribe(school, 'super', 'pix')
  const code = (await p.listCodes(school)).find(({ metadata }) => metadata.payment === body.payment.id)!
  await p.subscribe(school, 'middle')
  await p.control.payPix(code.id)
  await p.settle(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', next_plan_id: 'middle' })
  expect(await listPaid(school)).toEqual([
    ['middle', 19_900, 0],
    ['super', 59_900, 59_900],
  ])
  await p.prove(school)
})

it('gives back a month in a smaller plan that was paid ahead, when the school keeps its plan or cancels it', async () => {
  for (const route of [subscriptions.keep, subscriptions.cancel]) {
    const school = await payAhead(`Mês devolvido ${route.path}`)
    for (let time = 0; time < 2; time++) expect((await p.w.call(route, { as: school.admin })).status).toBe(200)
    await p.settle(school)
    expect(await listPaid(school)).toEqual([
      ['middle', 19_900, 19_900],
      ['super', 59_900, 0],
    ])
    if (route === subscriptions.keep) {
      await p.payCode(school)
      await p.passTo(school, -10)
      expect(await p.stateOf(school)).toMatchObject({ plan: 'super', next_plan_id: 'super', utc_grace_ends_on: null })
    } else {
      await p.passTo(school, 0.1)
      expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
    }
    await p.prove(school)
  }
})

it('charges the card for the next month when one that was paid ahead goes back', async () => {
  const school = await payAhead('Cartão depois do mês devolvido')
  await setCardOf(school)
  const kept = (await keep(school)).body.subscription!
  expect(kept).toMatchObject({ next_plan_id: 'super', pays_with: 'card', utc_next_payment_on: kept.utc_paid_until })
  await p.passTo(school, 0.2)
  expect(await listPaid(school)).toEqual([
    ['super', 59_900, 0],
    ['basic', 2990, 0],
    ['middle', 19_900, 19_900],
    ['super', 59_900, 0],
  ])
  await p.prove(school)
})

it('books a renewal by card whose events never came, once', async () => {
  const school = await p.w.makeSchool('Avisos perdidos')
  await p.subscribe(school, 'middle')
  await moveTo(school, 0.1)
  await Promise.all([follow(school), follow(school)])
  const row = await rowOf(school)
  expect(daysUntil(row.utc_paid_until)).toBeGreaterThan(27)
  // The card is looked at before it is charged again.
  expect(await dueOf(school)).toEqual(expiryLookOn(row))
  await p.settle(school)
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan'])
  await p.prove(school)
})

it('charges each of the months that were over while no job ran', async () => {
  const school = await p.w.makeSchool('Meses perdidos')
  await p.subscribe(school, 'middle')
  await moveTo(school, 35)
  for (let time = 0; time < 2; time++) await follow(school)
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan', 'plan'])
  expect(daysUntil((await rowOf(school)).utc_paid_until)).toBeGreaterThan(0)
  await p.prove(school)
})

it('begins the grace of a renewal whose refusal was not heard, and ends it by a payment that was not heard either', async () => {
  const school = await p.w.makeSchool('Recusa perdida')
  await p.subscribe(school, 'middle')
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await moveTo(school, 0.1)
  await follow(school)
  expect((await rowOf(school)).utc_grace_ends_on).not.toBeNull()
  expect(await kindOf(school, 'renewal_failed')).toHaveLength(1)
  await p.control.setRenewals(await p.customerOf(school), null)
  await p.move(3.5)
  await follow(school)
  expect(await rowOf(school)).toMatchObject({ plan_id: 'middle', utc_grace_ends_on: null, invoice_plan_id: null })
  await p.settle(school)
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan'])
  await p.prove(school)
})

it('tells of a code although the process was killed before it could', async () => {
  const school = await p.w.makeSchool('Queda antes do aviso')
  await p.subscribeByPix(school, 'middle')
  await p.passTo(school, -4)
  expect(await kindOf(school, 'plan_pix_code')).toHaveLength(1)
  await school.tx((db) => db.deleteFrom('messages').where('kind', '=', 'plan_pix_code').execute())
  for (let time = 0; time < 2; time++) await follow(school)
  expect(await kindOf(school, 'plan_pix_code')).toHaveLength(1)
})

it('ends a month by Pix whose grace is over before the job runs again', async () => {
  const school = await p.w.makeSchool('Trabalho parado')
  await p.subscribeByPix(school, 'middle')
  await moveTo(school, 7.5)
  await follow(school)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
  expect(await kindOf(school, 'plan_pix_code')).toEqual([])
})

it('begins and ends the grace of a month by Pix whose code the provider does not make', async () => {
  const school = await p.w.makeSchool('Código recusado')
  await p.subscribeByPix(school, 'middle')
  await moveTo(school, 0.1)
  await p.control.failNext({ operation: 'POST /v1/payment_intents', how: 'error500', times: 2 })
  await expect(follow(school)).rejects.toThrow()
  const { utc_paid_until, utc_grace_ends_on } = await rowOf(school)
  expect(utc_grace_ends_on).toEqual(new Date(utc_paid_until.getTime() + 7 * dayMs))
  await p.move(7)
  await follow(school)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
})

it('reminds, tries again each hour, and ends a month by Pix whose code the provider refuses', async () => {
  const school = await p.w.makeSchool('Código que nunca vem')
  await p.subscribeByPix(school, 'middle')
  await moveTo(school, 1.1)
  await p.control.failNext({ operation: 'POST /v1/payment_intents/:id/confirm', how: 'error400', times: 2 })
  for (let time = 0; time < 2; time++) await expect(follow(school)).rejects.toMatchObject({ code: 'payment_refused' })
  expect(await kindOf(school, 'renewal_failed')).toHaveLength(1)
  expect((await dueOf(school))!.getTime()).toBeLessThanOrEqual(p.later().now().getTime() + hourMs)
  await follow(school)
  expect(await p.listCodes(school)).toHaveLength(1)
  await p.move(6)
  await follow(school)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
})

it('ends months by Pix on the day on which they began, also after a shorter month', async () => {
  const school = await p.w.makeSchool('Dia 31')
  const year = p.later().now().getUTCFullYear() + 1
  await p.move(daysUntil(new Date(Date.UTC(year, 0, 31, 15))))
  await p.subscribeByPix(school, 'middle')
  const ends = [(await rowOf(school)).utc_paid_until]
  for (let month = 0; month < 2; month++) {
    await p.passTo(school, -2)
    await p.payCode(school)
    ends.push((await rowOf(school)).utc_paid_until)
  }
  const lastOfFebruary = new Date(Date.UTC(year, 2, 0)).getUTCDate()
  expect(ends.map((end) => [end.getUTCMonth(), end.getUTCDate()])).toEqual([
    [1, lastOfFebruary],
    [2, 31],
    [3, 30],
  ])
})

it('keeps the first day when a card pays an overdue month, and when Pix pays after the card', async () => {
  const school = await p.w.makeSchool('Dia 31 com cartão')
  const year = p.later().now().getUTCFullYear() + 1
  await p.move(daysUntil(new Date(Date.UTC(year, 0, 31, 15))))
  await p.subscribeByPix(school, 'middle')
  const endOf = async () => {
    const { utc_paid_until } = await rowOf(school)
    return [utc_paid_until.getUTCMonth(), utc_paid_until.getUTCDate()]
  }
  await p.passTo(school, 3)
  const payer = makeAttended(school, school.admin, { roles: ['owner'] })
  const order = { paymentId: randomUUID(), item: 'middle', paymentMethod: await p.card(), saveCard: true } as const
  await pay(payer, order, p.later())
  await p.settle(school)
  expect(await endOf()).toEqual([2, 31])
  await p.passTo(school, 0.2)
  expect(await endOf()).toEqual([3, 30])
  await setPlanPix(school, p.later())
  await p.passTo(school, -2)
  await p.payCode(school)
  expect(await endOf()).toEqual([4, 31])
  await p.prove(school)
})

/** Makes domains lead to a school, and others that did so before. */
const useDomains = (school: Pick<World['northside'], 'id'>, domains: string[]) =>
  p.w.database.withPlatform((db) =>
    db
      .insertInto('domain_uses')
      .values(
        domains.flatMap((domain) => [
          { school_id: school.id, domain, utc_from: new Date(1000), utc_until: new Date(2000) },
          { school_id: school.id, domain, utc_from: new Date(3000) },
        ]),
      )
      .execute(),
  )

it('says what the first run after the change charges, without the students who are gone by then', async () => {
  const school = await p.w.makeSchool('Previsão')
  await p.subscribeByPix(school, 'middle')
  const cohort = await school.make.cohort()
  const students = await Promise.all(Array.from({ length: 17 }, () => school.make.student()))
  for (const student of students) await school.make.enrollment(cohort, student)
  await useDomains(school, ['cursos.example', 'aulas.example'])
  const until = (await rowOf(school)).utc_paid_until
  const preview = async () => (await previewPlan(school, 'onDemand', p.later())).change
  expect((await previewPlan(school, 'super', p.later())).change).toMatchObject({ domains: 0, next_run: '0.00' })
  expect(await preview()).toMatchObject({
    utc_begins_on: until.toISOString(),
    students: 17,
    domains: 2,
    next_run: '3.00',
  })
  await school.tx((db) =>
    db
      .updateTable('enrollment_grants')
      .set({ utc_ends_on: new Date(nextMonthStart(until).getTime() - dayMs) })
      .where('user_id', '=', students[0]!.userId)
      .execute(),
  )
  expect(await preview()).toMatchObject({ students: 16, domains: 2, next_run: '2.00' })
  await p.passTo(school, 1)
  expect(new Date((await preview()).utc_begins_on).getTime()).toBeGreaterThan(until.getTime())
  const [mail] = await kindOf(school, 'renewal_failed')
  expect(mail!.params).toMatchObject({ students: 16, domains: 2, cents: 200 })
})
