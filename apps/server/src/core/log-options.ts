import type { Config } from '../config.ts'

/** What both processes write, and what never: tokens travel in headers, and the detail of a database error is the row that was refused,
 * or where in it. */
export const logOptions = ({ logLevel }: Pick<Config, 'logLevel'>) => ({
  level: logLevel,
  redact: ['req.headers.authorization', 'req.headers.cookie', 'err.detail', 'err.where'],
})
