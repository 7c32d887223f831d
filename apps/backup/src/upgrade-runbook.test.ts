import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '@escola/db/migrate'
import { migrationsFolder, readMigrations } from '@escola/db/migration-files'
import { at, onServer, testSecret } from '@escola/db/testing'
import { listStorageKeys } from '@escola/db/whole-database'
import { isOnPath } from '@escola/dev-services/programs'
import { projectRoot } from '@escola/dev-services/project'
import { readConfig } from '@escola/server/config'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyDatabase, programsHere, startServer } from './backup.testing.ts'
import { withClient } from './database-dump.ts'
import { installationOf } from './installation.ts'
import { restore } from './restore.ts'
import { blocksOf, makePrograms, runCommands } from './runbook.testing.ts'

const programs = await programsHere()
const server = programs ? await startServer(programs) : undefined
let folder: string
let env: NodeJS.ProcessEnv
const place = (name: string) => path.join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'escola-upgrade-'))
  const PATH = [makePrograms(place('programs')), programs, process.env.PATH].filter(Boolean).join(path.delimiter)
  const releases = { RELEASE: 'v9.1.0', OLD_RELEASE: 'v9.0.0' }
  env = { ...process.env, PATH, ESCOLA_SECRET: testSecret, ...releases, ...(programs && { PG_BIN: programs }) }
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Data of the first release, with its last migration: every row, and a few of the files. */
const fixture = path.join(projectRoot, 'packages/db/fixtures/first-release')
const lastMigration = '0065'

/** Makes the installation that the first release left behind; files that the fixture leaves out are texts. */
async function makeFirstRelease(filesDir: string): Promise<string> {
  const url = await emptyDatabase(server!.url)
  const migrations = place('migrations')
  await mkdir(migrations)
  for (const { name } of await readMigrations())
    if (name.slice(0, 4) <= lastMigration) await cp(path.join(migrationsFolder, name), path.join(migrations, name))
  await migrate(url, testSecret, migrations)
  await cp(path.join(fixture, 'files'), filesDir, { recursive: true })
  await withClient(url, async (client) => {
    await client.query('truncate migrations.applied')
    await client.query('drop table migrations.secrets')
    await client.query('set session_replication_role = replica')
    await client.query(await readFile(path.join(fixture, 'data.sql'), 'utf8'))
    await client.query('reset session_replication_role')
    for (const key of await listStorageKeys(client))
      if (!existsSync(path.join(filesDir, key))) {
        await mkdir(path.dirname(path.join(filesDir, key)), { recursive: true })
        await writeFile(path.join(filesDir, key), key)
      }
  })
  return url
}

const usersOf = (url: string) =>
  withClient(url, async (client) => (await client.query('select id, email, name from users order by id')).rows)
const lastOf = (url: string) =>
  withClient(
    url,
    async (client) => (await client.query('select max(name) as name from migrations.applied')).rows[0].name,
  )

