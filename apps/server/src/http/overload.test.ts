import { learning } from '@escola/contract/learning.contract'
import { schools } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { world } from '../testing/world.ts'
import { Overload, refusalTurns } from './overload.ts'

/** Begins calls that stay under way, and returns a function that ends them. */
const begin = (overload: Overload, calls: number) => {
  for (let call = 0; call < calls; call++) overload.begin()
  return () => {
    for (let call = 0; call < calls; call++) overload.end()
  }
}
/** Lets seconds pass in which so many calls are answered, with a look each tenth. */
const answer = (overload: Overload, perSecond: number, seconds: number) => {
  for (let look = 0; look < seconds * 10; look++) {
    begin(overload, perSecond / 10)()
    overload.look(100)
  }
}
const taken = (overload: Overload) =>
  Object.entries(refusalTurns)
    .filter(([, turn]) => overload.takes(turn))
    .map(([name]) => name)

it('refuses positions first, then reads, and writes last, the more calls are under way', () => {
  const overload = new Overload(250)
  const steps = [127, 1, 63, 1, 63, 1].map((calls) => {
    begin(overload, calls)
    return taken(overload).join()
  })
  expect(steps).toEqual(['position,read,write', 'read,write', 'read,write', 'write', 'write', ''])
})

it('takes every call again as soon as those before it have ended', () => {
  const overload = new Overload(250)
  const end = begin(overload, 300)
  expect(taken(overload)).toEqual([])
  end()
  expect(taken(overload)).toEqual(['position', 'read', 'write'])
})

it('lets as many calls wait as it answers within the longest wait', () => {
  const overload = new Overload(250)
  answer(overload, 4000, 5)
  const end = begin(overload, 990)
  expect(taken(overload)).toEqual(['write'])
  begin(overload, 20)
  expect(taken(overload)).toEqual([])
  end()
  answer(overload, 100, 5)
  begin(overload, 240)
  expect(taken(overload)).toEqual([])
})

it('hears an event loop that does nothing but work, though no call could be begun, and no single pause', () => {
  const overload = new Overload(250)
  for (const passed of [1000, 100, 1000]) overload.look(passed)
  expect(taken(overload)).toEqual(['position', 'read', 'write'])
  for (let time = 0; time < 3; time++) overload.look(250)
  expect(taken(overload)).toEqual(['read', 'write'])
  for (let time = 0; time < 3; time++) overload.look(400)
  expect(taken(overload)).toEqual([])
})

it('frees the place of a call that was answered, and of one whose caller went away', async () => {
  const { config } = await world()
  const { http, overload, close } = await buildApp({ ...config, overloadWaitMs: 250 })
  const address = await http.listen({ port: 0, host: '127.0.0.1' })
  expect((await fetch(`${address}/api${schools.context.path}`)).status).toBe(200)
  await expect.poll(() => overload.load).toBe(0)
  const leaving = new AbortController()
  const left = fetch(`${address}/api${sessions.signIn.path}`, {
    method: 'POST',
    signal: leaving.signal,
    duplex: 'half',
    body: new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(10)) }),
    headers: { 'content-type': 'application/json' },
  } as RequestInit).catch(() => undefined)
  await expect.poll(() => overload.load).toBeGreaterThan(0)
  leaving.abort()
  await left
  await expect.poll(() => overload.load).toBe(0)
  await close()
})

it('answers what it refuses with 503 and when to come again, before anything is done for the call', async () => {
  const { config } = await world()
  const { http, overload, close } = await buildApp({ ...config, overloadWaitMs: 250 })
  const ask = async ({ method, path }: { method: 'GET' | 'POST' | 'DELETE'; path: string }) => {
    const { statusCode, headers, json } = await http.inject({ method, url: `/api${path.replace(':schoolId', '1')}` })
    return statusCode === 503 ? [503, headers['retry-after'], (json() as { code: string }).code] : statusCode
  }
  const refused = [503, '2', 'unavailable']
  // Calls that are taken come without a session and a body, so most are refused for that.
  const all = async () => [
    await ask(learning.savePosition),
    await ask(learning.lesson),
    await ask(schools.context),
    await ask(learning.complete),
    await ask(sessions.signIn),
    (await http.inject('/healthz')).statusCode,
  ]
  expect(await all()).toEqual([401, 401, 200, 401, 400, 200])
  begin(overload, 128)
  expect((await all())[0]).toEqual(refused)
  begin(overload, 64)
  expect((await all()).slice(0, 3)).toEqual([refused, refused, refused])
  begin(overload, 64)
  expect(await all()).toEqual([refused, refused, refused, refused, refused, 200])
  await close()
})
