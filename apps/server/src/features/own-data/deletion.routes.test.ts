import { certificates } from '@escola/contract/certificates.contract'
import { dayMs } from '@escola/contract/durations'
import { ownData, ownDataLimits } from '@escola/contract/own-data.contract'
import { schools } from '@escola/contract/schools.contract'
import type { Mailbox } from '@escola/dev-services/mailbox'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Person } from '../../testing/call.ts'
import { neverStops, runJob } from '../../testing/jobs.ts'
import { pendingPlatformJobs } from '../../testing/mail-requests.ts'
import { openMailbox } from '../../testing/open-mailbox.ts'
import { type World, world } from '../../testing/world.ts'
import { deliverMessages } from '../messages/delivery.service.ts'
import { eraseAccount } from './erasing.service.ts'
import { forgetProof, inDays, makeStudent, rowsWith } from './own-data.testing.ts'

let w: World
let mailbox: Mailbox
let mailer: Mailer
beforeAll(async () => {
  w = await world()
  ;({ mailbox, mailer } = await openMailbox(w))
})
beforeEach(() => w.database.withPlatform((db) => db.deleteFrom('outbox').where('school_id', '=', '0').execute()))

const ask = (as: { token: string }) => w.call(ownData.askDeletion, { as })
const takeBack = (as: { token: string }) => w.call(ownData.takeDeletionBack, { as })
const stateOf = async (as: { token: string }) => (await w.call(ownData.deletion, { as })).body
const erase = ({ userId }: Pick<Person, 'userId'>, days: number = ownDataLimits.deletionDays + 1) =>
  eraseAccount({ userId }, inDays(w, days))
const jobsOf = async () => (await pendingPlatformJobs(w)).map(({ name }) => name)
/** Delivers what is written to a user in a school, and reads all that they have. */
async function mailsTo(school: Awaited<ReturnType<World['makeSchool']>>, { userId, email }: Person) {
  const waiting = await school.tx((db) =>
    db.selectFrom('messages').select('id').where('user_id', '=', userId).where('status', '=', 'pending').execute(),
  )
  const ids = waiting.map(({ id }) => id)
  await deliverMessages(school, ids, { ...w.tools, platform: w.database, mailer }, neverStops)
  return Promise.all(mailbox.messages({ to: email }).map(async (mail) => (await mailbox.read(mail.id))!))
}

