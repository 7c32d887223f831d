import { randomUUID } from 'node:crypto'
import { hourMs } from '@escola/contract/durations'
import { emailChanges } from '@escola/contract/email-changes.contract'
import { openSchool } from '../../core/scope.ts'
import type { Person } from '../../testing/call.ts'
import { runJob } from '../../testing/jobs.ts'
import { openMailbox } from '../../testing/open-mailbox.ts'
import type { World } from '../../testing/world.ts'

export const newEmail = (name = 'nova') => `${name}.${randomUUID().slice(0, 8)}@example.com`

/** Steps of users and of the worker in tests of changed e-mails. */
export async function emailSteps(w: World) {
  const { mailbox, mailer } = await openMailbox(w)
  const listJobs = () =>
    w.database.withPlatform((db) =>
      db
        .selectFrom('outbox')
        .where('name', 'like', 'email_changes.%')
        .where('utc_done_on', 'is', null)
        .orderBy('id')
        .select(['id', 'school_id', 'name', 'payload', 'utc_run_on'])
        .execute(),
    )
  /** Does what a worker does by this moment. @param times how often each job runs */
  // A job that is written now has a moment of the database's own clock.
  async function work({ at = new Date(Date.now() + hourMs), times = 1, reversed = false } = {}) {
    const due = (await listJobs()).filter(({ utc_run_on }) => utc_run_on === null || utc_run_on <= at)
    for (const { id, school_id, name, payload } of reversed ? due.reverse() : due) {
      const school = openSchool(w.database, school_id)
      for (let run = 0; run < times; run++) await runJob(w, school, { name }, payload, { now: at, own: { mailer } })
      await w.database.withPlatform((db) =>
        db.updateTable('outbox').set({ utc_done_on: at }).where('id', '=', id).execute(),
      )
    }
  }
  const mailsTo = (email: string) =>
    Promise.all(mailbox.messages({ to: email }).map(async ({ id }) => (await mailbox.read(id))!))
  const ask = (as: { token: string }, email: string) => w.call(emailChanges.ask, { as, body: { email } })
  const confirm = (as: { token: string }, code: string) => w.call(emailChanges.confirm, { as, body: { code } })
  /** The code in the latest mail to an address. */
  async function codeIn(email: string): Promise<string> {
    await work()
    const texts = (await mailsTo(email)).map(({ text }) => /Código: (\d{3} \d{3})/.exec(text)?.[1])
    return texts.find(Boolean) ?? ''
  }
  async function change(as: { token: string }, email: string) {
    await ask(as, email)
    return confirm(as, await codeIn(email))
  }
  /** The token of the undo link that an address was mailed. */
  async function undoTokenIn(email: string): Promise<string> {
    await work()
    const links = (await mailsTo(email)).flatMap((mail) => mail.links)
    return links.find((link) => link.includes('/email/'))!.split('/email/')[1]!
  }
  const undo = (token: string) => w.call(emailChanges.undo, { params: { token } })
  const emailOf = async ({ userId }: Pick<Person, 'userId'>) =>
    (
      await w.database.withPlatform((db) =>
        db.selectFrom('users').where('id', '=', userId).select('email').executeTakeFirstOrThrow(),
      )
    ).email
  /** Opens one more session of a user. */
  const openSession = ({ userId }: Pick<Person, 'userId'>, schoolId: string | null = null) =>
    w.database.withPlatform(async (db) => {
      const { id } = await db
        .insertInto('sessions')
        .values({
          user_id: userId,
          school_id: schoolId,
          utc_expires_on: new Date(Date.now() + hourMs),
          utc_proven_on: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { token: w.tokens.sign(id, userId), sessionId: id }
    })
  return { work, listJobs, mailsTo, ask, confirm, codeIn, change, undoTokenIn, undo, emailOf, openSession }
}
