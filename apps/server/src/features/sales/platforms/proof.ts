import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Takes the same time whatever was given, however long it is. */
export const isCode = (given: string | null, code: string): boolean =>
  code !== '' && given !== null && timingSafeEqual(hash(given), hash(code))

/** Whether a signature in hexadecimal digits is the HMAC-SHA256 of these bytes. */
export const isSignature = (given: string | undefined, code: string, signed: Buffer | string): boolean => {
  if (code === '' || !given || !isHexHash(given)) return false
  return timingSafeEqual(Buffer.from(given, 'hex'), createHmac('sha256', code).update(signed).digest())
}

export const isHexHash = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text)
