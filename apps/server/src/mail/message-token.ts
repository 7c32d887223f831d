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
