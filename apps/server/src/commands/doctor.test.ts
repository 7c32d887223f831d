import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { testSecret } from '@escola/db/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { version } from '../core/version.ts'
import { type PayingWorld, payingWorld } from '../features/payments/payments.testing.ts'
import { createFileStore } from '../files/create-file-store.ts'
import type { CheckTools } from './checks/check.ts'
import { files } from './checks/files.ts'
import { jobs } from './checks/jobs.ts'
import { mails } from './checks/mails.ts'

let p: PayingWorld
let filesDir: string
beforeAll(async () => {
  p = await payingWorld()
  await p.pay(p.w.northside, { paymentMethod: await p.card() })
  filesDir = await mkdtemp(path.join(tmpdir(), 'escola-doctor-'))
})
afterAll(() => rm(filesDir, { recursive: true }))

/** Runs the command, and answers what it says and how it ends. */
const run = async (words: string[], more: NodeJS.ProcessEnv = {}) => {
  const own = { DATABASE_URL: p.w.databaseUrl, ESCOLA_SECRET: testSecret, FILES_DIR: filesDir }
  const file = path.join(import.meta.dirname, 'doctor.ts')
  const command = promisify(execFile)(process.execPath, [file, ...words], {
    env: { ...process.env, ...p.env, ...own, ...more },
  })
  return command.then(
    ({ stdout, stderr }) => ({ code: 0, said: `${stderr}${stdout}` }),
    ({ code, stdout, stderr }) => ({ code, said: `${stderr}${stdout}` }),
  )
}

async function change(...statements: string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: p.w.databaseUrl })
  await admin.connect()
  for (const statement of statements) await admin.query(statement)
  await admin.end()
}

it('says that all agree, and which school does not when one cent is changed by hand', async () => {
  const { code: first, said: healthy } = await run(['money'])
  expect(first).toBe(0)
  expect(healthy).toMatch(
    /^Escola \d+\.\d+\.\d+\nschema: up to date \(\d{4}_\w+\)\nmoney: ledger, sums and payments of 2 schools: all agree\n$/,
  )
  await change(`update ledger_transfers set amount = amount + 1 where from_account = 'provider'`)
  const { code, said } = await run(['money'])
  expect(code).toBe(1)
  expect(said).toContain(
    `school ${p.w.northside.id}: the ledger disagrees: the school's balance is 30.00 BRL, and all movements make it 30.01 BRL`,
  )
  expect(said).toMatch(
    new RegExp(
      `school ${p.w.northside.id}: payment \\d+ \\(basic\\): it says succeeded, 29.90 BRL.*its movements have 29.91 BRL`,
    ),
  )
  expect(said).toMatch(/2 schools: 2 disagree/)
  await change(`update ledger_transfers set amount = amount - 1 where from_account = 'provider'`)
})

it('says that an installation in production names no way to itself', async () => {
  const { code, said } = await run(['support'], { NODE_ENV: 'production', STRIPE_TEST: 'on' })
  expect(code).toBe(0)
  expect(said).toContain('SUPPORT_EMAIL and SUPPORT_URL are both empty')
})

it('sees money that the provider has taken and no movement knows', async () => {
  const { customer } = (await p.listIntents()).find(({ metadata }) => metadata.school === p.w.northside.id)!
  const intent = await p.provider.ask(({ paymentIntents }) =>
    paymentIntents.create({
      amount: 700,
      currency: 'brl',
      customer: String(customer),
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'https://escola.example',
    }),
  )
  expect((await run(['money'])).said).toContain('{"provider":3690,"ledger":2990}')
  await p.provider.ask(({ refunds }) => refunds.create({ payment_intent: intent.id }))
  expect((await run(['money'])).code).toBe(0)
})

it('names a credit that a school has at the provider, which is no fault', async () => {
  const { customer } = (await p.listIntents()).find(({ metadata }) => metadata.school === p.w.northside.id)!
  const setBalance = (balance: number) =>
    p.provider.ask(({ customers }) => customers.update(String(customer), { balance }))
  await setBalance(-1250)
  const { code, said } = await run(['money'])
  expect(said).toContain(`customer ${customer} has a credit of 12.50 BRL at the payment provider`)
  expect(code).toBe(0)
  await setBalance(0)
})

