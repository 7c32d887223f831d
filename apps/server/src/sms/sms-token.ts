import { sign } from '../security/signatures.ts'

/** Characters of the secret, with six bits each. */
const length = 32

/**
 * Makes the access link's token of a text message. It follows from the message, so that one that is sent again carries the same link, and is
 * stored nowhere; the membership keeps its hash. It is shorter than others, because a message is short.
 */
export const makeSmsToken = (secret: string, schoolId: string, messageId: string) =>
  `${schoolId}-${sign(secret, 'sms token', `message ${schoolId} ${messageId}`).slice(0, length)}`
