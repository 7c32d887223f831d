import { payments } from '@escola/contract/payments.contract'
import { packs } from '@escola/contract/prices'
import type { Call } from './seed-client.ts'

/** Card with which the provider's test mode always pays. */
const testCard = 'pm_card_visa'

/** Buys the balance from which students beyond the free ones are paid, where the installation takes payments; its card stays. */
export async function seedPayments(owner: Call, schoolId: string): Promise<void> {
  const params = { schoolId }
  const { checkout } = await owner(payments.methods, { params })
  if (!checkout) return
  if (checkout.is_real) throw new Error('The demonstration is paid with test cards alone: SEED_DEMO=0 leaves it out')
  for (const item of [packs.basic.id, packs.turbo.id]) {
    const [kept] = (await owner(payments.methods, { params })).paymentMethods
    await owner(payments.pay, {
      params,
      body: { paymentId: `demo-${schoolId}-${item}`, item, paymentMethod: kept?.id ?? testCard, saveCard: true },
    })
  }
}
