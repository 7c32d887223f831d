import { minuteMs } from '@escola/contract/durations'
import { undeliveredMails } from '@escola/contract/undelivered-mails.contract'
import { expect, it } from 'vitest'
import { openSchool } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { makeMessageToken } from '../../mail/message-token.ts'
import { purchaseTemplates } from '../../mail/purchase-templates.ts'
import { listPending, runJob, runPending } from '../../testing/jobs.ts'
import { openMailbox } from '../../testing/open-mailbox.ts'
import { refusingMailServer } from '../../testing/refusing-mail-server.ts'
import { type World, world } from '../../testing/world.ts'
import type { NewMessage } from './message-kinds.ts'
import { queueMessage } from './messages.service.ts'
import { sendOutsideMail } from './outside-mails.service.ts'

type TestSchool = Awaited<ReturnType<World['makeSchool']>>
let next = 0

async function setUp() {
  const w = await world()
  const school = await w.makeSchool(`Perdida ${++next}`)
  /** Writes a mail, and has its address refused. */
  const refuse = async (
    kind: NewMessage['kind'],
    { of = school, params = {} }: { of?: TestSchool; params?: object } = {},
  ) => {
    const student = await of.make.student('Ana Reis')
    const dedupeKey = `undelivered:${++next}`
    await of.tx((db) => queueMessage(db, { userId: student.userId, kind, dedupeKey, params } as NewMessage, w.tools))
    const { id } = await of.tx((db) =>
      db.selectFrom('messages').select('id').where('dedupe_key', '=', dedupeKey).executeTakeFirstOrThrow(),
    )
    const { mailer } = await refusingMailServer({ RCPT: '550 5.1.1 no such user ana@example.com' })
    await runJob(w, of, jobs.deliverMessages, { messageIds: [id] }, { own: { mailer } })
    return { id, student }
  }
  const list = async (page = 1) =>
    (await w.call(undeliveredMails.list, { as: school.admin, query: { page } })).body.mails
  const again = (id: string, as = school.admin) => w.call(undeliveredMails.sendAgain, { as, params: { id } })
  return { w, school, refuse, list, again }
}

it("shows the school's own mails that did not arrive, and neither accounts' nor another school's", async () => {
  const { w, school, refuse, list } = await setUp()
  const { id, student } = await refuse('invitation')
  await refuse('recovery')
  await refuse('invitation', { of: await w.makeSchool('Outra') })
  const mails = await list()
  expect(mails).toMatchObject({ total: 1, page: 1 })
  expect(mails.list).toEqual([
    {
      id,
      kind: 'invitation',
      name: student.name,
      email: student.email,
      user_link: expect.any(String),
      reason: 'address_refused',
      utc_failed_on: expect.any(String),
    },
  ])
  expect(JSON.stringify(mails)).not.toContain(makeMessageToken(w.config.secret, school.id, id))
  expect((await list(2)).list).toEqual([])
  expect((await w.call(undeliveredMails.list, { as: school.student })).status).toBe(403)
})

it('writes a mail again as a new one with a link of its own, once, to the address of now', async () => {
  const { w, school, refuse, list, again } = await setUp()
  const { id, student } = await refuse('invitation')
  const address = `mended.${student.email}`
  await school.tx((db) =>
    db.updateTable('memberships').set({ email: address }).where('user_id', '=', student.userId).execute(),
  )
  expect((await again(id)).status).toBe(200)
  expect((await again(id)).status).toBe(404)
  expect((await list()).total).toBe(0)
  const { mailbox, mailer } = await openMailbox(w)
  await runPending(w, school, { own: { mailer }, only: [jobs.deliverMessages] })
  const [mail] = mailbox.messages({ to: address })
  const { links } = (await mailbox.read(mail!.id))!
  const path = (messageId: string) => `/welcome/${makeMessageToken(w.config.secret, school.id, messageId)}`
  expect(links.some((link) => link.endsWith(path(id)))).toBe(false)
  const { id: newId } = await school.tx((db) =>
    db.selectFrom('messages').select('id').where('dedupe_key', '=', `again:${id}`).executeTakeFirstOrThrow(),
  )
  expect(links.some((link) => link.endsWith(path(newId)))).toBe(true)
})

