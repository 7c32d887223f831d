import type { ErrorBody, ErrorCode } from '@escola/contract/errors'
import { endsSession } from '@escola/contract/errors'
import { studyMessages } from '@escola/contract/messages'

/** offline: the request never arrived. */
export type FailureCode = ErrorCode | 'offline'

/**
 * Failure of a call; the message is in Portuguese and ready to be shown.
 * @param body.message Portuguese text already; see translations.ts
 */
export class ApiError extends Error {
  override name = 'ApiError'
  status: number
  code: FailureCode
  fields?: Record<string, string>
  current?: unknown
  requestId?: string
  /** The browser is being led to this address instead, on this same site. */
  redirectUrl?: string
  /** Challenge that goes on with the second half of a sign-in. */
  challenge?: string

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message || studyMessages.unexpected)
    this.status = status
    this.code = (body.code as FailureCode) ?? 'internal'
    this.fields = body.fields
    this.current = body.current
    this.requestId = body.requestId
    this.challenge = body.challenge
    this.redirectUrl = status === 401 || status === 403 ? keepSameSite(body.redirectUrl) : undefined
  }

  get endsSession() {
    return endsSession(this.code)
  }

  /** The session is a platform administrator's without a second factor, which must be set up first. */
  get lacksFactor() {
    return this.code === 'second_factor_required'
  }

  /** An address that is no id is as unknown as one that leads to nothing; another refused value says nothing of the address. */
  get isUnknownAddress() {
    return this.status === 404 || (this.status === 400 && Object.keys(this.fields ?? {}).some(isOfAddress))
  }

  /** The page is being left because of it: nothing else leads away meanwhile. */
  get leavesPage() {
    return this.redirectUrl !== undefined || this.endsSession || this.lacksFactor
  }
}

/** Says whether a call's field comes from the page's address. */
const isOfAddress = (field: string) => /(?:id|link|code|token)$/i.test(field)

/** A path or a whole address; the parser folds back slashes and tabs away before we look, as a browser would. */
function keepSameSite(address: unknown): string | undefined {
  if (typeof address !== 'string' || !(address.startsWith('/') || URL.canParse(address))) return undefined
  if (!URL.canParse(address, location.origin)) return undefined
  const { href } = new URL(address, location.origin)
  // A page that is open already is not loaded again for each of its calls.
  return href.startsWith(`${location.origin}/`) && href !== location.href ? href : undefined
}

export const makeOfflineError = () =>
  new ApiError(0, { code: 'offline', message: 'Sem conexão. Verifique a sua internet e tente novamente' })

/** Refusals whose fields say more, which letters, which sum, which school or what is wrong with the card, and may stand in no form. */
const saidByField = new Set<FailureCode>([
  'certificate_unprintable',
  'balance_missing',
  'card_refused',
  'erased_here',
  'attempt_refused',
  'exam_unready',
  'exam_question_used',
])

/** Text for any failure; a message of another program is never shown itself. */
export function textOf(error: unknown): string {
  if (!(error instanceof ApiError)) return studyMessages.unexpected
  const [reason] = saidByField.has(error.code) ? Object.values(error.fields ?? {}) : []
  return reason ?? error.message
}
