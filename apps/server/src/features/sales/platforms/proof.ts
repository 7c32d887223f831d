import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Takes the same time whatever was given, however long it is. */
export const isCode = (given: string | null, code: string): boolean =>
  code !== '' && given !== null && timingSafeEqual(hash(given), hash(code))

type Algorithm = 'sha256' | 'sha1'

/** Token of an Authorization header. */
export const bearerOf = ({ authorization }: Record<string, string | undefined>): string | undefined =>
  /^bearer\s+(\S+)$/i.exec(authorization?.trim() ?? '')?.[1]

/** Whether a signature in hexadecimal digits is the HMAC of these bytes. */
export const isSignature = (
  given: string | undefined,
  code: string,
  signed: Buffer | string,
  algorithm: Algorithm = 'sha256',
): boolean => {
  if (!given || !isHexHash(given, algorithm)) return false
  return isMac(Buffer.from(given, 'hex'), code, signed, algorithm)
}

/** Whether these bytes are the HMAC of the signed bytes. */
export function isMac(given: Buffer, code: string, signed: Buffer | string, algorithm: Algorithm): boolean {
  if (code === '') return false
  const mac = createHmac(algorithm, code).update(signed).digest()
  return given.length === mac.length && timingSafeEqual(given, mac)
}

export const isHexHash = (text: string, algorithm: Algorithm = 'sha256'): boolean =>
  (algorithm === 'sha1' ? /^[0-9a-f]{40}$/i : /^[0-9a-f]{64}$/i).test(text)
