import { type ErrorBody, type ErrorCode, errors } from '@escola/contract/errors'
import { messages } from '@escola/contract/messages'
import { isConstraintViolation, isMissingReference, isUnavailable, Refused } from '@escola/db'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Config } from '../config.ts'
import { AppError } from '../core/app-error.ts'
import { StoreAway } from '../core/file-store.ts'
import { isOwnHost } from '../core/own-hosts.ts'
import { constraintCodes } from './constraint-codes.ts'

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'file_too_large',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/** A service that is away for a moment is asked for again after about this time. */
const retryAfterSeconds = 2

type Hosts = Pick<Config, 'platformDomains'>

/** Answers any error in the contract's shape. What no code stands for is a fault of ours: 500 for them, the whole error for our log. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, hosts: Hosts) {
  const body = bodyOf(error, { isOwnDomain: !isOwnHost(hosts, request.hostname) })
  const status = statusOf(error, body.code)
  const isFault = status >= 500 || (error instanceof AppError && error.cause !== undefined)
  // The moment from which callers are refused was logged once.
  if (isFault && !(error instanceof Refused)) request.log.error(error)
  // The line that ends the call says why it was refused. The texts of fields stay out, because some repeat what was typed.
  reply.log = reply.log.child({ code: body.code, ...(body.fields && { fields: Object.keys(body.fields) }) })
  const retryAfter = (error instanceof AppError && error.retryAfter) || (status === 503 && retryAfterSeconds)
  if (retryAfter) reply.header('retry-after', retryAfter)
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .send({ ...body, requestId: request.id })
}

function bodyOf(error: FastifyError, place: { isOwnDomain: boolean }): ErrorBody {
  if (error instanceof AppError)
    return {
      code: error.code,
      message: error.message,
      fields: error.fields,
      redirectUrl: error.redirectUrl(place),
      challenge: error.challenge,
      current: error.current,
    }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {}
    for (const { instancePath, message } of error.validation)
      fields[instancePath.replace(/^\//, '').replaceAll('/', '.') || 'body'] ??= message ?? ''
    return { ...makeErrorBody(codeOfFields(fields)), fields }
  }
  const constraint = isConstraintViolation(error)
  if (constraint !== undefined)
    return makeErrorBody(constraintCodes[constraint] ?? (isMissingReference(error) ? 'not_found' : 'conflict'))
  if (isCutOff(error)) return makeErrorBody('invalid_request')
  if (isUnavailable(error) || isDiskFull(error) || error instanceof StoreAway) return makeErrorBody('unavailable')
  if (error.statusCode === 429) return makeErrorBody('too_many_requests')
  const frameworkCode = frameworkCodes[error.code]
  if (frameworkCode) return makeErrorBody(frameworkCode)
  if (error.statusCode && error.statusCode < 500) return makeErrorBody('invalid_request')
  return makeErrorBody('internal')
}

/** The disk of files, or of a file that is on its way, takes nothing more until there is room again. */
const isDiskFull = ({ code }: FastifyError) => code === 'ENOSPC' || code === 'EDQUOT'

/** Tells whether the caller went away, or was sent away, before all of the body had come. No reader is left for the answer. */
const isCutOff = ({ code, message }: FastifyError) => code === 'ECONNRESET' && message === 'aborted'

/** The specification has a message for some fields (part 1 §8); it is given when nothing else is wrong. */
const codesByField: Record<string, ErrorCode> = {
  name: 'invalid_name',
  school_name: 'invalid_name',
  user_name: 'invalid_name',
  email: 'invalid_email',
  newEmail: 'invalid_email',
  cellphone: 'invalid_whatsapp',
}

function codeOfFields(fields: Record<string, string>): ErrorCode {
  const codes = Object.entries(fields).map(([field, text]) =>
    text === messages.passwordShort ? 'password_too_short' : codesByField[field],
  )
  const [first] = codes
  return (codes.every((code) => code === first) && first) || 'invalid_request'
}

const makeErrorBody = (code: ErrorCode): ErrorBody => ({ code, message: errors[code].message })

const statusOf = (error: FastifyError, code: string) =>
  code === 'invalid_request' && error.statusCode && error.statusCode >= 400 && error.statusCode < 500
    ? error.statusCode
    : errors[code as ErrorCode].status
