import type { Stripe } from 'stripe'
import type { Account } from '../core/account.ts'
import { refuse, refuseUndone } from '../core/errors.ts'
import type { PaymentIntent } from '../core/objects.ts'
import { allowOnly } from '../core/parameters.ts'

type TypeParams = Pick<Stripe.PaymentIntentCreateParams, 'automatic_payment_methods' | 'allowed_payment_method_types'>

/** The ways to pay that an intent offers; without a word about them, those that the account has switched on. */
export function chooseTypes(
  { settings }: Account,
  { automatic_payment_methods: automatic, allowed_payment_method_types: names }: TypeParams,
  currency: string,
) {
  if (automatic && !automatic.enabled) throw refuseUndone('automatic_payment_methods[enabled] false')
  if (!names) {
    const redirects = (automatic?.allow_redirects ?? 'always') as 'always' | 'never'
    const enabled = { allow_redirects: redirects, enabled: true }
    return {
      names: currency === 'brl' && settings.pix === 'on' ? ['card', 'pix'] : ['card'],
      allowed: null,
      automatic: enabled,
    }
  }
  const other = names.find((each) => each !== 'card' && each !== 'pix')
  if (other) throw refuseUndone(`allowed_payment_method_types ${other}`)
  if (names.includes('pix') && currency !== 'brl') {
    const message = `The currency provided (${currency}) is invalid for payment method type pix. This payment method type supports the following currencies: brl.`
    throw refuse(message, { param: 'allowed_payment_method_types' })
  }
  if (names.includes('pix') && settings.pix === 'refused') {
    const message =
      'The payment method type "pix" is invalid. Please ensure the provided type is activated in your dashboard (https://dashboard.stripe.com/account/payments/settings) and your account is enabled for any preview features that you are trying to use.'
    throw refuse(message, { param: 'allowed_payment_method_types' })
  }
  const offered = names.filter((name) => name !== 'pix' || settings.pix === 'on')
  return { names: offered as string[], allowed: names as ('card' | 'pix')[], automatic: null }
}

type OptionParams = Stripe.PaymentIntentCreateParams.PaymentMethodOptions &
  Stripe.PaymentIntentConfirmParams.PaymentMethodOptions

const noOptions = {
  card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' as const },
  pix: { expires_after_seconds: null, expires_at: null },
}

export function readOptions(params: OptionParams, names: string[]): PaymentIntent['payment_method_options'] {
  allowOnly(params, 'card pix')
  const options: NonNullable<PaymentIntent['payment_method_options']> = {}
  if (names.includes('card')) options.card = { ...noOptions.card, ...readCard(params.card || {}) }
  if (names.includes('pix')) options.pix = { ...noOptions.pix, ...readPix(params.pix || {}) }
  return options
}

function readCard(card: Exclude<OptionParams['card'], '' | null | undefined>) {
  allowOnly(card, 'request_three_d_secure')
  const asked = card.request_three_d_secure
  return asked ? { request_three_d_secure: asked } : {}
}

function readPix(pix: Exclude<OptionParams['pix'], '' | null | undefined>) {
  allowOnly(pix, 'amount_includes_iof expires_after_seconds expires_at setup_future_usage')
  if (pix.setup_future_usage === 'off_session') throw refuseUndone('payment_method_options[pix][setup_future_usage]')
  const { amount_includes_iof: includes, expires_after_seconds: seconds, expires_at } = pix
  const param = 'payment_method_options[pix][expires_after_seconds]'
  if (seconds !== undefined && (seconds < 10 || seconds > 1_209_600)) {
    throw refuse('The expiration must be between 10 seconds and 14 days from now.', { param })
  }
  return {
    ...(includes && { amount_includes_iof: includes as 'always' | 'never' }),
    expires_after_seconds: seconds ?? null,
    expires_at: expires_at ?? null,
  }
}

/** Refuses a confirmation of an intent whose ways to pay might lead the payer away, and that says no place to come back to. */
export function judgeReturn(
  { settings }: Account,
  intent: {
    automatic_payment_methods: { allow_redirects?: string | null } | null
    allowed_payment_method_types: string[] | null
  },
  { returnUrl, isPublic }: { returnUrl: string | undefined; isPublic: boolean },
): void {
  const { automatic_payment_methods: automatic, allowed_payment_method_types: allowed } = intent
  const asksAll = settings.returnUrl === 'required' && allowed !== null
  const mayRedirect = automatic !== null && automatic.allow_redirects !== 'never' && !isPublic
  if (returnUrl || !(asksAll || mayRedirect)) return
  const message =
    "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents."
  throw refuse(message)
}
