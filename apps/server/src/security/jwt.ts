import { createVerifier } from 'fast-jwt'

interface Signer {
  secret: string
  now: Date
  /** The signer's clock may be ahead by this much. */
  driftSeconds: number
}

/**
 * Claims of a JWT that another system signed with a secret of ours; undefined when it did not, or the token is too old or too new. Only
 * HS256: a token never chooses how it is checked.
 */
export function readJwt(token: string, { secret, now, driftSeconds }: Signer): Record<string, unknown> | undefined {
  const signed = verifySignature(token, secret)
  if (!signed || 'crit' in signed.header) return undefined
  const seconds = now.getTime() / 1000
  const { exp = Number.POSITIVE_INFINITY, iat = 0, nbf = 0 } = signed.payload
  const isInTime =
    typeof exp === 'number' &&
    typeof iat === 'number' &&
    typeof nbf === 'number' &&
    seconds < exp &&
    Math.max(iat, nbf) <= seconds + driftSeconds
  return isInTime ? signed.payload : undefined
}

interface Verified {
  header: Record<string, unknown>
  payload: Record<string, unknown>
}

/** Checks the signature alone: the library would let a token that is over pass for as long as a clock may be ahead. */
function verifySignature(token: string, secret: string): Verified | undefined {
  const verify = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    complete: true,
    cache: false,
    ignoreExpiration: true,
    ignoreNotBefore: true,
  })
  try {
    return verify(token) as Verified
  } catch {
    return undefined
  }
}
