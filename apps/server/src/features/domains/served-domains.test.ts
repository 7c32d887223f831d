import { domains } from '@escola/contract/domains.contract'
import { minuteMs } from '@escola/contract/durations'
import type { Platform } from '@escola/db'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { ServedDomains } from './served-domains.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const name = (number: number) => `cursos-${number}.servidos.example`
const serve = (domain: string | null) =>
  w.database.withPlatform((db) =>
    db
      .updateTable('schools')
      .set({ domain, use_own_domain: domain !== null })
      .where('id', '=', w.northside.id)
      .execute(),
  )

/** Names that are served, with the number of reads, a clock that stands still, and a database that may be away. */
function open() {
  const state = { reads: 0, isAway: false, now: Date.now() }
  const platform: Platform = {
    ...w.database,
    readPlatform: (statement, values) => {
      state.reads++
      if (state.isAway) return Promise.reject(new Error('the database is away'))
      return w.database.readPlatform(statement, values)
    },
  }
  return { state, served: new ServedDomains({ platform, now: () => new Date(state.now) }) }
}

it('reads the list once for all names that are asked for within a second', async () => {
  await serve(name(1))
  const { state, served } = open()
  const asked = Array.from({ length: 500 }, (_, number) => name(number))
  const answers = await Promise.all(asked.map((each) => served.has(each)))
  expect(asked.filter((_, at) => answers[at])).toEqual([name(1)])
  expect(await served.has('outro.example')).toBe(false)
  expect(state.reads).toBe(1)
  await serve(name(2))
  expect(await served.has(name(2))).toBe(false)
  state.now += 1000
  expect([await served.has(name(1)), await served.has(name(2))]).toEqual([false, true])
  expect(state.reads).toBe(2)
})

it('sees a change of its own process at once', async () => {
  await serve(name(3))
  const { served } = open()
  expect(await served.has(name(3))).toBe(true)
  await serve(null)
  served.forget()
  expect(await served.has(name(3))).toBe(false)
})

it('answers for known domains while the database is away, and never denies an unknown one then', async () => {
  await serve(name(4))
  const { state, served } = open()
  expect(await served.has(name(4))).toBe(true)
  state.isAway = true
  state.now += minuteMs
  expect(await served.has(name(4))).toBe(true)
  await expect(served.has(name(5))).rejects.toThrow('away')
})

it('is asked as often as a proxy likes', async () => {
  await serve(name(6))
  const ask = () => w.call(domains.allowed, { query: { domain: name(6) } })
  await expect.poll(async () => (await ask()).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 1000 }, ask))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
