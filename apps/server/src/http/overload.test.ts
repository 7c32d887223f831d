import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { fillPath } from '@escola/contract/call'
import { learning } from '@escola/contract/learning.contract'
import { schools } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import type { Caller } from '@escola/db'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../app.ts'
import { sellersOf } from '../features/sales/sales.testing.ts'
import { withoutLooks } from '../testing/clock.ts'
import { type World, world } from '../testing/world.ts'
import { Overload, refusalTurns } from './overload.ts'

/** Begins calls that stay under way, and returns a function that ends them. Without a caller each is of another. */
const begin = (overload: Overload, calls: number, caller?: Caller) => {
  const places = Array.from({ length: calls }, () => overload.begin(caller))
  return () => {
    for (const place of places) place.end()
  }
}
/** Lets seconds pass in which so many calls are answered, with a look each tenth. */
const answer = (overload: Overload, perSecond: number, seconds: number) => {
  for (let look = 0; look < seconds * 10; look++) {
    begin(overload, perSecond / 10)()
    overload.look(100)
  }
}
const visitor: Caller = { key: '203.0.113.1' }
const taken = (overload: Overload, caller = visitor) =>
  Object.entries(refusalTurns)
    .filter(([, turn]) => overload.takes(turn, caller))
    .map(([name]) => name)
    .join()
const all = Object.keys(refusalTurns).join()

describe('the more calls are under way', () => {
  it('callers who hold few are refused positions first, then reads, and writes last', () => {
    const overload = new Overload(250)
    const steps = [191, 1, 38, 1, 24, 1].map((calls) => {
      begin(overload, calls)
      return taken(overload)
    })
    expect(steps).toEqual([all, 'read,write', 'read,write', 'write', 'write', ''])
  })

  it('a caller who holds a tenth is refused from a half on, reads and writes alike', () => {
    const overload = new Overload(250)
    const one: Caller = { key: 'user 1' }
    begin(overload, 127, one)
    expect(taken(overload, one)).toBe(all)
    begin(overload, 1, one)
    expect([taken(overload, one), taken(overload)]).toEqual(['', all])
  })

  it('what is left is for those who hold less than a tenth', () => {
    const overload = new Overload(250)
    const one: Caller = { key: 'user 1' }
    begin(overload, 200)
    begin(overload, 25, one)
    expect(taken(overload, one)).toBe('read,write')
    begin(overload, 1, one)
    expect([taken(overload, one), taken(overload)]).toEqual(['', 'read,write'])
  })

  it('a network of networks has two shares', () => {
    const overload = new Overload(250)
    const ofHouse = (nth: number): Caller => ({ key: `2001:db8:1:${nth}`, network: '2001:db8:1/48' })
    begin(overload, 130)
    for (let nth = 0; nth < 51; nth++) begin(overload, 1, ofHouse(nth))
    expect(taken(overload, ofHouse(99))).toBe(all)
    begin(overload, 1, ofHouse(51))
    expect(taken(overload, ofHouse(99))).toBe('')
    expect(taken(overload)).toBe(all)
  })

  it('callers who cannot be told apart are refused as those who hold few', () => {
    const overload = new Overload(250)
    begin(overload, 190)
    expect(Object.values(refusalTurns).every((turn) => overload.takes(turn, undefined))).toBe(true)
  })
})

it('takes every call again as soon as those before it have ended', () => {
  const overload = new Overload(250)
  const end = begin(overload, 300)
  expect(taken(overload)).toBe('')
  end()
  expect(taken(overload)).toBe(all)
})

it('frees a place once: a call that has ended is moved to no other caller', () => {
  const overload = new Overload(250)
  begin(overload, 200)
  const place = overload.begin(visitor)
  place.end()
  place.moveTo({ key: 'school 1' })
  place.end()
  begin(overload, 24, { key: 'school 1' })
  // 224 of 256 are taken, 24 of them by the school.
  expect([overload.load, overload.isCrowdedBy({ key: 'school 1' })]).toEqual([224 / 256, false])
})

it('lets as many calls wait as it answers within the longest wait', () => {
  const overload = new Overload(250)
  answer(overload, 4000, 5)
  const end = begin(overload, 990)
  expect(taken(overload)).toBe('write')
  begin(overload, 20)
  expect(taken(overload)).toBe('')
  end()
  answer(overload, 100, 5)
  begin(overload, 240)
  expect(taken(overload)).toBe('')
})

describe('an event loop that does nothing but work', () => {
  const late = (overload: Overload, passed: number) => {
    for (let time = 0; time < 3; time++) overload.look(passed)
  }

  it('refuses though no call could be begun; a single pause does not', () => {
    const overload = new Overload(250)
    for (const passed of [1000, 100, 1000]) overload.look(passed)
    expect(taken(overload)).toBe(all)
    late(overload, 300)
    expect(taken(overload)).toBe('read,write')
    late(overload, 400)
    expect(taken(overload)).toBe('')
  })

  it('refuses first the caller who holds most of what is under way, and no page that asks for a few things', () => {
    const overload = new Overload(250)
    const one: Caller = { key: 'user 1' }
    const page: Caller = { key: 'user 2' }
    begin(overload, 20, one)
    begin(overload, 6, page)
    late(overload, 240)
    expect([taken(overload, one), taken(overload, page), taken(overload)]).toEqual(['', all, all])
  })
})

