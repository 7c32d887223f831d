import { useState } from 'react'
import { part, usePart } from '../../ui/loading/part.ts'
import { loadStripe, type Stripe } from './stripe-js.ts'

export interface StripeState {
  stripe: Stripe | undefined
  hasFailed: boolean
  retry: () => void
}

/** The provider's script, loaded by the first screen that needs it; one that did not come can be asked for again. */
export function useStripe(checkout: { script: string; key: string }): StripeState {
  const [needed] = useState(() => part(() => loadStripe(checkout)))
  const { loaded, hasFailed, retry } = usePart(needed)
  return { stripe: loaded, hasFailed: hasFailed && !loaded, retry }
}
