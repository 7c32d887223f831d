import { Cellphone, capitalizeName, OwnName } from '@escola/contract/people'
import { isSoldByAddress, salesMessages } from '@escola/contract/sales'
import { classlessSaleStates } from '@escola/contract/sales.contract'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { type MercadoPago, MercadoPagoSilent, TokenRefused } from '../../sales-platforms/mercado-pago.ts'
import { listSelling, type SellingIntegration } from '../integrations/integrations.service.ts'
import { noteNews } from '../notices/notices.service.ts'
import type { People } from '../people/people.service.ts'
import { openCredentials } from '../sales-accounts/account-proofs.service.ts'
import { openDelivery } from './delivery-bodies.ts'
import type { Sale } from './platforms/platform.ts'
import { platforms } from './platforms/platforms.ts'
import { emailOf } from './platforms/values.ts'
import type { Fact } from './purchase-decision.ts'
import { type Decision, decidePurchases, type Offering, type SoldCohort, type Verdict } from './purchases.service.ts'
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
    if (!row) return undefined
    const credentials = row.account_id === null ? undefined : await openCredentials(school, db, row.account_id, tools)
    return { row, credentials, integrations: await listSelling(db, row.platform) }
  })
  if (found?.row.state !== 'waiting') return
  const { row, credentials, integrations } = found
  const own = integrations.find(({ id }) => id === row.integration_id)
  const storeOutcome = (outcome: queries.Outcome) =>
    school.tx(async (db) => {
      if (await queries.holdWaiting(db, saleId)) await noteOutcome(db, saleId, outcome, tools)
    })
  const readOn = tools.now()
  const sale = await platforms[row.platform]
    .read(openDelivery(school, row, tools), tools.mercadoPago, credentials ?? { code: '', accessToken: '' })
    .catch((error: unknown) => {
      if (error instanceof TokenRefused) return undefined
      throw error
    })
  if (!sale) return storeOutcome({ state: 'failed', reason: 'token_refused' })
  const read = { ...readingOf(sale), ...(row.corrected_email && { buyer_email: row.corrected_email }) }
  const ignored = (reason: queries.Outcome['reason'], detail = ''): queries.Outcome => ({
    ...read,
    state: 'ignored',
    reason,
    reason_detail: truncateText(detail),
  })
  if (sale.reason === 'payment_missing') {
    // The notice may come before the payment can be asked for, so the job is tried again; the reason stays if it never comes.
    await storeOutcome({ ...ignored(sale.reason, sale.reasonDetail), state: 'waiting' })
    throw new MercadoPagoSilent('the payment is not there yet')
  }
  if (sale.action === 'ignore') return storeOutcome(ignored(sale.reason ?? 'ignored', sale.reasonDetail))
  const isByAddress = isSoldByAddress(row.platform)
  const offering: Offering = {
    listCohorts: (itemIds) => cohortsOf(itemIds, { own, integrations, isByAddress }),
    keepsPaidPeriod: (cohortId) =>
      integrations.find((integration) => integration.cohortId === cohortId)?.keepsPaidPeriod ?? true,
    termOf: ({ cohortId, item }) => {
      const sellers = integrations.filter((integration) => integration.cohortId === cohortId)
      return (sellers.find(({ productIds }) => productIds.includes(item)) ?? sellers[0])?.term ?? null
    },
  }
  const email = emailOf(row.corrected_email || sale.buyer.email)
  const isSold = sale.action === 'enroll' && offering.listCohorts([...sale.productIds, ...sale.offerIds]).length > 0
  const student = isSold && email ? await studentOf(sale, email, tools) : undefined
  // A payment is what it is when it is read.
  const moment = isByAddress ? readOn : sale.occurredOn && minDate(sale.occurredOn, row.utc_received_on)
  const fact: Fact = {
    kind: kindOf(sale),
    purchase: isOfSubscription(sale) ? '' : (sale.transaction ?? row.delivery_hash),
    subscription: sale.subscription,
    line: sale.line ?? '',
    itemIds: [...sale.productIds, ...sale.offerIds],
    droppedIds: sale.droppedIds ?? [],
    userId: student?.userId ?? null,
    occurredOn: moment ?? row.utc_received_on,
    isStated: moment !== null,
    endsOn: sale.until,
  }
  await school.tx(async (db) => {
    if (!(await queries.holdWaiting(db, saleId))) return
    const delivery = { platform: row.platform, key: row.delivery_hash, fact, ...(student && { student }) }
    const decision = await decidePurchases(db, delivery, offering, tools)
    await noteOutcome(db, saleId, { ...read, ...outcomeOf(sale, decision) }, tools)
  })
}

