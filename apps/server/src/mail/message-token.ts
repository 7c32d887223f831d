import { dayMs } from '@escola/contract/durations'
import { securityLimits } from '@escola/contract/limits'
import { sign } from '../security/signatures.ts'

/**
 * The secret in a mail's link. It follows from the message, so that a mail which has to be sent again carries the same link, and
 * it is stored nowhere; email_tokens keeps its hash.
 */
export const makeMessageToken = (secret: string, schoolId: string, messageId: string) =>
  sign(secret, 'mail token', `message ${schoolId} ${messageId}`)

/** The secret of the link 'Não fui eu' in a mail, which may have another link beside it. */
export const makeDenialToken = (secret: string, schoolId: string, messageId: string) =>
  sign(secret, 'denial token', `message ${schoolId} ${messageId}`)

/** End of a link 'Não fui eu', which is counted from what it denies: a mail that is sent late, or again, makes it no longer. */
export const endOfDenial = (actOn: Date) => new Date(actOn.getTime() + securityLimits.denialDays * dayMs)