describe('a user who asks for their account to be deleted', () => {
  it('has seven days, is told by mail, and goes on as before', async () => {
    const { school, lia } = await makeStudent(w)
    expect(await stateOf(lia)).toEqual({ deletion: null, schools: [], administersPlatform: false })
    const { deletion } = (await ask(lia)).body
    expect(Date.parse(deletion.utc_due_on) - Date.parse(deletion.utc_asked_on)).toBe(7 * dayMs)
    expect((await ask(lia)).body.deletion).toEqual(deletion)
    expect(await stateOf(lia)).toMatchObject({ deletion })
    const jobs = await w.database.withPlatform((db) =>
      db.selectFrom('outbox').where('school_id', '=', '0').select(['name', 'utc_run_on']).execute(),
    )
    expect(jobs).toEqual([{ name: 'own_data.erase_account', utc_run_on: new Date(deletion.utc_due_on) }])
    const context = await w.call(schools.context, { as: lia, query: { domain: 'x', pathname: '/' } })
    expect(context.body.user!.utc_deletion_due_on).toBe(deletion.utc_due_on)
    // A session that the school's administrator could have opened learns nothing of it.
    const { id } = await w.database.withPlatform((db) =>
      db
        .insertInto('sessions')
        .values({ user_id: lia.userId, school_id: school.id, utc_expires_on: new Date(Date.now() + dayMs) })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const ofSchool = { token: w.tokens.sign(id, lia.userId) }
    const shown = await w.call(schools.context, { as: ofSchool, query: { domain: 'x', pathname: '/' } })
    expect(shown.body.user).toMatchObject({ id: lia.userId, utc_deletion_due_on: null })
    const [mail, ...others] = await mailsTo(school, lia)
    expect(others).toEqual([])
    expect(mail!.subject).toBe('Recebemos o pedido para excluir a sua conta')
    expect(mail!.links.some((link) => link.endsWith('/minha-conta/dados'))).toBe(true)
  })

  it('takes it back, and the day erases nothing', async () => {
    const { school, lia } = await makeStudent(w)
    await ask(lia)
    const before = await rowsWith(w, lia.userId)
    expect((await takeBack(lia)).status).toBe(200)
    expect((await takeBack(lia)).status).toBe(200)
    expect((await stateOf(lia)).deletion).toBeNull()
    await erase(lia)
    // The mail about it came on top, and the deletion went.
    const { 'account_deletions.user_id': _gone, ...kept } = before
    expect(await rowsWith(w, lia.userId)).toEqual({ ...kept, 'messages.user_id': before['messages.user_id']! + 1 })
    const mails = await mailsTo(school, lia)
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'A sua conta não será mais excluída',
      'Recebemos o pedido para excluir a sua conta',
    ])
  })

  it('and again later has seven days from then', async () => {
    const { lia } = await makeStudent(w)
    await ask(lia)
    await takeBack(lia)
    await w.database.withPlatform((db) =>
      db
        .insertInto('account_deletions')
        .values({ user_id: lia.userId, utc_asked_on: new Date(), utc_due_on: new Date(Date.now() + 9 * dayMs) })
        .execute(),
    )
    await erase(lia, 8)
    expect(await rowsWith(w, lia.userId)).toHaveProperty(['sessions.user_id'])
    await erase(lia, 10)
    expect(await rowsWith(w, lia.userId)).not.toHaveProperty(['sessions.user_id'])
  })

  it('proves who they are first, in a session of their own', async () => {
    const { school, lia } = await makeStudent(w)
    await forgetProof(w, lia)
    expect((await ask(lia)).error.code).toBe('proof_needed')
    const schools = await w.makePlatformPerson('student', school.id)
    expect((await ask(schools)).error.code).toBe('school_session_only')
    expect((await takeBack(schools)).error.code).toBe('school_session_only')
    expect((await w.call(ownData.deletion, { as: schools })).error.code).toBe('school_session_only')
    expect((await stateOf(lia)).deletion).toBeNull()
  })

  it('cannot take it back once the day has come', async () => {
    const { lia } = await makeStudent(w)
    await ask(lia)
    await w.database.withPlatform((db) =>
      db.updateTable('account_deletions').set({ utc_due_on: new Date() }).where('user_id', '=', lia.userId).execute(),
    )
    expect((await takeBack(lia)).error.code).toBe('deletion_began')
  })
})

describe('an account stays', () => {
  it('while it alone administers a school', async () => {
    const school = await w.makeSchool('Única')
    expect((await ask(school.admin)).error.code).toBe('administers_alone')
    expect(await stateOf(school.admin)).toMatchObject({ schools: [{ id: school.id, name: 'Única' }] })
    const colleague = await school.make.admin()
    expect((await ask(school.admin)).status).toBe(200)
    await school.make.roles(colleague, { is_admin: false })
    await erase(school.admin)
    expect(await rowsWith(w, school.admin.userId, school.id)).toHaveProperty(['memberships.user_id'], 1)
    // It waits for a day, and says why meanwhile.
    const { deletion, schools } = await stateOf(school.admin)
    expect(schools).toHaveLength(1)
    expect(Date.parse(deletion!.utc_due_on)).toBeGreaterThan(Date.now() + 8 * dayMs)
    expect(await jobsOf()).toEqual(['own_data.erase_account', 'own_data.erase_account'])
    await erase(school.admin)
    expect(await jobsOf()).toHaveLength(2)
    await school.make.roles(colleague, { is_admin: true })
    await erase(school.admin, 12)
    expect(await rowsWith(w, school.admin.userId, school.id)).not.toHaveProperty(['memberships.user_id'])
  })

  it('in a school whose other administrator left while it was being erased', async () => {
    const { school, second, lia } = await makeStudent(w)
    await second.make.roles(lia, { is_admin: true })
    await ask(lia)
    const tools = inDays(w, 8)
    const openSchool = (id: string) => {
      const opened = tools.openSchool(id)
      if (id !== second.id) return opened
      const leave = () => second.make.roles(second.admin, { is_admin: false })
      return { ...opened, tx: (async (work) => leave().then(() => opened.tx(work))) as typeof opened.tx }
    }
    await eraseAccount({ userId: lia.userId }, { ...tools, openSchool })
    expect(await rowsWith(w, lia.userId, school.id)).not.toHaveProperty(['memberships.user_id'])
    expect(await rowsWith(w, lia.userId, second.id)).toHaveProperty(['memberships.user_id'], 1)
    expect(await jobsOf()).toContain('own_data.erase_account')
    expect(await jobsOf()).not.toContain('own_data.tell_erased')
  })

  it('while it administers the platform', async () => {
    const vera = await w.makePlatformPerson()
    expect((await ask(vera)).error.code).toBe('platform_administrator_stays')
    expect(await stateOf(vera)).toMatchObject({ administersPlatform: true })
  })
})

