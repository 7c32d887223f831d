import { readFile } from 'node:fs/promises'
import { imports } from '@escola/contract/imports.contract'
import { thisSchool } from '@escola/db'
import { type Mailbox, startMailbox } from '@escola/dev-services/mailbox'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestStore, testStores } from '../../jobs/test-stores.ts'
import { type Kill, killedRows, killsProcesses, workThroughKills } from '../../testing/killed-worker.ts'
import { world } from '../../testing/world.ts'

/**
 * One queue imports more rows, because what grows with them has nothing to do with where the queue is. The rows of the first
 * batch and the last ones are people; those in between repeat the first and are refused, so that most of the time is not the sending of mails.
 * The worker is killed at a student of the first batch, at one of the last, and once more while the mails leave.
 */
const firstPeople = killedRows * 0.2
const lastPeople = killedRows * 0.1
const people = firstPeople + lastPeople
const rowCounts: Record<string, number> = { PostgreSQL: Math.max(5000, killedRows), Redis: 3000 }

/** Reads the most memory that a process has ever held; 0 where the system does not tell. */
const peakMegabytes = async (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1] ?? 0) / 1024

for (const { name, isInstalled: isHere, start } of testStores) {
  const rowCount = rowCounts[name]!
  describe.skipIf(!isHere)(`an import whose worker is killed, on ${name}`, () => {
    let store: TestStore
    let mailbox: Mailbox

    beforeAll(async () => {
      store = await start()
      mailbox = await startMailbox({ limit: people * 2 })
    })
    afterAll(async () => {
      await mailbox.stop()
      await store.stop()
    })

    it('brings in each person once, with one mail each, without help', async () => {
      const w = await world()
      const school = w.northside
      const domain = `${name.toLowerCase()}.example.com`
      const cohort = await school.make.cohort({ title: name })
      const rows = Array.from({ length: rowCount }, (_, index) => ({
        line: index + 2,
        name: `Pessoa ${index}`,
        email: `p${index < rowCount - lastPeople ? index % firstPeople : people + index - rowCount}@${domain}`,
      }))
      const started = await w.call(imports.start, {
        as: school.admin,
        query: { total: rowCount, filename: 'turma.csv', school_gateway_id: cohort.id },
        file: { bytes: Buffer.from(JSON.stringify(rows)), filename: 'turma.json' },
      })
      expect(started.status).toBe(202)
      const { id } = started.body.import

      const state = async () =>
        school.tx(async (db) => {
          const { rows } = await sql<{ processed: number; status: string; sent: number }>`
            select i.processed, i.status, (
              select count(*)::int from messages m join memberships p on p.school_id = m.school_id and p.user_id = m.user_id
              where m.school_id = ${thisSchool} and m.status = 'sent' and p.email like ${`%@${domain}`}) as sent
            from imports i where i.school_id = ${thisSchool} and i.id = ${id}`.execute(db)
          const unsent = await db.selectFrom('outbox').select('id').where('utc_done_on', 'is', null).execute()
          return { ...rows[0]!, unsent: unsent.length }
        })
      const rowsDone = async () =>
        (await school.tx((db) => db.selectFrom('imports').select('processed').where('id', '=', id).executeTakeFirst()))!
          .processed
      const mailsSent = async () => {
        const { rows } = await school.tx((db) =>
          sql<{ sent: number }>`
            select count(*)::int as sent from messages
            where school_id = ${thisSchool} and status = 'sent' and params->>'cohortId' = ${cohort.id}`.execute(db),
        )
        return rows[0]!.sent
      }
      const students = [firstPeople / 2, rowCount - lastPeople / 2].map((at) => ({ at, email: rows[at]!.email }))
      const users = await w.tools.people.ensure(students.map(({ email }) => email))
      const joined = `insert into memberships (school_id, user_id, name, email, is_student, utc_created_on)
        values ($1, $2, '', $3, true, now())`
      const rowKills = students.map(
        ({ at, email }): Kill => ({
          hold: [joined, [school.id, users.get(email)!.userId, email]],
          done: at - (at % 2000),
        }),
      )
      const lastMail = `select from messages where school_id = $1 and id = (
        select max(id) from messages where school_id = $1 and params->>'cohortId' = $2) for update`
      const mailKills = (killsProcesses ? [0.2, 0.6] : [0.4]).map(
        (share): Kill => ({
          hold: [lastMail, [school.id, cohort.id]],
          done: people * share,
          countDone: mailsSent,
          isBeside: true,
        }),
      )
      await workThroughKills(w, {
        kills: [...rowKills, ...mailKills],
        countDone: rowsDone,
        isDone: async () => {
          const { sent, unsent } = await state()
          return sent === people && unsent === 0
        },
        beforeEnd: async (pid) => expect(await peakMegabytes(pid)).toBeLessThan(300),
        env: { SMTP_URL: mailbox.smtpUrl, REDIS_URL: store.redisUrl ?? '' },
      })
      expect(await state()).toMatchObject({ status: 'done', processed: rowCount })

      const found = await school.tx((db) =>
        sql<Record<string, number>>`
          select count(*)::int as members, count(distinct m.email)::int as addresses, (
              select count(*)::int from enrollments e where e.school_id = ${thisSchool} and e.cohort_id = ${cohort.id}) as enrollments
          from memberships m where m.school_id = ${thisSchool} and m.email like ${`%@${domain}`}`.execute(db),
      )
      expect(found.rows[0]).toEqual({ members: people, addresses: people, enrollments: people })
      const done = await w.call(imports.get, { as: school.admin, params: { id } })
      expect(done.body.import).toMatchObject({
        created: people,
        enrolled: people,
        unchanged: 0,
        refused: rowCount - people,
      })

      // An administrator is told of news after some minutes, which this may take.
      const mails = mailbox.messages({ to: domain, limit: people * 2 })
      expect(mails.length).toBe(people)
      expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(people)
      expect(new Set(mails.flatMap((mail) => mail.to)).size).toBe(people)
      // At most the mails that were on the wire at a kill were delivered twice, under the same Message-ID.
      const twice = mails.filter((mail) => mail.deliveries > 1)
      expect(twice.length).toBeLessThanOrEqual(4 * 5)
    }, 400_000)
  })
}
