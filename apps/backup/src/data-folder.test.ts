import { existsSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '@escola/db/migrate'
import { startPostgres } from '@escola/dev-services/postgres'
import { RunningNote } from '@escola/dev-services/running-note'
import { startS3 } from '@escola/dev-services/s3'
import { readSecrets } from '@escola/dev-services/secrets'
import { createFileStore } from '@escola/server/files/create-file-store'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp } from './back-up.ts'
import { contentOf, filesIn, fill, hasText, missingOf, openOf, sumsOf } from './backup.testing.ts'
import { installationOf } from './installation.ts'
import { restore } from './restore.ts'

let folder: string
const place = (name: string) => path.join(folder, name)
const at = (dataDir: string, env: NodeJS.ProcessEnv = {}) => installationOf(env, dataDir)
/** Opens the database of a data folder for a while. */
async function onDatabase<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres'), unsafe: true })
  try {
    return await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}
const storeIn = (dataDir: string) => createFileStore({ s3: undefined, filesDir: path.join(dataDir, 'files') })

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'escola-backup-'))
  await onDatabase(place('from'), async (url) => {
    await migrate(url, readSecrets(place('from')).secret)
    await fill(url, await storeIn(place('from')))
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const copySecrets = (to: string) => cp(place('from/secrets.json'), place(`${to}/secrets.json`))

it('copies a stopped data folder and restores it: each row, each right and each file', async () => {
  await backUp(at(place('from')), place('backup'), {})
  const { secret, databasePassword } = readSecrets(place('from'))
  expect([hasText(place('backup'), secret), hasText(place('backup'), databasePassword)]).toEqual([false, false])
  expect(new Set(filesIn(place('backup')).map((file) => statSync(file).mode & 0o777))).toEqual(new Set([0o600]))
  // Stores of objects know no folders, so a backup may lose those in which nothing is.
  const { emptyFolders } = JSON.parse(await readFile(place('backup/backup.json'), 'utf8'))
  expect(emptyFolders).toContain('data/postgres/pg_notify')
  for (const name of emptyFolders) await rm(path.join(place('backup'), name), { recursive: true })

  await copySecrets('to')
  expect(await restore(at(place('to')), place('backup'), {})).toEqual({ sessions: 2, links: 6, mails: 2 })
  const before = await onDatabase(place('from'), contentOf)
  const sums = await sumsOf(await storeIn(place('to')))
  expect(sums).toEqual(await sumsOf(await storeIn(place('from'))))
  await onDatabase(place('to'), async (url) => {
    expect(await contentOf(url)).toEqual(before)
    expect(await openOf(url)).toEqual({ sessions: 0, links: 0, tokens: 0, mails: 'held pending held pending' })
    expect([Object.keys(sums).length, await missingOf(url, sums)]).toEqual([4, []])
  })
})

it('takes the files of a store with it, and leaves nothing of a restore that failed', async () => {
  const [from, to] = await Promise.all([startS3({ bucket: 'escola' }), startS3({ bucket: 'escola' })])
  const settings = (s3: typeof from) => ({
    S3_BUCKET: 'escola',
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  })
  const stored = at(place('from'), settings(from))
  await (await stored.openStore())!.put('2/lesson-file/a', Buffer.from('olá'), 'text/plain')
  await backUp(stored, place('stored'), {})

  await mkdir(place('there'))
  await writeFile(place('there/secrets.json'), JSON.stringify({ ...readSecrets(place('from')), databasePassword: 'x' }))
  await expect(restore(at(place('there')), place('stored'), {})).rejects.toThrow('another password')
  expect(existsSync(place('there/postgres'))).toBe(false)

  await copySecrets('there')
  const there = at(place('there'), settings(to))
  await restore(there, place('stored'), {})
  expect(Object.keys(await sumsOf((await there.openStore())!))).toEqual(['2/lesson-file/a'])
  await Promise.all([from.stop(), to.stop()])
})

it('says what is in the way', async () => {
  const note = await RunningNote.take(place('from'))
  note.setUrl('http://localhost:3000')
  await expect(backUp(at(place('from')), place('running'), {})).rejects.toThrow(
    /already running at http:\/\/localhost:3000 .* Stop it with Ctrl-C first/,
  )
  note.release()
  const nothing = at(place('nothing'), { ESCOLA_SECRET: 'x'.repeat(40) })
  await expect(backUp(nothing, place('empty'), {})).rejects.toThrow('has no data yet')
  const into = (name: string, env = {}) => restore(at(place(name), env), place('backup'), {})
  await expect(into('from')).rejects.toThrow(/is not empty \(.*postgres.*\)/)
  await expect(into('bare')).rejects.toThrow('Put secrets.json')
  readSecrets(place('foreign'))
  await expect(into('foreign')).rejects.toThrow('The secret is not that')
  await expect(into('foreign', { DATABASE_URL: 'postgres://127.0.0.1:1/escola' })).rejects.toThrow(
    'without DATABASE_URL',
  )
})
