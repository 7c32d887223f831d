import { dayMs } from '@escola/contract/durations'
import { paymentLimits } from '@escola/contract/payments.contract'
import type { School } from '../../core/scope.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { unlessGone } from '../../payments/provider-errors.ts'
import { readProvided } from '../ledger/ledger.service.ts'
import { listCustomers, type PaymentTools } from './customers.service.ts'
import { listOwnFaults, type ProofClock } from './payment-proof.service.ts'
import { listLost } from './payments.queries.ts'
import { isLost } from './returns/dispute-ends.ts'
import { listUnreturned } from './returns/returns.queries.ts'

/** Time for which the proof names what the provider has lost. */
const lostMs = 7 * dayMs
/** Time within which a refund is made, however often the provider has to be asked. */
const askedMs = 2 * dayMs
/** Time within which an administrator of the platform can give a payment back by hand. */
const byHandMs = paymentLimits.pixRefundDays * dayMs

/**
 * Proves the school's own rows, and compares what the provider took from it and did not give back with the ledger. A dispute counts when it is lost: until then
 * the ledger holds its sum apart. A school without a customer has paid the provider nothing.
 * @throws with a sentence for each own row that is wrong, with both sums when they differ, with intents of payments that the provider has lost, with
 * subscriptions of an earlier release that have not ended, and with payments whose return has failed
 */
export async function reconcilePayments(
  school: School,
  tools: Pick<PaymentTools, 'platform' | 'provider' | 'plans'> & ProofClock,
): Promise<void> {
  const faults = await school.tx((db) => listOwnFaults(db, tools, tools))
  if (tools.provider) faults.push(...(await listProviderFaults(school, tools.provider, tools)))
  if (faults.length > 0) throw new Error(faults.join('; '))
}

async function listProviderFaults(
  school: School,
  provider: PaymentProvider,
  tools: Pick<PaymentTools, 'platform' | 'now' | 'plans'>,
): Promise<string[]> {
  const customers = await listCustomers(school, tools)
  const proof = await readSums(school, customers, provider)
  const since = (ms: number) => new Date(tools.now().getTime() - ms)
  const lost = await school.tx((db) => listLost(db, since(lostMs)))
  const left = await tools.plans.listLeftOpen(school, customers, provider, tools)
  const unreturned = await school.tx((db) => listUnreturned(db, { since: since(byHandMs), before: since(askedMs) }))
  const whose = customers.length === 0 ? ' (the school has no customer there)' : ''
  return [
    proof.provider !== proof.ledger && `the ledger and the payment provider disagree${whose}: ${JSON.stringify(proof)}`,
    lost.length > 0 && `the payment provider has lost intents of payments: ${lost.join(', ')}`,
    left.length > 0 && `subscriptions of an earlier release have not ended: ${left.join(', ')}`,
    unreturned.length > 0 && `payments that did not go back: ${unreturned.join(', ')}`,
  ].filter((fault) => fault !== false)
}

interface Sums {
  provider: number
  ledger: number
}

/** Reads both sums, once more where a movement was booked while the provider was read: its sum may be without it. */
async function readSums(
  school: School,
  customers: string[],
  provider: PaymentProvider,
  repetitions = 3,
): Promise<Sums> {
  const before = await school.tx(readProvided)
  const sums = { provider: await sumAll(customers, provider), ledger: await school.tx(readProvided) }
  const isQuiet = before === sums.ledger || sums.provider === sums.ledger
  return isQuiet || repetitions === 0 ? sums : readSums(school, customers, provider, repetitions - 1)
}

/** Customers of another account at the provider have paid nothing in this one. */
async function sumAll(customers: string[], provider: PaymentProvider): Promise<number> {
  let sum = 0
  for (const customer of customers) sum += (await unlessGone(sumCharges(customer, provider))) ?? 0
  return sum
}

async function sumCharges(customer: string, provider: PaymentProvider): Promise<number> {
  let sum = 0
  await provider.ask(async ({ charges, disputes }) => {
    sum = 0
    for await (const charge of charges.list({ customer, limit: 100 })) {
      if (charge.paid) sum += charge.amount_captured - charge.amount_refunded
      if (!charge.disputed) continue
      for await (const dispute of disputes.list({ charge: charge.id, limit: 100 }))
        if (isLost(dispute)) sum -= dispute.amount
    }
  })
  return sum
}
