import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { type ConnectionProxy, startProxy } from '../testing/database-proxy.ts'
import { world } from '../testing/world.ts'
import { allJobs, jobs } from './catalogue.ts'
import { enqueue } from './enqueue.ts'
import { defineHandler } from './handlers.ts'
import { queueNames } from './job-definition.ts'
import { QueueConnection } from './postgres-queue.ts'
import { startWorkers } from './worker.ts'

/** A worker whose queue is reached through a proxy, what it has done, and how much it has said. */
async function workerBehind(prepare: (proxy: ConnectionProxy) => void) {
  const w = await world()
  const proxy = await startProxy(w.config.database.queue)
  prepare(proxy)
  const done: string[] = []
  const logLines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void logLines.push(line) })
  const workers = await startWorkers({
    database: w.database,
    tools: w.tools,
    config: {
      jobLockMs: 2000,
      redisUrl: undefined,
      database: { ...w.config.database, queue: proxy.through(w.config.database.queue) },
    },
    log,
    handlers: allJobs.map((job) =>
      defineHandler(job, async (_, payload) => {
        if (job.name === jobs.renderCertificate.name) done.push(JSON.stringify(payload))
      }),
    ),
  })
  onTestFinished(async () => {
    await workers.close()
    await proxy.close()
  })
  const ask = (certificateId: string) => w.northside.tx((db) => enqueue(db, jobs.renderCertificate, { certificateId }))
  return { proxy, done, logLines, ask }
}

/** How long this process computes, while it works, without coming back to its clock: a loop that spins never does. Other processes don't count. */
async function longestStall(work: Promise<unknown>): Promise<number> {
  let longest = 0
  let over = false
  void work.finally(() => (over = true))
  for (let before = process.cpuUsage(); !over; before = process.cpuUsage()) {
    await sleep(20)
    const { user, system } = process.cpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
  }
  return longest
}

it('finds its way back when the first connections of its workers end', async () => {
  // The first connection is the migration's and the next ones are the queues'; then the workers come, and reach no server for a while.
  const { proxy, done, logLines, ask } = await workerBehind((proxy) =>
    proxy.decide((number) => (number > 1 + queueNames.length ? 'drop' : 'pass')),
  )
  await ask('1')
  const stall = await longestStall(sleep(3000))
  expect(stall).toBeLessThan(2000)
  expect(proxy.connectionCount).toBeLessThan(200)
  proxy.decide(() => 'pass')
  await expect.poll(() => done).toEqual(['{"certificateId":"1"}'])
  expect(logLines.length).toBeLessThan(30)
})

it('goes on when its connections end again and again', async () => {
  const { proxy, done, logLines, ask } = await workerBehind(() => undefined)
  // An error without a listener ends a process, and so this test's.
  proxy.decide((number) => (number % 2 ? 'pass' : 'end'))
  const cutting = setInterval(() => proxy.cut(), 100)
  await ask('2')
  await sleep(4000)
  clearInterval(cutting)
  proxy.decide(() => 'pass')
  await ask('3')
  await expect.poll(() => new Set(done)).toEqual(new Set(['{"certificateId":"2"}', '{"certificateId":"3"}']))
  expect(logLines.length).toBeLessThan(40)
})

it('listens anew when the connection that it listens on ends as it opens', async () => {
  const { config } = await world()
  const proxy = await startProxy(config.database.queue)
  proxy.decide((number) => (number === 1 ? 'end' : 'pass'))
  const connection = new QueueConnection(proxy.through(config.database.queue))
  const errors: Error[] = []
  connection.on('error', (error) => void errors.push(error))
  await expect((await connection.getListenClient()).query('listen somebody')).rejects.toThrow()
  await expect((await connection.getListenClient()).query('listen somebody')).resolves.toBeDefined()
  expect(errors).not.toEqual([])
  expect(proxy.connectionCount).toBe(2)
  // A server that hangs holds none of its statements for ever.
  expect((await connection.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '27s' }])
  // This connection has no listener for errors either.
  const closed = connection.close()
  proxy.cut()
  await closed
  await proxy.close()
})
