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
      change = handler
      // Tests that ask nothing else have a card typed already.
      if (event === 'change') handler?.({ complete: true })
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
    confirmCardSetup: async (clientSecret, { payment_method }) => {
      calls.push(['confirmCardSetup', [clientSecret, payment_method.billing_details.name]])
      return answers.setup.error ? answers.setup : { setupIntent: { id: 'seti_1' } }
    },
  }
  vi.stubGlobal('Stripe', () => stripe)
  return {
    answers,
    calls,
    /** Types in the provider's field: all of a card, something wrong, or a part that says nothing yet. */
    type: (error?: StripeError | 'part') => change?.({ complete: !error, ...(error && error !== 'part' && { error }) }),
  }
}
