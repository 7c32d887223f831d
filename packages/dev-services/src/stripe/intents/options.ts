import type { Stripe } from 'stripe'
import { refuse, refuseUndone } from '../core/errors.ts'
import type { PaymentIntent } from '../core/objects.ts'
import { allowOnly } from '../core/parameters.ts'

type TypeParams = Pick<Stripe.PaymentIntentCreateParams, 'automatic_payment_methods' | 'allowed_payment_method_types'>

/** The ways to pay that an intent offers; without a word about them, those that the account has switched on. */
export function chooseTypes(
  { automatic_payment_methods: automatic, allowed_payment_method_types: names }: TypeParams,
  currency: string,
) {
  if (automatic && !automatic.enabled) throw refuseUndone('automatic_payment_methods[enabled] false')
  if (!names) {
    const redirects = (automatic?.allow_redirects ?? 'always') as 'always' | 'never'
    const enabled = { allow_redirects: redirects, enabled: true }
    return { names: currency === 'brl' ? ['card', 'pix'] : ['card'], allowed: null, automatic: enabled }
  }
  const other = names.find((each) => each !== 'card' && each !== 'pix')
  if (other) throw refuseUndone(`allowed_payment_method_types ${other}`)
  if (names.includes('pix') && currency !== 'brl') {
    const message = `The currency provided (${currency}) is invalid for payment method type pix. This payment method type supports the following currencies: brl.`
    throw refuse(message, { param: 'allowed_payment_method_types' })
  }
  return { names: names as string[], allowed: names as ('card' | 'pix')[], automatic: null }
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
