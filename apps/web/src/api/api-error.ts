import type { ErrorBody, ErrorCode } from '@escola/contract/errors'
import { translateMessage } from '@escola/contract/errors'
import { messages } from '@escola/contract/messages'

/** offline: the request never arrived. */
export type FailureCode = ErrorCode | 'offline'

/** What a call failed with; the message is in Portuguese and ready to be shown. */
export class ApiError extends Error {
  override name = 'ApiError'
  status: number
  code: FailureCode
  fields?: Record<string, string>
  current?: unknown
  requestId?: string
  redirectUrl?: string

  constructor(status: number, body: Partial<ErrorBody>) {
    super(translateMessage(body.message))
    this.status = status
    this.code = (body.code as FailureCode) ?? 'internal'
    this.fields = body.fields
    this.current = body.current
    this.requestId = body.requestId
    this.redirectUrl = body.redirectUrl
  }
}

export const offline = () =>
  new ApiError(0, { code: 'offline', message: 'Sem conexão. Verifique a sua internet e tente novamente' })

/** A text for any failure; what isn't ours is never shown as it is. */
export const textOf = (error: unknown) => (error instanceof ApiError ? error.message : messages.unexpected)
