import { hourMs, minuteMs } from '@escola/contract/durations'
import { isMapped, mappedCode, plainCode, salesLimits, salesMessages } from '@escola/contract/sales'
import { pendingSaleStates, type SaleState } from '@escola/contract/sales.contract'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import type { z } from 'zod'
import { AppError } from '../../../core/app-error.ts'
import { widerNetworkOf } from '../../../core/networks.ts'
import type { School, Visited } from '../../../core/scope.ts'
import type { PlatformTools, Tools } from '../../../core/tools.ts'
import type { Counters } from '../../../http/counter-store.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import type { PurchaseStatus } from '../../../mail/purchase-templates.ts'
import { seal, unseal } from '../../../security/sealed.ts'
import { hashToken } from '../../../security/signatures.ts'
import type { KnownGrant } from '../../enrollments/enrollments.service.ts'
import { listSaleGrants } from '../../enrollments/sale-grants.service.ts'
import { makePurchaseKey } from '../../enrollments/sale-keys.service.ts'
import { earlierEnd } from '../../enrollments/terms.service.ts'
import { queueMessage } from '../../messages/messages.service.ts'
import { type BuyerMail, sendBuyerMail } from '../../messages/outside-mails.service.ts'
import { followMerges } from '../../people/merged.service.ts'
import { listAccountIds } from '../../sales-accounts/sales-accounts.service.ts'
import { platforms } from '../platforms/platforms.ts'
import { emailOf } from '../platforms/values.ts'
import { type Charge, decideCharges, findSchoolDecision } from '../purchases/purchase-decision.ts'
import { findSubscription, listFacts } from '../purchases/purchase-facts.queries.ts'
import { isOfPurchase } from '../purchases/purchase-plan.ts'
import * as queries from './purchase-help.queries.ts'

export interface HelpTools extends Tools {
  counters: Counters
}

const sealPurpose = 'purchase help'
/** Purchases of several platforms may have the same code, and letters may have been typed small. */
const purchasesAtOnce = 5
const deliveriesRead = 20

/** A known and an unknown code cause the same statements and the same answer, so neither tells that there is such a purchase. */
export async function askPurchaseHelp(school: Visited, { code }: { code: string }, tools: HelpTools) {
  const { config, counters } = tools
  const network = widerNetworkOf(school.ip)
  const limitOf = (key: string, perMinute: number) => ({ key, max: Math.ceil(perMinute * config.rateFactor) })
  const limits = [limitOf(`purchase help ${school.id}`, salesLimits.helpPerMinute)]
  // The route counts addresses; a visitor with a thousand networks of them would use up what all of the school's buyers share.
  if (network) limits.push(limitOf(`purchase help from ${network}`, salesLimits.helpPerMinuteOfNetwork))
  const { waitMs } = await counters.take(limits, minuteMs)
  if (waitMs) throw new AppError('too_many_requests', { retryAfter: Math.ceil(waitMs / 1000) })
  const sealedCode = seal(config.secret, sealPurpose, { text: code, of: school.id })
  await school.tx((db) => enqueue(db, jobs.answerPurchaseHelp, { sealedCode }))
  return done
}

/** Platforms on which the account may stand before the code of a purchase. */
const platformsOfAccounts = Object.values(platforms).flatMap(({ name, countsPerAccount }) =>
  countsPerAccount || isMapped(name) ? name : [],
)

/** Writes to the holder of each purchase that has the code, once an hour however often it is asked for and however often this runs. */
export async function answerPurchaseHelp(
  school: School,
  { sealedCode }: z.output<typeof jobs.answerPurchaseHelp.payload>,
  { config, now }: Pick<Tools, 'config' | 'now'>,
): Promise<void> {
  const typed = unseal(config.secret, sealPurpose, { sealed: sealedCode, of: school.id })
  const written = [...new Set([typed, typed.toUpperCase(), typed.toLowerCase()])]
  await school.tx(async (db) => {
    const accountIds = await listAccountIds(db, platformsOfAccounts)
    const codes = [...written, ...accountIds.flatMap((id) => written.map((each) => mappedCode(id, each)))]
    for (const purchase of await queries.findPurchases(db, codes, purchasesAtOnce)) {
      const moment = now()
      const answer = await findAnswer(db, purchase, moment)
      if (!answer) continue
      if (!(await queries.recordAsked(db, purchase, moment, new Date(moment.getTime() - hourMs)))) continue
      const code = plainCode(purchase.platform, purchase.code)
      const key = `${hashToken(makePurchaseKey(purchase.platform, purchase.code))}-${moment.getTime()}`
      if ('to' in answer) {
        const mail: BuyerMail = { ...answer, key, code }
        const sealedMail = seal(config.secret, sealPurpose, { text: JSON.stringify(mail), of: school.id })
        await enqueue(db, jobs.mailBuyer, { sealedMail })
      } else {
        const { userId, standing: status } = answer
        const message = { userId, dedupeKey: `purchase_help:${key}` }
        if (status === 'open')
          await queueMessage(db, { ...message, kind: 'purchase_invitation', params: { code } }, { now })
        else
          await queueMessage(db, { ...message, kind: 'purchase_closed', params: { code, standing: status } }, { now })
      }
    }
  })
}

