import { cohorts } from '@escola/contract/cohorts.contract'
import type { App } from '@escola/server/app'
import { openSchool } from '@escola/server/core/scope'
import { receive } from '@escola/server/features/sales/webhooks.service'
import { randomToken } from '@escola/server/security/signatures'
import type { DemoSale } from './demo-types.ts'
import type { Enrolled } from './enrolled.ts'
import type { Call } from './seed-client.ts'

interface Seeded {
  schoolId: string
  sale: DemoSale
  cohortId: string
  enrolled: Enrolled[]
}

const hour = 3_600_000

/** Makes a class that is sold on Hotmart, with Hotmart's deliveries. Its buyers are in the class already, so no mail leaves. */
export async function seedSales(app: App, owner: Call, { schoolId, sale, cohortId, enrolled }: Seeded): Promise<void> {
  const hottok = randomToken()
  const { product, other } = sale
  await owner(cohorts.update, {
    params: { schoolId, id: cohortId },
    body: { integrations: [{ gateway: 'hotmart', code: hottok, ids: product.id }] },
  })
  const [first, second, third] = await openSchool(app.database, schoolId).tx((db) =>
    db
      .selectFrom('memberships')
      .where((is) => is('user_id', '=', is.fn.any(is.val(enrolled.map(({ userId }) => userId)))))
      .select(['name', 'email', 'cellphone'])
      .orderBy('user_id')
      .limit(3)
      .execute(),
  )
  const notices = [
    { event: 'PURCHASE_APPROVED', product, buyer: first },
    { event: 'PURCHASE_BILLET_PRINTED', product, buyer: second },
    { event: 'PURCHASE_APPROVED', product, buyer: second },
    { event: 'PURCHASE_APPROVED', product: other, buyer: third },
  ]
  for (const [at, { event, product, buyer }] of notices.entries()) {
    const happenedOn = new Date(Date.now() - (notices.length - at) * 26 * hour)
    const body = {
      id: `demo-${schoolId}-${at}`,
      creation_date: happenedOn.getTime(),
      event,
      version: '2.0.0',
      data: {
        product: { id: Number(product.id), name: product.name },
        buyer: { name: buyer?.name, email: buyer?.email, checkout_phone: buyer?.cellphone },
        purchase: { transaction: `HP${schoolId}000${at}` },
      },
    }
    await receive(
      { headers: { 'x-hotmart-hottok': hottok }, query: {}, body: Buffer.from(JSON.stringify(body)) },
      undefined,
      {
        ...app.tools,
        platform: app.database,
        openSchool: (id) => openSchool(app.database, id),
        now: () => happenedOn,
      },
    )
  }
}