describe.skipIf(!programs)('an upgrade', () => {
  it('is followed, and its way back, with the data of the first release', async () => {
    const here = place('here')
    await mkdir(here)
    const url = await makeFirstRelease(path.join(here, 'files'))
    const users = await usersOf(url)
    const [upgrade, back] = blocksOf('upgrade', 'Any PostgreSQL, with a folder or S3')
    const said = await runCommands(upgrade!, here, { ...env, DATABASE_URL: url, FILES_DIR: 'files' })
    expect(said).toMatch(/Backed up to .*before, with \d+ files[\s\S]*migrated: 0066_[\s\S]*schema: up to date/)
    await runCommands(blocksOf('upgrade', 'The compose stack')[0]!, here, { ...env, DATABASE_URL: url })
    const last = (await readMigrations()).at(-1)!.name
    expect(await lastOf(url)).toBe(last)

    const empty = await emptyDatabase(server!.url)
    await runCommands(back!, here, { ...env, DATABASE_URL: empty, FILES_DIR: 'restored' })
    expect(await usersOf(empty)).toEqual(users)
    expect(await lastOf(url)).toBe(last)
    expect(await readFile(path.join(here, 'asked'), 'utf8')).toMatch(
      /git checkout v9\.1\.0\n[\s\S]*git checkout v9\.0\.0\n$/,
    )

    // The backup as a release before 1.0.0 wrote it.
    const noteFile = path.join(here, 'backup/before/backup.json')
    const { listMark: _, ...note } = JSON.parse(await readFile(noteFile, 'utf8'))
    await writeFile(noteFile, JSON.stringify({ ...note, format: 1 }))
    const other = { ...env, DATABASE_URL: await emptyDatabase(server!.url), FILES_DIR: path.join(here, 'restored') }
    const earlier = (isEarlierRelease: boolean) =>
      restore(installationOf(other, folder), path.dirname(noteFile), other, { isEarlierRelease })
    await expect(earlier(false)).rejects.toThrow('restore it with --earlier-release')
    // Its list is taken then, and what stands in the way is looked at next.
    await expect(earlier(true)).rejects.toThrow('The store of files is not empty')
  })

  it('has commands for each kind of installation', () => {
    const titles = ['What `pnpm start` runs', 'Any PostgreSQL, with a folder or S3', 'The compose stack']
    expect(titles.map((title) => blocksOf('upgrade', title).length)).toEqual([2, 2, 1])
  })
})

describe('an installation without Docker', () => {
  const [settings] = blocksOf('without-docker', 'The settings', 'ini')
  const named = Object.fromEntries(
    settings!
      .trim()
      .split('\n')
      .map((line) => line.replaceAll("'", '').split(/=(.*)/s).slice(0, 2)),
  ) as Record<string, string>

  it('has settings that the product takes', () => {
    expect(readConfig({ ...named, NODE_ENV: 'production' })).toMatchObject({
      publicUrl: 'https://escola.example.com',
      trustProxy: ['127.0.0.1'],
      filesDir: '/var/lib/escola/files',
    })
  })

  it.skipIf(!programs)('has a login that migrates and backs up, and commands that work', async () => {
    const here = place('without-docker')
    await mkdir(here)
    const [make] = blocksOf('without-docker', 'The database')
    await runCommands(make!, here, { ...env, SUPERUSER_URL: at(server!.url, 'postgres'), ADMIN_PASSWORD: "it's one" })
    const DATABASE_URL = new URL(at(server!.url, 'escola'))
    DATABASE_URL.username = 'escola_admin'
    DATABASE_URL.password = encodeURIComponent("it's one")
    await migrate(DATABASE_URL.toString(), testSecret)
    const own = { DATABASE_URL, ESCOLA_SECRET: testSecret, FILES_DIR: place('own-files'), DATA_DIR: here }
    const text = Object.entries(own).reduce(
      (text, [name, value]) => text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}="${value}"`),
      settings!,
    )
    await writeFile(place('escola.env'), text)
    const [look] = blocksOf('without-docker', 'Look after it')
    const [enter] = blocksOf('without-docker', 'A shell of its user')
    const shell = enter!.replace('/etc/escola.env', place('escola.env')).replace('/srv/escola/app', here)
    const said = await runCommands(`${shell}${look}`, here, env)
    expect(said).toMatch(/schema: up to date[\s\S]*files: 0 in [\s\S]*jobs: 0 given up[\s\S]*Backed up to /)
    for (const title of ['The program', 'The settings', 'The service'])
      await runCommands(blocksOf('without-docker', title)[0]!, here, { ...env, REPOSITORY: 'here' })
    await onServer(server!.url, 'postgres', (client) => client.query('drop database escola'))
  })

  it.skipIf(!isOnPath('systemd-analyze'))('has a unit that systemd takes', async () => {
    const [unit] = blocksOf('without-docker', 'The service', 'ini')
    const file = place('escola.service')
    const here = unit!.replaceAll('/srv/escola/app', projectRoot).replace('User=escola', 'User=root')
    await writeFile(file, here)
    const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', file])
    expect(stderr.split('\n').filter((line) => line.includes('escola.service'))).toEqual([])
  })
})
