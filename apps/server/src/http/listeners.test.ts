import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { installListeners } from './listeners.ts'

const host = '127.0.0.1'

async function open({ held = Promise.resolve() } = {}) {
  const app = fastify()
  let answered = 0
  app.get('/', async () => {
    await held
    return 'here'
  })
  app.addHook('onResponse', async () => void answered++)
  const listen = installListeners(app)
  // No hook can be added from now on, like in a whole app.
  await app.ready()
  const port = await listen({ port: 0, host })
  onTestFinished(() => app.close())
  return { app, port, answered: () => answered }
}

it('takes several of the connections that wait in one turn of the event loop', async () => {
  const { app, port } = await open()
  let taken = 0
  app.server.on('connection', () => taken++)
  const sockets: Socket[] = Array.from({ length: 64 }, () => connect(port, host))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  let turns = 0
  for (; taken < sockets.length; turns++) await nextTurn()
  expect(turns).toBeLessThan(sockets.length / 2)
})

it('answers all calls that are under way when it closes, on whichever connection, and takes none afterwards', async () => {
  const [held, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { app, port, answered } = await open({ held: held.promise })
  let waiting = 0
  app.server.on('request', () => ++waiting === 40 && arrived.resolve())
  const calls = Array.from({ length: 40 }, () => fetch(`http://${host}:${port}/`).then((answer) => answer.text()))
  await arrived.promise
  const closed = app.close().then(answered)
  held.resolve()
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['here']))
  expect(await closed).toBe(40)
  await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow()
})

it('shares its port with no process that has it', async () => {
  const { port } = await open()
  const second = fastify()
  await expect(installListeners(second)({ port, host })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
