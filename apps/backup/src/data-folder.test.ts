import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '@escola/db/migrate'
import { beginFirstStart, isHalfRestored } from '@escola/dev-services/first-start'
import { startPostgres } from '@escola/dev-services/postgres'
import { RunningNote } from '@escola/dev-services/running-note'
import { startS3 } from '@escola/dev-services/s3'
import { readSecrets } from '@escola/dev-services/secrets'
import { startStripe } from '@escola/dev-services/stripe/stripe'
import { createFileStore } from '@escola/server/files/create-file-store'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp } from './back-up.ts'
import { contentOf, filesIn, fill, hasText, openOf, sumsOf } from './backup.testing.ts'
import { installationOf } from './installation.ts'
import { restore } from './restore.ts'
import { commandsOf, makePrograms, runCommands } from './runbook.testing.ts'

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
let content: Awaited<ReturnType<typeof contentOf>>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'escola-backup-'))
  await onDatabase(place('from'), async (url) => {
    await migrate(url, readSecrets(place('from')).secret)
    await fill(url, await storeIn(place('from')))
    content = await contentOf(url)
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const command = (name: string) => path.join(import.meta.dirname, `commands/${name}.ts`)
const envOf = (settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...process.env, DATABASE_URL: '', ...settings })
/** Runs a command of an installation. @returns its output and exit code */
async function run(name: string, words: string[], settings: NodeJS.ProcessEnv) {
  const ended = promisify(execFile)(process.execPath, [command(name), ...words], { env: envOf(settings) })
  return ended.then(
    ({ stdout, stderr }) => ({ code: 0, said: `${stdout}${stderr}` }),
    ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
  )
}

/** The backup that the runbook's commands make. */
const backup = () => place('backup/today')
const copySecrets = (to: string) => cp(place('from/secrets.json'), place(`${to}/secrets.json`))

it('is copied and restored as the runbook says: each row, each right and each file', async () => {
  const [backingUp, restoring] = commandsOf('What `pnpm start` runs')
  const PATH = [makePrograms(place('programs')), process.env.PATH].join(path.delimiter)
  const follow = (commands: string, DATA_DIR: string) => runCommands(commands, folder, envOf({ PATH, DATA_DIR }))
  expect(await follow(backingUp!, place('from'))).toContain(`keep ${place('from/secrets.json')} in another safe place`)
  const { secret, databasePassword } = readSecrets(place('from'))
  expect([hasText(backup(), secret), hasText(backup(), databasePassword)]).toEqual([false, false])
  expect(new Set(filesIn(backup()).map((file) => statSync(file).mode & 0o777))).toEqual(new Set([0o600]))
  // Stores of objects know no folders, so a backup may lose those in which nothing is.
  const { emptyFolders } = JSON.parse(await readFile(path.join(backup(), 'backup.json'), 'utf8'))
  expect(emptyFolders).toContain('data/postgres/pg_notify')
  for (const name of emptyFolders) await rm(path.join(backup(), name), { recursive: true })

  await copySecrets('safe')
  expect(await follow(restoring!, '.data')).toContain('Ended: 2 sessions and 6 links. Held: 2 mails')
  expect(await sumsOf(await storeIn(place('.data')))).toEqual(await sumsOf(await storeIn(place('from'))))
  expect(await follow(commandsOf('Mail that was held')[0]!, '.data')).toBe('2 mails are held\n2 mails were discarded\n')
  await onDatabase(place('.data'), async (url) => {
    expect(await contentOf(url)).toEqual(content)
    expect(await openOf(url)).toEqual({ sessions: 0, links: 0, tokens: 0, mails: 'failed pending failed pending' })
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
  await expect(backUp(stored, place('stored'), {})).rejects.toThrow('names 4 files, and the bucket escola has none')
  const store = await stored.openStore()
  await store.put('2/lesson-file/apostila', Buffer.from('olá'), 'text/plain')
  expect((await backUp(stored, place('stored'), {})).missing).toHaveLength(3)

  await mkdir(place('there'))
  await writeFile(place('there/secrets.json'), JSON.stringify({ ...readSecrets(place('from')), databasePassword: 'x' }))
  await expect(restore(at(place('there')), place('stored'), {})).rejects.toThrow('another password')
  expect(existsSync(place('there/postgres'))).toBe(false)

  await copySecrets('there')
  const there = at(place('there'), settings(to))
  expect((await restore(there, place('stored'), {})).files.missing).toEqual([
    '1/images/capa',
    '1/lesson-file/apostila',
    '2/images/capa',
  ])
  expect(Object.keys(await sumsOf(await there.openStore()))).toEqual(['2/lesson-file/apostila'])
  await Promise.all([from.stop(), to.stop()])
})

it('is no backup without the files, and one without a single file says which', async () => {
  const from = { DATA_DIR: place('from') }
  await rename(place('from/files'), place('files-away'))
  const failed = await run('backup', [place('without')], from)
  expect(failed).toMatchObject({
    code: 1,
    said: expect.stringContaining(`the folder ${place('from/files')} has none of them`),
  })
  expect(existsSync(place('without'))).toBe(false)
  await rename(place('files-away'), place('from/files'))
  await rename(place('from/files/1/lesson-file/apostila'), place('apostila'))
  const named = '1 of 4 files are missing: 1/lesson-file/apostila'
  const kept = await run('backup', [place('without-one')], from)
  expect(kept).toEqual({ code: 3, said: expect.stringMatching(new RegExp(`^Backed up [\\s\\S]+${named}`)) })
  await rename(place('apostila'), place('from/files/1/lesson-file/apostila'))
  await copySecrets('one-less')
  const restored = await run('restore', [place('without-one')], { DATA_DIR: place('one-less') })
  expect(restored).toEqual({ code: 3, said: expect.stringMatching(new RegExp(`^Restored[\\s\\S]+${named}`)) })
})

it('can be used no earlier than its restore has ended', async () => {
  await copySecrets('cut-off')
  const child = spawn(process.execPath, [command('restore'), backup()], {
    env: envOf({ DATA_DIR: place('cut-off') }),
  })
  await expect.poll(() => isHalfRestored(place('cut-off')), { interval: 5 }).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const failure = /A restore into .*cut-off was cut off, so its data can't be used/
  await expect(beginFirstStart(place('cut-off'))).rejects.toThrow(failure)
  await expect(backUp(at(place('cut-off')), place('of-a-half'), {})).rejects.toThrow(failure)
  await restore(at(place('cut-off')), backup(), {})
  await beginFirstStart(place('cut-off'))
  expect(existsSync(place('cut-off/first-start'))).toBe(false)
})

it('is examined while the product runs, and while it is stopped', async () => {
  const settings = { DATA_DIR: place('from') }
  const seen = /files: 4 in the folder .*files: all are there[\s\S]*jobs: 0 given up in 24 hours/
  const note = await RunningNote.take(place('from'))
  await onDatabase(place('from'), async () => {
    expect((await run('doctor', ['files', 'jobs'], settings)).said).toMatch(seen)
  })
  note.release()
  expect(await run('doctor', ['files', 'jobs'], settings)).toEqual({ code: 0, said: expect.stringMatching(seen) })
})

it('is examined as one in production, with the stand-in that runs beside a database of its own', async () => {
  const note = await RunningNote.take(place('from'))
  const stripe = await startStripe({ file: place('stripe.json') })
  note.setSettings({ ...stripe.settings })
  await onDatabase(place('from'), async (DATABASE_URL) => {
    const ESCOLA_SECRET = readSecrets(place('from')).secret
    const own = { DATA_DIR: place('from'), DATABASE_URL, ESCOLA_SECRET, NODE_ENV: undefined }
    const { said } = await run('doctor', ['money', 'support'], { ...own, STRIPE_STAND_IN: 'on' })
    expect(said).toMatch(/money: ledger, sums and payments of 2 schools[\s\S]*support: not named/)
    expect(said).toContain('support: SUPPORT_EMAIL and SUPPORT_URL are both empty')
    expect((await run('doctor', ['money'], own)).said).toContain('there is no payment provider')
  })
  await stripe.stop()
  note.release()
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
  const into = (name: string, env = {}) => restore(at(place(name), env), backup(), {})
  await expect(into('from')).rejects.toThrow(/is not empty \(.*postgres.*\)/)
  await expect(into('bare')).rejects.toThrow('Put secrets.json')
  readSecrets(place('foreign'))
  await expect(into('foreign')).rejects.toThrow('The secret is not that')
  await expect(into('foreign', { DATABASE_URL: 'postgres://127.0.0.1:1/escola' })).rejects.toThrow(
    'without DATABASE_URL',
  )
})
