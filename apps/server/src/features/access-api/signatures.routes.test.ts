import { createHmac } from 'node:crypto'
import { accessApi } from '@escola/contract/access-api.contract'
import { dayMs } from '@escola/contract/durations'
import { accessApiLimits } from '@escola/contract/limits'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
function jwt(claims: object, secret: string) {
  const text = `${part({ typ: 'JWT', alg: 'HS256' })}.${part(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** Makes a school with a key, and a token of another system that says nothing of time. */
async function makeSchool() {
  const school = await w.makeSchool('Integrada')
  const { admin, make, tx } = school
  await tx((db) => db.updateTable('schools').set({ has_api: true }).execute())
  await make.integration(await make.cohort())
  const generate = async () => (await w.call(accessApi.generateKey, { as: admin })).body
  const ask = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const { status, error } = await w.call(accessApi.hash, { params: { schoolId: school.id }, headers })
    return status === 200 ? 'hash' : error.code
  }
  const rows = () => tx((db) => db.selectFrom('access_api_signatures').selectAll().execute())
  const usedFirst = (daysAgo: number) =>
    tx((db) =>
      db
        .updateTable('access_api_signatures')
        .set({ utc_first_used_on: new Date(Date.now() - daysAgo * dayMs) })
        .execute(),
    )
  const usedLast = (daysAgo: number) =>
    tx((db) =>
      db
        .updateTable('access_api_signatures')
        .set({ utc_last_used_on: new Date(Date.now() - daysAgo * dayMs) })
        .execute(),
    )
  const fill = (count: number) =>
    tx((db) => {
      const now = new Date()
      const row = (at: number) => ({ token_hash: `${at}`, utc_first_used_on: now, utc_last_used_on: now })
      return db
        .insertInto('access_api_signatures')
        .values(Array.from({ length: count }, (_, at) => row(at)))
        .execute()
    })
  const endsOn = async () => (await w.call(accessApi.getKey, { as: admin })).body.utc_signature_ends_on
  return { generate, ask, rows, usedFirst, usedLast, fill, endsOn }
}
const { signatureDays } = accessApiLimits

it('takes a signed token without exp for a year from its first use, however its signature is written', async () => {
  const { generate, ask, rows, usedFirst, endsOn } = await makeSchool()
  const { key, secret } = await generate()
  const token = jwt({ key }, secret)
  expect(await endsOn()).toBeNull()
  expect([await ask(token), await ask(token)]).toEqual(['hash', 'hash'])
  const [row, ...others] = await rows()
  expect(others).toEqual([])
  expect(JSON.stringify(row)).not.toContain(token)
  expect(await endsOn()).toBe(new Date(row!.utc_first_used_on.getTime() + signatureDays * dayMs).toISOString())

  await usedFirst(signatureDays - 1)
  expect(await ask(token)).toBe('hash')
  await usedFirst(signatureDays)
  expect(await ask(token)).toBe('signature_expired')
  // The last sign of 43 has two bits to spare, which no reader looks at.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const spare = letters[letters.indexOf(token.at(-1)!) ^ 1]!
  expect(await ask(token.slice(0, -1) + spare)).not.toBe('hash')

  const next = await generate()
  expect([await rows(), await endsOn()]).toEqual([[], null])
  expect(await ask(jwt({ key: next.key }, next.secret))).toBe('hash')
})

it('keeps no row of a token with exp, nor of one that was signed today', async () => {
  const { generate, ask, rows } = await makeSchool()
  const { key, secret } = await generate()
  const seconds = Math.floor(Date.now() / 1000)
  expect(await ask(jwt({ key, iat: seconds - 23 * 3600 }, secret))).toBe('hash')
  expect(await ask(jwt({ key, iat: seconds - 900 * 86_400, exp: seconds + 60 }, secret))).toBe('hash')
  expect(await rows()).toEqual([])
})

it('takes a fixed token with an old iat for a year from its first use, and says so', async () => {
  const { generate, ask, usedFirst, endsOn } = await makeSchool()
  const { key, secret } = await generate()
  const token = jwt({ key, iat: Math.floor(Date.now() / 1000) - 900 * 86_400 }, secret)
  expect(await ask(token)).toBe('hash')
  expect(Date.parse((await endsOn())!)).toBeGreaterThan(Date.now() + (signatureDays - 1) * dayMs)
  await usedFirst(signatureDays)
  expect(await ask(token)).toBe('signature_expired')
})

it('speaks of tokens that are still in use', async () => {
  const { generate, ask, rows, usedLast, endsOn } = await makeSchool()
  const { key, secret } = await generate()
  const token = jwt({ key }, secret)
  expect(await ask(token)).toBe('hash')
  const lastUse = async () => (await rows())[0]!.utc_last_used_on
  await usedLast(0.5)
  const halfDayAgo = await lastUse()
  expect(await ask(token)).toBe('hash')
  expect(await lastUse()).toEqual(halfDayAgo)
  await usedLast(accessApiLimits.signatureUseDays)
  expect(await endsOn()).toBeNull()
  expect(await ask(token)).toBe('hash')
  expect(await endsOn()).not.toBeNull()
})

it('refuses a system that signs each call with another token without exp, once there are too many', async () => {
  const { generate, ask, fill, rows } = await makeSchool()
  const { key, secret } = await generate()
  const known = jwt({ key, jti: 'known' }, secret)
  expect(await ask(known)).toBe('hash')
  await fill(accessApiLimits.signatures - 2)
  expect(await ask(jwt({ key, jti: 'last' }, secret))).toBe('hash')
  expect(await ask(jwt({ key, jti: 'one more' }, secret))).toBe('too_many_signatures')
  expect(await rows()).toHaveLength(accessApiLimits.signatures)
  expect(await ask(known)).toBe('hash')
  expect(await ask(jwt({ key, exp: Math.floor(Date.now() / 1000) + 60 }, secret))).toBe('hash')
})
