import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillPath } from '@escola/contract/call'
import { minuteMs } from '@escola/contract/durations'
import { imports } from '@escola/contract/imports.contract'
import Fastify, { type FastifyRequest } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import type { Person } from '../testing/call.ts'
import { world } from '../testing/world.ts'
import { EventStreams } from './event-streams.ts'
import { Events } from './replies.ts'
import { sendEvents } from './send-events.ts'

it('a user may have eight streams open, and one more when one has ended', async () => {
  const { app, call, northside } = await world()
  const cohort = await northside.make.cohort()
  const rows = [{ line: 2, name: 'Ana Souza', email: 'ana@example.com', cellphone: '' }]
  const { body } = await call(imports.start, {
    as: northside.admin,
    query: { total: 1, filename: 'alunos.csv', school_gateway_id: cohort.id },
    file: { bytes: Buffer.from(JSON.stringify(rows)), filename: 'alunos.json' },
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const path = `/api${fillPath(imports.events.path, { schoolId: northside.id, id: body.import.id })}`
  const leave = new AbortController()
  // A connection that is kept alive would hold the end of the server for a minute.
  const open = (as: Person, signal = leave.signal) =>
    fetch(`${address}${path}`, { signal, headers: { authorization: `Bearer ${as.token}`, connection: 'close' } })
  const first = new AbortController()
  expect((await open(northside.admin, first.signal)).status).toBe(200)
  for (let nth = 1; nth < 8; nth++) expect((await open(northside.admin)).status).toBe(200)
  const refused = await open(northside.admin)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  const other = await northside.make.admin()
  expect((await open(other)).status).toBe(200)
  first.abort()
  await expect.poll(async () => (await open(northside.admin)).status).toBe(200)
  leave.abort()
})

it('one address may have thirty-two, of any users', () => {
  const streams = new EventStreams({ spokeFor: () => false })
  const begin = (nth: number, ip = '203.0.113.1') =>
    streams.begin({ ip, caller: { key: `user ${nth}` } } as FastifyRequest)
  const ends = Array.from({ length: 32 }, (_, nth) => begin(nth))
  expect(() => begin(99)).toThrow(expect.objectContaining({ code: 'too_many_requests' }))
  begin(99, '203.0.113.2')
  ends[0]!()
  begin(99)
})

it('a stream whose reader left before it began ends at once', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const asked = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  const waiting = new Events(async function* (signal) {
    yield* await sleep(minuteMs, [], { signal })
  })
  app.get('/', async (request, reply) => {
    asked.resolve()
    await once(reply.raw, 'close')
    await sendEvents(request, reply, waiting, async () => undefined)
    ended.resolve('ended')
  })
  const reader = new AbortController()
  const answer = fetch(await app.listen({ port: 0, host: '127.0.0.1' }), { signal: reader.signal })
  await asked.promise
  reader.abort()
  await expect(answer).rejects.toThrow()
  // The stream itself goes on for longer.
  expect(await Promise.race([ended.promise, sleep(minuteMs / 2, 'open', { ref: false })])).toBe('ended')
})
