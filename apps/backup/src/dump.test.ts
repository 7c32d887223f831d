import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { appendFile, cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '@escola/db/migrate'
import { onServer, testSecret } from '@escola/db/testing'
import { runtimeUrls } from '@escola/db/urls'
import { type RunningS3, startS3 } from '@escola/dev-services/s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp } from './back-up.ts'
import {
  contentOf,
  emptyDatabase,
  filesIn,
  fill,
  hasText,
  openOf,
  programsHere,
  startServer,
  sumsOf,
} from './backup.testing.ts'
import { installationOf } from './installation.ts'
import { restore } from './restore.ts'

const programs = await programsHere()
const server = programs ? await startServer(programs) : undefined
const buckets: RunningS3[] = []
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'escola-backup-'))
})
afterAll(async () => {
  for (const bucket of buckets) await bucket.stop()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const place = (name: string) => path.join(folder, name)
async function bucket(): Promise<NodeJS.ProcessEnv> {
  const s3 = await startS3({ bucket: 'escola' })
  buckets.push(s3)
  return {
    S3_BUCKET: 'escola',
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
}

async function installationAt(url: string, stored: NodeJS.ProcessEnv) {
  const env = { ...process.env, DATABASE_URL: url, ESCOLA_SECRET: testSecret, ...stored }
  const installation = installationOf(env, place('nothing-here'))
  return { env, installation, store: await installation.openStore(), url }
}
type TestInstallation = Awaited<ReturnType<typeof installationAt>>

const emptyInstallation = async (stored: NodeJS.ProcessEnv) => installationAt(await emptyDatabase(server!.url), stored)

describe.skipIf(!server)('a backup by pg_dump', () => {
  let from: TestInstallation
  beforeAll(async () => {
    from = await emptyInstallation({ FILES_DIR: place('from') })
    await migrate(from.url, testSecret)
    await fill(from.url, from.store)
    await backUp(from.installation, place('backup'), from.env)
  })

  it('is restored: each row, each right and each file', async () => {
    const backup = place('backup')
    expect(hasText(backup, testSecret)).toBe(false)
    expect(filesIn(backup).map((file) => (statSync(file).mode & 0o777).toString(8))).toEqual(
      filesIn(backup).map(() => '600'),
    )

    const to = await emptyInstallation({ FILES_DIR: place('files-to') })
    expect(await restore(to.installation, backup, to.env)).toMatchObject({
      ...{ sessions: 2, links: 6, mails: 2 },
      files: { named: 4, missing: [] },
    })
    const content = await contentOf(from.url)
    expect(Object.values(content.rows).filter(({ length }) => length > 0).length).toBeGreaterThan(40)
    expect(await contentOf(to.url)).toEqual(content)
    expect(await openOf(to.url)).toEqual({ sessions: 0, links: 0, tokens: 0, mails: 'held pending held pending' })
    expect(await sumsOf(to.store)).toEqual(await sumsOf(from.store))
    // The runtime logins, whose passwords follow from the secret, work on what was restored.
    expect(
      await onServer(
        runtimeUrls(to.url, testSecret).app,
        new URL(to.url).pathname.slice(1),
        async (client) => (await client.query('select from schools')).rowCount,
      ),
    ).toBe(0)
  })

  it('goes into an empty place alone, under its own secret, and whole', async () => {
    const backup = place('refused')
    await cp(place('backup'), backup, { recursive: true })
    await expect(backUp(from.installation, backup, from.env)).rejects.toThrow(
      'is not empty; a backup goes into a new folder',
    )

    const to = await emptyInstallation({ FILES_DIR: place('refused-to') })
    const into = (env: NodeJS.ProcessEnv) =>
      restore(installationOf({ ...to.env, ...env }, place('nothing-here')), backup, to.env)
    await expect(into({ DATABASE_URL: from.url })).rejects.toThrow(/database escola_backup_\w+ is not empty/)
    await expect(into({ FILES_DIR: place('from') })).rejects.toThrow('The store of files is not empty')
    await expect(into({ ...(await bucket()), ESCOLA_SECRET: 'x'.repeat(40) })).rejects.toThrow('The secret is not that')
    await expect(into({ DATABASE_URL: '' })).rejects.toThrow('name an empty database in DATABASE_URL')
    const schema = to.url
    await onServer(schema, new URL(schema).pathname.slice(1), (client) => client.query('create schema left_over'))
    await expect(into({})).rejects.toThrow('is not empty, and a restore goes into an empty one')
    await onServer(schema, new URL(schema).pathname.slice(1), (client) => client.query('drop schema left_over'))

    await appendFile(filesIn(path.join(backup, 'files'))[0]!, 'x')
    await expect(into({})).rejects.toThrow('The backup is damaged: files/')
    await rm(path.join(backup, 'backup.json'))
    await expect(into({})).rejects.toThrow('is no whole backup')
    expect(await readdir(place('refused-to')).catch(() => 'nothing')).toBe('nothing')
  })

  it('looks for its files where they are named, and knows the folder of another installation', async () => {
    const backUpWith = (settings: NodeJS.ProcessEnv) =>
      backUp(installationOf({ ...from.env, ...settings }, place('demo')), place('unnamed'), from.env)
    await cp(place('from'), place('demo/files'), { recursive: true })
    await expect(backUpWith({ FILES_DIR: '' })).rejects.toThrow('name it in FILES_DIR or S3_BUCKET')
    await rename(place('demo/files/1/images/capa'), place('demo/files/1/images/outra'))
    await rename(place('demo/files/1/lesson-file/apostila'), place('demo/files/1/lesson-file/outra'))
    await rm(place('demo/files/2'), { recursive: true })
    await expect(backUpWith({ FILES_DIR: place('demo/files') })).rejects.toThrow('names 4 files, and the folder')
    expect(existsSync(place('unnamed'))).toBe(false)
  })

  it('is closed to the product until its restore has ended', async () => {
    const to = await emptyInstallation({ FILES_DIR: place('closed-to') })
    const asProduct = (url: string) =>
      onServer(runtimeUrls(url, testSecret).app, new URL(url).pathname.slice(1), (client) => client.query('select'))
    mkdirSync(place('cut-off'))
    for (const name of ['pg_dump', 'pg_restore']) {
      const text = `#!/bin/sh\n"${programs}/${name}" "$@"; [ "$1" = --version ] || kill -9 $$\n`
      writeFileSync(place(`cut-off/${name}`), text, { mode: 0o755 })
    }
    const env = { ...to.env, PG_BIN: place('cut-off') }
    await expect(restore(to.installation, place('backup'), env)).rejects.toThrow('pg_restore failed')
    await expect(asProduct(to.url)).rejects.toThrow('permission denied for database')
    await asProduct(from.url)
  })

  it('takes the files of a bucket with it, and is restored into one, again after an attempt that failed', async () => {
    const source = await installationAt(from.url, await bucket())
    for (const key of Object.keys(await sumsOf(from.store)))
      await source.store.put(key, await from.store.read(key), 'application/pdf')
    const backup = place('of-a-bucket')
    await backUp(source.installation, backup, source.env)
    const to = await emptyInstallation(await bucket())
    mkdirSync(place('failing'))
    for (const name of ['pg_dump', 'pg_restore']) {
      const text = `#!/bin/sh\n[ "$1" = --version ] && exec "${programs}/${name}" "$@"; echo no >&2; exit 1\n`
      writeFileSync(place(`failing/${name}`), text, { mode: 0o755 })
    }
    const failing = { ...to.env, PG_BIN: place('failing') }
    await expect(restore(to.installation, backup, failing)).rejects.toThrow('pg_restore failed: no')
    await expect(restore(to.installation, backup, to.env)).rejects.toThrow(
      /logins can't enter the database escola_backup_\w+, as after a restore that failed: drop it and make another/,
    )
    const env = { ...to.env, DATABASE_URL: await emptyDatabase(server!.url) }
    const restored = await restore(installationOf(env, place('nothing-here')), backup, env)
    expect(restored.files).toMatchObject({ named: 4, missing: [] })
    expect(await sumsOf(to.store)).toEqual(await sumsOf(from.store))
  })

  it('leaves the roles of another installation on the server alone, unless told to take them', async () => {
    const to = await emptyInstallation({ FILES_DIR: place('roles-to') })
    await onServer(server!.url, 'postgres', (client) => client.query(`alter role escola_app password 'another one'`))
    await expect(restore(to.installation, place('backup'), to.env)).rejects.toThrow(
      /another installation .* --take-roles/,
    )
    await expect(onServer(runtimeUrls(to.url, testSecret).app, 'postgres', async () => undefined)).rejects.toThrow(
      'password authentication failed',
    )
    expect(existsSync(place('roles-to'))).toBe(false)
    expect((await restore(to.installation, place('backup'), to.env, { takesRoles: true })).files.missing).toEqual([])
    await onServer(runtimeUrls(from.url, testSecret).app, 'postgres', async () => undefined)
  })

  it('is refused to a login from which row-level security hides the rows', async () => {
    const { url, env, installation } = from
    for (const role of ['app', 'platform'] as const) {
      const as = installationOf({ ...env, DATABASE_URL: runtimeUrls(url, testSecret)[role] }, place('nothing-here'))
      await expect(backUp(as, place(`hidden-${role}`), env)).rejects.toThrow('row-level security is forced')
    }
    expect(installation.secretPlaces).toEqual(['ESCOLA_SECRET'])
  })
})

it('needs the programs of the server’s own major version, and names those it found', async () => {
  const programs = place('programs')
  mkdirSync(programs)
  for (const name of ['pg_dump', 'pg_restore']) {
    writeFileSync(path.join(programs, name), '#!/bin/sh\necho "$0 (PostgreSQL) 9.6.24"\n')
    chmodSync(path.join(programs, name), 0o755)
  }
  const env = {
    ...process.env,
    PG_BIN: programs,
    DATABASE_URL: process.env.TEST_DATABASE_URL,
    ESCOLA_SECRET: testSecret,
    FILES_DIR: place('none'),
  }
  await expect(backUp(installationOf(env, place('nothing-here')), place('older'), env)).rejects.toThrow(
    new RegExp(
      `pg_dump and pg_restore of PostgreSQL \\d+, .* were not found: install postgresql-client-\\d+, .* Found: 9.6.24 in ${programs}`,
    ),
  )
})
