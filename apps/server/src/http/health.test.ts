import { expect, it } from 'vitest'
import { world } from '../testing/world.ts'

it('gives its figures to who stands beside it, and to nobody from outside', async () => {
  const { app } = await world()
  const ask = (headers = {}) => app.inject({ method: 'GET', url: '/metrics', headers })
  expect((await ask()).body).toContain('http_request_seconds')
  expect((await ask({ 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(404)
})
