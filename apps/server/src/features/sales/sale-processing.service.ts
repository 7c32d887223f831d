import { dayMs } from '@escola/contract/durations'
import type { SaleReason } from '@escola/contract/sale-reasons'
import { isSoldByAddress, salesLimits } from '@escola/contract/sales'
import { lacksClass } from '@escola/contract/sales.contract'
import { formatDate } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import { type MercadoPago, MercadoPagoSilent, TokenRefused } from '../../sales-platforms/mercado-pago.ts'
import { listSelling } from '../integrations/integrations.service.ts'
import { recordNews } from '../notices/notices.service.ts'
import type { People } from '../people/people.service.ts'
import { type Credentials, isMappingChanged, openCredentials } from '../sales-accounts/account-proofs.service.ts'
import { isEnded } from '../sales-accounts/sales-accounts.service.ts'
import { separateCodes } from './account-codes.service.ts'
import { makeStudent } from './buyers.service.ts'
import { hasBody, openDelivery } from './deliveries/delivery-bodies.ts'
import { keptReadingOf, type Reading, readingOf, truncateText } from './deliveries/sale-readings.ts'
import { countUnread } from './deliveries/unread-deliveries.queries.ts'
import { recordIgnored } from './kept-sales.queries.ts'
import { UnreadableBody } from './platforms/body.ts'
import { platforms } from './platforms/platforms.ts'
import { emailOf } from './platforms/values.ts'
import { listExcluded, recordProductName } from './product-names.queries.ts'
import { makeOffering, type Offering } from './purchases/offering.ts'
import type { Fact } from './purchases/purchase-decision.ts'
import { findFact } from './purchases/purchase-facts.queries.ts'
import type { OpeningResult } from './purchases/purchase-plan.ts'
import { awaitsStudent, type DecidedPurchase, decidePurchases, isClosed } from './purchases/purchases.service.ts'
import { areExcluded, findWaitingItems } from './purchases/waiting-items.ts'
import { repeatPending, repeatSplit } from './repeated-sales.service.ts'
import * as queries from './sales.queries.ts'
import { tieSale } from './tied-charges.service.ts'

export interface SaleTools extends Tools {
  people: People
  /** Client of Mercado Pago, whose notifications contain only the id of a payment. */
  mercadoPago: MercadoPago
}

