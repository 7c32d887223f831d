import type { SaleReason } from '@escola/contract/sale-reasons'
import { isSoldByAddress } from '@escola/contract/sales'
import { lacksClass } from '@escola/contract/sales.contract'
import { formatDate } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { type MercadoPago, MercadoPagoSilent, TokenRefused } from '../../sales-platforms/mercado-pago.ts'
import { listSelling } from '../integrations/integrations.service.ts'
import { recordNews } from '../notices/notices.service.ts'
import type { People } from '../people/people.service.ts'
import { type Credentials, isMappingChanged, openCredentials } from '../sales-accounts/account-proofs.service.ts'
import { makeStudent } from './buyers.service.ts'
import { hasBody, openDelivery } from './deliveries/delivery-bodies.ts'
import { keptReadingOf, type Reading, readingOf, truncateText } from './deliveries/sale-readings.ts'
import { recordIgnored } from './kept-sales.queries.ts'
import { platforms } from './platforms/platforms.ts'
import { emailOf } from './platforms/values.ts'
import { recordProductName } from './product-names.queries.ts'
import { makeOffering } from './purchases/offering.ts'
import type { Fact } from './purchases/purchase-decision.ts'
import { findFact } from './purchases/purchase-facts.queries.ts'
import type { OpeningResult } from './purchases/purchase-plan.ts'
import { type DecidedPurchase, decidePurchases, isClosed } from './purchases/purchases.service.ts'
import { repeatPending } from './repeated-sales.service.ts'
import * as queries from './sales.queries.ts'

export interface SaleTools extends Tools {
  people: People
  /** Client of Mercado Pago, whose notifications contain only the id of a payment. */
  mercadoPago: MercadoPago
}

/** Processes a delivery of a sales platform. A sale that is not waiting any more was processed before. */
export async function processSale(school: School, saleId: string, tools: SaleTools): Promise<void> {
  const found = await school.tx(async (db) => {
    const row = await queries.findDelivery(db, saleId)
    if (!row) return undefined
    const [credentials, kept, integrations] = await Promise.all([
      row.account_id === null ? undefined : openCredentials(school, db, row.account_id, tools),
      hasBody(row) ? undefined : findFact(db, row.platform, row.delivery_hash),
      listSelling(db, row.platform, row.account_id),
    ])
    return { row, credentials, kept, integrations }
  })
  if (found?.row.state !== 'waiting') return
  const { row, integrations } = found
  const setup = found.credentials?.setup
  /** Writes the outcome of the sale. A sale that was read with a mapping which has changed since is read again. */
  const store = async (write: (db: SchoolDb) => Promise<void>) => {
    const isOutdated = await school.tx(async (db) => {
      if (!(await queries.lockWaiting(db, saleId))) return false
      if (setup && (await isMappingChanged(db, setup))) return true
      await write(db)
      return false
    })
    if (isOutdated) await processSale(school, saleId, tools)
  }
  const storeOutcome = (outcome: queries.Outcome) => store((db) => recordOutcome(db, row, outcome, tools))
  const reading = await readSale(school, found, tools)
  if ('failure' in reading) return storeOutcome({ state: 'failed', reason: reading.failure })
  const { columns, action, reason = 'ignored', reasonDetail = '' } = reading
  const why = { ...columns, reason, reason_detail: truncateText(reasonDetail) }
  if (reason === 'payment_missing') {
    // The notice may come before the payment can be asked for, so the job is tried again; the reason stays if it never comes.
    await storeOutcome({ ...why, state: 'waiting' })
    throw new MercadoPagoSilent('the payment is not there yet')
  }
  if (action === 'ignore') return storeOutcome({ ...why, state: mendableReasons.has(reason) ? 'failed' : 'ignored' })
  const offering = makeOffering(row.platform, { integrations, integrationId: row.integration_id })
  const email = emailOf(row.corrected_email || reading.buyer.email)
  const isSold = action === 'enroll' && offering.listCohorts(reading.fact.itemIds).length > 0
  // A student whom the school has removed is not made again by what their purchases tell.
  const isGone = isSold && (await school.tx((db) => isClosed(db, row.platform, reading.fact)))
  const student = isSold && email && !isGone ? await makeStudent(school, { ...reading.buyer, email }, tools) : undefined
  const fact = { ...reading.fact, userId: student?.userId ?? null }
  await store(async (db) => {
    const delivery = { platform: row.platform, key: row.delivery_hash, fact, ...(student && { student }) }
    const outcome = outcomeOf(reading, await decidePurchases(db, delivery, offering, tools))
    await Promise.all([
      recordOutcome(db, row, { ...columns, ...outcome }, tools),
      // Other deliveries of the purchase may wait for what this decision has changed. A delivery that still waits repeats no other, so the repeating ends.
      !lacksClass(outcome.state) && repeatPending(db, row.platform, fact.purchase),
    ])
  })
}

