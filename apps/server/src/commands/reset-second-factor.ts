import { pino } from 'pino'
import { logOptions } from '../core/log-options.ts'
import { SecurityLog } from '../core/security-events.ts'
import { resetSecondFactor } from '../features/sessions/reset-factor.service.ts'
import { openDatabase } from './open-database.ts'

/**
 * Removes the second factor of a user who has lost it: node apps/server/src/commands/reset-second-factor.ts <e-mail>. The operator has made
 * sure who asks. It writes the event to the standard output, as the processes write theirs, and what it says of itself to the other one.
 */
const [email = ''] = process.argv.slice(2)
const platform = await openDatabase(email ? [] : ['usage: reset-second-factor.ts <e-mail>'])
const securityLog = new SecurityLog(pino(logOptions({ logLevel: 'info' })))
const isReset = await resetSecondFactor(email.trim().toLowerCase(), {
  platform,
  securityLog,
  now: () => new Date(),
}).finally(() => platform.close())
console.error(isReset ? `${email} signs in with the password alone now.` : `${email} has no second factor.`)
process.exit(isReset ? 0 : 1)
