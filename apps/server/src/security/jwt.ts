import { createHmac } from 'node:crypto'
import { isSame } from './signatures.ts'

interface Signer {
  secret: string
  now: Date
  /** How far the clock of whoever signed it may be ahead. */
  driftSeconds: number
}

/**
 * What a JWT says that somebody else signed with a secret of ours; undefined when they did not, or it is too old or too new. Only HS256: a token
 * never chooses how it is checked.
 */
export function readJwt(token: string, { secret, now, driftSeconds }: Signer): Record<string, unknown> | undefined {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url')
  if (rest.length || !isSame(signature, expected)) return undefined
  const head = jsonOf(header)
  const claims = jsonOf(payload)
  if (head?.alg !== 'HS256' || 'crit' in head || !claims) return undefined
  const seconds = now.getTime() / 1000
  const { exp = Number.POSITIVE_INFINITY, iat = 0, nbf = 0 } = claims
  const isInTime =
    typeof exp === 'number' &&
    typeof iat === 'number' &&
    typeof nbf === 'number' &&
    seconds < exp &&
    Math.max(iat, nbf) <= seconds + driftSeconds
  return isInTime ? claims : undefined
}

function jsonOf(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
