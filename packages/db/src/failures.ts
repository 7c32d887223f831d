import pg from 'pg'

const unique = '23505'
const foreignKey = '23503'

/**
 * The name of the unique or foreign key that refused a row, for the caller to turn into words; undefined for any other error. A missing value
 * or a broken check is no refusal: validation keeps such input away, so it is a fault of the product.
 */
export const isConstraintViolation = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && (error.code === unique || error.code === foreignKey) ? nameOf(error) : undefined

/** A node of a cluster gives the name of its own part of the table's key, and gives it in the message alone. */
const nameOf = ({ constraint, message }: pg.DatabaseError) =>
  (constraint ?? /constraint "([^"]+)"/.exec(message)?.[1] ?? '').replace(/_\d{6,}$/, '')

/** True when the values of a row were refused: those of other rows may be good. */
export const isRefusedRow = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')

/** True when the row names another row that does not exist. */
export const isMissingReference = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === foreignKey
