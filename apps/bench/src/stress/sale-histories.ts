import { dayMs, hourMs } from '@escola/contract/durations'
import type { LoadRequest } from '../bench/load.ts'
import { type BenchSeller, deliveryOf, type SaleEvent, type SoldOn, soldOn } from '../bench/sellers.ts'

/** One delivery of a platform, which comes again as it is until it is answered. */
export interface SaleDelivery {
  seller: BenchSeller
  platform: SoldOn
  request: LoadRequest
}

/** Events of one buyer, in the order in which they happen, and whether the buyer studies in the end. */
interface SaleHistory {
  events: Omit<SaleEvent, 'email'>[]
  isIn: boolean
  /** Two payments may open the class one after the other, and each opening is notified. */
  paysTwice?: true
}

/** @param now moment before which all of it happens; @param n makes the codes of the purchases its own */
const makeHistories = (now: number, n: number): Record<string, SaleHistory> => {
  const [first, second, subscription] = [`T${n}-1`, `T${n}-2`, `S${n}`]
  const charge = { subscription, at: now - 40 * dayMs, until: now - 10 * dayMs, purchase: first }
  const renewal = { subscription, at: now - 10 * dayMs, until: now + 20 * dayMs, purchase: second }
  const paid = { kind: 'paid', purchase: first, at: now - 3 * dayMs } as const
  return {
    paid: { events: [paid], isIn: true },
    'paid and told of twice': { events: [paid, { ...paid, kind: 'complete', at: now - 2 * dayMs }], isIn: true },
    'paid after a card was refused': { events: [{ ...paid, kind: 'refused', at: now - 4 * dayMs }, paid], isIn: true },
    'paid back': { events: [paid, { ...paid, kind: 'refunded', at: now - dayMs }], isIn: false },
    disputed: { events: [paid, { ...paid, kind: 'chargeback', at: now - dayMs }], isIn: false },
    'paid back, and told of again': {
      events: [
        paid,
        { ...paid, kind: 'refunded', at: now - dayMs },
        { ...paid, kind: 'complete', at: now - 2 * dayMs },
      ],
      isIn: false,
    },
    'bought twice, and paid back once': {
      events: [paid, { ...paid, purchase: second, at: now - dayMs }, { ...paid, kind: 'refunded', at: now - hourMs }],
      isIn: true,
      paysTwice: true,
    },
    renewed: {
      events: [
        { kind: 'paid', ...charge },
        { kind: 'moved', ...charge, at: charge.at + 1000 },
        { kind: 'paid', ...renewal },
        { kind: 'moved', ...renewal, at: renewal.at + 1000 },
      ],
      isIn: true,
      paysTwice: true,
    },
    'renewed, and the renewal paid back': {
      events: [
        { kind: 'paid', ...charge },
        { kind: 'moved', ...charge, at: charge.at + 1000 },
        { kind: 'paid', ...renewal },
        { kind: 'moved', ...renewal, at: renewal.at + 1000 },
        { kind: 'refunded', ...renewal, at: now - hourMs },
      ],
      isIn: false,
      paysTwice: true,
    },
  }
}

export interface Sold {
  deliveries: SaleDelivery[]
  /** E-mails of the buyers who study in the end, and of the others, in each school. */
  inside: Map<string, Set<string>>
  outside: Map<string, Set<string>>
  /** E-mails of the buyers who pay twice. */
  payTwice: Set<string>
}

/** Makes histories of buyers of schools in turn, on each platform in turn, until there are so many deliveries; they come in no order, and some of them again. */
export function makeDeliveries(sellers: BenchSeller[], count: number, domain: string): Sold {
  const now = Date.now()
  const sold: Sold = { deliveries: [], inside: new Map(), outside: new Map(), payTwice: new Set() }
  for (let n = 0; sold.deliveries.length < count; n++) {
    const seller = sellers[n % sellers.length]!
    const histories = Object.values(makeHistories(now, n))
    // Each school has each history on each platform, as far as there are so many.
    const turn = Math.floor(n / sellers.length) + (n % sellers.length)
    const platform = soldOn[turn % soldOn.length]!
    const { events, isIn, paysTwice } = histories[Math.floor(turn / soldOn.length) % histories.length]!
    const email = `compra.${n}@${domain}`
    const emails = isIn ? sold.inside : sold.outside
    emails.set(seller.id, (emails.get(seller.id) ?? new Set()).add(email))
    if (paysTwice) sold.payTwice.add(email)
    for (const each of events)
      sold.deliveries.push({ seller, platform, request: deliveryOf(seller, platform, { ...each, email }) })
  }
  const again = sold.deliveries.filter((_, index) => index % 10 === 0)
  sold.deliveries = shuffle([...sold.deliveries, ...again])
  return sold
}

function shuffle<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
