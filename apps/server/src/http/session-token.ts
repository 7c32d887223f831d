import { limits } from '@escola/contract/limits'
import type { FastifyInstance } from 'fastify'

const audience = 'session'

/** The signed half of a session; the row in the database is the other half and can be revoked. */
export interface SessionTokens {
  sign(sessionId: string, userId: string): string
  /** The session that an Authorization header names, if we signed it and it is not too old. */
  sessionIdOf(authorization: string): string | undefined
}

export const sessionTokens = (app: FastifyInstance): SessionTokens => ({
  sign: (sessionId, userId) =>
    app.jwt.sign(
      { sid: sessionId },
      { sub: userId, aud: audience, iss: 'escola', expiresIn: limits.sessionDays * 24 * 3600 },
    ),
  sessionIdOf: (authorization) => {
    const token = authorization.match(/^Bearer ([\w.-]{20,2000})$/i)?.[1]
    if (!token) return undefined
    try {
      const { sid } = app.jwt.verify<{ sid?: unknown }>(token, {
        allowedAud: audience,
        allowedIss: 'escola',
        algorithms: ['HS256'],
      })
      return typeof sid === 'string' && /^[0-9a-f-]{36}$/.test(sid) ? sid : undefined
    } catch {
      return undefined
    }
  },
})
