import { vi } from 'vitest'
import type { CardChange, CardElement, Stripe, StripeError } from '../features/payments/stripe-js.ts'

/** Stands in for the provider's script in a test of a screen; what it answers may be changed until it is asked. */
export function fakeStripe() {
  const answers = {
    card: {} as { error?: StripeError },
    action: {} as { error?: StripeError },
    setup: {} as { error?: StripeError },
  }
  const calls: [string, unknown][] = []
  let change: ((change: CardChange) => void) | undefined
  const field = {
    mount: (place: HTMLElement) => place.append('campo do cartão'),
    destroy: () => undefined,
    focus: () => undefined,
    update: () => undefined,
    on: (event: string, handler: typeof change) => {
      if (event === 'change') change = handler
    },
  } as CardElement
  const stripe: Stripe = {
    elements: () => ({ create: () => field }),
    createPaymentMethod: async ({ billing_details }) => {
      calls.push(['createPaymentMethod', billing_details.name])
      return answers.card.error ? answers.card : { paymentMethod: { id: 'pm_new' } }
    },
    handleNextAction: async ({ clientSecret }) => {
      calls.push(['handleNextAction', clientSecret])
      return answers.action
    },
    confirmCardSetup: async (clientSecret, confirmation) => {
      calls.push(['confirmCardSetup', [clientSecret, confirmation]])
      return answers.setup.error ? answers.setup : { setupIntent: { id: 'seti_1' } }
    },
  }
  vi.stubGlobal('Stripe', () => stripe)
  return {
    answers,
    calls,
    /** Types in the provider's field, which shows at once what is wrong with it. */
    type: (error?: StripeError) => change?.(error ? { error } : {}),
  }
}
