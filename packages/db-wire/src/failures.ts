/** Thrown when a caller may not wait, because the server does not answer or too many callers wait already. */
export class Refused extends Error {
  constructor(reason = 'the database does not answer') {
    super(`refused: ${reason}`)
  }
}

/** Connection lost or refused, host not found or out of reach, no connection to spare. */
const lostCodes =
  /^(57P0|08|53300)|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN/
/** Out of something, gave way to another transaction, took too long or was idle too long. */
const passingCodes = /^(57014|53|40001|40P01|25P03|55P03)/
const lostWords =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|not queryable/
/** A coordinator of Citus says these, under a code for faults of all kinds, when one of its nodes cannot be reached. */
const nodeFailureWords =
  /server closed the connection|connection (to|with) the remote node|connection not open|failure on connection marked|could not (connect|establish|commit transaction for shard)|(any|no) active placement/i

/** True for an error after which the server closes the connection; it answers nothing that is sent later. */
export const endsConnection = (error: unknown): boolean => {
  const { severity } = (error ?? {}) as { severity?: string }
  return severity === 'FATAL' || severity === 'PANIC'
}

/** True when the server refuses the login itself. */
export const isRefusedLogin = (error: unknown): boolean => /^28/.test(((error ?? {}) as { code?: string }).code ?? '')

/** True when no connection could be opened, or one was lost: the server has not answered, or not this process. */
export const isLostConnection = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return lostCodes.test(code ?? '') || lostWords.test(message ?? '')
}

/** True when the database could not be reached, is shutting down, took too long, or gave way to another transaction: the caller may try again. */
export const isUnavailable = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return (
    error instanceof Refused ||
    isLostConnection(error) ||
    passingCodes.test(code ?? '') ||
    (code === 'XX000' && nodeFailureWords.test(message ?? ''))
  )
}
