import { minuteMs } from '@escola/contract/durations'
import { limits } from '@escola/contract/limits'
import { isId } from '@escola/contract/wire'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'

const audience = 'session'
const issuer = 'escola'

/**
 * Rules that every token of ours is held to. They stand here once: with each token, the check would be built again, which takes as long as
 * to check.
 */
export const tokenRules = {
  allowedAud: audience,
  allowedIss: issuer,
  algorithms: ['HS256' as const],
  // Every token of ours expires, so one without exp is forged.
  requiredClaims: ['exp'],
}

/** The signed half of a session; the row in the database is the other half and can be revoked. */
export interface SessionTokens {
  sign(sessionId: string, userId: string): string
  /** Claims of an Authorization header that we signed and that is not too old. */
  claimsOf(authorization: string): Claims | undefined
}
export interface Claims {
  sessionId: string
  userId: string
}

/** A signature stays good for as long as its token says; checking it again within this time would find nothing new. */
const cacheMs = minuteMs
/**
 * Size in characters of tokens: some 65,000 of them. With their claims that is about 38 MB, measured. When there are more, those go that
 * were not shown for the longest.
 */
const cachedChars = 16 * 1024 * 1024

export const sessionTokens = (app: FastifyInstance): SessionTokens => {
  const verifiedTokens = new LRUCache<string, { until: number; claims: Claims }>({
    maxSize: cachedChars,
    sizeCalculation: (_, token) => token.length,
  })

  const verifyToken = (token: string): Claims | undefined => {
    const now = Date.now()
    const seen = verifiedTokens.get(token)
    if (seen && seen.until > now) return seen.claims
    const { sid, sub, exp } = app.jwt.verify<{ sid?: unknown; sub?: unknown; exp: number }>(token)
    if (typeof sid !== 'string' || !/^[0-9a-f-]{36}$/.test(sid)) return undefined
    if (typeof sub !== 'string' || !isId(sub)) return undefined
    const claims = { sessionId: sid, userId: sub }
    verifiedTokens.set(token, { until: Math.min(exp * 1000, now + cacheMs), claims })
    return claims
  }

  return {
    sign: (sessionId, userId) =>
      app.jwt.sign(
        { sid: sessionId },
        { sub: userId, aud: audience, iss: issuer, expiresIn: limits.sessionDays * 24 * 3600 },
      ),
    claimsOf: (authorization) => {
      const token = authorization.match(/^Bearer ([\w.-]{20,2000})$/i)?.[1]
      if (!token) return undefined
      try {
        return verifyToken(token)
      } catch {
        return undefined
      }
    },
  }
}
