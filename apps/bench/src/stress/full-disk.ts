import { execFile } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { supervisePostgres } from '@escola/dev-services/supervised-postgres'
import pg from 'pg'
import { makeSchools } from '../bench/bench-schools.ts'
import { startStackOn } from '../bench/bench-stack.ts'
import { begunIn, endedIn, ms, percentile, shares } from './answers.ts'
import { Callers } from './callers.ts'
import { type Finding, none } from './finding.ts'
import { startPrograms } from './parts.ts'
import { untilSettled } from './settled.ts'

const run = promisify(execFile)
const answerWithinMs = 5000
const backWithinMs = 20_000

/** Fills the disk that database, files and logs are on to the last byte, under load, and frees it again. */
export async function fullDisk(seconds = 60): Promise<Finding[]> {
  const disk = await mountSmallDisk()
  if (!disk) {
    console.log('no small disk can be mounted here, so a full one is not tried')
    return []
  }
  const told: string[] = []
  const dataDir = path.join(disk.folder, 'postgres')
  const postgres = await supervisePostgres({ dataDir }, { print: (line) => void told.push(line) })
  const stack = await startStackOn(postgres.url, disk.folder)
  try {
    const [school] = await makeSchools(stack, [200])
    const { api, worker, apiUrl } = await startPrograms(stack, disk.folder)
    const callers = new Callers(apiUrl, school!)
    callers.begin(20, 50)
    callers.beginIdle(20)
    await wait(10_000)
    const fullAt = performance.now()
    const free = disk.fill()
    await Promise.all([useUpLog(postgres.url, seconds), wait(seconds * 1000)])
    free()
    const freedAt = performance.now()
    await wait(backWithinMs + 10_000)
    await callers.end()
    const left = await untilSettled(postgres.url)
    await Promise.all([api.kill(), worker.kill()])
    const during = endedIn(callers.answers, fullAt, freedAt)
    const idle = endedIn(callers.idle, fullAt, freedAt)
    // On a busy machine nothing is answered sooner than this.
    const allowed = Math.max(answerWithinMs, 1.5 * percentile(idle, 1))
    const after = begunIn(callers.answers, freedAt + backWithinMs, Number.POSITIVE_INFINITY)
    return [
      {
        name: `a disk without a byte for ${seconds} s`,
        seen: `${shares(during)}; p99 ${ms(percentile(during, 0.99))}, slowest ${ms(percentile(during, 1))}; /healthz ${ms(percentile(idle, 1))}`,
        expected: `each 2xx or 503 within ${ms(answerWithinMs)}, or what /healthz took on this machine`,
        ok: during.some(({ status }) => status === 503) && percentile(during, 1) <= allowed,
      },
      {
        name: `from ${backWithinMs / 1000} s after it was freed`,
        seen: `${shares(after)}; the database ended ${told.filter((line) => /unexpectedly/.test(line)).length} times`,
        expected: '2xx',
        ok: after.length > 0 && after.every(({ status }) => status >= 200 && status < 300),
      },
      none(
        'other answers around the full disk',
        [...callers.wrong].map(([what, count]) => `${count} × ${what}`),
      ),
      none('processes that ended on the full disk', [...api.ends, ...worker.ends]),
      none('jobs that did not end after the full disk', left),
    ]
  } finally {
    await stack.stop()
    await postgres.stop()
    await disk.remove()
  }
}

/** Mounts a disk of its own in memory, which needs the right to; undefined without it. */
async function mountSmallDisk() {
  const folder = await mkdtemp(path.join(tmpdir(), 'escola-small-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=500m,mode=755', 'tmpfs', folder])
  } catch {
    await rm(folder, { recursive: true })
    return undefined
  }
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    /** Takes all room, also what others give back meanwhile. */
    fill: () => {
      const file = openSync(ballast, 'w')
      const timer = setInterval(() => fillUp(file), 50)
      return () => {
        clearInterval(timer)
        closeSync(file)
        // The room is free at once, whatever else happens.
        closeSync(openSync(ballast, 'w'))
      }
    },
    remove: async () => {
      // This process still has the logs open.
      await run('umount', ['--lazy', folder])
      await rm(folder, { recursive: true })
    },
  }
}

function fillUp(file: number): void {
  for (let bytes = 1024 ** 2; bytes >= 1; )
    try {
      writeSync(file, Buffer.alloc(bytes))
    } catch {
      bytes = Math.floor(bytes / 16)
    }
}

/** Has the database ask for a further piece of its log, which ends it when there is no room: calls alone would take hours to need one. */
async function useUpLog(databaseUrl: string, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(500)) {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      for (let time = 0; time < 20; time++)
        await client.query(`select pg_logical_emit_message(true, 'stress', repeat('x', 1000000))`)
    } catch {
      // That is what was wanted.
    }
    client.end().catch(() => undefined)
  }
}
