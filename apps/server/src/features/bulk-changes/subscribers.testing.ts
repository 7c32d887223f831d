import type { World } from '../../testing/world.ts'
import { endGrants, giveGrants } from '../enrollments/enrollments.service.ts'
import type { Seller } from '../sales/sales.testing.ts'

/** Makes subscribers of a product in a class, every tenth of whom is out by a gap. */
export async function subscribe(w: World, s: Seller, count: number) {
  const emails = Array.from({ length: count }, (_, n) => `p${n}.${s.id}@example.com`)
  const people = await w.tools.people.ensureFor(s, emails)
  const userIds = emails.map((email) => people.get(email)!.userId)
  await s.tx(async (db) => {
    const grants = emails.map((email, n) => ({
      cohortId: s.cohort.id,
      student: { userId: userIds[n]!, name: 'Assinante', email, cellphone: '' },
      source: 'sale' as const,
      sourceKey: `hotmart:HP${n}:${s.productId}`,
    }))
    await giveGrants(db, grants, w.tools)
    const facts = emails.map((_, n) => ({
      ...{ platform: 'hotmart', fact_key: `f${n}`, kind: 'paid', purchase_code: `HP${n}`, subscription_code: `S${n}` },
      ...{ item_ids: [s.productId], user_id: userIds[n]!, utc_occurred_on: new Date(), is_stated: true },
    }))
    await db.insertInto('purchase_facts').values(facts).execute()
    const lapsed = userIds.filter((_, n) => n % 10 === 0)
    await endGrants(db, { cohortId: s.cohort.id, userIds: lapsed }, { why: 'expired' }, w.tools)
  })
}
