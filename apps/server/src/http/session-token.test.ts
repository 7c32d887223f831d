import { randomUUID } from 'node:crypto'
import jwt from '@fastify/jwt'
import fastify, { type FastifyInstance } from 'fastify'
import { beforeEach, expect, it, vi } from 'vitest'
import { stopClock } from '../testing/clock.ts'
import { type SessionTokens, sessionTokens, tokenRules } from './session-token.ts'

let app: FastifyInstance
let tokens: SessionTokens
let verified: string[]
beforeEach(async () => {
  stopClock()
  app = fastify()
  await app.register(jwt, { secret: 'a secret of 32 characters or more', verify: tokenRules })
  await app.ready()
  const verify = app.jwt.verify.bind(app.jwt)
  verified = []
  vi.spyOn(app.jwt, 'verify').mockImplementation(((token: string) => {
    verified.push(token)
    return verify(token)
  }) as typeof app.jwt.verify)
  tokens = sessionTokens(app)
})

const claims = { sessionId: randomUUID(), userId: '7' }
const header = (token: string) => `Bearer ${token}`
/** A token signed like all, with more in it than ours have or a shorter life. */
const signed = ({ more = '', seconds = 3600 }) =>
  app.jwt.sign(
    { sid: claims.sessionId, more },
    { sub: claims.userId, aud: tokenRules.allowedAud, iss: tokenRules.allowedIss, expiresIn: seconds },
  )

it('checks a signature once a minute', () => {
  const token = tokens.sign(claims.sessionId, claims.userId)
  expect(tokens.claimsOf(header(token))).toEqual(claims)
  vi.setSystemTime(Date.now() + 59_999)
  expect(tokens.claimsOf(header(token))).toEqual(claims)
  expect(verified).toHaveLength(1)
  vi.setSystemTime(Date.now() + 1)
  expect(tokens.claimsOf(header(token))).toEqual(claims)
  expect(verified).toHaveLength(2)
})

it('takes none that is over, though it was good a moment ago', () => {
  const token = signed({ seconds: 30 })
  expect(tokens.claimsOf(header(token))).toEqual(claims)
  vi.setSystemTime(Date.now() + 30_001)
  expect(tokens.claimsOf(header(token))).toBe(undefined)
})

it('does not cache a token that is not ours', () => {
  const [head, body] = signed({}).split('.')
  const forged = [head, body, 'x'.repeat(43)].join('.')
  expect([tokens.claimsOf(header(forged)), tokens.claimsOf(header(forged))]).toEqual([undefined, undefined])
  expect(verified).toHaveLength(2)
})

it('drops the tokens that were not shown for the longest, and keeps those in use', () => {
  const [unused, used] = [signed({ more: 'unused' }), signed({ more: 'used' })]
  tokens.claimsOf(header(unused))
  // Long ones take the room of many.
  for (let nth = 0; nth < 20_000; nth++) {
    tokens.claimsOf(header(used))
    tokens.claimsOf(header(signed({ more: `${nth}`.padEnd(1200) })))
  }
  expect(verified.filter((token) => token === used)).toHaveLength(1)
  verified = []
  expect([tokens.claimsOf(header(used)), tokens.claimsOf(header(unused))]).toEqual([claims, claims])
  expect(verified).toEqual([unused])
})
