import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '@escola/db/migrate'
import { at, testSecret } from '@escola/db/testing'
import { createFileStore } from '@escola/server/files/create-file-store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentOf, emptyDatabase, fill, openOf, programsHere, startServer, sumsOf } from './backup.testing.ts'
import { commandsOf, makePrograms, runCommands } from './runbook.testing.ts'

const programs = await programsHere()
let folder: string
let env: NodeJS.ProcessEnv
const place = (name: string) => path.join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'escola-runbook-'))
  const PATH = [makePrograms(place('programs')), programs, process.env.PATH].filter(Boolean).join(path.delimiter)
  env = { ...process.env, PATH, ...(programs && { PG_BIN: programs }) }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Folder from which commands are run, with what this machine was given. */
function machine(name: string): string {
  mkdirSync(place(name))
  return place(name)
}
const storeIn = (filesDir: string) => createFileStore({ s3: undefined, filesDir })

it('has commands for each kind of installation', () => {
  const titles = [
    'What `pnpm start` runs',
    'Any PostgreSQL, with a folder or S3',
    'The compose stack',
    'Mail that was held',
  ]
  expect(titles.map((title) => commandsOf(title).length)).toEqual([2, 2, 2, 1])
})

describe.skipIf(!programs)('with pg_dump', () => {
  let server: Awaited<ReturnType<typeof startServer>>
  let from: string
  let content: Awaited<ReturnType<typeof contentOf>>
  beforeAll(async () => {
    server = await startServer(programs!)
    from = at(server.url, 'escola')
    await migrate(from, testSecret)
    await fill(from, await storeIn(place('files')))
    content = await contentOf(from)
  })
  afterAll(() => server.stop())

  /** Tells whether a database and its files are what was backed up, with all ended that a restore ends. */
  async function expectRestored(url: string, filesDir: string) {
    expect(await contentOf(url)).toEqual(content)
    expect(await openOf(url)).toMatchObject({ sessions: 0, links: 0, mails: 'held pending held pending' })
    expect(await sumsOf(await storeIn(filesDir))).toEqual(await sumsOf(await storeIn(place('files'))))
  }

  it('is followed for any PostgreSQL', async () => {
    const [backup, restore] = commandsOf('Any PostgreSQL, with a folder or S3')
    const to = await emptyDatabase(server.url)
    const here = machine('here')
    const own = { ...env, ESCOLA_SECRET: testSecret }
    await runCommands(backup!, here, { ...own, DATABASE_URL: from, FILES_DIR: place('files') })
    await runCommands(restore!, here, { ...own, DATABASE_URL: to, FILES_DIR: place('restored') })
    await expectRestored(to, place('restored'))
  })

  it('is followed for the compose stack, but for Docker itself', async () => {
    const [backup, restore] = commandsOf('The compose stack')
    const other = await startServer(programs!)
    const here = machine('compose')
    const to = at(other.url, 'escola')
    mkdirSync(place('empty'))
    const stack = (url: string, volume: string) => ({
      ...env,
      VOLUME: place(volume),
      DATABASE_URL: url,
      ESCOLA_SECRET: testSecret,
      PGPORT: new URL(url).port,
      POSTGRES_PASSWORD: decodeURIComponent(new URL(url).password),
    })
    await runCommands(backup!, here, stack(from, 'files'))
    expect(await runCommands(restore!, here, stack(to, 'empty'))).toContain('ended: 2 sessions, 6 links; held: 2 mails')
    await expectRestored(to, place('empty'))
    await other.stop()
  })
})
