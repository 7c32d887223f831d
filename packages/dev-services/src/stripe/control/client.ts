import type { Stripe } from 'stripe'
import type { Retries, WebhookTarget } from '../core/account.ts'
import type { Failure } from '../core/accounts.ts'
import type { Settings } from '../core/settings.ts'
import type { Order } from '../core/webhooks.ts'
import type { Controls } from './routes.ts'

const day = 86_400

/** Does at the stand-in what at Stripe payers, banks and time do. One account, the one of the secret key, is all that it touches. */
export class StripeControl {
  private readonly url: string
  private readonly secretKey: string

  constructor(url: string, secretKey: string) {
    this.url = url
    this.secretKey = secretKey
  }

  /** Says where the account's events go; those of earlier moments are not sent. */
  setWebhook(target: WebhookTarget): Promise<unknown> {
    return this.call('webhook', target)
  }

  /** Forgets all customers, payments and events of the account, sets its clock to the present, and stops breaking calls. */
  async beginAnew(): Promise<void> {
    await this.call('begin_anew', {})
  }

  /** Moves the account's clock forward and does on the way all that becomes due. */
  async advance(time: { days?: number; seconds?: number }): Promise<void> {
    await this.call('advance', { seconds: (time.days ?? 0) * day + (time.seconds ?? 0) })
  }

  /** Answers the bank's question as the cardholder. */
  authenticate(intent: string, agrees = true): Promise<Stripe.PaymentIntent> {
    return this.call('authenticate', { intent, agrees })
  }

  payPix(intent: string): Promise<Stripe.PaymentIntent> {
    return this.call('pay_pix', { intent })
  }

  expirePix(intent: string): Promise<Stripe.PaymentIntent> {
    return this.call('expire_pix', { intent })
  }

  /** Lets a customer's payments in absence fail or succeed whatever their card, until null ends it. */
  async setRenewals(customer: string, how: 'fail' | 'succeed' | null): Promise<void> {
    await this.call('renewals', { customer, how })
  }

  /** Lets the paid periods of one customer's subscriptions be over now, as if time had gone by for them alone. */
  async renew(customer: string): Promise<void> {
    await this.call('renew', { customer })
  }

  /** Says when renewals that failed are tried again, and what the account does with the subscription after the last try. */
  async setRetries(rule: Retries): Promise<void> {
    await this.call('retries', rule)
  }

  /** Lets the account be that of a business in a country, in two letters. */
  async setCountry(country: string): Promise<void> {
    await this.call('country', { country })
  }

  /** Turns switches of the account; the others stay. */
  async change(settings: Partial<Settings>): Promise<void> {
    await this.call('settings', settings)
  }

  /** The cardholder's bank gives a card another number and day, and tells Stripe. */
  updateCard(card: string, change: { last4: string; exp_year: number }): Promise<Stripe.PaymentMethod> {
    return this.call('update_card', { card, ...change })
  }

  /** The cardholder disputes a charge at their bank. */
  dispute(charge: string): Promise<Stripe.Dispute> {
    return this.call('dispute', { charge })
  }

  closeDispute(dispute: string, status: 'won' | 'lost'): Promise<Stripe.Dispute> {
    return this.call('close_dispute', { dispute, status })
  }

  /** The dispute was lost, and its bank looks at it once more. */
  appealDispute(dispute: string): Promise<Stripe.Dispute> {
    return this.call('appeal_dispute', { dispute })
  }

  /** Refunds a charge as an administrator does in Stripe's dashboard. */
  refund(charge: string, amount?: number): Promise<Stripe.Refund> {
    return this.call('refund', { charge, amount })
  }

  /** The payer's bank sends a refund back. */
  failRefund(refund: string): Promise<Stripe.Refund> {
    return this.call('fail_refund', { refund })
  }

  /** Makes the payment method that a page makes of a typed number. */
  createCard(number: string, name?: string): Promise<Stripe.PaymentMethod> {
    return this.call('card', { number, name })
  }

  /**
   * Breaks the next calls of an operation, such as `POST /v1/payment_intents`; a way that ends in `_after` takes the money first.
   * Stripe's client tries a dropped call once more, so that only two drops are felt.
   */
  async failNext(failure: Failure & { times?: number }): Promise<void> {
    await this.call('fail_next', failure)
  }

  /** Keeps events back until they are released. */
  async holdEvents(): Promise<void> {
    await this.call('hold', {})
  }

  async releaseEvents(how: { order?: Order; copies?: number } = {}): Promise<void> {
    await this.call('release', how)
  }

  async resendEvent(event: string): Promise<void> {
    await this.call('resend', { event })
  }

  /** Number of events that wait for a 2xx of the webhook's receiver, held ones not counted. */
  async countPending(): Promise<number> {
    return (await this.call<{ pending: number }>('pending', {})).pending
  }

  private async call<T>(control: keyof Controls, input: object): Promise<T> {
    const response = await fetch(`${this.url}/_control/${control}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    const answer = (await response.json()) as T & { error?: { message: string } }
    if (!response.ok) throw new Error(`The stand-in for Stripe refused ${control}: ${answer.error?.message}`)
    return answer
  }
}
