import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { BenchSchool } from '../bench/bench-schools.ts'
import type { OwnBenchStack } from '../bench/bench-stack.ts'
import { begunIn, endedIn, ms, percentile, shares } from './answers.ts'
import { Callers } from './callers.ts'
import { type Finding, none } from './finding.ts'
import { startPrograms } from './parts.ts'
import { untilSettled } from './settled.ts'

/** Ends half of all connections every 60 to 160 ms under fifty callers. */
export async function terminateStorm(stack: OwnBenchStack, school: BenchSchool, seconds = 60): Promise<Finding[]> {
  const { api, worker, apiUrl } = await startPrograms(stack)
  const admin = new pg.Client({ connectionString: stack.databaseUrl })
  await admin.connect()
  const callers = new Callers(apiUrl, school)
  callers.begin(50, 0)
  let ended = 0
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(60 + Math.random() * 100)) {
    const { rowCount } = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and random() < 0.5`,
    )
    ended += rowCount ?? 0
  }
  await admin.end()
  await callers.end()
  const left = await untilSettled(stack.databaseUrl)
  await Promise.all([api.kill(), worker.kill()])
  return [
    {
      name: `${ended} connections ended in ${seconds} s`,
      seen: shares(callers.answers),
      expected: '2xx or 503',
      ok: callers.wrong.size === 0 && callers.answers.every(({ status }) => status !== 0),
    },
    none(
      'other answers in the storm',
      [...callers.wrong].map(([what, count]) => `${count} × ${what}`),
    ),
    none('times that the API ended in the storm', api.ends),
    none('times that the worker ended in the storm', worker.ends),
    none('jobs that did not end after the storm', left),
  ]
}

const graceMs = 3000
const atOnceMs = 100
const backWithinMs = 5000

/** Stops the whole database under load. */
export async function databaseStop(stack: OwnBenchStack, school: BenchSchool, seconds = 30): Promise<Finding[]> {
  const { api, worker, apiUrl } = await startPrograms(stack)
  const callers = new Callers(apiUrl, school)
  callers.begin(30, 50)
  callers.beginIdle(20)
  await wait(10_000)
  const stoppedAt = performance.now()
  stack.postgres.freeze()
  await wait(seconds * 1000)
  const wokenAt = performance.now()
  stack.postgres.thaw()
  await wait(backWithinMs + 10_000)
  await callers.end()
  await Promise.all([api.kill(), worker.kill()])
  const before = begunIn(callers.answers, stoppedAt - 8000, stoppedAt - 100)
  const during = endedIn(callers.answers, stoppedAt + graceMs, wokenAt)
  const idle = endedIn(callers.idle, stoppedAt + graceMs, wokenAt)
  const after = begunIn(callers.answers, wokenAt + backWithinMs, Number.POSITIVE_INFINITY)
  // On a busy machine nothing is answered sooner than this.
  const allowed = Math.max(atOnceMs, 1.5 * percentile(idle, 1))
  const normal = percentile(before, 0.99)
  return [
    {
      name: `a database that is stopped for ${seconds} s, after the first 3`,
      seen: `${shares(during)}; median ${ms(percentile(during, 0.5))}, p99 ${ms(percentile(during, 0.99))}, slowest ${ms(percentile(during, 1))}; /healthz ${ms(percentile(idle, 1))}`,
      expected: `each 503 within ${atOnceMs} ms, or what /healthz took on this machine`,
      ok: during.length > 0 && during.every(({ status }) => status === 503) && percentile(during, 1) <= allowed,
    },
    {
      name: 'from 5 s after it woke',
      seen: `${shares(after)}; p99 ${ms(percentile(after, 0.99))}, ${ms(normal)} before`,
      expected: '2xx, and p99 at most twice what it was',
      ok: after.every(({ status }) => status >= 200 && status < 300) && percentile(after, 0.99) <= 2 * normal + 20,
    },
    none(
      'other answers around the stop',
      [...callers.wrong].map(([what, count]) => `${count} × ${what}`),
    ),
    none('processes that ended in the stop', [...api.ends, ...worker.ends]),
  ]
}
