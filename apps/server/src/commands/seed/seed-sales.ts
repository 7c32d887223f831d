import { cohorts } from '@escola/contract/cohorts.contract'
import type { App } from '../../app.ts'
import { openSchool } from '../../core/scope.ts'
import { receive } from '../../features/sales/webhooks.service.ts'
import { randomToken } from '../../security/signatures.ts'
import type { DemoSale } from './demo-types.ts'
import type { Call } from './seed-client.ts'
import type { Enrolled } from './seed-school.ts'

interface Seeded {
  schoolId: string
  sale: DemoSale
  cohortId: string
  enrolled: Enrolled[]
}

const hour = 3_600_000

/** A class that is sold on Hotmart, and what Hotmart has told of it. Whoever bought is in the class already, so nobody is written to. */
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
  const told = [
    { event: 'PURCHASE_APPROVED', product, buyer: first },
    { event: 'PURCHASE_BILLET_PRINTED', product, buyer: second },
    { event: 'PURCHASE_APPROVED', product, buyer: second },
    { event: 'PURCHASE_APPROVED', product: other, buyer: third },
  ]
  for (const [at, { event, product, buyer }] of told.entries()) {
    const happenedOn = new Date(Date.now() - (told.length - at) * 26 * hour)
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
