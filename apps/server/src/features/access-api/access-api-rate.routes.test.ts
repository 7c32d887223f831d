import { createHmac } from 'node:crypto'
import { accessApi } from '@escola/contract/access-api.contract'
import { accessApiLimits, ratesPerMinute } from '@escola/contract/limits'
import { expect, it } from 'vitest'
import { stopClock } from '../../testing/clock.ts'
import { world } from '../../testing/world.ts'

const allowed = 3
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

it('counts what the systems of a school do together, and what one address tries', async () => {
  stopClock()
  const factor = allowed / accessApiLimits.perMinute
  const { call, northside, riverside } = await world({ RATE_FACTOR: String(factor), TRUST_PROXY: '127.0.0.1' })
  let address = 0
  const from = (ip: string) => ({ 'x-forwarded-for': ip })
  const elsewhere = () => from(`203.0.113.${++address}`)
  const systemOf = async ({ id, admin, make, tx }: typeof northside) => {
    await tx((db) => db.updateTable('schools').set({ has_api: true }).execute())
    await make.integration(await make.cohort())
    const { key, secret } = (await call(accessApi.generateKey, { as: admin })).body
    const text = `${part({ alg: 'HS256' })}.${part({ key })}`
    const authorization = `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    return (headers = elsewhere(), header = authorization) =>
      call(accessApi.hash, { params: { schoolId: id }, headers: { ...headers, authorization: header } })
  }
  const [ask, askRiverside] = [await systemOf(northside), await systemOf(riverside)]
  // A caller without the secret uses up none of the school's calls.
  for (let at = 0; at <= allowed; at++) expect((await ask(elsewhere(), 'x')).error.code).toBe('invalid_signature')
  for (let at = 0; at < allowed; at++) expect((await ask()).status).toBe(200)
  const refused = await ask()
  expect([refused.status, refused.error.code]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await askRiverside()).status).toBe(200)

  const tries = []
  for (let at = 0; at <= ratesPerMinute.accessApi * factor; at++)
    tries.push((await askRiverside(from('198.51.100.7'), 'x')).error.code)
  expect(tries).toEqual([...Array(allowed).fill('invalid_signature'), 'too_many_requests'])
})
