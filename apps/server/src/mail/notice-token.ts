import { isId } from '@escola/contract/wire'
import { isSigned, sign } from '../security/signatures.ts'

const purpose = 'notices off'
const textOf = (schoolId: string, userId: string) => `${schoolId} ${userId}`

/** The secret in a digest's link, which switches news off for one administrator of one school. */
export const noticeToken = (secret: string, schoolId: string, userId: string) =>
  `${userId}.${sign(secret, purpose, textOf(schoolId, userId))}`

/** The administrator whom a link names; undefined for a link that we did not write. */
export function personOfNoticeToken(secret: string, schoolId: string, token: string): string | undefined {
  const [userId = '', signature = ''] = token.split('.')
  return isId(userId) && isSigned(secret, purpose, textOf(schoolId, userId), signature) ? userId : undefined
}
