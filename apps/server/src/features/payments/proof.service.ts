import type { School } from '../../core/scope.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { readProvided } from '../ledger/ledger.service.ts'
import { findCustomer, type PaymentTools } from './customers.service.ts'
import { listLost } from './payments.queries.ts'

/** Time for which the proof names what the provider has lost. */
const lostMs = 7 * 86_400_000

/**
 * Compares what the provider took from a school and did not give back with the ledger. A dispute counts when it is lost: until then the ledger holds
 * its sum apart.
 * @throws with both sums when they differ, and with intents of payments that the provider has lost
 */
export async function provePayments(
  school: School,
  tools: Pick<PaymentTools, 'platform' | 'provider' | 'now'>,
): Promise<void> {
  const { provider } = tools
  const customer = provider && (await findCustomer(school, tools))
  if (!customer) return
  const proof = {
    provider: await sumCharges(customer, provider),
    ledger: await school.tx(readProvided),
  }
  if (proof.provider !== proof.ledger)
    throw new Error(`the ledger and the payment provider disagree: ${JSON.stringify(proof)}`)
  const since = new Date(tools.now().getTime() - lostMs)
  const lost = await school.tx((db) => listLost(db, since))
  if (lost.length > 0) throw new Error(`the payment provider has lost intents of payments: ${lost.join(', ')}`)
}

async function sumCharges(customer: string, provider: PaymentProvider): Promise<number> {
  let sum = 0
  await provider.ask(async ({ charges, disputes }) => {
    sum = 0
    for await (const charge of charges.list({ customer, limit: 100 })) {
      if (charge.paid) sum += charge.amount_captured - charge.amount_refunded
      if (!charge.disputed) continue
      for await (const { status, amount } of disputes.list({ charge: charge.id, limit: 100 }))
        if (status === 'lost') sum -= amount
    }
  })
  return sum
}
