type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error' | 'rate_limit_error'

interface Details {
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: object
  payment_method?: object
  setup_intent?: object
}

/** A refusal in Stripe's shape. */
export class StripeError extends Error {
  readonly status: number
  readonly type: ErrorType
  readonly details: Details

  constructor(status: number, type: ErrorType, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.type = type
    this.details = details
  }

  toWire(): object {
    const { code } = this.details
    const doc_url = code && `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`
    return { error: { ...this.details, ...(doc_url && { doc_url }), message: this.message, type: this.type } }
  }
}

export const refuse = (message: string, details: Details = {}, status = 400): StripeError =>
  new StripeError(status, 'invalid_request_error', message, details)

/** Says that a parameter is Stripe's, but that the stand-in doesn't act on it: it never passes over one in silence. */
export const refuseUndone = (param: string): StripeError =>
  refuse(`The stand-in for Stripe does not do this: ${param}.`, { param })
