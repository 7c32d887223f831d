import { expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { world } from '../testing/world.ts'

it('gives its figures to a caller on its machine, and to none from outside', async () => {
  const { app } = await world()
  const ask = (remoteAddress: string, headers = {}) => app.inject({ url: '/metrics', headers, remoteAddress })
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect((await ask(address)).body).toContain('http_request_seconds')
  await app.inject('/api/context?domain=localhost&pathname=/')
  const { body } = await ask('127.0.0.1')
  const of = (route: string) => `method="GET",route="${route}",status="200"`
  expect(body).toContain(`http_request_seconds_count{${of('/metrics')}} 3\n`)
  expect(body).toContain(`http_request_seconds_bucket{le="+Inf",${of('/metrics')}} 3\n`)
  expect(body).toContain(`http_request_seconds_count{${of('/api/context')}} 1\n`)
  expect((await ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(404)
  for (const outside of ['203.0.113.9', '10.1.2.3', '::ffff:10.1.2.3', '2001:db8::1'])
    expect((await ask(outside)).statusCode).toBe(404)
})

it('gives them, where there is a token, to a caller who shows it from any address, and to no other', async () => {
  const { config } = await world()
  const { http, close } = await buildApp({ ...config, metricsToken: 'um-segredo-de-prometheus' })
  const ask = (headers = {}) => http.inject({ url: '/metrics', headers, remoteAddress: '10.1.2.3' })
  expect((await ask({ authorization: 'Bearer um-segredo-de-prometheus' })).body).toContain('http_request_seconds')
  expect((await ask({ authorization: 'Bearer outro-segredo-qualquer' })).statusCode).toBe(404)
  expect((await ask()).statusCode).toBe(404)
  expect((await http.inject('/metrics')).statusCode).toBe(404)
  await close()
})
