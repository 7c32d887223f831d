import { cpSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '@escola/db/migrate'
import { at, testSecret } from '@escola/db/testing'
import { startPostgres } from '@escola/dev-services/postgres'
import { readSecrets } from '@escola/dev-services/secrets'
import { createFileStore } from '@escola/server/files/create-file-store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentOf, emptyDatabase, fill, openOf, programsHere, startServer, sumsOf } from './backup.testing.ts'
import { commandsOf, makePrograms, runCommands } from './runbook.testing.ts'

const programs = await programsHere()
let folder: string
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'escola-runbook-'))
  const PATH = [makePrograms(path.join(folder, 'programs')), programs, process.env.PATH]
    .filter(Boolean)
    .join(path.delimiter)
  env = { ...process.env, PATH, ...(programs && { PG_BIN: programs }) }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Folder from which commands are run, with what this machine was given. */
function machine(name: string): string {
  mkdirSync(path.join(folder, name))
  return path.join(folder, name)
}
const storeIn = (filesDir: string) => createFileStore({ s3: undefined, filesDir })
const held = 'held pending held pending'

it('has commands for each kind of installation', () => {
  const titles = [
    'What `pnpm start` runs',
    'Any PostgreSQL, with a folder or S3',
    'The compose stack',
    'Mail that was held',
  ]
  expect(titles.map((title) => commandsOf(title).length)).toEqual([2, 2, 2, 1])
})

it('is followed for what pnpm start runs', async () => {
  const [backup, restore] = commandsOf('What `pnpm start` runs')
  const [first, second] = [machine('first'), machine('second')]
  const dataDir = path.join(first, '.data')
  const own = { ...env, DATABASE_URL: '', DATA_DIR: '.data' }
  const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres'), unsafe: true })
  await migrate(postgres.url, readSecrets(dataDir).secret)
  await fill(postgres.url, await storeIn(path.join(dataDir, 'files')))
  const before = await contentOf(postgres.url)
  await postgres.stop()

  expect(await runCommands(backup!, first, own)).toContain(
    `keep ${path.join(dataDir, 'secrets.json')} in another safe place`,
  )
  cpSync(path.join(first, 'backup'), path.join(second, 'backup'), { recursive: true })
  cpSync(path.join(dataDir, 'secrets.json'), path.join(second, 'safe/secrets.json'))
  expect(await runCommands(restore!, second, own)).toContain('Held: 2 mails')
  expect(await sumsOf(await storeIn(path.join(second, '.data/files')))).toEqual(
    await sumsOf(await storeIn(path.join(dataDir, 'files'))),
  )
  expect(await runCommands(commandsOf('Mail that was held')[0]!, second, own)).toBe(
    '2 mails are held\n2 mails were discarded\n',
  )
  const restored = await startPostgres({ dataDir: path.join(second, '.data/postgres'), unsafe: true })
  expect(await contentOf(restored.url)).toEqual(before)
  expect(await openOf(restored.url)).toMatchObject({ sessions: 0, mails: 'failed pending failed pending' })
  await restored.stop()
})

describe.skipIf(!programs)('with pg_dump', () => {
  it('is followed for any PostgreSQL', async () => {
    const [backup, restore] = commandsOf('Any PostgreSQL, with a folder or S3')
    const server = await startServer(programs!)
    const [from, to] = [await emptyDatabase(server.url), await emptyDatabase(server.url)]
    const here = machine('here')
    const own = { ...env, ESCOLA_SECRET: testSecret }
    await migrate(from, testSecret)
    await fill(from, await storeIn(path.join(here, 'files')))
    await runCommands(backup!, here, { ...own, DATABASE_URL: from, FILES_DIR: 'files' })
    await runCommands(restore!, here, { ...own, DATABASE_URL: to, FILES_DIR: 'restored' })
    expect(await contentOf(to)).toEqual(await contentOf(from))
    expect(await openOf(to)).toMatchObject({ sessions: 0, links: 0, mails: held })
    expect(await sumsOf(await storeIn(path.join(here, 'restored')))).toEqual(
      await sumsOf(await storeIn(path.join(here, 'files'))),
    )
    await server.stop()
  })

  it('is followed for the compose stack, but for Docker itself', async () => {
    const [backup, restore] = commandsOf('The compose stack')
    const servers = [await startServer(programs!), await startServer(programs!)]
    const here = machine('compose')
    const [from, to] = servers.map(({ url }) => at(url, 'escola'))
    await migrate(from!, testSecret)
    await fill(from!, await storeIn(path.join(here, 'volume')))
    mkdirSync(path.join(here, 'empty'))
    const stack = (url: string, volume: string) => ({
      ...env,
      VOLUME: path.join(here, volume),
      DATABASE_URL: url,
      ESCOLA_SECRET: testSecret,
      PGPORT: new URL(url).port,
      POSTGRES_PASSWORD: decodeURIComponent(new URL(url).password),
    })
    await runCommands(backup!, here, stack(from!, 'volume'))
    expect(await runCommands(restore!, here, stack(to!, 'empty'))).toContain(
      'ended: 2 sessions, 6 links; held: 2 mails',
    )
    expect(await contentOf(to!)).toEqual(await contentOf(from!))
    expect(await openOf(to!)).toMatchObject({ sessions: 0, links: 0, mails: held })
    expect(await sumsOf(await storeIn(path.join(here, 'empty')))).toEqual(
      await sumsOf(await storeIn(path.join(here, 'volume'))),
    )
    for (const server of servers) await server.stop()
  })
})
