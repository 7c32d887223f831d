import { paymentLimits } from '@escola/contract/payments.contract'
import { itemNames } from '@escola/contract/prices'
import type { Stripe } from 'stripe'
import type { School } from '../../core/scope.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { CallRefused, CardRefused, KeyRefused, StateChanged } from '../../payments/provider-errors.ts'
import { awaitCardCall } from './cards/cards.service.ts'
import { type PaymentTools, requireTaxId } from './customers.service.ts'
import { pageOfPayment } from './payment-page.ts'
import * as queries from './payments.queries.ts'
import { readIntent } from './payments.service.ts'
import { intentParams, recordIntent, recordRefusal } from './settling.service.ts'

interface Attempt {
  payment: queries.PaymentRow
  customer: string
  /** Time for which a code of Pix can be paid. */
  pixSeconds?: number
  /** The payer is away, as their card's consent allows. */
  isOffSession?: boolean
}

/**
 * Takes the money of a payment whose attempt has begun, or begins to: the payer may have to act. Its intent is made first, where there is none yet, and takes
 * nothing until it is confirmed.
 * @returns the payment afterwards
 * @throws AppError payment_refused where the provider refuses what it is asked, for another reason than the card
 */
export async function attemptPayment(
  school: School,
  { payment, customer, pixSeconds = paymentLimits.pixMinutes * 60, isOffSession = false }: Attempt,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<queries.PaymentRow> {
  const taxId = payment.way === 'pix' ? await requireTaxId(school, provider) : undefined
  const returnUrl = await pageOfPayment(school, payment, tools)
  const endAtRefusal = <T>(call: Promise<T>) =>
    call.catch((error: unknown) => endAttempt(school, payment, error, tools))
  const made =
    payment.intent_id === null ? await endAtRefusal(makeIntent(school, { payment, customer }, provider)) : payment
  // Another attempt has begun meanwhile, and takes the money.
  if (!made?.intent_id) return (await school.tx((db) => queries.findById(db, payment.id)))!
  const asked = { ...payment, intent_id: made.intent_id, invoice_id: made.invoice_id }
  try {
    const confirming = confirmIntent(school, asked, { returnUrl, pixSeconds, taxId, isOffSession }, provider)
    const intent = await endAtRefusal(
      payment.way === 'card'
        ? awaitCardCall(school, confirming, { methodId: payment.method, customer }, provider, tools)
        : confirming,
    )
    return await recordIntent(school, asked, intent, tools)
  } catch (error) {
    // Another call was quicker: reading the intent says how it ended.
    if (!(error instanceof StateChanged)) throw error
    return (await readIntent(school, asked, provider, tools)).payment
  }
}

/** Ends an attempt that the provider has refused, and says why. A change of the account may be the reason, so what it takes is asked again. */
async function endAttempt(
  school: School,
  payment: queries.PaymentRow,
  error: unknown,
  tools: PaymentTools,
): Promise<never> {
  if (error instanceof CardRefused) await recordRefusal(school, payment, error.fault, tools)
  if (error instanceof CallRefused || error instanceof KeyRefused) {
    tools.provider?.pix.forget()
    await recordRefusal(school, payment, 'not_confirmed', tools)
  }
  throw error
}

/** @returns an intent that takes nothing until it is confirmed; undefined when another attempt has begun since */
async function makeIntent(
  school: School,
  { payment, customer }: Attempt,
  provider: PaymentProvider,
): Promise<queries.Intent | undefined> {
  const making = provider.ask(({ paymentIntents }) =>
    paymentIntents.create(
      {
        amount: payment.cents,
        currency: 'brl',
        customer,
        allowed_payment_method_types: [payment.way],
        description: itemNames[payment.item],
        metadata: { school: school.id, payment: payment.key },
      },
      { idempotencyKey: `intent-${school.id}-${payment.key}-${payment.attempt}` },
    ),
  )
  const { id } = await making.catch((error: unknown) => {
    // Another intent has the key of this attempt; that of the next one is new.
    throw error instanceof StateChanged ? new CallRefused(String(error.cause), { mayMissCard: false }) : error
  })
  const made = { intent_id: id, invoice_id: null }
  return (await school.tx((db) => queries.keepIntent(db, payment, made))) ? made : undefined
}

interface Terms {
  /** Address to which a payer comes back whom the provider or a bank leads away. */
  returnUrl: string
  pixSeconds: number
  /** CPF or CNPJ of the payer, where the account is abroad. */
  taxId: string | undefined
  isOffSession: boolean
}

const confirmIntent = (
  school: School,
  payment: queries.PaymentRow & { intent_id: string },
  terms: Terms,
  provider: PaymentProvider,
): Promise<Stripe.PaymentIntent> =>
  provider.ask(({ paymentIntents }) =>
    paymentIntents.confirm(payment.intent_id, confirmationOf(payment, terms), {
      idempotencyKey: `confirm-${school.id}-${payment.key}-${payment.attempt}`,
    }),
  )

/** Tells whether a payment has its card pay the months to come, whatever its payer chose about keeping it. */
export const beginsMonths = ({ purpose }: Pick<queries.PaymentRow, 'purpose'>) =>
  purpose === 'first_month' || purpose === 'overdue_month' || purpose === 'renewal'

const confirmationOf = (payment: queries.PaymentRow, terms: Terms): Stripe.PaymentIntentConfirmParams => {
  const params = { ...intentParams, return_url: terms.returnUrl }
  if (payment.way === 'pix') return { ...params, ...pixOf(terms) }
  if (terms.isOffSession) return { ...params, payment_method: payment.method, off_session: 'recurring' }
  const isKept = payment.saves_card || beginsMonths(payment)
  return {
    ...params,
    payment_method: payment.method,
    // The provider keeps the card of an invoice by itself.
    ...(payment.invoice_id === null && { setup_future_usage: isKept ? 'off_session' : '' }),
    use_stripe_sdk: true,
  }
}

const pixOf = ({ pixSeconds, taxId }: Terms): Stripe.PaymentIntentConfirmParams => ({
  payment_method_data: { type: 'pix', ...(taxId && { billing_details: { tax_id: taxId } }) },
  payment_method_options: {
    // The payer pays the sum that was shown.
    pix: { expires_after_seconds: pixSeconds, ...(taxId && { amount_includes_iof: 'always' }) },
  },
})
