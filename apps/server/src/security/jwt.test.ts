import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { readJwt } from './jwt.ts'

const secret = 's'.repeat(43)
const now = new Date('2026-01-01T12:00:00Z')
const seconds = now.getTime() / 1000
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
function jwt(claims: unknown, { header = { typ: 'JWT', alg: 'HS256' } as object, by = secret, hash = 'sha256' } = {}) {
  const text = `${part(header)}.${part(claims)}`
  return `${text}.${createHmac(hash, by).update(text).digest('base64url')}`
}
const read = (token: string) => readJwt(token, { secret, now, driftSeconds: 60 })

it('reads what was signed with the secret', () => {
  expect(read(jwt({ key: 'k' }))).toEqual({ key: 'k' })
  expect(read(jwt({ key: 'k', iat: seconds, nbf: seconds, exp: seconds + 1 }))).toMatchObject({ key: 'k' })
  // Their clock is ahead.
  expect(read(jwt({ key: 'k', iat: seconds + 60 }))).toBeTruthy()
  // Token that jwt.io shows, made elsewhere.
  const token =
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c'
  expect(readJwt(token, { secret: 'your-256-bit-secret', now, driftSeconds: 60 })).toMatchObject({ name: 'John Doe' })
})

it.each([
  ['another secret', jwt({ key: 'k' }, { by: 't'.repeat(43) })],
  ['no algorithm', jwt({ key: 'k' }, { header: { alg: 'none' } })],
  ['no algorithm and no signature', `${part({ alg: 'none' })}.${part({ key: 'k' })}.`],
  ['another algorithm', jwt({ key: 'k' }, { header: { alg: 'HS512' }, hash: 'sha512' })],
  ['another algorithm in name alone', jwt({ key: 'k' }, { header: { alg: 'HS384' } })],
  ['what has to be understood and is not', jwt({ key: 'k' }, { header: { alg: 'HS256', crit: ['b64'] } })],
  ['a crit header that is null', jwt({ key: 'k' }, { header: { alg: 'HS256', crit: null } })],
  ['a signature that is over', jwt({ key: 'k', exp: seconds })],
  ['a time that is none', jwt({ key: 'k', exp: 'never' })],
  ['a signature of tomorrow', jwt({ key: 'k', iat: seconds + 61 })],
  ['a signing time that is none', jwt({ key: 'k', iat: 'never' })],
  ['a start that is none', jwt({ key: 'k', nbf: 'never' })],
  ['a start of tomorrow', jwt({ key: 'k', nbf: seconds + 61 })],
  ['a fourth part', `${jwt({ key: 'k' })}.x`],
  ['claims that are none', jwt(null)],
  ['another writing of its signature', `${jwt({ key: 'k' })}=`],
  ['no JWT', 'k'],
  ['nothing', ''],
])('takes nothing of %s', (_, token) => expect(read(token)).toBeUndefined())
