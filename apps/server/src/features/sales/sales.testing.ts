import { randomUUID } from 'node:crypto'
import { cohorts } from '@escola/contract/cohorts.contract'
import type { SalesPlatformName } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { jobs } from '../../jobs/catalogue.ts'
import { createMercadoPago } from '../../sales-platforms/mercado-pago.ts'
import { listPending, neverStops, type PendingJob, runPending, runRow } from '../../testing/jobs.ts'
import type { World } from '../../testing/world.ts'
import { endDue as endDueGrants } from '../enrollments/enrollments.service.ts'

export interface Sent {
  path?: string
  headers?: Record<string, string>
  body: string | object
}
export type Seller = Awaited<ReturnType<ReturnType<typeof sellersOf>['makeSeller']>>

let product = 7_000_000
export const nextProduct = () => String(product++)

/** Steps of platforms and schools in tests of sales. */
export function sellersOf(w: World, mercadoPagoUrl = () => 'http://127.0.0.1:1') {
  const send = async ({ path = '/webhook', headers = {}, body }: Sent) => {
    const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const answer = await w.app.inject({
      method: 'POST',
      url: path,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  /** A school with a class that is sold on a platform, and what that platform reports of it. */
  async function makeSeller({
    gateway = 'hotmart',
    keeps = true,
  }: {
    gateway?: SalesPlatformName
    keeps?: boolean
  } = {}) {
    const school = await w.makeSchool('Vendas')
    const as = school.admin
    const cohort = await school.make.cohort()
    const code = `codigo-${randomUUID()}`
    const productId = nextProduct()
    const integrate = (cohortId = cohort.id, more: object = {}) =>
      w.call(cohorts.update, {
        as,
        params: { id: cohortId },
        body: { integrations: [{ gateway, code, ids: productId, keeps_paid_period: keeps, ...more }] },
      })
    const made = await integrate()
    const email = `compra.${randomUUID().slice(0, 8)}@example.com`
    const hotmart = (
      event: string,
      {
        transaction = 'HP1',
        token = code,
        path = '/webhook',
        headers = {},
        subscription,
        ...more
      }: Record<string, unknown> = {},
    ) =>
      send({
        path: String(path),
        headers: { 'x-hotmart-hottok': String(token), ...(headers as object) },
        body: {
          id: randomUUID(),
          event,
          version: '2.0.0',
          data: {
            product: { id: Number(productId), name: 'Curso Exemplo' },
            buyer: { email, name: 'marina teste SOUZA', checkout_phone: '11900000001' },
            purchase: { transaction, status: 'APPROVED' },
            ...(subscription ? { subscription: { subscriber: { code: subscription } } } : {}),
            ...more,
          },
        },
      })
    const running = { own: { mercadoPago: createMercadoPago(mercadoPagoUrl()) } }
    const work = async (now = new Date()) => {
      await runPending(w, school, { only: [jobs.processSale], now, ...running })
    }
    /** Several workers take the jobs, each tried again when it must wait too long for another. */
    const workAtOnce = async () => {
      const run = (job: PendingJob) => runRow(w, school, job, running)
      const waiting = await listPending(w, school, [jobs.processSale])
      await Promise.all(waiting.map((job) => run(job).catch(() => run(job))))
    }
    const endDue = (at: Date) => endDueGrants(school, { now: () => at }, neverStops)
    const list = async (query: object = {}) => (await w.call(sales.list, { as, query })).body
    const members = async (cohortId = cohort.id) =>
      (await w.call(cohorts.get, { as, params: { id: cohortId } })).body.students.list.map((row) => row.email)
    return {
      ...school,
      as,
      cohort,
      code,
      productId,
      email,
      made,
      integrate,
      hotmart,
      work,
      workAtOnce,
      endDue,
      list,
      members,
    }
  }

  return { send, makeSeller }
}
