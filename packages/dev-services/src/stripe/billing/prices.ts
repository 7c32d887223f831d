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
  allowOnly(params, 'payment_method_types save_default_payment_method')
  const types = params.payment_method_types || null
  if (types?.some((each) => each !== 'card'))
    throw refuseUndone('payment_settings[payment_method_types] other than card')
  const { payment_settings: old } = subscription
  subscription.payment_settings = {
    payment_method_options: null,
    payment_method_types: (types ?? old?.payment_method_types ?? null) as ['card'] | null,
    save_default_payment_method: (params.save_default_payment_method ?? old?.save_default_payment_method ?? null) as
      | 'off'
      | 'on_subscription'
      | null,
  }
}