/** Reasons why nothing is done yet with what may be a paid sale: it waits until an administrator has mended them. */
const mendableReasons = new Set<SaleReason>([
  ...(['no_access_token', 'other_payment', 'other_account', 'no_product'] as const),
  // The school has yet to say what a field, or its value, means.
  ...(['no_mapping', 'no_meaning'] as const),
])

interface Found {
  row: queries.DeliveryRow
  credentials: Credentials | undefined
  /** Fact of a delivery whose body is gone. */
  kept: Fact | undefined
}

/** Reads a delivery, or what is kept of it; a payment that it names is looked up anew. */
async function readSale(
  school: School,
  { row, credentials, kept }: Found,
  tools: SaleTools,
): Promise<Reading | { failure: SaleReason }> {
  if (!hasBody(row) && !isSoldByAddress(row.platform)) return kept ? keptReadingOf(kept, row) : { failure: 'body_gone' }
  const readOn = tools.now()
  const delivery = openDelivery(school, row, tools)
  try {
    const sale = await platforms[row.platform].read(
      delivery,
      tools.mercadoPago,
      credentials ?? { code: '', accessToken: '' },
    )
    return readingOf(sale, row, readOn)
  } catch (error) {
    if (error instanceof TokenRefused) return { failure: 'token_refused' }
    throw error
  }
}

/** Result as the school reads it: what the delivery says may have been overtaken by what happened since. */
function outcomeOf(
  { action, isFinal, fact }: Reading,
  { state, result, isDismissed, closedOn, hasGiven }: DecidedPurchase,
): queries.Outcome {
  // An ignored sale is kept without its person.
  if (closedOn)
    return { state: 'ignored', reason: 'student_removed', reason_detail: formatDate(closedOn.toISOString()) }
  // A subscriber who has switched to a plan that no class sells has paid for it, too.
  const isLost = fact.kind === 'plan_switched' && state === 'paid' && result === 'no_cohort'
  if (action === 'enroll' || isLost) {
    if (isDismissed && lacksClass(openOutcomes[result].state)) return { state: 'dismissed', reason: 'dismissed' }
    if (state === 'refunded') return { state: 'done', reason: 'paid_back' }
    if (state === 'canceled') return { state: 'done', reason: 'canceled_since' }
    return openOutcomes[result]
  }
  if (!hasGiven && !isFinal) return { state: 'ignored', reason: 'nothing_open' }
  if (action === 'revoke' && state === 'paid' && result === 'open') return { state: 'done', reason: 'paid_since' }
  return { state: 'done' }
}

const openOutcomes: Record<OpeningResult, queries.Outcome> = {
  open: { state: 'done' },
  // Those that sell it may have been deleted meanwhile.
  no_cohort: { state: 'unmatched', reason: 'no_cohort' },
  no_student: { state: 'no_email', reason: 'no_buyer_email' },
  subscription_ended: { state: 'done', reason: 'subscription_ended' },
  period_over: { state: 'done', reason: 'period_over' },
  others_purchase: { state: 'done', reason: 'others_purchase' },
  removed: { state: 'done', reason: 'removed_by_school' },
}

export const failSale = (school: School, saleId: string) =>
  school.tx(async (db) => {
    if (await queries.lockWaiting(db, saleId)) await queries.failSale(db, saleId)
  })

/** Buyers who have paid and are in no class are news to the school. */
async function recordOutcome(
  db: SchoolDb,
  { id, platform }: queries.DeliveryRow,
  outcome: queries.Outcome,
  tools: Pick<Tools, 'now'>,
) {
  await Promise.all([
    recordProductName(db, platform, { productIds: outcome.product_ids ?? [], name: outcome.product_name ?? '' }),
    outcome.state === 'ignored' ? recordIgnored(db, id, outcome) : queries.recordOutcome(db, id, outcome),
  ])
  if (outcome.state === 'unmatched') await recordNews(db, 'sale_unmatched', [id], tools)
  if (outcome.state === 'no_email') await recordNews(db, 'sale_without_email', [id], tools)
}
