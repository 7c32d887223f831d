import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { refusals } from '@escola/contract/refusals'
import { type NewReportRow, reportLimits, reportTexts, salesReports } from '@escola/contract/sales-reports.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { handlerOf, runJob } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { giveGrants } from '../enrollments/enrollments.service.ts'
import { forgetOldReports } from './sales-reports.service.ts'
import { type Reporter, reportersOf } from './sales-reports.testing.ts'

let w: World
let makeReporter: ReturnType<typeof reportersOf>['makeReporter']
beforeAll(async () => {
  w = await world()
  ;({ makeReporter } = reportersOf(w))
})

const emailOf = (transaction: string) => `${transaction.toLowerCase()}@compras.example`
const addByHand = async (s: Reporter, transaction: string) => {
  const email = emailOf(transaction)
  const { userId } = (await w.tools.people.ensure([email])).get(email)!
  const student = { userId, email, name: 'Aluna à mão', cellphone: '' }
  await s.tx((db) => giveGrants(db, [{ cohortId: s.cohort.id, student, source: 'manual' }], w.tools))
}
const removeByHand = async (s: Reporter, transaction: string) => {
  const { list } = (await w.call(cohorts.get, { as: s.as, params: { id: s.cohort.id } })).body.students
  const { user_id: userId } = list.find(({ email }) => email === emailOf(transaction))!
  const removed = await w.call(students.removeFromCohort, { as: s.as, params: { userId, classId: s.cohort.id } })
  expect(removed.status).toBe(200)
}

