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
  const endsOn = async () => (await w.call(accessApi.getKey, { as: admin })).body.utc_signature_ends_on
  return { generate, ask, rows, usedFirst, endsOn }
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

it('counts from iat where the token has one, and keeps no row of it, nor of a token with exp', async () => {
  const { generate, ask, rows } = await makeSchool()
  const { key, secret } = await generate()
  const seconds = Math.floor(Date.now() / 1000)
  const ago = (days: number) => seconds - days * 86_400
  expect(await ask(jwt({ key, iat: ago(signatureDays - 1) }, secret))).toBe('hash')
  expect(await ask(jwt({ key, iat: ago(signatureDays) }, secret))).toBe('signature_expired')
  expect(await ask(jwt({ key, iat: ago(900), exp: seconds + 60 }, secret))).toBe('hash')
  expect(await rows()).toEqual([])
})
