import pg from 'pg'

const unique = '23505'
const foreignKey = '23503'
const divisionByZero = '22012'

/**
 * The name of the unique or foreign key that refused a row, for the caller to turn into words; undefined when it was something else.
 * A missing value or a broken check is no such thing: no input should get that far, so it is a fault of ours.
 */
export const isConstraintViolation = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && (error.code === unique || error.code === foreignKey) ? nameOf(error) : undefined

/** A node of a cluster says the name of its own part of the table's, and says it in the message alone. */
const nameOf = ({ constraint, message }: pg.DatabaseError) =>
  (constraint ?? /constraint "([^"]+)"/.exec(message)?.[1] ?? '').replace(/_\d{6,}$/, '')

/** True when the row names another one that is not there. */
export const isMissingReference = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === foreignKey

/** True when a statement has said so by a division that what it asks for is not there, which keeps what leaves with it from being done. */
export const isDivisionByZero = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === divisionByZero

/** Nobody is let to wait: the server does not answer, or too many wait already. */
export class Refused extends Error {
  constructor(reason = 'the database does not answer') {
    super(`refused: ${reason}`)
  }
}

/** Connection lost or refused, shutting down, out of something, gave way to another transaction, took too long or was idle too long. */
const passingCodes = /^(57P0|57014|08|53|40001|40P01|25P03|55P03)|ECONNREFUSED|ECONNRESET|EPIPE/
const passingWords =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|not queryable/
/** What a coordinator says, under a code for faults of all kinds, when one of its nodes cannot be reached. */
const awayWords =
  /server closed the connection|connection (to|with) the remote node|connection not open|failure on connection marked|could not (connect|establish|commit transaction for shard)|(any|no) active placement/i

/** True when the database could not be reached, is shutting down, took too long, or gave way to another transaction: the caller may try again. */
export const isUnavailable = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return (
    error instanceof Refused ||
    passingCodes.test(code ?? '') ||
    passingWords.test(message ?? '') ||
    (code === 'XX000' && awayWords.test(message ?? ''))
  )
}