const isOfSubscription = ({ action, revokes, subscription }: Sale) =>
  action === 'amend' || (revokes === 'subscription' && subscription !== null)

function kindOf(sale: Sale): Fact['kind'] {
  if (sale.action === 'enroll') return 'paid'
  if (sale.amends) return sale.amends
  if (isOfSubscription(sale)) return 'subscription_ended'
  return sale.isFinal ? 'refunded' : 'canceled'
}

/** Result as the school reads it: what the delivery says may have been overtaken by what happened since. */
function outcomeOf({ action, isFinal }: Sale, { state, verdict, isDismissed, hasGiven }: Decision): queries.Outcome {
  if (action === 'enroll') {
    if (isDismissed && lacksClass(openOutcomes[verdict])) return { state: 'dismissed', reason: 'dismissed' }
    if (state === 'refunded') return { state: 'ignored', reason: 'paid_back' }
    if (state === 'canceled') return { state: 'ignored', reason: 'canceled_since' }
    return openOutcomes[verdict]
  }
  if (!hasGiven && !isFinal) return { state: 'ignored', reason: 'nothing_open' }
  if (action === 'revoke' && state === 'paid' && verdict === 'open') return { state: 'ignored', reason: 'paid_since' }
  return { state: 'done' }
}

const openOutcomes: Record<Verdict, queries.Outcome> = {
  open: { state: 'done' },
  // Those that sell it may have been deleted meanwhile.
  no_cohort: { state: 'unmatched', reason: 'no_cohort' },
  no_student: { state: 'no_email', reason: 'no_buyer_email' },
  subscription_ended: { state: 'ignored', reason: 'subscription_ended' },
  period_over: { state: 'ignored', reason: 'period_over' },
  others_purchase: { state: 'ignored', reason: 'others_purchase' },
  removed: { state: 'ignored', reason: 'removed_by_school' },
}

export const failSale = (school: School, saleId: string) =>
  school.tx(async (db) => {
    if (await queries.holdWaiting(db, saleId)) await queries.failSale(db, saleId)
  })

/** Tells whether a buyer has paid and is in no class, which an administrator can mend. */
const lacksClass = ({ state }: Pick<queries.Outcome, 'state'>) => classlessSaleStates.some((each) => each === state)

/** Buyers without a class are news to the school. */
async function noteOutcome(db: SchoolDb, saleId: string, outcome: queries.Outcome, tools: Pick<Tools, 'now'>) {
  await queries.noteOutcome(db, saleId, outcome)
  if (lacksClass(outcome)) await noteNews(db, 'sale_unmatched', [saleId], tools)
}

/** Reading that administrators see; a text of any length may come. */
const readingOf = ({
  event,
  transaction,
  buyer,
  productIds,
  offerIds,
  productName,
}: Sale): Omit<queries.Outcome, 'state'> => ({
  event: truncateText(event),
  transaction_code: truncateText(transaction ?? ''),
  buyer_name: truncateText(buyer.name),
  buyer_email: truncateText(buyer.email),
  product_ids: productIds.slice(0, 100).map(truncateText),
  offer_ids: offerIds.slice(0, 100).map(truncateText),
  product_name: truncateText(productName),
})
const truncateText = (text: string) => text.toWellFormed().replaceAll('\0', '').slice(0, 200)

function cohortsOf(
  itemIds: string[],
  {
    own,
    integrations,
    isByAddress,
  }: { own: SellingIntegration | undefined; integrations: SellingIntegration[]; isByAddress: boolean },
): SoldCohort[] {
  const sold = new Set(itemIds)
  const itemOf = (integration: SellingIntegration) => integration.productIds.find((id) => sold.has(id))
  // The class of the address, where it names no products; of one that it does not sell, whichever class was chosen since.
  if (isByAddress && own && (own.productIds.length === 0 || itemOf(own) !== undefined))
    return [{ cohortId: own.cohortId, item: itemOf(own) ?? '' }]
  const cohorts = integrations.flatMap((integration) => {
    const item = itemOf(integration)
    return item === undefined ? [] : [{ cohortId: integration.cohortId, item }]
  })
  // A class that sells several of the items is opened by the first.
  return [...new Map(cohorts.toReversed().map((cohort) => [cohort.cohortId, cohort])).values()]
}

async function studentOf(sale: Sale, email: string, { people }: Pick<SaleTools, 'people'>) {
  const userId = (await people.ensure([email])).get(email)!
  return { userId, email, name: nameOf(sale, email), cellphone: cellphoneOf(sale) }
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

const minDate = (a: Date, b: Date) => (a < b ? a : b)