type Status = PurchaseStatus | 'open'
type Answer = { userId: string; standing: Status } | Pick<BuyerMail, 'to' | 'standing'>

/** Finds the student or buyer who is written to about a purchase, and what the mail says; undefined when there is no such mail. */
async function findAnswer(db: SchoolDb, purchase: queries.Purchase, now: Date): Promise<Answer | undefined> {
  const { platform, code } = purchase
  const subscription = await findSubscription(db, platform, code)
  const facts = await listFacts(db, platform, { purchase: code, subscription })
  const purchases = [...new Set([code, ...facts.map((fact) => fact.purchase)])].filter(Boolean)
  const grants = await listSaleGrants(
    db,
    purchases.map((each) => makePurchaseKey(platform, each)),
  )
  const charges = decideCharges(facts).filter((charge) => charge.purchase === code)
  const deliveries = await queries.listDeliveries(db, purchase, deliveriesRead)
  const living = grants.findLast(({ endedWhy, chargeEndsOn, term }) => {
    const endsOn = earlierEnd(chargeEndsOn, term.endsOn)
    return endedWhy === null && (endsOn === null || endsOn > now)
  })
  const last = living ?? grants.findLast(isOfPurchase(platform, code)) ?? grants.at(-1)
  const status = living ? 'open' : statusOf(charges, last, deliveries[0]?.state)
  if (!status) return undefined
  const decision = findSchoolDecision(facts)
  const namedId =
    (decision?.kind === 'given' && decision.userId) ||
    last?.userId ||
    charges.findLast((charge) => charge.userId !== null)?.userId
  const userId = namedId && (await followMerges(db, [namedId])).get(namedId)
  // A purchase that a student holds is theirs alone, whatever e-mail it was made with.
  if (userId) return (await queries.isMember(db, userId)) ? { userId, standing: status } : undefined
  const sale = deliveries.map((each) => ({ ...each, address: emailOf(each.corrected_email || each.buyer_email) }))
  const named = sale.find(({ address }) => address !== '')
  if (!named || status === 'open') return undefined
  return { to: { name: named.buyer_name || salesMessages.nameless, address: named.address }, standing: status }
}

/** Result of a purchase that opens nothing now; undefined: it was never paid. */
function statusOf(
  charges: Charge[],
  last: KnownGrant | undefined,
  saleState: SaleState | undefined,
): PurchaseStatus | undefined {
  const isAll = (state: Charge['state']) => charges.length > 0 && charges.every((charge) => charge.state === state)
  if (isAll('refunded')) return 'refunded'
  if (isAll('canceled')) return 'canceled'
  if (last?.endedWhy === 'removed_by_school') return 'removed'
  if (last) return 'over'
  if (saleState === 'dismissed') return 'settled'
  if (charges.length > 0 || pendingSaleStates.some((state) => state === saleState)) return 'waiting'
  return undefined
}

/** Sends a mail to a buyer who is no member; a run that dies after the sending sends the same mail again. */
export async function mailBuyer(
  school: School,
  { sealedMail }: z.output<typeof jobs.mailBuyer.payload>,
  tools: PlatformTools & { mailer: Mailer },
): Promise<void> {
  const mail: BuyerMail = JSON.parse(unseal(tools.config.secret, sealPurpose, { sealed: sealedMail, of: school.id }))
  await sendBuyerMail(school, mail, tools)
}
