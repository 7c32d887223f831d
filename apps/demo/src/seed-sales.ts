import { cohorts } from '@escola/contract/cohorts.contract'
import { hourMs } from '@escola/contract/durations'
import { salesAccounts } from '@escola/contract/sales-accounts.contract'
import type { App } from '@escola/server/app'
import { openSchool } from '@escola/server/core/scope'
import { openPeople } from '@escola/server/features/people/people.service'
import { DeliveryKeeper } from '@escola/server/features/sales/deliveries/delivery-keeper'
import { receive } from '@escola/server/features/sales/deliveries/webhooks.service'
import { makeDelivery } from '@escola/server/features/sales/histories/made-deliveries.testing'
import { processSale } from '@escola/server/features/sales/sale-processing.service'
import { createMercadoPago } from '@escola/server/sales-platforms/mercado-pago'
import { randomToken } from '@escola/server/security/signatures'
import type { DemoPlatform, DemoSales } from './demo-types.ts'
import type { Enrolled } from './enrolled.ts'
import type { Call } from './seed-client.ts'

interface Seeded {
  schoolId: string
  sales: DemoSales
  cohortId: string
  enrolled: Enrolled[]
}

interface DemoBuyer {
  name: string
  email: string
  cellphone: string
}

/**
 * Sells a class on several platforms, and reports sales as they do. Those who stay are in the class already, so no invitation leaves; one
 * has the money back, one sale names a product that no class has, and one an e-mail that does not work.
 */
export async function seedSales(app: App, owner: Call, { schoolId, sales, cohortId, enrolled }: Seeded): Promise<void> {
  const codes = Object.fromEntries(Object.keys(sales.products).map((name) => [name, randomToken()])) as Record<
    DemoPlatform,
    string
  >
  await owner(cohorts.update, {
    params: { schoolId, id: cohortId },
    body: {
      integrations: (Object.keys(codes) as DemoPlatform[]).map((gateway) => ({
        gateway,
        code: codes[gateway],
        ids: sales.products[gateway],
      })),
    },
  })
  const buyers = await listBuyers(app, schoolId, enrolled)
  const [inside, outside] = [
    buyers.filter((buyer) => buyer.cohortId === cohortId),
    // The first student is one with whose account people look around.
    buyers.filter((buyer) => buyer.cohortId !== cohortId && buyer.userId !== enrolled[0]?.userId),
  ]
  const mistyped = { name: 'Sônia Prates', email: 'sonia.prates@gmail', cellphone: '11966554433' }
  const [first, second, third, fourth, fifth] = inside
  const [refunded, waiting] = outside
  if (!first || !second || !third || !fourth || !fifth || !refunded || !waiting)
    throw new Error(`The sales take five students of the class and two others: ${inside.length} and ${outside.length}`)
  const deliveries: [DemoPlatform, 'paid' | 'refunded' | 'billet', string, DemoBuyer, string?][] = [
    ['hotmart', 'paid', 'HP1000001', first],
    ['eduzz', 'paid', '90000101', second],
    ['kiwify', 'paid', 'KW-7F3A21', third],
    ['eduzz', 'paid', '90000102', refunded],
    ['hotmart', 'billet', 'HP1000002', fourth],
    ['hotmart', 'paid', 'HP1000002', fourth],
    ['hubla', 'paid', 'HB-55012', fifth],
    ['eduzz', 'refunded', '90000102', refunded],
    ['kiwify', 'paid', 'KW-7F3A22', mistyped],
    ['hotmart', 'paid', 'HP1000003', waiting, 'other'],
  ]
  for (const [at, [platform, kind, code, buyer, other]] of deliveries.entries()) {
    const on = new Date(Date.now() - (deliveries.length - at) * 17 * hourMs)
    const product = other ? sales.other : { id: sales.products[platform], name: sales.name }
    // A transaction is one of its platform, whatever schools there are.
    const transaction = `${code}${schoolId}`
    const { path, headers, body } = makeDelivery(
      platform,
      { kind, purchase: transaction, at: on, productName: product.name, price: other ? 397 : 97, ...buyer },
      { id: schoolId, code: codes[platform], productId: product.id },
    )
    const call = {
      headers: { 'content-type': 'application/json', ...headers },
      query: Object.fromEntries(new URLSearchParams(path?.split('?')[1])),
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    }
    await deliver(app, schoolId, platform, call, on)
  }
  await addNamedShop(app, owner, schoolId)
}

/** Adds a shop that the school named; its first delivery waits until a user says what its fields mean. */
async function addNamedShop(app: App, owner: Call, schoolId: string): Promise<void> {
  const code = randomToken()
  await owner(salesAccounts.create, {
    params: { schoolId },
    body: { gateway: 'other', title: 'Feira de padeiros', code, proof: { kind: 'bearer' } },
  })
  const body = {
    acao: 'vendeu',
    pedido: 87,
    cliente: { nome: 'Otávio Ramos', contato: 'otavio.ramos@example.com', whats: '11955443322' },
    itens: [{ codigo: 'PAO-1', titulo: 'Pão de cada dia', preco: 97.5 }],
  }
  const call = { headers: { authorization: `Bearer ${code}` }, query: {}, body: Buffer.from(JSON.stringify(body)) }
  await deliver(app, schoolId, 'other', call, new Date(Date.now() - 2 * hourMs))
}

/** Takes a delivery and does it at once, so that the demonstration is whole when it is first seen. */
async function deliver(
  app: App,
  schoolId: string,
  platform: DemoPlatform | 'other',
  call: Pick<Parameters<typeof receive>[0], 'headers' | 'query' | 'body'>,
  on: Date,
) {
  const school = openSchool(app.database, schoolId)
  const now = () => on
  const openAny = (id: string) => openSchool(app.database, id)
  const keeper = new DeliveryKeeper(app.database, { notify: () => undefined })
  const { received } = await receive(
    call,
    { schoolId, platform },
    { ...app.tools, platform: app.database, openSchool: openAny, now, keeper },
  )
  if (!received) throw new Error(`The delivery of ${platform} was not received`)
  const waiting = await school.tx((db) => db.selectFrom('sales').where('state', '=', 'waiting').select('id').execute())
  const people = openPeople(app.database)
  const mercadoPago = createMercadoPago(app.tools.config.mercadoPagoUrl)
  for (const { id } of waiting) await processSale(school, id, { ...app.tools, people, mercadoPago, now })
}

/** Students with what a platform reports of a buyer, each with the class that they entered first. */
async function listBuyers(app: App, schoolId: string, enrolled: Enrolled[]) {
  const rows = await openSchool(app.database, schoolId).tx((db) =>
    db
      .selectFrom('memberships')
      .where((is) => is('user_id', '=', is.fn.any(is.val(enrolled.map(({ userId }) => userId)))))
      .select(['user_id', 'name', 'email', 'cellphone'])
      .orderBy('user_id')
      .execute(),
  )
  const cohortOf = new Map(enrolled.map(({ userId, cohortId }) => [userId, cohortId]))
  return rows.map(({ user_id: userId, ...row }) => ({ ...row, userId, cohortId: cohortOf.get(userId) }))
}
