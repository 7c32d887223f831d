import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { StoreAway } from '../core/file-store.ts'
import { createS3Store } from './s3-store.ts'

async function storeAt(server: Server, patience?: Parameters<typeof createS3Store>[1]) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  return createS3Store({ bucket: 'escola', region: 'eu', endpoint, accessKeyId: 'x', secretAccessKey: 'y' }, patience)
}

/** A server that accepts connections and never answers. */
function startSilent(): Server {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
  })
  onTestFinished(() => void server.close())
  return server
}

function startSlow(answer: RequestListener): Server {
  const server = createHttpServer(answer)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return server
}

it('takes a bucket that accepts connections and stays silent for one that is away, within five seconds', async () => {
  const store = await storeAt(startSilent())
  const asked = performance.now()
  await expect(store.requireAccess()).rejects.toBeInstanceOf(StoreAway)
  expect(performance.now() - asked).toBeLessThan(10_000)
})

it('waits for no answer of a silent bucket for ever', async () => {
  const store = await storeAt(startSilent(), { silenceMs: 200 })
  const whole = { key: '1/film', id: 'begun' }
  const calls = [
    store.put('1/picture', Buffer.from('x'), 'image/webp'),
    store.putPart(whole, 1, Readable.from([Buffer.alloc(1_000_000)]), 1_000_000),
    store.finish(whole, ['mark']),
    store.begin('1/film'),
    store.delete('1/picture'),
    store.read('1/picture'),
  ]
  for (const answer of await Promise.allSettled(calls))
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(StoreAway) })
})

it('cuts no part that takes longer than that, nor a viewer who pauses', async () => {
  const film = Buffer.alloc(16 * 1024 * 1024)
  const server = startSlow(async (request, response) => {
    if (request.method === 'GET') return response.writeHead(200, { 'content-length': film.length }).end(film)
    for await (const _ of request);
    return response.writeHead(200, { etag: '"mark"' }).end()
  })
  // A drop comes many times within the silence that ends a part, so that a busy machine makes none of them late.
  const store = await storeAt(server, { silenceMs: 2000 })
  const drops = Readable.from(
    (async function* () {
      for (let sent = 0; sent < 10; sent++) {
        await sleep(250)
        yield Buffer.from('drop')
      }
    })(),
  )
  const whole = { key: '1/film', id: 'begun' }
  const [mark, viewer] = await Promise.all([store.putPart(whole, 1, drops, 40), store.read('1/film')])
  expect(mark).toBe('"mark"')
  expect(await buffer(viewer)).toHaveLength(film.length)
})
