import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { world } from '../testing/world.ts'
import { buildHttp } from './build-http.ts'

let http: Awaited<ReturnType<typeof buildHttp>>
beforeAll(async () => {
  http = await buildHttp((await world()).config, false)
  http.get('/long', (_, reply) => reply.header('vary', 'origin').type('text/plain').send('longo '.repeat(1000)))
  http.get('/longest', (_, reply) => reply.type('text/plain').send('longo '.repeat(100_000)))
})
afterAll(() => http.close())

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['gzip;q=0', undefined],
  ['br;q=0, gzip;q=0.0', undefined],
  ['brotli, x-gzip', undefined],
  ['*', 'br'],
  ['', undefined],
])('takes what is asked for: %j is %s', async (accepted, encoding) => {
  const { headers } = await http.inject({ url: '/long', headers: { 'accept-encoding': accepted } })
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers.vary).toBe('origin, accept-encoding')
})

it.each(['/long', '/longest'])('says the same in fewer bytes: %s', async (url) => {
  const plain = await http.inject({ url, headers: { 'accept-encoding': '' } })
  for (const [encoding, read] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { rawPayload } = await http.inject({ url, headers: { 'accept-encoding': encoding } })
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 10)
    expect(read(rawPayload).equals(plain.rawPayload)).toBe(true)
  }
})
