import { z } from 'zod'
import { saleSearchMax } from './limits.ts'
import { ContactPhone, ContactText } from './needs.ts'
import { cleanText } from './people.ts'
import { defineRoute } from './route.ts'
import { Sale, saleStates } from './sales.contract.ts'
import { salesPlatforms } from './sales.ts'
import { Day } from './terms.ts'
import { dayAfter, dayOf } from './time.ts'
import { Id, SchoolParams, Utc } from './wire.ts'

export const purchaseLimits = {
  perPage: 30,
  /** Notices of one purchase that are shown, the newest. */
  notices: 100,
} as const

/** entered: its buyer is in a class by it. left: its buyer was. waiting: it, or a notice of it, is not settled yet. settled: it opened no class, and nothing waits. */
export const purchaseOutcomes = ['entered', 'left', 'waiting', 'settled'] as const
export type PurchaseOutcome = (typeof purchaseOutcomes)[number]

export const outcomeLabels: Record<PurchaseOutcome, string> = {
  entered: 'Entrou',
  left: 'Saiu',
  waiting: 'Espera',
  settled: 'Sem acesso',
}

/** States by which purchases are found: a notice of theirs is in it; refunded: a notice says that the money went back. */
export const purchaseStates = [...saleStates, 'refunded'] as const
export type PurchaseState = (typeof purchaseStates)[number]

/** Days of a period that ends with the present day. */
export const purchasePeriods = [1, 7, 30, 90] as const

/** Begins a period of so many days that ends with the present day. */
export const firstDayOf = (days: number, now: Date): string => dayAfter(dayOf(now), 1 - days)

/** Sum in cents of its own currency: reais are never added to others. */
const Amount = z.object({ cents: z.number().int(), currency: z.string() })
export type Amount = z.infer<typeof Amount>

/** One purchase, however many notices told of it, by the first that meets what is asked for. An event that changes no access stands for itself. */
export const Purchase = z.object({
  /** Sale that stands for the purchase. */
  id: Id,
  gateway: z.enum(salesPlatforms),
  outcome: z.enum(purchaseOutcomes),
  state: z.enum(saleStates),
  /** Event in the platform's own word. */
  event: z.string(),
  name: z.string(),
  email: ContactText,
  /** Name of the product, or the codes of all. */
  product: z.string(),
  /** Null where the platform tells no amount, or told it before amounts were kept. */
  amount: Amount.nullable(),
  /** Number of notices of it that are kept. */
  notices: z.number().int(),
  utc_created_on: Utc,
})
export type Purchase = z.infer<typeof Purchase>

/** Purchases of some days: their number, and the sum of those in reais. */
const PurchaseSum = z.object({
  count: z.number().int(),
  /** Cents of those in reais. */
  cents: z.number().int(),
  /** Those in other currencies, which are not in the sum. */
  foreign: z.number().int(),
  /** Those whose amount is not known. */
  unpriced: z.number().int(),
})
export type PurchaseSum = z.infer<typeof PurchaseSum>

/** Faults of an account: deliveries without its proof, deliveries that can't be read, a token that the platform refuses. */
export const accountFaults = ['refused', 'unread', 'token'] as const

/** Account that the school sells by, and when it sold last. */
const SellingAccount = z.object({
  id: Id,
  gateway: z.enum(salesPlatforms),
  title: z.string(),
  /** Arrival of its latest paid sale among its newest deliveries; null: there is none. */
  utc_sold_on: Utc.nullable(),
  fault: z.enum(accountFaults).nullable(),
  /** Deliveries wait until the school says what their fields mean. */
  needs_mapping: z.boolean(),
})
export type SellingAccount = z.infer<typeof SellingAccount>

const filter = {
  state: z.enum(purchaseStates).optional(),
  account_id: Id.optional(),
  search: z.string().max(saleSearchMax).transform(cleanText).default(''),
  /** First and last day of the arrival, in São Paulo. */
  from: Day.optional(),
  until: Day.optional(),
}

export const purchaseList = {
  summary: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/sales/summary',
    summary: 'What was sold on this day and in seven, what was paid back, how each account is, and what waits',
    access: 'admin',
    may: 'sales',
    params: SchoolParams,
    response: z.object({
      today: PurchaseSum,
      /** Seven days, this one with them. */
      week: PurchaseSum,
      /** Purchases that were paid back in these seven days. */
      refunds: PurchaseSum,
      accounts: z.array(SellingAccount),
      waiting: z.object({
        unmatched: z.number().int(),
        without_email: z.number().int(),
        not_understood: z.number().int(),
      }),
    }),
  }),
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/purchases',
    summary: 'Purchases of the school, newest first, each once however many deliveries told of it',
    access: 'admin',
    may: 'sales',
    params: SchoolParams,
    query: z.object({
      ...filter,
      /** Last purchase of the page before. */
      after: Id.optional(),
    }),
    response: z.object({ list: z.array(Purchase), more: z.boolean() }),
  }),
  exportFile: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/purchases/export.csv',
    summary: 'The purchases that are asked for, all of them, as a CSV file; takes a fresh proof',
    access: 'admin',
    isLogged: true,
    may: ['records', 'money'],
    proof: 'recent',
    rateLimit: 'ownData',
    params: SchoolParams,
    query: z.object(filter),
    response: 'stream',
  }),
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/purchases/:id',
    summary: 'One purchase with all deliveries that told of it, or of its subscription, newest first',
    access: 'admin',
    may: 'sales',
    params: SchoolParams.extend({ id: Id }),
    response: z.object({
      purchase: Purchase,
      sales: z.array(Sale),
      /** Telephone of the buyer as any country reaches it; null where it can't be known. */
      phone_e164: ContactPhone,
    }),
  }),
}
