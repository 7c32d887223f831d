import { type PaidPlanId, paidPlanIds, plans } from '@escola/contract/prices'
import type { Stripe } from 'stripe'
import type { PaymentProvider } from '../../../payments/payment-provider.ts'
import { StateChanged } from '../../../payments/provider-errors.ts'

const beginning = 'escola_'
const productOf = (planId: PaidPlanId) => `${beginning}${planId}`
const keyOf = (planId: PaidPlanId) => `${productOf(planId)}_${plans[planId].eachMonth}`

/** Finds a plan's price at the provider by its key, and makes it where there is none yet: once, however many ask at once. */
export async function ensurePrice(planId: PaidPlanId, provider: PaymentProvider): Promise<string> {
  const find = async () =>
    (await provider.ask(({ prices }) => prices.list({ lookup_keys: [keyOf(planId)], active: true, limit: 1 }))).data[0]
      ?.id
  const known = await find()
  if (known) return known
  const product = productOf(planId)
  await unlessThere(() => provider.ask(({ products }) => products.create({ id: product, name: plans[planId].name })))
  const made = await unlessThere(() =>
    provider.ask(({ prices }) =>
      prices.create({
        product,
        currency: 'brl',
        unit_amount: plans[planId].eachMonth,
        recurring: { interval: 'month' },
        lookup_key: keyOf(planId),
      }),
    ),
  )
  return made?.id ?? (await find())!
}

export interface InvoicedMonth {
  plan: PaidPlanId
  end: Date
}

/** Finds the whole month of a plan that an invoice charges; undefined for invoices of others. */
export function monthOfInvoice({ lines }: Pick<Stripe.Invoice, 'lines'>): InvoicedMonth | undefined {
  const month = lines.data.find(({ parent }) => parent?.subscription_item_details?.proration === false)
  const plan = paidPlanIds.find((id) => month?.pricing?.price_details?.product === productOf(id))
  return month && plan && { plan, end: new Date(month.period.end * 1000) }
}

async function unlessThere<T>(make: () => Promise<T>): Promise<T | undefined> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof StateChanged) return undefined
    throw error
  }
}
