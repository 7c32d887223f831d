import { type ErrorCode, errors } from '@escola/contract/errors'

/** An answer that is not success, by its code in the contract. Everything else that is thrown is a fault of ours. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly current: unknown
  /** In seconds. */
  readonly retryAfter: number | undefined
  constructor(
    code: ErrorCode,
    { fields, current, retryAfter }: { fields?: Record<string, string>; current?: unknown; retryAfter?: number } = {},
  ) {
    super(errors[code].message)
    this.code = code
    this.fields = fields
    this.current = current
    this.retryAfter = retryAfter
  }
  get status() {
    return errors[this.code].status
  }
}

export const notFound = () => new AppError('not_found')
/** A 400 that names one field and what is wrong with it, in Portuguese. */
export const invalidField = (field: string, text: string) =>
  new AppError('invalid_request', { fields: { [field]: text } })
