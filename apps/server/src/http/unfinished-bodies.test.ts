import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sessions } from '@escola/contract/sessions.contract'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../app.ts'
import { world } from '../testing/world.ts'
import { UnfinishedBodies } from './unfinished-bodies.ts'

/** Opens a connection that sends only what the test gives it, and keeps the answers. */
async function open(port: number, text: string) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const caller = { socket, answer: '', isEnded: false }
  socket.on('data', (chunk) => (caller.answer += chunk))
  socket.on('close', () => (caller.isEnded = true))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return caller
}
const headOf = (path: string, headers: Record<string, string | number>) =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

describe('of a server', () => {
  let port: number
  let openConnections: () => Promise<number>
  const complaints: string[] = []
  beforeAll(async () => {
    const { config } = await world()
    const logger = { level: 'error', stream: { write: (line: string) => void complaints.push(line) } }
    const app = await buildApp({ ...config, trustProxy: ['127.0.0.1'] }, logger)
    await app.http.listen({ port: 0, host: '127.0.0.1' })
    port = (app.http.server.address() as AddressInfo).port
    openConnections = () => new Promise((resolve) => app.http.server.getConnections((_error, count) => resolve(count)))
    return () => app.close()
  })
  const openAs = (ip: string, { host = true } = {}) => {
    const headers = { 'x-forwarded-for': ip, 'content-type': 'application/json', 'content-length': 60 }
    const head = headOf(`/api${sessions.signIn.path}`, headers)
    return open(port, `${host ? head : head.replace('host: localhost\r\n', '')}{`)
  }

  it('bodies beyond 512 end the slowest of the address that has most', async () => {
    const few = await Promise.all(Array.from({ length: 12 }, () => openAs('203.0.113.2')))
    // Calls that are refused at their headers are no others.
    const refused = await Promise.all(Array.from({ length: 100 }, () => openAs('203.0.113.3', { host: false })))
    const many = await Promise.all(Array.from({ length: 403 }, () => openAs('203.0.113.1')))
    const endedOf = (callers: typeof many) => callers.filter(({ isEnded }) => isEnded)
    await expect.poll(() => endedOf(many).length).toBe(3)
    expect(endedOf([...few, ...refused])).toEqual([])
    const answers = new Set(endedOf(many).map(({ answer }) => answer.split('\r\n')[0]))
    expect(answers).toEqual(new Set(['HTTP/1.1 408 Request Timeout']))
    expect(endedOf(many)[0]!.answer).toContain('"code":"invalid_request"')
    for (const { socket } of [...few, ...refused, ...many]) socket.destroy()
    await expect.poll(() => openConnections()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('an address that cannot be read ends its connection with its answer', async () => {
    const caller = await open(port, `${headOf('/%c3%28', { 'content-length': 60 })}{`)
    await expect.poll(() => caller.isEnded).toBe(true)
    expect(caller.answer).toMatch(/^HTTP\/1.1 302/)
  })

  it('headers have ten seconds', async () => {
    const { http, close } = await buildApp({ ...(await world()).config })
    onTestFinished(close)
    expect(http.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 0 })
  })
})

describe('in time', () => {
  let bodies: UnfinishedBodies
  let port: number
  const ended: (string | undefined)[] = []
  const read = new Map<string | undefined, IncomingMessage>()
  beforeAll(async () => {
    bodies = new UnfinishedBodies((raw) => {
      ended.push(raw.url)
      raw.socket.destroy()
    })
    const server = createServer((raw, answer) => {
      bodies.add(raw, { address: '203.0.113.1', isUpload: raw.url!.startsWith('/upload') })
      read.set(raw.url, raw)
      if (raw.url !== '/upload-unread') raw.resume()
      raw.on('end', () => answer.end())
      raw.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
    return () => server.close()
  })
  const begin = async (path: string, length: number) => {
    const { socket } = await open(port, headOf(path, { 'content-length': length }))
    await expect.poll(() => read.has(path)).toBe(true)
    return socket
  }
  /** Lets seconds pass for the bounds, with a look each second. */
  const pass = (seconds: number, from = performance.now()) => {
    for (let second = 1; second <= seconds; second++) bodies.look(from + second * 1000)
  }
  const send = async (socket: Socket, path: string, bytes: number) => {
    const before = read.get(path)!.socket.bytesRead
    socket.write(Buffer.alloc(bytes))
    await expect.poll(() => read.get(path)!.socket.bytesRead - before).toBeGreaterThanOrEqual(bytes)
  }

  it('a short body has 15 seconds, and one that came is over', async () => {
    const done = await begin('/done', 4)
    await send(done, '/done', 4)
    const socket = await begin('/short', 60)
    await send(socket, '/short', 1)
    pass(14)
    expect(ended).toEqual([])
    pass(16)
    expect(ended.splice(0)).toEqual(['/short'])
  })

  it('an upload may take long, and brings 8 KB a second within any 30 seconds', async () => {
    const begun = Math.round(performance.now())
    const good = await begin('/upload-good', 10_000_000)
    const slow = await begin('/upload-slow', 10_000_000)
    await begin('/upload-none', 10_000_000)
    bodies.look(begun)
    await send(good, '/upload-good', 250_000)
    await send(slow, '/upload-slow', 230_000)
    for (let second = 1; second <= 29; second++) bodies.look(begun + second * 1000)
    expect(ended).toEqual([])
    bodies.look(begun + 30_000)
    expect(ended.splice(0).sort()).toEqual(['/upload-none', '/upload-slow'])
    // All that came lies before this window.
    for (let second = 31; second <= 62; second++) bodies.look(begun + second * 1000)
    expect(ended.splice(0)).toEqual(['/upload-good'])
  })

  it('an upload that we do not read is not its sender’s delay', async () => {
    const socket = await begin('/upload-unread', 10_000_000)
    socket.write(Buffer.alloc(1_000_000))
    await expect.poll(() => read.get('/upload-unread')!.readableLength).toBeGreaterThan(0)
    pass(60)
    expect(ended).toEqual([])
    read.get('/upload-unread')!.resume()
    await wait(20)
    pass(32, performance.now() + 61_000)
    expect(ended.splice(0)).toEqual(['/upload-unread'])
  })

  it('bodies that are kept in memory have 64 MB together', async () => {
    const [one, other] = [await begin('/big-1', 100_000_000), await begin('/big-2', 100_000_000)]
    await send(one, '/big-1', 40_000_000)
    await send(other, '/big-2', 20_000_000)
    bodies.look(performance.now())
    expect(ended).toEqual([])
    await send(other, '/big-2', 8_000_000)
    bodies.look(performance.now())
    expect(ended.splice(0)).toEqual(['/big-2'])
  })
})
