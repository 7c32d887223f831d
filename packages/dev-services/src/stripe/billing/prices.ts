import type { Stripe } from 'stripe'
import type { Account } from '../core/account.ts'
import { refuse, refuseUndone } from '../core/errors.ts'
import type { Price, Subscription } from '../core/objects.ts'
import { allowOnly } from '../core/parameters.ts'

/** Finds a price that a subscription may have. */
export function recurringPrice(account: Account, id: string | undefined, param: string): Price {
  if (!id) throw refuse(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  const price = account.find('prices', id, param)
  if (!price.active) throw refuse('The price specified is inactive. This field only accepts active prices.', { param })
  if (price.recurring) return price
  throw refuse(
    'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
    {
      param,
    },
  )
}

export function readPaymentSettings(
  subscription: Subscription,
  params: Stripe.SubscriptionCreateParams['payment_settings'] | Stripe.SubscriptionUpdateParams['payment_settings'],
): void {
  if (!params) return
  allowOnly(params, 'payment_method_types payment_method_options save_default_payment_method')
  const types = params.payment_method_types || null
  if (types?.some((each) => each !== 'card' && each !== 'pix') || (types?.length ?? 0) > 1)
    throw refuseUndone('payment_settings[payment_method_types] other than card, or pix')
  const { payment_settings: old } = subscription
  subscription.payment_settings = {
    payment_method_options: params.payment_method_options
      ? readMandateOptions(params.payment_method_options)
      : (old?.payment_method_options ?? null),
    payment_method_types: (types ?? old?.payment_method_types ?? null) as ['card' | 'pix'] | null,
    save_default_payment_method: (params.save_default_payment_method ?? old?.save_default_payment_method ?? null) as
      | 'off'
      | 'on_subscription'
      | null,
  }
}

type OptionParams = NonNullable<
  NonNullable<Stripe.SubscriptionCreateParams['payment_settings']>['payment_method_options']
>

/** Reads what a payer is to authorise for all months, at their bank. */
function readMandateOptions(
  params: OptionParams,
): NonNullable<Subscription['payment_settings']>['payment_method_options'] {
  allowOnly(params, 'pix')
  const pix = params.pix || {}
  allowOnly(pix, 'expires_after_seconds mandate_options')
  const { expires_after_seconds, mandate_options = {} } = pix
  allowOnly(mandate_options, 'amount amount_includes_iof payment_schedule')
  const { amount = 40_000, amount_includes_iof = 'never', payment_schedule = 'monthly' } = mandate_options
  const none = { acss_debit: null, bancontact: null, card: null, customer_balance: null, konbini: null, payto: null }
  return {
    ...none,
    pix: {
      expires_after_seconds: expires_after_seconds ?? null,
      mandate_options: { amount, payment_schedule, amount_includes_iof, end_date: null },
    },
    sepa_debit: null,
    upi: null,
    us_bank_account: null,
  } as NonNullable<Subscription['payment_settings']>['payment_method_options']
}
