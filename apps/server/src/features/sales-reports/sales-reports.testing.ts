import { salesAccounts } from '@escola/contract/sales-accounts.contract'
import { type NewReportRow, type ReportVerdict, salesReports } from '@escola/contract/sales-reports.contract'
import { jobs } from '../../jobs/catalogue.ts'
import { runJob } from '../../testing/jobs.ts'
import type { World } from '../../testing/world.ts'
import { type Seller, sellersOf } from '../sales/sales.testing.ts'

/** Steps of schools that compare reports, in tests. */
export function reportersOf(w: World) {
  const { makeSeller, send: deliverTo } = sellersOf(w)

  /** A school that sells a class on Hotmart, and reports of its account. */
  async function makeReporter() {
    const s = await makeSeller()
    const { accounts } = (await w.call(salesAccounts.list, { as: s.as })).body
    const accountId = accounts[0]!.id
    let line = 1
    const row = (transaction: string, more: Partial<NewReportRow> = {}): NewReportRow => ({
      line: ++line,
      transaction,
      status: 'paid',
      email: `${transaction.toLowerCase()}@compras.example`,
      name: `Pessoa ${transaction}`,
      cellphone: '',
      product_id: s.productId,
      product_name: 'Curso Exemplo',
      offer_id: '',
      subscription: '',
      paid_on: '2026-11-01T12:00:00.000Z',
      ends_on: '',
      ...more,
    })
    /** A delivery of Hotmart about a purchase of the report, done at once. */
    const deliverNow = async (event: string, transaction: string, more: Record<string, unknown> = {}) => {
      const buyer = { email: `${transaction.toLowerCase()}@compras.example`, name: `Pessoa ${transaction}` }
      await s.hotmart(event, { transaction, buyer, ...more })
      await s.work()
    }
    /** Delivers a purchase with the moment at which it happened. */
    const deliver = async (event: string, transaction: string, at: Date) => {
      const data = {
        product: { id: Number(s.productId) },
        buyer: { email: `${transaction.toLowerCase()}@compras.example`, name: 'Pessoa' },
        purchase: { transaction },
      }
      const headers = { 'x-hotmart-hottok': s.code }
      await deliverTo({
        headers,
        body: { id: `${event} ${transaction}`, event, version: '2.0.0', creation_date: at.getTime(), data },
      })
      await s.work()
    }
    const send = (rows: NewReportRow[], more: object = {}) =>
      w.call(salesReports.create, { as: s.as, body: { account_id: accountId, filename: 'vendas.csv', rows, ...more } })
    const report = async (rows: NewReportRow[]) => (await send(rows)).body.report
    const rowsOf = async (id: string, verdict: ReportVerdict) =>
      (await w.call(salesReports.rows, { as: s.as, params: { id }, query: { verdict } })).body.rows.list
    const latest = async () => (await w.call(salesReports.latest, { as: s.as })).body.report
    const settle = (id: string, verdict: 'missing' | 'still_in', ids?: string[]) =>
      w.call(salesReports.settle, { as: s.as, params: { id }, body: { verdict, ...(ids && { ids }) } })
    const settleJobs = async () => (await s.pendingJobs()).filter(([name]) => name === 'sales_reports.settle')
    /** Does what was asked for; the job runs twice. */
    const work = async () => {
      for (const [, payload] of await settleJobs())
        for (const _ of [1, 2]) await runJob(w, s, jobs.settleSalesReport, payload)
      await s.work()
    }
    const livingGrants = () =>
      s.tx((db) =>
        db
          .selectFrom('enrollment_grants')
          .where('utc_ended_on', 'is', null)
          .select(['source', 'source_key', 'user_id', 'cohort_id'])
          .orderBy('source_key')
          .execute(),
      )
    const countFacts = async () => (await s.tx((db) => db.selectFrom('purchase_facts').select('id').execute())).length
    return {
      ...s,
      accountId,
      row,
      deliverNow,
      deliver,
      send,
      report,
      rowsOf,
      latest,
      settle,
      settleJobs,
      work,
      livingGrants,
      countFacts,
    }
  }
  return { makeReporter }
}
export type Reporter = Awaited<ReturnType<ReturnType<typeof reportersOf>['makeReporter']>> & Seller