describe('a report', () => {
  it('is compared with what the school knows, and what is fine leaves no row', async () => {
    const s = await makeReporter()
    for (const transaction of ['IN', 'OUT', 'BACK', 'REFUNDED', 'BOTH', 'KEPT'])
      await s.deliverNow('PURCHASE_APPROVED', transaction)
    for (const transaction of ['BACK', 'REFUNDED', 'KEPT']) await s.deliverNow('PURCHASE_REFUNDED', transaction)
    await removeByHand(s, 'OUT')
    for (const transaction of ['BOTH', 'KEPT', 'BYHAND']) await addByHand(s, transaction)
    await s.deliverNow('PURCHASE_APPROVED', 'TYPO', { buyer: { email: 'maria@gmail', name: 'Maria' } })
    await s.deliverNow('PURCHASE_APPROVED', 'WAITS', { product: { id: 99, name: 'Outro' } })
    const facts = await s.countFacts()
    const report = await s.report([
      s.row('IN'),
      s.row('OUT'),
      s.row('BACK'),
      s.row('REFUNDED', { status: 'refunded' }),
      s.row('BOTH', { status: 'chargeback' }),
      s.row('KEPT', { status: 'refunded' }),
      s.row('BYHAND'),
      s.row('NEW'),
      s.row('TYPO'),
      s.row('WAITS', { product_id: '99' }),
      s.row('MASKED', { email: 'm***@gmail.com' }),
      s.row('MIXED', { product_id: '1' }),
      s.row('MIXED', { product_id: '2', status: 'refunded' }),
      s.row('PAST', { ends_on: '2026-01-10' }),
    ])
    expect(report).toMatchObject({ total: 13, fine: { paid: 2, ended: 1, over: 1 }, settled: { given: 0, ended: 0 } })
    const verdicts = Object.fromEntries(report.verdicts.map(({ verdict, rows }) => [verdict, rows]))
    expect(verdicts).toEqual({
      missing: 2,
      still_in: 1,
      no_class: 1,
      no_email: 1,
      removed: 1,
      paid_back: 1,
      other_access: 1,
      mixed: 1,
    })
    const kept = await Promise.all(report.verdicts.map(({ verdict }) => s.rowsOf(report.id, verdict)))
    const byTransaction = new Map(kept.flat().map((row) => [row.transaction, row]))
    expect([...byTransaction.keys()].toSorted()).toEqual(
      ['BACK', 'BOTH', 'KEPT', 'MASKED', 'MIXED', 'NEW', 'OUT', 'TYPO', 'WAITS'].toSorted(),
    )
    expect(byTransaction.get('NEW')).toMatchObject({ verdict: 'missing', is_known: false, email: emailOf('NEW') })
    expect(byTransaction.get('TYPO')).toMatchObject({ verdict: 'missing', is_known: true })
    expect(byTransaction.get('BOTH')).toMatchObject({ verdict: 'still_in', reasons: ['manual'] })
    expect(byTransaction.get('KEPT')).toMatchObject({ verdict: 'other_access', reasons: ['manual'] })
    expect(byTransaction.get('KEPT')!.school_gateways).toMatchObject([{ id: s.cohort.id }])
    expect(byTransaction.get('BACK')!.utc_on).not.toBeNull()
    // Nothing is done by looking.
    expect(await s.countFacts()).toBe(facts)
  })

  it('is settled one by one or all, once, and later deliveries agree with it', async () => {
    const s = await makeReporter()
    await s.deliverNow('PURCHASE_APPROVED', 'GOES')
    await s.deliverNow('PURCHASE_APPROVED', 'TYPO', { buyer: { email: 'maria@gmail', name: 'Maria' } })
    const rows = [
      s.row('ONE'),
      s.row('TWO'),
      s.row('TYPO'),
      s.row('GOES', { status: 'refunded', paid_on: '2026-11-01' }),
    ]
    const { id } = await s.report(rows)
    const [first] = await s.rowsOf(id, 'missing')
    const asked = await s.settle(id, 'missing', [first!.id])
    expect([asked.status, asked.body.report.asked]).toEqual([202, { total: 1, left: 1 }])
    expect((await s.send(rows)).error.fields).toEqual({ rows: reportTexts.underWay })
    await s.work()
    expect(await s.members()).toEqual(expect.arrayContaining([emailOf('ONE'), emailOf('GOES')]))
    for (const verdict of ['missing', 'still_in', 'missing'] as const) await s.settle(id, verdict)
    await s.work()
    expect(await s.latest()).toMatchObject({ verdicts: [], settled: { given: 3, ended: 1 }, asked: { left: 0 } })
    expect((await s.members()).toSorted()).toEqual(['ONE', 'TWO', 'TYPO'].map(emailOf).toSorted())
    expect(await s.livingGrants()).toMatchObject(
      ['ONE', 'TWO', 'TYPO'].map((code) => ({ source: 'sale', source_key: `hotmart:${code}:${s.productId}` })),
    )
    // The sale that waited for an e-mail is settled.
    expect((await s.list()).without_email).toBe(0)

    const facts = await s.countFacts()
    const again = await s.report(rows)
    expect(again).toMatchObject({ verdicts: [], fine: { paid: 3, ended: 1, over: 0 } })
    for (const verdict of ['missing', 'still_in'] as const) await s.settle(again.id, verdict)
    await s.work()
    expect(await s.countFacts()).toBe(facts)

    const grants = await s.livingGrants()
    await s.deliverNow('PURCHASE_APPROVED', 'ONE')
    expect(await s.livingGrants()).toEqual(grants)
    await s.deliverNow('PURCHASE_REFUNDED', 'ONE')
    expect((await s.members()).toSorted()).toEqual(['TWO', 'TYPO'].map(emailOf).toSorted())
  })

  it('is older than what a platform has told since', async () => {
    const s = await makeReporter()
    const rows = [
      s.row('LATE', { paid_on: '' }),
      s.row('DAY', { paid_on: '2026-11-02' }),
      s.row('WON', { status: 'chargeback' }),
    ]
    await s.deliverNow('PURCHASE_APPROVED', 'WON')
    const { id } = await s.report(rows)
    // Between the comparison and the click the platform reports a refund and a payment.
    await s.deliverNow('PURCHASE_REFUNDED', 'LATE')
    for (const verdict of ['missing', 'still_in'] as const) await s.settle(id, verdict)
    await s.work()
    expect(await s.members()).toEqual([emailOf('DAY')])
    expect(await s.rowsOf(id, 'paid_back')).toMatchObject([{ transaction: 'LATE', is_asked: false }])
    expect((await s.latest())!.settled).toEqual({ given: 1, ended: 1 })
    // The dispute is won after the report: the old report, dropped again, ends nothing.
    await s.deliver('PURCHASE_APPROVED', 'WON', new Date())
    expect(await s.members()).toContain(emailOf('WON'))
    const again = await s.report(rows)
    expect(again).toMatchObject({ fine: { paid: 2, ended: 0, over: 0 }, verdicts: [{ verdict: 'paid_back', rows: 1 }] })
    // A payment of which only the day is known ends with what is reported for a later day.
    await s.deliver('PURCHASE_CANCELED', 'DAY', new Date('2026-11-03T12:00:00Z'))
    expect(await s.members()).toEqual([emailOf('WON')])
  })

  it('leaves a student out who was removed by the school', async () => {
    const s = await makeReporter()
    await s.deliverNow('PURCHASE_APPROVED', 'OUT')
    await removeByHand(s, 'OUT')
    const { id } = await s.report([s.row('OUT'), s.row('NEW')])
    const [removed] = await s.rowsOf(id, 'removed')
    await s.settle(id, 'missing', [removed!.id])
    await s.settle(id, 'missing')
    await s.work()
    expect(await s.members()).toEqual([emailOf('NEW')])
    expect(await s.rowsOf(id, 'removed')).toHaveLength(1)
  })

  it('has products for which a class is chosen, by their codes or by their names', async () => {
    const s = await makeReporter()
    await s.deliverNow('PURCHASE_APPROVED', 'WAITS', { product: { id: 99, name: 'Outro' } })
    const rows = [
      s.row('WAITS', { product_id: '', product_name: 'Outro' }),
      s.row('CODE', { product_id: '99', offer_id: 'oferta' }),
      s.row('NAME', { product_id: '', product_name: 'Só o nome' }),
    ]
    const { id } = await s.report(rows)
    expect(await s.rowsOf(id, 'no_class')).toMatchObject([
      { product_id: '99' },
      { product_id: '99' },
      { product_id: '' },
    ])
    const { id: other } = await s.make.cohort()
    const choose = (school_gateway_id: string, more: object) =>
      w.call(salesReports.chooseCohort, {
        as: s.as,
        params: { id },
        body: { product_id: '99', product_name: '', school_gateway_id, ...more },
      })
    expect((await choose('900000', {})).error.fields).toEqual({ school_gateway_id: refusals.cohortGone })
    expect((await choose(other, { ids: ['de-outra'] })).error.fields).toEqual({ ids: refusals.saleOfOthers })
    const named = { product_id: '', product_name: 'Só o nome' }
    expect((await choose(other, named)).error.fields).toEqual({ school_gateway_id: reportTexts.codeless })
    expect((await choose(other, {})).body.report.verdicts).toMatchObject([
      { verdict: 'missing', rows: 2 },
      { verdict: 'no_class', rows: 1 },
    ])
    expect((await choose(other, {})).error.fields).toEqual({ product_id: reportTexts.productGone })
    // The sale that waited is done; the report finds the access there.
    await s.work()
    expect(await s.members(other)).toEqual([emailOf('WAITS')])
    expect((await choose(s.cohort.id, named)).status).toBe(200)
    await s.settle(id, 'missing')
    await s.work()
    expect(await s.members(other)).toEqual(expect.arrayContaining(['WAITS', 'CODE'].map(emailOf)))
    expect(await s.members()).toEqual([emailOf('NAME')])
    expect((await s.latest())!.verdicts).toEqual([])
  })
})

