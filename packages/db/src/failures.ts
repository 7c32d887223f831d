import pg from 'pg'

/** The name of the constraint that refused a row, for the caller to turn into words; undefined when it was something else. */
export const isConstraintViolation = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code?.startsWith('23') ? (error.constraint ?? '') : undefined

/** True when the database could not be reached, is shutting down, or gave way to another transaction: the caller may try again. */
export const isUnavailable = (error: unknown): boolean => {
  const code = (error as { code?: string } | null)?.code ?? ''
  const message = (error as Error | null)?.message ?? ''
  return (
    /^(57P0|08|53|40001|40P01)|ECONNREFUSED|ECONNRESET|EPIPE/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout/.test(message)
  )
}
