import { learning } from '@escola/contract/learning.contract'
import { schools } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { world } from '../testing/world.ts'
import { Overload, refusalTurns } from './overload.ts'

/** Looks at the load after calls that each waited this long. */
const look = (overload: Overload, times: number, wait: number, answers = 20) => {
  for (let time = 0; time < times; time++) {
    for (let answer = 0; answer < answers; answer++) overload.note(wait)
    overload.look(0)
  }
}
const taken = (overload: Overload, draw = 0.5) =>
  Object.entries(refusalTurns)
    .filter(([, turn]) => overload.takes(turn, draw))
    .map(([name]) => name)

it('refuses positions first, then reads, and writes last, while waits stay long', () => {
  const overload = new Overload(250)
  const seen = new Set<string>()
  for (let time = 0; time < 100; time++) {
    look(overload, 1, 600)
    seen.add(taken(overload).join())
  }
  expect([...seen]).toEqual(['position,read,write', 'read,write', 'write', ''])
})

it('refuses a growing share of a turn, and takes every call again once waits are short', () => {
  const overload = new Overload(250)
  look(overload, 5, 300)
  expect(overload.pressure).toBeGreaterThan(0.1)
  expect(overload.pressure).toBeLessThan(0.3)
  expect([overload.takes(refusalTurns.position, 0.05), overload.takes(refusalTurns.position, 0.9)]).toEqual([
    false,
    true,
  ])
  look(overload, 40, 20)
  expect([overload.pressure, overload.takes(refusalTurns.position, 0)]).toEqual([0, true])
})

it('hears an event loop that does nothing but work, though no call could be answered', () => {
  const overload = new Overload(250)
  for (let time = 0; time < 3; time++) overload.look(900)
  expect(overload.pressure).toBeGreaterThan(0)
})

it('takes bursts and single slow answers as what they are', () => {
  const overload = new Overload(250)
  for (let time = 0; time < 20; time++) {
    look(overload, 2, 900)
    look(overload, 1, 20)
  }
  look(overload, 20, 900, 3)
  expect(overload.pressure).toBe(0)
})

it('answers what it refuses with 503 and when to come again, before anything is done for the call', async () => {
  const { config } = await world()
  const { http, overload, close } = await buildApp({ ...config, overloadWaitMs: 250 })
  const pushTo = (pressure: number) => {
    while (overload.pressure < pressure) overload.look(5000)
  }
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
  pushTo(1.1)
  expect((await all())[0]).toEqual(refused)
  pushTo(2.2)
  expect((await all()).slice(0, 3)).toEqual([refused, refused, refused])
  pushTo(3)
  expect(await all()).toEqual([refused, refused, refused, refused, refused, 200])
  await close()
})
