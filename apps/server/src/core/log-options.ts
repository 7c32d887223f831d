import type { Config } from '../config.ts'

/**
 * Options of both processes' logs. Secrets are left out: tokens travel in headers, and the detail of a database error is the refused row,
 * or a position in it.
 */
export const logOptions = ({ logLevel }: Pick<Config, 'logLevel'>) => ({
  level: logLevel,
  redact: ['req.headers.authorization', 'req.headers.cookie', 'err.detail', 'err.where'],
})