it('sees files that are missing, mails that failed or wait, and jobs that were given up or are late', async () => {
  const { id, admin } = p.w.northside
  await change(
    'delete from outbox',
    `insert into files (school_id, purpose, storage_key, filename, content_type, size_bytes)
      select ${id}, 'lesson_file', '${id}/lesson-file/' || n, n, 'text/plain', 3 from unnest('{a,b}'::text[]) n`,
    `insert into messages (school_id, user_id, kind, dedupe_key, status, outcome, utc_sent_on, utc_undelivered_on, utc_created_on)
      select ${id}, ${admin.userId}, 'invitation', concat_ws(' ', status, outcome, age), status, outcome, case status when 'sent' then now() end,
        case age when 73 then now() end, now() - make_interval(hours => age)
      from (values ('sent', null, 1), ('failed', null, 1), ('failed', 'too_late', 73), ('failed', 'unsent', 30), ('failed', 'gone', 2),
        ('failed', 'discarded', 2), ('failed', 'sent_again', 2), ('failed', 'number_refused', 2), ('pending', null, 0), ('pending', null, 2),
        ('held', null, 50)) as m (status, outcome, age)`,
    `insert into messages (school_id, user_id, kind, dedupe_key, status, utc_try_on, utc_created_on)
      values (${id}, ${admin.userId}, 'invitation', 'waits', 'pending', now(), now() - interval '5 hours')`,
    `insert into outbox (school_id, name, payload, last_error, utc_run_on, utc_failed_on) values
      (${id}, 'messages.deliver', '{}', 'the server said no', now(), now()),
      (${id}, 'messages.deliver', '{}', 'asked before the restore', now(), now()),
      (${id}, 'messages.deliver', '{}', 'long ago', now() - interval '3 days', now() - interval '3 days'),
      (${id}, 'certificates.draw', '{}', null, now() - interval '2 hours', null)`,
    `insert into due_jobs (school_id, name, utc_due_on) values (${id}, 'charges.month', now() - interval '2 hours')
      on conflict (school_id, name) do update set utc_due_on = excluded.utc_due_on`,
  )
  const { code, said } = await run(['files', 'mails', 'jobs'])
  expect(code).toBe(1)
  expect(said).toContain(`files: The database names 2 files, and the folder ${filesDir} has none of them`)
  expect(said).toContain('mails: 1 mails have waited for more than an hour without a try.')
  expect(said).toContain(`mails: school ${id}: 2 mails of the last 24 hours did not arrive\n`)
  expect(said).toContain(`mails: school ${id}: 1 mails wait for another try\n`)
  expect(said).toContain('mails: 1 mails are held since a restore')
  expect(said).toContain('jobs: 1 × messages.deliver given up in 24 hours: the server said no\n')
  expect(said).toContain('jobs: 1 × certificates.draw overdue for more than an hour\n')
  expect(said).toContain('jobs: 1 × charges.month planned for more than an hour ago and not begun\n')

  const tools: CheckTools = {
    database: p.w.database,
    urls: p.w.config.database,
    secret: testSecret,
    provider: p.provider,
    filesAt: { s3: undefined, filesDir },
    schoolIds: [id],
    isStopped: true,
    env: {},
    now: () => new Date(),
  }
  // A product that is stopped is late with everything.
  expect((await jobs.look(tools)).summary).toBe('1 given up in 24 hours, 0 overdue')
  expect((await mails.look(tools)).faults).toEqual([])
  await change(`delete from messages where school_id = ${id} and utc_try_on is null and status = 'pending'`)
  // Mail that waits for its next try, or whose news is gone, is no fault.
  expect((await mails.look({ ...tools, isStopped: false })).faults).toEqual([])
  await change(`update messages set utc_sent_on = now() - interval '2 days' where status = 'sent'`)
  expect((await mails.look(tools)).faults).toEqual(['No mail left in 24 hours, and 2 were given up.'])
  const store = await createFileStore({ s3: undefined, filesDir })
  await store.put(`${id}/lesson-file/a`, Buffer.from('olá'), 'text/plain')
  expect((await files.look(tools)).faults).toEqual([`1 of 2 files are missing: ${id}/lesson-file/b`])
  await store.put(`${id}/lesson-file/b`, Buffer.from('olá'), 'text/plain')
  expect((await files.look(tools)).faults).toEqual([])
  expect((await files.look({ ...tools, filesAt: undefined })).faults).toHaveLength(1)
})

it('sees a schema of another release, and looks no further', async () => {
  await change(`insert into migrations.applied (name, checksum) values ('9999_later.sql', '')`)
  const later = await run([])
  expect(later.code).toBe(1)
  expect(later.said).toContain('schema: The database is of a later release: 9999_later.sql has run there')
  await change(
    `delete from migrations.applied where name >= (select max(name) from migrations.applied where name < '9999')`,
  )
  const { code, said } = await run([])
  expect(code).toBe(1)
  expect(said).toMatch(/schema: .*1 migrations are missing, the first is \d{4}_\w+\.sql/)
  expect(said).not.toContain('money:')
  expect(await run(['teeth'])).toMatchObject({ code: 2, said: expect.stringContaining('usage: doctor.ts') })
})

it('names the release that the changelog describes first', () => {
  const changelog = readFileSync(path.resolve(import.meta.dirname, '../../../../CHANGELOG.md'), 'utf8')
  expect(/^## (\S+) – \d{4}-\d{2}-\d{2}$/m.exec(changelog)?.[1]).toBe(version)
})
