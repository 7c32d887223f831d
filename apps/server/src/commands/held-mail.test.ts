import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { settleRestored } from '@escola/db/settle-restored'
import { testSecret } from '@escola/db/testing'
import pg from 'pg'
import { expect, it } from 'vitest'
import { queueMessages } from '../features/messages/messages.service.ts'
import type { Person } from '../testing/call.ts'
import { world } from '../testing/world.ts'

const file = path.join(import.meta.dirname, 'held-mail.ts')
const run = async (...args: string[]) => {
  const { databaseUrl } = await world()
  const env = { ...process.env, DATABASE_URL: databaseUrl, ESCOLA_SECRET: testSecret }
  return (await promisify(execFile)(process.execPath, [file, ...args], { env })).stdout.trim()
}

/** Has a mail that waits in each of two schools, and settles their database as after a restore two hours later. */
async function restored() {
  const { makeSchool, databaseUrl } = await world()
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  await admin.query(`update messages set status = 'sent'`)
  const schools = await Promise.all([makeSchool('Norte'), makeSchool('Sul')])
  const written = (person: Person) => ({ userId: person.userId, dedupeKey: `held-${person.userId}` })
  for (const { tx, student } of schools)
    await tx((db) =>
      queueMessages(
        db,
        { kind: 'invitation', params: {}, recipients: [written(student)] },
        { now: () => new Date(Date.now() - 7_200_000) },
      ),
    )
  await settleRestored(admin)
  // Jobs that the relay had sent are done without a mail.
  await admin.query(`update outbox set utc_done_on = now() where name = 'messages.deliver'`)
  await admin.end()
  const state = () =>
    Promise.all(
      schools.map(async ({ tx, pendingJobs }) => ({
        mails: (await tx((db) => db.selectFrom('messages').select('status').execute())).map(({ status }) => status),
        jobs: (await pendingJobs()).map(([name]) => name),
      })),
    )
  return { state }
}

it('counts what a restore has held, and releases it to its schools’ queues', async () => {
  const { state } = await restored()
  expect(await run()).toBe('2 mails are held')
  expect(await state()).toEqual(Array(2).fill({ mails: ['held'], jobs: [] }))
  expect(await run('release')).toBe('2 mails were released')
  expect(await state()).toEqual(Array(2).fill({ mails: ['pending'], jobs: ['messages.deliver'] }))
  expect(await run('release')).toBe('0 mails were released')
})

it('discards what was sent long ago', async () => {
  const { state } = await restored()
  expect(await run('discard')).toBe('2 mails were discarded')
  expect(await state()).toEqual(Array(2).fill({ mails: ['failed'], jobs: [] }))
  await expect(run('send')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('count | release | discard'),
  })
})
