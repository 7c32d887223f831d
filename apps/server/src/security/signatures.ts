import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret for links: 32 random bytes. */
export const randomToken = () => randomBytes(32).toString('base64url')
/** Hash that is stored of a token. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

export const sign = (secret: string, purpose: string, text: string) =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
export const isSigned = (secret: string, purpose: string, text: string, signature: string) =>
  isSame(signature, sign(secret, purpose, text))

/** Takes the same time wherever the two begin to differ. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
