import { randomUUID } from 'node:crypto'
import { cohorts } from '@escola/contract/cohorts.contract'
import type { SalesPlatformName } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { createMercadoPago } from '../../sales-platforms/mercado-pago.ts'
import type { World } from '../../testing/world.ts'
import { endDue as endDueGrants } from '../enrollments/enrollments.service.ts'
import { saleJobs } from './sales.jobs.ts'

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
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await w.app.inject({
      method: 'POST',
      url: path,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  /** A school with a class that is sold on a platform, and what that platform tells of it. */
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
    const jobs = saleJobs({ people: w.tools.people, mercadoPago: createMercadoPago(mercadoPagoUrl()) })
    const waiting = async () => (await school.pendingJobs()).filter(([name]) => name === 'sales.process')
    const run = (payload: unknown, at = new Date()) =>
      jobs[0]!.run(school, payload, { ...w.tools, now: () => at }, new AbortController().signal)
    const work = async (at?: Date) => {
      for (const [, payload] of await waiting()) await run(payload, at)
    }
    /** Several workers take the jobs, each tried again when it must wait too long for another. */
    const workAtOnce = async () => {
      const runTwice = (payload: unknown) => run(payload).catch(() => run(payload))
      await Promise.all((await waiting()).map(([, payload]) => runTwice(payload)))
    }
    const endDue = (at: Date) => endDueGrants(school, { now: () => at }, new AbortController().signal)
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
