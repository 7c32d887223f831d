import { Cellphone, capitalizeName, NewEmail, OwnName } from '@escola/contract/people'
import { isSoldByAddress, salesMessages } from '@escola/contract/sales'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { type MercadoPago, TokenRefused } from '../../sales-platforms/mercado-pago.ts'
import { type OpenedIntegration, openIntegrations } from '../integrations/integrations.service.ts'
import { noteNews } from '../notices/notices.service.ts'
import type { People } from '../people/people.service.ts'
import { endPurchase, endSubscription, type Opened, openClasses, type SoldCohort } from './grants.service.ts'
import { parseBody } from './platforms/body.ts'
import type { Delivery, Sale } from './platforms/platform.ts'
import { platforms } from './platforms/platforms.ts'
import * as queries from './sales.queries.ts'

export interface SaleTools extends Tools {
  people: People
  /** Its notifications say no more than a payment's id. */
  mercadoPago: MercadoPago
}

/** Does what a platform asked. A sale that waits no more was done. */
export async function processSale(school: School, saleId: string, tools: SaleTools) {
  const found = await school.tx(async (db) => {
    const row = await queries.findDelivery(db, saleId)
    return row && { row, integrations: await openIntegrations(school, db, row.platform, tools) }
  })
  if (found?.row.state !== 'waiting') return
  const { row, integrations } = found
  const own = integrations.find(({ id }) => id === row.integration_id)
  const storeOutcome = (outcome: queries.Outcome) =>
    school.tx(async (db) => {
      if (await queries.holdWaiting(db, saleId)) await noteOutcome(db, saleId, outcome, tools)
    })
  const sale = await platforms[row.platform]
    .read(deliveryOf(row), tools.mercadoPago, own?.credentials ?? { code: '', accessToken: '' })
    .catch((error: unknown) => {
      if (error instanceof TokenRefused) return undefined
      throw error
    })
  if (!sale) return storeOutcome({ state: 'failed', reason: 'token_refused' })
  const read = readingOf(sale)
  const finish = (outcome: queries.Outcome) => storeOutcome({ ...read, ...outcome })
  if (sale.action === 'ignore')
    return finish({
      state: 'ignored',
      reason: sale.reason ?? 'ignored',
      reason_detail: truncateText(sale.reasonDetail ?? ''),
    })
  const task: Task = {
    saleId,
    platform: row.platform,
    transaction: sale.transaction ?? row.delivery_hash,
    sale,
    receivedOn: row.utc_received_on,
    read,
  }
  if (sale.action === 'revoke') return revoke(school, task, { keepsPaidPeriod: own?.keepsPaidPeriod ?? true }, tools)
  const cohorts = cohortsOf(sale, { own, integrations, isByAddress: isSoldByAddress(row.platform) })
  if (cohorts.length === 0) return finish({ state: 'unmatched', reason: 'no_cohort' })
  const email = NewEmail.safeParse(sale.buyer.email)
  if (!email.success) return finish({ state: 'failed', reason: 'no_buyer_email' })
  const userId = (await tools.people.ensure([email.data])).get(email.data)!
  await open(school, task, { userId, email: email.data, cohorts }, tools)
}

export const failSale = (school: School, saleId: string) =>
  school.tx(async (db) => {
    if (await queries.holdWaiting(db, saleId))
      await queries.noteOutcome(db, saleId, { state: 'failed', reason: 'failed' })
  })

/** Buyers without a class are news to the school. */
async function noteOutcome(db: SchoolDb, saleId: string, outcome: queries.Outcome, tools: Pick<Tools, 'now'>) {
  await queries.noteOutcome(db, saleId, outcome)
  if (outcome.state === 'unmatched') await noteNews(db, 'sale_unmatched', [saleId], tools)
}

interface Task {
  saleId: string
  platform: string
  transaction: string
  sale: Sale
  receivedOn: Date
  read: Omit<queries.Outcome, 'state'>
}

function deliveryOf({ headers, query, body }: queries.DeliveryRow): Delivery {
  const raw = Buffer.from(body, 'base64')
  return { headers, query, raw, body: parseBody(raw) }
}