describe('purchases of a report whose class is gone', () => {
  it('are put into the class that is chosen for them, which sells nothing by that', async () => {
    const s = await makeReporter()
    const [next, chosen] = [await s.make.cohort(), await s.make.cohort()]
    const pay = (transaction: string, subscription: string, email: string) =>
      s.deliverNow('PURCHASE_APPROVED', transaction, { subscription, buyer: { email, name: 'Ana' } })
    await pay('R1', 'S1', emailOf('R1'))
    await w.call(cohorts.remove, { as: s.as, params: s.cohort, body: { renewals_to: null } })
    await pay('R2', 'S1', emailOf('R1'))
    // One that was never reported, one of a person who has had no class, and one of the next class's own buyer.
    const rows = ['R2', 'R3'].map((code) => s.row(code, { subscription: 'S1', email: emailOf('R1') }))
    const { id } = await s.report([...rows, s.row('NEW')])
    expect((await s.rowsOf(id, 'no_class')).map(({ is_alone }) => is_alone)).toEqual([true, true, false])
    const choose = (cohort: { id: string }, more: object = {}) =>
      w.call(salesReports.chooseCohort, {
        as: s.as,
        params: { id },
        body: { product_id: s.productId, product_name: '', school_gateway_id: cohort.id, ...more },
      })
    expect((await choose(chosen, { alone: true })).status).toBe(200)
    expect(await s.rowsOf(id, 'missing')).toMatchObject([
      { transaction: 'R2', school_gateways: [{ id: chosen.id }] },
      { transaction: 'R3', school_gateways: [{ id: chosen.id }] },
    ])
    await s.settle(id, 'missing')
    await s.work()
    expect(await s.members(chosen.id)).toEqual([emailOf('R1')])
    await pay('OUT', 'S9', emailOf('OUT'))
    expect([await s.members(chosen.id), (await s.list()).unmatched]).toEqual([[emailOf('R1')], 1])
    // The product that no class sells may be sold by one, which leaves the subscriber where she is.
    expect((await choose(next)).status).toBe(200)
    await pay('R4', 'S1', emailOf('R1'))
    expect([await s.members(chosen.id), await s.members(next.id)]).toEqual([[emailOf('R1')], [emailOf('OUT')]])
    expect((await s.latest())!.verdicts).toEqual([{ verdict: 'missing', rows: 1, people: 1 }])
  })

  it('go to no class that was deleted before they are given', async () => {
    const s = await makeReporter()
    const chosen = await s.make.cohort()
    await s.deliverNow('PURCHASE_APPROVED', 'R1', { subscription: 'S1' })
    await w.call(cohorts.remove, { as: s.as, params: s.cohort, body: { renewals_to: null } })
    const { id } = await s.report([s.row('R2', { subscription: 'S1' })])
    const body = { product_id: s.productId, product_name: '', school_gateway_id: chosen.id, alone: true }
    await w.call(salesReports.chooseCohort, { as: s.as, params: { id }, body })
    await w.call(cohorts.remove, { as: s.as, params: chosen })
    await s.settle(id, 'missing')
    await s.work()
    expect(await s.rowsOf(id, 'no_class')).toMatchObject([{ transaction: 'R2', is_alone: true }])
  })
})

