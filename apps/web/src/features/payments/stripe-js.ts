import { textOfFault } from '@escola/contract/payment-errors'
import { textOf } from '../../api/api-error.ts'

/** Failure that the provider's script reports; its message is in the language that the fields were made with. */
export interface StripeError {
  code?: string
  decline_code?: string
  message?: string
}

/** Text for a failure of the provider's script, in our words where we have some. */
export const textOfRefusal = ({ code = '', decline_code = '', message }: StripeError): string =>
  textOfFault(decline_code) ?? textOfFault(code) ?? message ?? textOf(undefined)

/** Change of what was typed. It comes some time after the typing: whether a card is complete is asked with `createPaymentMethod`. */
export interface CardChange {
  error?: StripeError
}

export interface CardElement {
  mount: (place: HTMLElement) => void
  destroy: () => void
  focus: () => void
  update: (options: { style?: object; disabled?: boolean }) => void
  on: ((event: 'change', handler: (change: CardChange) => void) => unknown) &
    ((event: 'ready', handler: () => void) => unknown)
}

type Answer<T> = Promise<Partial<T> & { error?: StripeError }>
interface BillingDetails {
  name: string
}

/** Part of the provider's script that the checkout uses. */
export interface Stripe {
  elements: (options: { locale: 'pt-BR' }) => {
    create: (type: 'card', options: { style: object; hidePostalCode: boolean }) => CardElement
  }
  createPaymentMethod: (method: {
    type: 'card'
    card: CardElement
    billing_details: BillingDetails
  }) => Answer<{ paymentMethod: { id: string } }>
  handleNextAction: (action: { clientSecret: string }) => Answer<object>
  confirmCardSetup: (
    clientSecret: string,
    /** `return_url` is where a payer comes back whose bank leads them away from the page. */
    confirmation: { payment_method: string; return_url: string },
  ) => Answer<{ setupIntent: { id: string } }>
}

declare global {
  interface Window {
    Stripe?: (key: string) => Stripe
  }
}

/** Loads the provider's script, which no page but these may; one that did not come is asked for anew by the next call. */
export async function loadStripe({ script, key }: { script: string; key: string }): Promise<Stripe> {
  if (!window.Stripe) await loadScript(script)
  if (!window.Stripe) throw new Error(`${script} defines no Stripe`)
  return window.Stripe(key)
}

/** A script that neither comes nor fails is given up after this time. */
const longestWait = 20_000

const loadScript = (src: string) =>
  new Promise<void>((resolve, reject) => {
    const element = document.createElement('script')
    const giveUp = () => {
      element.remove()
      reject(new Error(`${src} did not come`))
    }
    const waiting = setTimeout(giveUp, longestWait)
    element.src = src
    element.onload = () => {
      clearTimeout(waiting)
      resolve()
    }
    element.onerror = () => {
      clearTimeout(waiting)
      giveUp()
    }
    document.head.append(element)
  })