describe('on the day', () => {
  it('every school and the account are erased, others stay, and the last mail leaves', async () => {
    const { school, second, lia, certificate } = await makeStudent(w)
    const others = [school.student, school.admin, second.student]
    const rowsOfOthers = () => Promise.all(others.map(({ userId }) => rowsWith(w, userId)))
    const before = await rowsOfOthers()
    await ask(lia)
    await erase(lia, 6)
    expect(await rowsWith(w, lia.userId)).toHaveProperty(['account_deletions.user_id'])
    await erase(lia)
    await erase(lia)
    expect(await rowsWith(w, lia.userId)).toEqual({})
    expect(await rowsOfOthers()).toEqual(before)
    expect((await w.call(ownData.deletion, { as: lia })).status).toBe(401)
    const user = await w.database.withPlatform((db) =>
      db.selectFrom('users').where('id', '=', lia.userId).selectAll().executeTakeFirstOrThrow(),
    )
    const nothing = { name: '', cellphone: '', cpf: '', password_hash: null, utc_email_confirmed_on: null }
    expect(user).toMatchObject({ email: `erased:${lia.userId}`, ...nothing })
    const proof = await w.call(certificates.verify, { params: { schoolId: school.id, code: certificate.code } })
    expect(proof.body).toMatchObject({ state: 'valid', student_name: '' })
    const sales = await school.tx((db) =>
      db.selectFrom('sales').select(['buyer_name', 'buyer_email', 'body']).execute(),
    )
    expect(sales).toEqual([{ buyer_name: '', buyer_email: '', body: '' }])

    const notified = (await pendingPlatformJobs(w)).filter(({ name }) => name === 'own_data.tell_erased')
    expect(notified).toHaveLength(1)
    expect(JSON.stringify(notified)).not.toContain('Lia')
    expect(JSON.stringify(notified)).not.toContain(lia.email)
    expect(jobs.notifyOfErasure.erasesPayload).toBe(true)
    await runJob(w, undefined, jobs.notifyOfErasure, notified[0]!.payload, { own: { mailer } })
    const [mail] = mailbox.messages({ to: lia.email })
    expect(mail!.subject).toBe('A sua conta foi excluída')
    expect((await mailbox.read(mail!.id))!.text).toContain('Olá, Lia!')
  })

  it('a run that dies between two schools is finished by the next one', async () => {
    const { school, second, lia } = await makeStudent(w)
    await ask(lia)
    const tools = inDays(w, 8)
    const openSchool = (id: string) => {
      if (id === second.id) throw new Error('the worker was killed')
      return tools.openSchool(id)
    }
    await expect(eraseAccount({ userId: lia.userId }, { ...tools, openSchool })).rejects.toThrow('killed')
    expect(await rowsWith(w, lia.userId, school.id)).toEqual({ 'email_tokens.user_id': 1 })
    expect(await rowsWith(w, lia.userId, second.id)).toHaveProperty(['memberships.user_id'])
    // A user who is half erased has no session.
    expect((await w.call(ownData.deletion, { as: lia })).status).toBe(401)
    await erase(lia)
    expect(await rowsWith(w, lia.userId)).toEqual({})
  })

  it('an administrator goes, and what the school has of their work stays', async () => {
    const school = await w.makeSchool('Dupla')
    const bia = await school.make.admin()
    const course = await school.make.course()
    const thread = await school.make.thread(course, school.student)
    await school.tx((db) =>
      db
        .insertInto('thread_replies')
        .values({ thread_id: thread.id, user_id: bia.userId, is_admin: true, message: '<p>Assim.</p>' })
        .execute(),
    )
    await ask(bia)
    await erase(bia)
    expect(await rowsWith(w, bia.userId)).toEqual({ 'thread_replies.user_id': 1 })
    expect(await rowsWith(w, school.student.userId)).toHaveProperty(['threads.user_id'], 1)
  })

  it('the e-mail is free for a new account', async () => {
    const { lia } = await makeStudent(w)
    await ask(lia)
    await erase(lia)
    const id = (await w.tools.people.ensure([lia.email])).get(lia.email)?.userId
    expect(id).not.toBe(lia.userId)
  })
})
