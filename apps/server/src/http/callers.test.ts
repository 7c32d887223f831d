import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { minuteMs } from '@escola/contract/durations'
import { schools } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../app.ts'
import { world } from '../testing/world.ts'
import { addressCallerOf } from './callers.ts'
import { UndeclaredProxies } from './undeclared-proxies.ts'
import { adviseProxy } from './undeclared-proxy-advice.ts'

const callOf = (ip: string, { peer = ip, ...headers }: Record<string, string> = {}) =>
  ({ ip, raw: { headers, socket: { remoteAddress: peer } } }) as unknown as Pick<FastifyRequest, 'ip' | 'raw'>
const noProxy = { spokeFor: () => false }

it.each([
  ['203.0.113.7', { key: '203.0.113.7' }],
  ['::ffff:203.0.113.7', { key: '203.0.113.7' }],
  ['2001:db8:1:2:3:4:5:6', { key: '2001:db8:1:2', network: '2001:db8:1/48' }],
  ['2001:db8::1', { key: '2001:db8:0:0', network: '2001:db8:0/48' }],
  ['::1', { key: '0:0:0:0', network: '0:0:0/48' }],
])('%s counts by its network', (ip, caller) => {
  expect(addressCallerOf(callOf(ip), noProxy)).toEqual(caller)
})

describe('a proxy that was not declared', () => {
  const make = () => {
    const warnings: object[] = []
    const clock = { now: 0 }
    const proxies = new UndeclaredProxies({ warn: (fields: object) => void warnings.push(fields) }, () => clock.now)
    const speak = (peer: string, count: number, first = 1) => {
      for (let nth = first; nth < first + count; nth++)
        proxies.spokeFor(callOf(peer, { 'x-forwarded-for': `203.0.113.${nth}, 10.0.0.9` }))
    }
    return { proxies, warnings, clock, speak }
  }

  it('is a private machine that speaks for eight addresses in ten minutes, and is told of once', () => {
    const { proxies, warnings, clock, speak } = make()
    speak('10.0.0.1', 7)
    expect(addressCallerOf(callOf('10.0.0.1'), proxies)).toEqual({ key: '10.0.0.1' })
    speak('10.0.0.1', 7)
    expect(proxies.count).toBe(0)
    speak('10.0.0.1', 1, 8)
    expect(addressCallerOf(callOf('10.0.0.1'), proxies)).toBeUndefined()
    expect([proxies.count, warnings]).toEqual([1, [{ peer: '10.0.0.1' }]])
    clock.now = 10 * minuteMs
    expect(proxies.count).toBe(0)
    speak('10.0.0.1', 8)
    expect([proxies.count, warnings.length]).toEqual([1, 1])
  })

  it.each([
    ['an address of the internet', '198.51.100.9'],
    ['an address of the internet', '2001:db8::9'],
  ])('is never %s: %s', (_, peer) => {
    const { proxies, speak } = make()
    speak(peer, 50)
    expect(addressCallerOf(callOf(peer), proxies)).toMatchObject({ key: expect.any(String) })
    expect(proxies.count).toBe(0)
  })

  it('is none that is declared: the address is another than its own', () => {
    const { proxies } = make()
    for (let nth = 1; nth < 50; nth++)
      proxies.spokeFor(callOf(`192.168.0.${nth}`, { peer: '127.0.0.1', 'x-forwarded-for': `192.168.0.${nth}` }))
    expect(proxies.count).toBe(0)
  })

  it.each([
    ['x-real-ip', (nth: number) => `203.0.113.${nth}`],
    ['forwarded', (nth: number) => `for="[2001:db8::${nth}]:443";proto=https`],
  ])('is known by %s too', (header, value) => {
    const { proxies } = make()
    for (let nth = 1; nth <= 8; nth++) proxies.spokeFor(callOf('::1', { [header]: value(nth) }))
    expect(proxies.count).toBe(1)
  })

  it('is told in the log and in the figures, from which a check reads what to do', async () => {
    const { config } = await world()
    const lines: string[] = []
    const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } }
    const app = await buildApp({ ...config, trustProxy: false }, logger)
    onTestFinished(app.close)
    const readFigures = async () => (await app.http.inject('/metrics')).body
    expect(adviseProxy(await readFigures())).toBeUndefined()
    for (let nth = 1; nth <= 8; nth++)
      await app.http.inject({
        url: `/api${schools.context.path}`,
        headers: { 'x-forwarded-for': `203.0.113.${nth}` },
      })
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1)
    expect(adviseProxy(await readFigures())).toContain('TRUST_PROXY')
  })
})

it('a caller that sends and resets its connection is no fault of ours', async () => {
  const { config } = await world()
  const lines: { level: number; msg: string }[] = []
  const logger = { level: 'info', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } }
  const app = await buildApp(config, logger)
  onTestFinished(app.close)
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.http.server.address() as AddressInfo
  const body = JSON.stringify({ email: 'ana@example.com', password: 'segredo123' })
  const calls = [
    `GET /api${schools.context.path} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
    `POST /api${sessions.signIn.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  ]
  for (const call of [...calls, ...calls, ...calls]) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(call)
    socket.resetAndDestroy()
    // The server reads what was sent and the reset in one turn of its event loop.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(lines.filter(({ level }) => level >= 50)).toEqual([])
  expect(lines.filter(({ msg }) => msg === 'incoming request')).not.toEqual([])
})
