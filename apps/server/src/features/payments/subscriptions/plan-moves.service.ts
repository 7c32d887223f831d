import { AppError, notFound } from '../../../core/app-error.ts'
import type { School } from '../../../core/scope.ts'
import { type PaymentProvider, requireProvider } from '../../../payments/payment-provider.ts'
import { tryCard } from '../cards/card-tries.service.ts'
import { findCard } from '../cards/cards.queries.ts'
import { awaitCardCall, cardMissing, requireKeptCard } from '../cards/cards.service.ts'
import { ensureCustomer, type PaymentTools, requireTaxId } from '../customers.service.ts'
import { findById } from '../payments.queries.ts'
import { giveUpIntent } from '../payments.service.ts'
import { payInvoice, voidInvoice } from './invoices.service.ts'
import { monthsPaidUntil } from './plan-settling.service.ts'
import { sendPlanCard, syncSubscription } from './provider-subscription.service.ts'
import { isOverdueByPix, payByPix, toCard } from './subscription-states.ts'
import * as queries from './subscriptions.queries.ts'
import { type Changed, readSubscription, requireNoRenewal, wish } from './subscriptions.service.ts'

/**
 * Charges renewals to a card. Where another card pays, an open renewal is tried with this one at once; where Pix pays, the card begins when the month
 * that is paid is over, and the code that waits is given up first.
 */
export async function setPlanCard(school: School, id: string, tools: PaymentTools): Promise<Changed> {
  const provider = requireProvider(tools)
  const { card, known } = await school.tx(async (db) => ({
    card: await findCard(db, id),
    known: await queries.findSubscription(db),
  }))
  if (!card) throw notFound()
  const customer = await ensureCustomer(school, provider, tools)
  await requireKeptCard(school, { card, customer }, provider, tools)
  if (known?.pays_with === 'pix_auto') {
    if (known.utc_grace_ends_on) throw new AppError('plan_is_overdue')
    await leaveForPix(school, provider, tools)
  }
  // A subscription that an earlier move left there, because the provider was away, begins on another day: it ends first.
  if (known && known.pays_with !== 'card') await syncSubscription(school, tools)
  await giveUpCode(school, provider, tools)
  // A card that does not pay what is open is not the plan's card.
  if (known?.pays_with === 'card' && known.invoice_id)
    await tryCard(
      school,
      () => {
        const paying = payInvoice(school, { invoiceId: known.invoice_id!, methodId: card.stripe_id }, provider, tools)
        return awaitCardCall(school, paying, { methodId: card.stripe_id, customer }, provider, tools)
      },
      tools,
    )
  // The provider is told first, so that a card which it keeps no more does not take the place of one that pays.
  if (known?.pays_with === 'card' && known.stripe_id)
    await sendPlanCard(school, { id: known.stripe_id, card, customer }, provider, tools)
  await wish(
    school,
    async (db, row) => {
      if (!(await findCard(db, id))) throw notFound()
      if (row.pays_with === 'card') return { method_id: id, ...(!row.stripe_id && { moves: row.moves + 1 }) }
      if (isOverdueByPix(row, tools.now())) throw new AppError('plan_is_overdue')
      return toCard(row, { cardId: id, from: await monthsPaidUntil(db, row) })
    },
    tools,
  )
  // The provider may have told only now that it keeps the card no more.
  if (!(await school.tx((db) => findCard(db, id)))) throw cardMissing()
  return readSubscription(school, tools)
}

/** A code that was paid until now counts; afterwards it can't be paid any more. One of an overdue month stays. */
async function giveUpCode(school: School, provider: PaymentProvider, tools: PaymentTools): Promise<void> {
  const code = await school.tx(async (db) => {
    const row = await queries.findSubscription(db)
    const isLeft = row?.payment_id && row.pays_with === 'pix' && !isOverdueByPix(row, tools.now())
    return isLeft ? findById(db, row.payment_id!) : undefined
  })
  if (code && code.status !== 'succeeded') await giveUpIntent(school, code, provider, tools)
}

/**
 * Pays the months to come by Pix, with a code before each; a mandate ends. A renewal that the card did not pay is charged to it no more, and its code comes at
 * once; the grace stays as long as it was.
 */
export async function setPlanPix(school: School, tools: PaymentTools): Promise<Changed> {
  const provider = requireProvider(tools)
  await requireTaxId(school, provider)
  await leaveForPix(school, provider, tools)
  return readSubscription(school, tools)
}

async function leaveForPix(school: School, provider: PaymentProvider, tools: PaymentTools): Promise<void> {
  const open = (await school.tx(queries.findSubscription))?.invoice_id
  if (open) await voidInvoice(school, open, provider, tools)
  await wish(
    school,
    async (_, row) => {
      requireNoRenewal(row, tools)
      return payByPix
    },
    tools,
  )
}
