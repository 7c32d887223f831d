import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { supervisePostgres } from './supervised-postgres.ts'

let folder: string
let dataDir: string
const lines: string[] = []
let stop: () => Promise<void>

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'escola-supervised-postgres-'))
  await chmod(folder, 0o711)
  dataDir = path.join(folder, 'postgres')
})
afterEach(async () => {
  await stop()
  await rm(folder, { recursive: true, force: true })
})

async function start(more: { onLost?: (reason: Error) => void; patienceMs?: number } = {}): Promise<string> {
  const supervision = { print: (line: string) => void lines.push(line), ...more }
  const postgres = await supervisePostgres({ dataDir }, supervision)
  stop = postgres.stop
  return postgres.url
}

/** Ends the server as the system does that has no memory left. */
async function kill() {
  const [pid] = (await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

it('starts a database that was killed again, at the same address and with all it had', async () => {
  const url = await start()
  await ask(url, 'create table kept as select 42 as answer')
  await kill()
  const read = () => ask(url, 'select answer from kept').catch(() => 'away')
  await expect.poll(read, { interval: 100 }).toEqual([{ answer: 42 }])
  expect(lines[0]).toBe('the database ended unexpectedly (SIGKILL); starting it again in 1 s')
  await expect.poll(() => lines.at(-1)).toBe('the database is back')
})

it('tells its owner when it can no longer be started, and can be stopped all the same', async () => {
  const lost = Promise.withResolvers<Error>()
  await start({ onLost: lost.resolve, patienceMs: 0 })
  await kill()
  // Without its settings no server starts.
  await rename(path.join(dataDir, 'global'), path.join(dataDir, 'elsewhere'))
  expect((await lost.promise).message).toMatch(/^PostgreSQL did not start: /)
})

it('can be stopped by its owner at the news that it is lost', async () => {
  const stopped = Promise.withResolvers<void>()
  await start({ onLost: () => stop().then(stopped.resolve), patienceMs: 0 })
  await kill()
  await rename(path.join(dataDir, 'global'), path.join(dataDir, 'elsewhere'))
  await stopped.promise
})