/** Processes a delivery of a sales platform. A sale that no longer waits was processed before. */
export async function processSale(school: School, saleId: string, tools: SaleTools): Promise<void> {
  const found = await school.tx(async (db) => {
    const kept = await queries.findDelivery(db, saleId)
    if (!kept) return undefined
    const row = { ...kept, chosen_cohort_id: await queries.findChosen(db, kept) }
    const [credentials, fact, integrations] = await Promise.all([
      row.account_id === null ? undefined : openCredentials(school, db, row.account_id, tools),
      hasBody(row) ? undefined : findFact(db, row.platform, row.delivery_hash),
      listSelling(db, row.platform, row.account_id),
    ])
    return { row, credentials, kept: fact, integrations }
  })
  if (found?.row.state !== 'waiting') return
  const { row, integrations } = found
  const setup = found.credentials?.setup
  /** Writes the outcome of the sale. A sale that came again since, or was read with a mapping which has changed, is read again. */
  const store = async (write: (db: SchoolDb) => Promise<void>) => {
    const isOutdated = await school.tx(async (db) => {
      const waiting = await queries.lockWaiting(db, saleId)
      if (!waiting) return false
      if (waiting.utc_counts_on?.getTime() !== row.utc_counts_on?.getTime()) return true
      if (setup && (await isMappingChanged(db, setup))) return true
      await write(db)
      return false
    })
    if (isOutdated) await processSale(school, saleId, tools)
  }
  const storeOutcome = (outcome: queries.Outcome) => store((db) => recordOutcome(db, row, outcome, tools))
  const reading = await readSale(school, found, tools)
  if ('failure' in reading) return storeOutcome({ state: 'failed', reason: reading.failure })
  if ('unread' in reading) return store((db) => recordUnread(db, row, reading.unread, tools))
  if (reading.reason === 'no_event') return store((db) => recordUnread(db, row, 'no_event', tools))
  const { columns, action, reason = 'ignored', reasonDetail = '' } = reading
  const why = { ...columns, reason, reason_detail: truncateText(reasonDetail) }
  if (reason === 'payment_missing') {
    // The notice may come before the payment can be asked for, so the job is tried again; the reason stays if it never comes.
    await storeOutcome({ ...why, state: 'waiting' })
    throw new MercadoPagoSilent('the payment is not there yet')
  }
  if (action === 'ignore') return storeOutcome({ ...why, state: mendableReasons.has(reason) ? 'failed' : 'ignored' })
  const { occurredOn: soldOn } = reading.fact
  const offering = makeOffering(row.platform, { integrations, integrationId: row.integration_id, soldOn })
  // A sale whose other items have had their classes opens classes by its waiting items alone: the others were decided when it was processed.
  const narrow = makeOffering(row.platform, {
    ...{ integrations, integrationId: row.integration_id, soldOn },
    waitingIds: row.waiting_ids,
  })
  const email = emailOf(row.corrected_email || reading.buyer.email)
  const isSwitch = reading.fact.kind === 'plan_switched'
  const brings =
    action === 'enroll' || (isSwitch && (await school.tx((db) => awaitsStudent(db, row.platform, reading.fact))))
  const isSold = brings && (row.chosen_cohort_id !== null || offering.listCohorts(reading.fact.itemIds).length > 0)
  // A student whom the school has removed is not made again by what their purchases tell.
  const isGone = isSold && (await school.tx((db) => isClosed(db, row.platform, reading.fact)))
  const student = isSold && email && !isGone ? await makeStudent(school, { ...reading.buyer, email }, tools) : undefined
  const fact = { ...reading.fact, userId: student?.userId ?? null }
  await store(async (db) => {
    const said = { productIds: columns.product_ids ?? row.product_ids, chosenId: row.chosen_cohort_id }
    const countsLatest = row.utc_counts_on !== null
    const delivery = {
      platform: row.platform,
      key: row.delivery_hash,
      fact,
      told: said,
      countsLatest,
      ...(student && { student }),
    }
    const { openedItems: opened, ...decided } = await decidePurchases(db, delivery, narrow, tools)
    const told = outcomeOf(reading, decided)
    const outcome = { ...told, ...(await findMissing(db, row, { reading, offering, outcome: told, opened })) }
    await Promise.all([
      recordOutcome(db, row, { ...columns, ...outcome }, tools),
      // Other deliveries of the purchase may wait for what this decision has changed. A delivery that still waits repeats no other, so the repeating ends.
      !lacksClass(outcome.state) && repeatPending(db, row.platform, fact.purchase),
      // A purchase that was paid back, or whose subscription has ended, waits for no class with any of its items.
      action === 'revoke' && repeatSplit(db, row.platform, fact),
      // A switch to a plan that a class sells settles charges that waited for a class.
      isSwitch && !lacksClass(outcome.state) && repeatSplit(db, row.platform, fact),
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

/** Reads a delivery, or what is kept of it; a payment that it names is looked up again. */
async function readSale(
  school: School,
  { row, credentials, kept }: Found,
  tools: SaleTools,
): Promise<Reading | typeof notUnderstood | { failure: SaleReason }> {
  if (!hasBody(row) && !isSoldByAddress(row.platform)) return kept ? keptReadingOf(kept, row) : { failure: 'body_gone' }
  const readOn = tools.now()
  try {
    const delivery = openDelivery(school, row, tools)
    const sale = await platforms[row.platform].read(
      delivery,
      tools.mercadoPago,
      credentials ?? { code: '', accessToken: '' },
    )
    const named =
      sale.tie || platforms[row.platform].countsPerAccount
        ? await school.tx(async (db) => tieSale(db, row, await separateCodes(db, row, sale), tools))
        : sale
    return readingOf(named, row, readOn)
  } catch (error) {
    if (error instanceof TokenRefused) return { failure: 'token_refused' }
    if (error instanceof UnreadableBody) return notUnderstood
    throw error
  }
}

const notUnderstood = { unread: 'not_understood' as const }

/**
 * Keeps an unread delivery with its body, where it waits. Each account has a daily limit; deliveries above it are ignored. The limit counts the 24
 * hours before this delivery, so repeating a kept one never drops it.
 */
async function recordUnread(db: SchoolDb, row: queries.DeliveryRow, reason: SaleReason, tools: Clock) {
  const since = new Date(row.utc_received_on.getTime() - dayMs)
  const kept = await countUnread(db, { accountId: row.account_id, since, before: row.id })
  await recordOutcome(db, row, { state: kept < salesLimits.unreadPerDay ? 'failed' : 'ignored', reason }, tools)
}

/** Result as the school reads it: what the delivery says may have been overtaken by what happened since. */
function outcomeOf(
  { action, isFinal, fact }: Reading,
  { state, result, isDismissed, closedOn, hasGiven, isOldPlan }: Omit<DecidedPurchase, 'openedItems'>,
): queries.Outcome {
  // An ignored sale is kept without its person.
  if (closedOn)
    return { state: 'ignored', reason: 'student_removed', reason_detail: formatDate(closedOn.toISOString()) }
  // A subscriber who has switched to a plan that no class sells has paid for it, too, and stays in the class of the previous plan.
  const isLost =
    fact.kind === 'plan_switched' && state === 'paid' && (isOldPlan || lacksClass(openOutcomes[result].state))
  if (action === 'enroll' || isLost) {
    const isWaiting = lacksClass(openOutcomes[result].state) || (isLost && isOldPlan)
    if (isDismissed && isWaiting) return { state: 'dismissed', reason: 'dismissed' }
    if (state === 'refunded') return { state: 'done', reason: 'paid_back' }
    if (state === 'canceled') return { state: 'done', reason: 'canceled_since' }
    if (isOldPlan && result === 'open') return { state: isLost ? 'unmatched' : 'done', reason: 'plan_without_class' }
    return openOutcomes[result]
  }
  // It speaks of a purchase that has opened nothing, or was never reported; what is paid back for good stays kept.
  if (!hasGiven) return { state: isFinal ? 'done' : 'ignored', reason: 'nothing_open' }
  if (action === 'revoke' && state === 'paid' && result === 'open') return { state: 'done', reason: 'paid_since' }
  return { state: 'done' }
}

/** Finds what no class sells of a paid sale. A product that the school wants in no class waits for none. */
async function findMissing(
  db: SchoolDb,
  { platform, account_id: accountId, waiting_ids }: queries.DeliveryRow,
  {
    reading: { action, fact, items },
    offering,
    outcome,
    opened,
  }: { reading: Reading; offering: Offering; outcome: queries.Outcome; opened: string[] },
): Promise<Partial<queries.Outcome>> {
  const isOpen = outcome.state === 'done' && outcome.reason === undefined
  if (action !== 'enroll' || !(isOpen || outcome.state === 'unmatched')) return {}
  const isAsked = (ids: string[]) => waiting_ids.length === 0 || ids.some((id) => waiting_ids.includes(id))
  const named = (items ?? (fact.itemIds.length > 0 ? [fact.itemIds] : [])).filter(isAsked)
  const isWhole = outcome.state === 'unmatched'
  // A sale that was done is asked about the items that waited alone; without a body they are all that is known.
  if (!isWhole && named.length < 2 && waiting_ids.length === 0) return {}
  const excluded = await listExcluded(db, { platform, accountId, ids: named.flat() })
  if (!isWhole) return findWaitingItems(named, offering, { opened, excluded })
  if (areExcluded(named, excluded)) return { state: 'dismissed', reason: 'not_of_class' }
  return accountId !== null && (await isEnded(db, accountId, fact.occurredOn)) ? { reason: 'account_ended' } : {}
}

const openOutcomes: Record<OpeningResult, queries.Outcome> = {
  open: { state: 'done' },
  // Those that sell it may have been deleted meanwhile.
  no_cohort: { state: 'unmatched', reason: 'no_cohort' },
  sales_ended: { state: 'unmatched', reason: 'sales_ended' },
  class_gone: { state: 'unmatched', reason: 'class_gone' },
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
  tools: Clock,
) {
  await Promise.all([
    recordProductName(db, platform, { productIds: outcome.product_ids ?? [], name: outcome.product_name ?? '' }),
    outcome.state === 'ignored' ? recordIgnored(db, id, outcome) : queries.recordOutcome(db, id, outcome),
  ])
  if (outcome.state === 'unmatched' || outcome.waiting_items) await recordNews(db, 'sale_unmatched', [id], tools)
  if (outcome.state === 'no_email') await recordNews(db, 'sale_without_email', [id], tools)
}
