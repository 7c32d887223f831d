import { type ErrorCode, errors } from '@escola/contract/errors'
import { type Addressed, pathIn } from './base-path.ts'

interface Details {
  /** Fields with the fault of each, in Portuguese. */
  fields?: Record<string, string>
  current?: unknown
  /** Seconds to wait. */
  retryAfter?: number
  /** Place where the client goes instead: a path of that school, written as if the school began at /. */
  redirect?: { school: Addressed; path: string }
  /** Challenge of a sign-in's second half. */
  challenge?: string
}

/** Error with a code of the contract, which becomes the answer. Every other error is a fault of ours. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly current: unknown
  readonly retryAfter: number | undefined
  readonly redirectUrl: string | undefined
  readonly challenge: string | undefined
  constructor(code: ErrorCode, { fields, current, retryAfter, redirect, challenge }: Details = {}) {
    super(errors[code].message)
    this.code = code
    this.fields = fields
    this.current = current
    this.retryAfter = retryAfter
    this.challenge = challenge
    this.redirectUrl = redirect && pathIn(redirect.school, redirect.path)
  }
  get status() {
    return errors[this.code].status
  }
}

export const notFound = () => new AppError('not_found')
/** Makes a 400 that names one field and its fault, in Portuguese. */
export const invalidField = (field: string, text: string) =>
  new AppError('invalid_request', { fields: { [field]: text } })
