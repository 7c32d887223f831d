import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from './ports.ts'
import { type RunningPostgres, sharedBuffersOf, startPostgres } from './postgres.ts'
import { isAlive, waitUntilGone } from './processes.ts'

let folder: string
let dataDir: string
const running: RunningPostgres[] = []
const start = async (port?: number, unsafe?: boolean) => {
  const postgres = await startPostgres({ dataDir, port, unsafe })
  running.push(postgres)
  return postgres
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'escola-data-'))
  await chmod(folder, 0o711)
  dataDir = path.join(folder, 'postgres')
})
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Starts PostgreSQL in a process of its own, which a test can kill. */
async function startInAnotherProcess(): Promise<{ parent: ChildProcess; url: string; pid: number }> {
  const module = path.join(import.meta.dirname, 'postgres.ts')
  const script = `import { startPostgres } from ${JSON.stringify(module)}
    const { url, pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(JSON.stringify({ url, pid }))
    setInterval(() => undefined, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  })
  const [line] = (await once(createInterface(parent.stdout), 'line')) as [string]
  return { parent, ...(JSON.parse(line) as { url: string; pid: number }) }
}

describe('the embedded PostgreSQL', () => {
  it('is version 18, speaks UTF-8, sorts Portuguese and keeps its data', async () => {
    const first = await start()
    const [row] = await query(
      first.url,
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
        (select string_agg(name, ' ' order by name) from unnest(array['Zoologia', 'Álgebra', 'Biologia']) as name) as sorted`,
    )
    expect(row).toEqual({ version: 18, encoding: 'UTF8', sorted: 'Álgebra Biologia Zoologia' })
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)
    const second = await start()
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(statSync(path.join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  })

  it('takes over the server of a process that was killed', async () => {
    const orphanServer = await startInAnotherProcess()
    await query(orphanServer.url, 'create table kept as select 42 as answer')
    orphanServer.parent.kill('SIGKILL')
    await once(orphanServer.parent, 'exit')
    expect(isAlive(orphanServer.pid)).toBe(true)
    const next = await start()
    expect(isAlive(orphanServer.pid)).toBe(false)
    expect(await query(next.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  it('recovers when the server was killed together with the process that started it', async () => {
    const killedServer = await startInAnotherProcess()
    await query(killedServer.url, 'create table kept as select 42 as answer')
    killedServer.parent.kill('SIGKILL')
    process.kill(killedServer.pid, 'SIGKILL')
    expect(await waitUntilGone(killedServer.pid, 60_000)).toBe(true)
    expect(existsSync(path.join(dataDir, 'postmaster.pid'))).toBe(true)
    const next = await start()
    expect(await query(next.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  it('is not misled by a note whose number belongs to another program now', async () => {
    const first = await start()
    const note = path.join(dataDir, 'postmaster.pid')
    const text = await readFile(note, 'utf8')
    await first.stop()
    await writeFile(note, text.replace(/^\d+/, String(process.pid)))
    await start()
  })

  it('names the reason when its port is taken', async () => {
    const first = await start()
    const { port } = new URL(first.url)
    dataDir = path.join(folder, 'other')
    await expect(start(Number(port))).rejects.toThrow(`port ${port} is taken`)
  })

  it('listens on this machine alone, on the port it was given', async () => {
    const port = await freePort()
    const { url } = await start(port)
    expect(new URL(url).host).toBe(`127.0.0.1:${port}`)
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  })

  it.each([
    [256, '128MB'],
    [2048, '512MB'],
    [6000, '1500MB'],
    [65_536, '4096MB'],
  ])('keeps a quarter of the memory for pages, within bounds: of %i MB, %s', (megabytes, buffers) => {
    expect(sharedBuffersOf(megabytes * 1024 ** 2)).toBe(buffers)
  })

  it("keeps that much where data stays, and PostgreSQL's own share where a test runs", async () => {
    const megabytesOf = async ({ url }: RunningPostgres) =>
      (await query(url, `select pg_size_bytes(current_setting('shared_buffers'))::float8 / 1024 ^ 2 as size`))[0]?.size
    const own = Math.min(totalmem(), process.constrainedMemory() || totalmem())
    const first = await start()
    expect(`${await megabytesOf(first)}MB`).toBe(sharedBuffersOf(own))
    await first.stop()
    expect(await megabytesOf(await start(undefined, true))).toBe(128)
  })

  it('leaves nothing behind when it is ephemeral', async () => {
    const postgres = await startPostgres({ ephemeral: true })
    const [row] = (await query(postgres.url, 'show data_directory')) as [{ data_directory: string }]
    expect(await query(postgres.url, 'show fsync')).toEqual([{ fsync: 'off' }])
    await postgres.stop()
    expect(existsSync(path.dirname(row.data_directory))).toBe(false)
  })
})
