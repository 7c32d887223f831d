import { schools } from '@escola/contract/schools.contract'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const get = (url: string) =>
  w.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${w.northside.admin.token}` } })

it('lets no cache between us keep an answer', async () => {
  const answers = await Promise.all([
    w.call(schools.context, { as: w.northside.admin }),
    get(`/api/school/${w.northside.id}/gateway-list`),
    get('/api/school/999999/gateway-list'),
  ])
  expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(Array(3).fill('no-store'))
})

it.each(['/api/school/%/gateway-list', '/api/v1/%E0%A4%A', `/api/school/${'9'.repeat(400)}/gateway-list`])(
  'answers an address that cannot be read as any other that is not there: %s',
  async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({
      code: 'not_found',
      message: 'Not found',
      requestId: answer.headers['x-request-id'],
    })
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
  },
)

it.each([
  ['/escola/%E0%A4%A', '/escola/%25E0%25A4%25A'],
  ['/%', '/%25'],
  ['//mal.example/%', '/mal.example/%25'],
])('takes the broken escapes of a page as typed: %s', async (url, location) => {
  const answer = await get(url)
  expect([answer.statusCode, answer.headers.location]).toEqual([302, location])
})
