import type { Account } from '../core/account.ts'
import { newId } from '../core/ids.ts'
import type { Item, Line, Price, Subscription } from '../core/objects.ts'

/** Charge of a subscription's item: its price over a period, or a part of it. */
interface NewLine {
  subscription: Subscription
  item: Item
  period: { start: number; end: number }
  amount?: number
  description?: string
  isProration?: boolean
}

export const amountOf = ({ price, quantity }: Item): number => (price.unit_amount ?? 0) * (quantity ?? 1)

export function makeLine(account: Account, { subscription, item, period, ...more }: NewLine): Line {
  const { price } = item
  const amount = more.amount ?? amountOf(item)
  const name = account.table('products').get(price.product as string)?.name ?? 'Plan'
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: more.description ?? `${item.quantity} × ${name} (at R$${(amountOf(item) / 100).toFixed(2)} / month)`,
    discount_amounts: [],
    discountable: !more.isProration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: more.isProration ? newId('ii') : null,
        proration: more.isProration ?? false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product as string },
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: null,
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}

/** Costs of a subscription's items in their period. */
export const periodLines = (account: Account, subscription: Subscription): Line[] =>
  subscription.items.data.map((item) => {
    const period = { start: item.current_period_start, end: item.current_period_end }
    return makeLine(account, { subscription, item, period })
  })

/** Lines of a trial, which costs nothing. */
export const trialLines = (account: Account, subscription: Subscription): Line[] =>
  subscription.items.data.map((item) => {
    const period = { start: item.current_period_start, end: item.current_period_end }
    const name = account.table('products').get(item.price.product as string)?.name ?? 'Plan'
    return makeLine(account, { subscription, item, period, amount: 0, description: `Trial period for ${name}` })
  })

/** Sums that an exchange of prices at a moment gives back and costs for the rest of the period. */
export function makeProrations(
  account: Account,
  subscription: Subscription,
  before: Item[],
  after: Item[],
  at: number,
): Line[] {
  const day = new Date(at * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const prorate = (item: Item, sign: 1 | -1): Line => {
    const { current_period_start: start, current_period_end: end } = item
    const amount = sign * Math.round((amountOf(item) * (end - at)) / (end - start))
    const name = account.table('products').get(item.price.product as string)?.name
    const description = `${sign < 0 ? 'Unused' : 'Remaining'} time on ${name} after ${day}`
    return makeLine(account, { subscription, item, period: { start: at, end }, amount, description, isProration: true })
  }
  return after.flatMap((item) => {
    const old = before.find((each) => each.id === item.id)
    if (old && old.price.id === item.price.id && old.quantity === item.quantity) return []
    return [...(old ? [prorate(old, -1)] : []), prorate(item, 1)]
  })
}

export function makeItem(
  account: Account,
  subscription: string,
  price: Price,
  quantity: number,
  period: [number, number],
): Item {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: account.now(),
    current_period_end: period[1],
    current_period_start: period[0],
    current_trial: null,
    discounts: [],
    metadata: {},
    ...pricesOf(price),
    quantity,
    subscription,
    tax_rates: [],
  }
}

/** A price as an item shows it, and in the older shape beside it. */
export function pricesOf(price: Price): Pick<Item, 'price' | 'plan'> {
  return {
    price: structuredClone(price) as Item['price'],
    plan: {
      id: price.id,
      object: 'plan',
      active: price.active,
      amount: price.unit_amount,
      amount_decimal: price.unit_amount_decimal,
      billing_scheme: 'per_unit',
      created: price.created,
      currency: price.currency,
      interval: price.recurring?.interval ?? 'month',
      interval_count: price.recurring?.interval_count ?? 1,
      livemode: false,
      metadata: price.metadata,
      meter: null,
      nickname: price.nickname,
      product: price.product,
      tiers_mode: null,
      transform_usage: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
  }
}
