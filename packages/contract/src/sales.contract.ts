import { z } from 'zod'
import { defineRoute } from './route.ts'
import { salesLimits, salesPlatforms } from './sales.ts'
import { Done, Id, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

/**
 * What became of what a platform sent. unmatched: no class has any of its products; an administrator says which. failed: it can't be done as it
 * is, and its reason says why.
 */
export const saleStates = ['waiting', 'done', 'ignored', 'unmatched', 'failed'] as const
export type SaleState = (typeof saleStates)[number]

export const Sale = z.object({
  id: Id,
  gateway: z.enum(salesPlatforms),
  /** As the platform calls it; '' until it is read. */
  event: z.string(),
  state: z.enum(saleStates),
  reason: z.string(),
  transaction: z.string(),
  name: z.string(),
  email: z.string(),
  product_ids: z.array(z.string()),
  product_name: z.string(),
  /** Which it has opened, those that were closed since too. */
  school_gateways: z.array(z.object({ id: Id, title: z.string() })),
  utc_created_on: Utc,
})
export type Sale = z.infer<typeof Sale>

const Received = z.object({ received: z.boolean() })

/** Webhooks in. The first two are reached without /api as well: that is the address that schools are shown (part 2 §7). */
export const sales = {
  receive: defineRoute({
    method: 'POST',
    path: '/webhook',
    summary: 'What a sales platform tells of a sale; which platform and school follows from what it says',
    access: 'public',
    rateLimit: 'webhook',
    rawBody: true,
    maxBytes: salesLimits.webhookBytes,
    response: Received,
  }),
  receiveForCohort: defineRoute({
    method: 'POST',
    path: '/webhook/:schoolId/:cohortId',
    summary: 'The same of a platform that names no product, for one class',
    access: 'public',
    rateLimit: 'webhook',
    rawBody: true,
    maxBytes: salesLimits.webhookBytes,
    params: SchoolParams.extend({ cohortId: Id }),
    response: Received,
  }),
  check: defineRoute({
    method: 'GET',
    path: '/webhook',
    summary: 'Platforms look whether the address answers before they take it',
    access: 'public',
    response: Received,
  }),
  checkForCohort: defineRoute({
    method: 'GET',
    path: '/webhook/:schoolId/:cohortId',
    summary: 'The same for one class',
    access: 'public',
    params: SchoolParams.extend({ cohortId: Id }),
    response: Received,
  }),
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/sales',
    summary: 'What the sales platforms have told the school, newest first',
    access: 'admin',
    params: SchoolParams,
    query: PageQuery.extend({ state: z.enum(saleStates).optional() }),
    response: z.object({
      sales: pageOf(Sale),
      /** How many wait for somebody to say which class they are for. */
      unmatched: z.number().int(),
    }),
  }),
  replay: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/sales/:id/replay',
    summary: 'Do once more what a platform asked; with a class, its products open that class from now on',
    access: 'admin',
    rateLimit: 'mail',
    status: 202,
    params: SchoolParams.extend({ id: Id }),
    body: z.object({ school_gateway_id: Id.optional() }).default({}),
    response: Done,
  }),
}