describe('rows of a report', () => {
  it('are of no use to another school', async () => {
    const [s, other] = [await makeReporter(), await makeReporter()]
    await other.deliverNow('PURCHASE_APPROVED', 'SAME')
    const { id } = await s.report([s.row('SAME')])
    expect((await s.rowsOf(id, 'missing')).map(({ transaction }) => transaction)).toEqual(['SAME'])
    const params = { id }
    const foreign = [
      await w.call(salesReports.rows, { as: other.as, params, query: { verdict: 'missing' } }),
      await other.settle(id, 'missing'),
      await w.call(salesReports.remove, { as: other.as, params }),
    ]
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await other.send([other.row('X')], { account_id: s.accountId })).error.fields).toEqual({
      account_id: refusals.accountGone,
    })
    expect(await other.latest()).toBeNull()
    await s.settle(id, 'missing')
    await s.work()
    expect(await s.members()).toEqual([emailOf('SAME')])
  })

  it('are settled once each, though the job is broken off and runs beside itself', async () => {
    const s = await makeReporter()
    const codes = Array.from({ length: 8 }, (_, at) => `P${at}`)
    const { id } = await s.report(codes.map((code) => s.row(code)))
    await s.settle(id, 'missing')
    const [[, payload]] = (await s.settleJobs()) as [[string, unknown]]
    const leave = new AbortController()
    let calls = 0
    const clock = {
      ...w.tools,
      now: () => {
        calls += 1
        if (calls > 6) leave.abort()
        return new Date()
      },
    }
    await expect(handlerOf(w, jobs.settleSalesReport).run(s, payload, clock, leave.signal)).rejects.toThrow()
    const { left } = (await s.latest())!.asked
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(codes.length)
    await Promise.all([1, 2].map(() => runJob(w, s, jobs.settleSalesReport, payload)))
    expect(await s.latest()).toMatchObject({ settled: { given: 8, ended: 0 }, asked: { total: 8, left: 0 } })
    expect(await s.livingGrants()).toHaveLength(8)
    expect(await s.countFacts()).toBe(8)
    const mails = await s.tx((db) => db.selectFrom('messages').select('user_id').execute())
    expect(mails).toHaveLength(8)
  })

  it('are kept for some days, and no longer than the person', async () => {
    const s = await makeReporter()
    await s.deliverNow('PURCHASE_APPROVED', 'GOES')
    const { id } = await s.report([s.row('NEW'), s.row('GOES', { status: 'refunded' })])
    const { list } = (await w.call(cohorts.get, { as: s.as, params: { id: s.cohort.id } })).body.students
    await w.call(students.erase, { as: s.as, params: { link: list[0]!.link } })
    expect(await s.rowsOf(id, 'still_in')).toEqual([])
    const at = (days: number) => ({ now: () => new Date(Date.now() + days * dayMs) })
    await forgetOldReports(s, at(reportLimits.days - 0.1))
    expect(await s.rowsOf(id, 'missing')).toHaveLength(1)
    await forgetOldReports(s, at(reportLimits.days + 0.1))
    expect(await s.latest()).toBeNull()
    expect(await s.tx((db) => db.selectFrom('sales_report_rows').select('id').execute())).toEqual([])
  })

  it('are refused with the field and the reason', async () => {
    const s = await makeReporter()
    const fieldsOf = async (row: Partial<NewReportRow>) => (await s.send([s.row('X', row)])).error.fields
    expect((await s.send([])).error.fields).toEqual({ rows: reportTexts.empty })
    expect(await fieldsOf({ transaction: ' ' })).toEqual({ 'rows.0.transaction': reportTexts.transaction })
    expect(await fieldsOf({ name: 'x'.repeat(201) })).toEqual({ 'rows.0.name': reportTexts.cellTooLong })
    expect(await fieldsOf({ paid_on: '31/12/2026' })).toEqual({ 'rows.0.paid_on': reportTexts.moment })
    expect(await fieldsOf({ paid_on: '1999-12-31' })).toEqual({ 'rows.0.paid_on': reportTexts.moment })
    const many = Array.from({ length: reportLimits.rows + 1 }, () => s.row('X'))
    expect((await s.send(many)).error.fields).toEqual({ rows: reportTexts.tooMany })
    expect((await s.send([s.row('X')], { account_id: '' })).error.fields).toEqual({ account_id: reportTexts.account })
    expect(await s.latest()).toBeNull()
  })
})