describe('a server', () => {
  let w: World
  let app: Awaited<ReturnType<typeof buildApp>>
  let port: number
  beforeAll(async () => {
    w = await world({ TRUST_PROXY: '127.0.0.1' })
    app = await withoutLooks(() => buildApp({ ...w.config, overloadWaitMs: 250 }))
    await app.http.listen({ port: 0, host: '127.0.0.1' })
    port = (app.http.server.address() as AddressInfo).port
    return () => app.close()
  })
  const readContext = () => fetch(`http://127.0.0.1:${port}/api${schools.context.path}`)

  it('answers others while the bodies of 300 calls do not come', async () => {
    const head = `POST /api${sessions.signIn.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 60\r\n\r\n{`
    const held = Array.from({ length: 300 }, () => connect(port, '127.0.0.1'))
    onTestFinished(() => {
      for (const socket of held) socket.destroy()
    })
    await Promise.all(held.map((socket) => once(socket, 'connect')))
    for (const socket of held) socket.write(head)
    for (let call = 0; call < 5; call++) expect((await readContext()).status).toBe(200)
    await expect.poll(() => app.overload.load).toBe(0)
  })

  it('holds a place for a body that came late, and frees it when its caller goes away', async () => {
    const { student } = w.northside
    const address = `/api${fillPath(learning.complete.path, { schoolId: w.northside.id })}`
    const body = JSON.stringify({})
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST ${address} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${student.token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    )
    const answered = once(socket, 'data')
    setTimeout(() => socket.write(body), 50)
    expect(String((await answered)[0])).toContain('HTTP/1.1 400')
    socket.destroy()
    await expect.poll(() => app.overload.load).toBe(0)
  })

  it('answers what it refuses with 503 and when to come again, and refuses one user and not the others', async () => {
    const { student, admin } = w.northside
    const ask = async (token: string) => {
      const { statusCode, headers, json } = await app.http.inject({
        url: `/api${fillPath(learning.home.path, { schoolId: w.northside.id })}`,
        headers: { authorization: `Bearer ${token}` },
      })
      return statusCode === 503 ? [503, headers['retry-after'], (json() as { code: string }).code] : statusCode
    }
    const end = begin(app.overload, 200, { key: `user ${student.userId}` })
    expect([await ask(student.token), await ask(admin.token)]).toEqual([[503, '2', 'unavailable'], 200])
    end()
    begin(app.overload, 256)()
    const endAll = begin(app.overload, 256)
    expect([await ask(admin.token), (await app.http.inject('/healthz')).statusCode]).toEqual([
      [503, '2', 'unavailable'],
      200,
    ])
    endAll()
    expect([await ask(student.token), await ask(admin.token)]).toEqual([200, 200])
  })

  it('believes no session whose signature is wrong: such a caller counts by address', async () => {
    onTestFinished(begin(app.overload, 200, { key: '203.0.113.9' }))
    const { student } = w.northside
    // The last letter of a signature has bits that no reader looks at.
    const forged = student.token.replace(/[^.]+$/, (signature) => signature.split('').reverse().join(''))
    const from = (ip: string, token = forged) =>
      app.http.inject({
        url: `/api${schools.context.path}`,
        headers: { 'x-forwarded-for': ip, authorization: `Bearer ${token}` },
      })
    expect((await from('203.0.113.9')).statusCode).toBe(503)
    expect((await from('203.0.113.9', student.token)).statusCode).toBe(200)
    expect((await from('203.0.113.10')).statusCode).toBe(200)
  })

  it('counts a delivery by its school once it is proven, and by its address before', async () => {
    const s = await sellersOf({ ...w, app: app.http }).makeSeller()
    const headers = { 'x-forwarded-for': '203.0.113.20' }
    const moved: unknown[] = []
    const { begin: beginPlace } = app.overload
    app.overload.begin = (caller) => {
      const place = beginPlace.call(app.overload, caller)
      const moveTo = place.moveTo.bind(place)
      place.moveTo = (to) => {
        moved.push([caller?.key, to.key])
        moveTo(to)
      }
      return place
    }
    onTestFinished(() => {
      app.overload.begin = beginPlace
    })
    expect((await s.hotmart('PURCHASE_APPROVED', { token: 'outro', headers })).status).toBe(401)
    expect(moved).toEqual([])
    expect((await s.hotmart('PURCHASE_APPROVED', { headers })).status).toBe(200)
    expect(moved).toEqual([['203.0.113.20', `school ${s.id}`]])
    await expect.poll(() => app.overload.load).toBe(0)
  })

  it('refuses a proven delivery of a school that holds too much before it is kept, and keeps it when it comes again', async () => {
    const shop = sellersOf({ ...w, app: app.http })
    const [s, other] = [await shop.makeSeller(), await shop.makeSeller()]
    const end = begin(app.overload, 200, { key: `school ${s.id}` })
    onTestFinished(end)
    expect((await s.hotmart('PURCHASE_APPROVED')).status).toBe(503)
    expect((await s.list()).sales.total).toBe(0)
    expect((await other.hotmart('PURCHASE_APPROVED')).status).toBe(200)
    end()
    expect((await s.hotmart('PURCHASE_APPROVED')).status).toBe(200)
    expect((await s.list()).sales.total).toBe(1)
  })
})
