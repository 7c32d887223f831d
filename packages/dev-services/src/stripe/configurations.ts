import type { Stripe } from 'stripe'
import type { Operations } from './core/operations.ts'
import { allowOnly } from './core/parameters.ts'

/** Ways to pay that are switched on in the account's dashboard. */
export const configurations: Operations = {
  'GET /v1/payment_method_configurations': ({ account, params }) => {
    allowOnly(params, 'limit')
    const wayOf = (isOn: boolean) => {
      const value = isOn ? ('on' as const) : ('off' as const)
      return { available: isOn, display_preference: { overridable: null, preference: value, value } }
    }
    const own: Stripe.PaymentMethodConfiguration = {
      id: `pmc_${account.name}`,
      object: 'payment_method_configuration',
      active: true,
      application: null,
      card: wayOf(true),
      is_default: true,
      livemode: false,
      name: 'Default',
      parent: null,
      pix: wayOf(account.settings.pix === 'on'),
    }
    return { object: 'list', url: '/v1/payment_method_configurations', has_more: false, data: [own] }
  },
}