it('writes no account mail and no mail of another school again', async () => {
  const { w, school, refuse, again } = await setUp()
  const recovery = await refuse('recovery')
  expect((await again(recovery.id)).status).toBe(404)
  const other = await w.makeSchool('Outra')
  const theirs = await refuse('invitation', { of: other })
  expect((await again(theirs.id)).status).toBe(404)
  expect((await again(theirs.id, school.student)).status).toBe(403)
})

it('shows account mails to the platform alone, and writes them again there', async () => {
  const { w, school, refuse } = await setUp()
  const { id, student } = await refuse('recovery')
  const as = await w.makePlatformPerson()
  const listed = async () => (await w.call(undeliveredMails.listOfPlatform, { as, query: {} })).body.mails.list
  const [mail] = (await listed()).filter(({ email }) => email === student.email)
  expect(mail).toMatchObject({ kind: 'recovery', name: student.name, reason: 'address_refused', may_send_again: true })
  const kept = await w.database.withPlatform((db) => db.selectFrom('platform_mails').selectAll().execute())
  expect(JSON.stringify(kept)).not.toContain(student.email)
  expect((await w.call(undeliveredMails.listOfPlatform, { as: school.admin, query: {} })).status).toBe(403)
  const again = () => w.call(undeliveredMails.sendPlatformMailAgain, { as, params: { id: mail!.id } })
  expect((await again()).status).toBe(200)
  expect((await again()).status).toBe(404)
  const { dedupe_key } = await school.tx((db) =>
    db.selectFrom('messages').select('dedupe_key').where('dedupe_key', '=', `again:${id}`).executeTakeFirstOrThrow(),
  )
  expect(dedupe_key).toBe(`again:${id}`)
  expect((await listed()).filter(({ email }) => email === student.email)).toEqual([])
})

it('keeps a mail to no member on the platform, sealed, until it is taken or three days are over', async () => {
  const { w, school } = await setUp()
  const run = await refusingMailServer({ END: '554 5.7.1 sending paused' })
  let now = new Date()
  const tools = { ...w.tools, platform: w.database, mailer: run.mailer, now: () => now }
  const own = { mailer: run.mailer, openSchool: (id: string) => openSchool(w.database, id) }
  const write = ({ schoolName }: { schoolName: string }) =>
    purchaseTemplates.closed({ personName: 'Rui', schoolName }, { code: 'HP1', standing: 'waiting' })
  const send = (key: string) =>
    sendOutsideMail(
      school,
      { kind: 'purchase_help', key, to: { name: 'Rui', address: `${key}@buyers.example` }, write },
      tools,
    )
  const kept = () =>
    w.database.withPlatform((db) =>
      db.selectFrom('platform_mails').selectAll().where('kind', '=', 'purchase_help').execute(),
    )
  await send('first')
  await send('first')
  const [row, ...others] = await kept()
  expect(others).toEqual([])
  expect(JSON.stringify(row)).not.toContain('buyers.example')
  const retry = async (minutes: number) => {
    now = new Date(now.getTime() + minutes * minuteMs)
    await runJob(w, undefined, jobs.retryPlatformMail, { id: row!.id }, { now, own })
  }
  expect(await listPending(w, undefined, [jobs.retryPlatformMail])).toHaveLength(1)
  await retry(1)
  expect(await kept()).toMatchObject([{ tries: 2, outcome: null }])
  delete run.answers.END
  await retry(1)
  expect(run.recipients).toEqual(['first@buyers.example'])
  expect(await kept()).toEqual([])

  run.answers.RCPT = '550 5.1.1 unknown'
  await send('second')
  const as = await w.makePlatformPerson()
  const { mails } = (await w.call(undeliveredMails.listOfPlatform, { as, query: {} })).body
  expect(mails.list).toContainEqual(
    expect.objectContaining({ email: 'second@buyers.example', reason: 'address_refused', may_send_again: false }),
  )
  now = new Date(now.getTime() + 3 * 24 * 60 * minuteMs + 1000)
  await runJob(w, undefined, jobs.forgetPlatformMails, {}, { now, own })
  expect(await kept()).toEqual([])
})