/** Reading that administrators see; a text of any length may come. */
const readingOf = ({ event, transaction, buyer, productIds, productName }: Sale): Omit<queries.Outcome, 'state'> => ({
  event: truncateText(event),
  transaction_code: truncateText(transaction ?? ''),
  buyer_name: truncateText(buyer.name),
  buyer_email: truncateText(buyer.email),
  product_ids: productIds.slice(0, 100).map(truncateText),
  product_name: truncateText(productName),
})
const truncateText = (text: string) => text.toWellFormed().replaceAll('\0', '').slice(0, 200)

function cohortsOf(
  { productIds, offerIds }: Sale,
  {
    own,
    integrations,
    isByAddress,
  }: { own: OpenedIntegration | undefined; integrations: OpenedIntegration[]; isByAddress: boolean },
): SoldCohort[] {
  const sold = new Set([...productIds, ...offerIds])
  const itemOf = (integration: OpenedIntegration) => integration.productIds.find((id) => sold.has(id))
  // The class of the address, where it names no products; of one that it does not sell, whichever class was chosen since.
  if (isByAddress && own && (own.productIds.length === 0 || itemOf(own) !== undefined))
    return [{ cohortId: own.cohortId, item: itemOf(own) ?? '' }]
  return integrations.flatMap((integration) => {
    const item = itemOf(integration)
    return item === undefined ? [] : [{ cohortId: integration.cohortId, item }]
  })
}

const open = (
  school: School,
  { saleId, platform, transaction, sale, read }: Task,
  { userId, email, cohorts }: { userId: string; email: string; cohorts: SoldCohort[] },
  tools: Pick<Tools, 'now'>,
) =>
  school.tx(async (db) => {
    if (!(await queries.holdWaiting(db, saleId))) return
    const student = { userId, email, name: nameOf(sale, email), cellphone: cellphoneOf(sale) }
    const { subscription, occurredOn } = sale
    const purchase = { platform, transaction, subscription, occurredOn }
    const opened = await openClasses(db, purchase, { student, cohorts }, tools)
    await noteOutcome(db, saleId, { ...read, ...outcomes[opened] }, tools)
  })

const outcomes: Record<Opened, queries.Outcome> = {
  opened: { state: 'done' },
  // Those that sell it were deleted meanwhile.
  noCohort: { state: 'unmatched', reason: 'no_cohort' },
  paidBack: { state: 'ignored', reason: 'paid_back' },
  subscriptionEnded: { state: 'ignored', reason: 'subscription_ended' },
  othersPurchase: { state: 'ignored', reason: 'others_purchase' },
}

/** A name that the product takes from no student is no reason to keep a buyer out. */
function nameOf({ buyer }: Sale, email: string): string {
  const named = OwnName.safeParse(capitalizeName(buyer.name))
  return named.success ? named.data : OwnName.catch(salesMessages.nameless).parse(email.split('@')[0])
}

function cellphoneOf({ buyer }: Sale): string {
  const cellphone = Cellphone.safeParse(buyer.cellphone)
  return cellphone.success ? cellphone.data : ''
}

/** Ends what the purchase, or the subscription, has opened: now, or when what was paid ends. */
const revoke = (
  school: School,
  { saleId, platform, transaction, sale, read, receivedOn }: Task,
  { keepsPaidPeriod }: { keepsPaidPeriod: boolean },
  tools: Pick<Tools, 'now'>,
) =>
  school.tx(async (db) => {
    if (!(await queries.holdWaiting(db, saleId))) return
    const now = tools.now()
    const { subscription, occurredOn, isFinal = false } = sale
    const endedOn = minDate(occurredOn ?? receivedOn, now)
    // Never this moment: a job that began before it, and waited for this one, would take what has ended for what is paid.
    const until = (keepsPaidPeriod && sale.until) || endedOn
    const wasOpen =
      sale.revokes === 'subscription' && subscription !== null
        ? await endSubscription(db, { platform, subscription, occurredOn: endedOn, until }, tools)
        : await endPurchase(db, { platform, transaction, isFinal }, tools)
    const isNews = wasOpen || isFinal
    await queries.noteOutcome(db, saleId, {
      ...read,
      ...(isNews ? { state: 'done' } : { state: 'ignored', reason: 'nothing_open' }),
    })
  })

const minDate = (a: Date, b: Date) => (a < b ? a : b)
