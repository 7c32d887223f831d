import { type ErrorCode, errors } from '@escola/contract/errors'
import { type Addressed, basePathOf, pathIn } from './base-path.ts'

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
  /** Fault of something that we lean on, for our log. */
  cause?: unknown
}

/** Error with a code of the contract, which becomes the answer. Every other error is a fault of ours. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly current: unknown
  readonly retryAfter: number | undefined
  readonly challenge: string | undefined
  readonly #redirect: { base: string; url: string } | undefined
  constructor(code: ErrorCode, { fields, current, retryAfter, redirect, challenge, cause }: Details = {}) {
    super(errors[code].message, cause === undefined ? {} : { cause })
    this.code = code
    this.fields = fields
    this.current = current
    this.retryAfter = retryAfter
    this.challenge = challenge
    this.#redirect = redirect && { base: basePathOf(redirect.school), url: pathIn(redirect.school, redirect.path) }
  }
  /** Address of the redirect on the platform's hosts, or on the school's own domain, where its pages begin at the root. */
  redirectUrl({ isOwnDomain }: { isOwnDomain: boolean }): string | undefined {
    const { base, url } = this.#redirect ?? { base: '', url: undefined }
    return isOwnDomain ? url?.slice(base.length) : url
  }
  get status() {
    return errors[this.code].status
  }
}

/** Refuses a call in a blocked school; its users are led to all that is left of it. */
export const schoolBlocked = ({ id, namespace }: Addressed) =>
  new AppError('school_blocked', { redirect: { school: { id, namespace }, path: '/contato' } })
export const notFound = () => new AppError('not_found')
/** Makes a 400 that names one field and its fault, in Portuguese. */
export const invalidField = (field: string, text: string) =>
  new AppError('invalid_request', { fields: { [field]: text } })
