import { moneyOf } from '@escola/contract/money'
import type { School } from '../../core/scope.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { unlessGone } from '../../payments/provider-errors.ts'
import { listCustomers, type PaymentTools } from './customers.service.ts'

/** Lists in words what the school's customers have at the provider beside their payments: no movement of ours knows of it, and no payment uses it. */
export async function listCredits(
  school: School,
  provider: PaymentProvider,
  tools: Pick<PaymentTools, 'platform'>,
): Promise<string[]> {
  const sentences: string[] = []
  for (const id of await listCustomers(school, tools)) {
    const customer = await unlessGone(provider.ask(({ customers }) => customers.retrieve(id)))
    if (!customer || customer.deleted || customer.balance === 0) continue
    const kind = customer.balance < 0 ? 'a credit' : 'a debt'
    sentences.push(`customer ${id} has ${kind} of ${moneyOf(Math.abs(customer.balance))} BRL at the payment provider`)
  }
  return sentences
}
