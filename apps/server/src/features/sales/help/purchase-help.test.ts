import { hourMs, minuteMs } from '@escola/contract/durations'
import { fieldMappings } from '@escola/contract/field-mappings.contract'
import { merges } from '@escola/contract/merges.contract'
import { purchases } from '@escola/contract/purchases.contract'
import { salesMessages } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { salesAccounts } from '@escola/contract/sales-accounts.contract'
import { students } from '@escola/contract/students.contract'
import { done } from '@escola/contract/wire'
import type { Mailbox } from '@escola/dev-services/mailbox'
import { beforeAll, expect, it } from 'vitest'
import { jobs } from '../../../jobs/catalogue.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import { hashPassword } from '../../../security/passwords.ts'
import { runPending } from '../../../testing/jobs.ts'
import { openMailbox } from '../../../testing/open-mailbox.ts'
import { type World, world } from '../../../testing/world.ts'
import { type Seller, sellersOf } from '../sales.testing.ts'

let w: World
let mailbox: Mailbox
let mailer: Mailer
let makeSeller: ReturnType<typeof sellersOf>['makeSeller']

beforeAll(async () => {
  w = await world()
  ;({ mailbox, mailer } = await openMailbox(w))
  ;({ makeSeller } = sellersOf(w))
})

/** Asks for help and does all that follows; each job runs twice. */
async function ask(s: Seller, code: string, at = new Date()) {
  const answer = await w.call(sales.askHelp, { params: { schoolId: s.id }, body: { code } })
  for (const job of [jobs.answerPurchaseHelp, jobs.mailBuyer, jobs.deliverUrgentMessages])
    await runPending(w, s, { only: [job], now: at, times: 2, own: { mailer } })
  return answer
}
const mailsTo = async (address: string) =>
  Promise.all(mailbox.messages({ to: address }).map(async (mail) => (await mailbox.read(mail.id))!))
const subject = /compra em/
/** Texts of the mails about a purchase that came to an address. */
const readHelp = async (address: string) =>
  (await mailsTo(address)).filter((mail) => subject.test(mail.subject)).map((mail) => mail.text)

it('mails an invitation to a buyer without a password, and the way in to one who has a password', async () => {
  const s = await makeSeller()
  await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP100' })
  await s.work()
  expect((await ask(s, ' hp 100\n')).body).toEqual(done)
  const [invitation, ...others] = await readHelp(s.email)
  expect(others).toEqual([])
  const token = invitation!.match(/\/welcome\/(\S+)/)![1]!
  expect(token).toBeTruthy()
  expect(invitation).toContain('HP100')
  const password_hash = await hashPassword('minha1senha')
  await w.database.withPlatform((db) =>
    db
      .updateTable('users')
      .set({ password_hash, utc_email_confirmed_on: new Date() })
      .where('email', '=', s.email)
      .execute(),
  )
  await ask(s, 'HP100', new Date(Date.now() + hourMs + 1000))
  const access = (await readHelp(s.email)).find((text) => text !== invitation)
  expect(access).toContain('Entrar:')
  expect(access).not.toMatch(/welcome|login\/|recover/)
})

it('writes once an hour for each purchase, however often and by how many it is asked', async () => {
  const s = await makeSeller()
  for (const transaction of ['HP1', 'HP2']) await s.hotmart('PURCHASE_APPROVED', { transaction })
  await s.work()
  const began = Date.now()
  for (const minute of [0, 1, 59]) await ask(s, 'HP1', new Date(began + minute * minuteMs))
  expect(await readHelp(s.email)).toHaveLength(1)
  await ask(s, 'HP2', new Date(began))
  expect(await readHelp(s.email)).toHaveLength(2)
  await ask(s, 'HP1', new Date(began + hourMs))
  expect(await readHelp(s.email)).toHaveLength(3)
})

it('answers an unknown code, and the code of another school, as it answers a known one', async () => {
  const [s, other] = [await makeSeller(), await makeSeller()]
  await other.hotmart('PURCHASE_APPROVED', { transaction: 'HP-OUTRA' })
  await other.work()
  await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP-MINHA' })
  await s.work()
  const before = (await s.pendingJobs()).length
  const answers = []
  for (const code of ['HP-MINHA', 'HP-OUTRA', 'nada%', '%'])
    answers.push(await w.call(sales.askHelp, { params: { schoolId: s.id }, body: { code } }))
  expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(4).fill([202, done]))
  const written = (await s.pendingJobs()).slice(before)
  expect(written.map(([name]) => name)).toEqual(Array(4).fill('sales.answer_help'))
  expect(JSON.stringify(written)).not.toContain('HP-')
  await ask(s, 'HP-OUTRA')
  expect(await readHelp(other.email)).toEqual([])
  expect(await readHelp(s.email)).toHaveLength(1)
})

it.each([
  ['refunded', 'O valor dela foi devolvido', (s: Seller) => s.hotmart('PURCHASE_REFUNDED', { transaction: 'HP1' })],
  ['canceled', 'Ela foi cancelada', (s: Seller) => s.hotmart('PURCHASE_CANCELED', { transaction: 'HP1' })],
  [
    'removed by the school',
    'A escola encerrou o acesso',
    async (s: Seller) => {
      const { list } = (await w.call(students.list, { as: s.as })).body.students
      const { user_id } = list.find(({ email }) => email === s.email)!
      await w.call(students.removeFromCohort, { as: s.as, params: { userId: user_id, classId: s.cohort.id } })
    },
  ],
])('says of a purchase that was %s what became of it, without a way in', async (_, sentence, end) => {
  const s = await makeSeller()
  await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP1' })
  await s.work()
  await end(s)
  await s.work()
  await ask(s, 'HP1')
  const mails = await readHelp(s.email)
  expect(mails).toEqual([expect.stringContaining(sentence)])
  expect(mails[0]!.split('--\n')[0]).not.toContain('http')
})

it('says of a purchase that waits for its class that it waits, to the e-mail of the sale', async () => {
  const s = await makeSeller()
  await s.integrate(s.cohort.id, { ids: 'outro-produto' })
  await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP1' })
  await s.work()
  await ask(s, 'HP1')
  await ask(s, 'HP1')
  const jobs = await s.tx((db) => db.selectFrom('outbox').where('name', '=', 'sales.tell_buyer').select('id').execute())
  expect(jobs).toHaveLength(1)
  // Each job runs twice here, and sends the same mail again.
  const mails = new Set(await readHelp(s.email))
  expect([...mails]).toEqual([expect.stringContaining('Ela espera por uma correção da escola')])
  expect([...mails][0]!.split('--\n')[0]).not.toContain('http')
})

it('writes to the student who holds the purchase by now, and not to the e-mail that it was made with', async () => {
  const s = await makeSeller()
  await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP1' })
  await s.work()
  const other = await s.make.student()
  await s.tx(async (db) => {
    await db.updateTable('enrollment_grants').set({ user_id: other.userId }).where('source', '=', 'sale').execute()
  })
  await ask(s, 'HP1')
  expect([await readHelp(s.email), await readHelp(other.email)]).toEqual([[], [expect.stringContaining('HP1')]])
})

it('writes to the student who has a given purchase since a merging', async () => {
  const s = await makeSeller()
  await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP1' })
  await s.work()
  const [holder, kept] = [await s.make.student(), await s.make.student()]
  const given = { gateway: 'hotmart' as const, transaction: 'HP1', user_id: holder.userId }
  await w.call(purchases.give, { as: s.as, body: given })
  const { link } = await s.tx((db) =>
    db.selectFrom('memberships').where('user_id', '=', kept.userId).select('link').executeTakeFirstOrThrow(),
  )
  const merged = await w.call(merges.start, { as: s.as, params: { link }, body: { email: holder.email } })
  expect(merged.status).toBe(200)
  await ask(s, 'HP1')
  expect([await readHelp(holder.email), await readHelp(kept.email)]).toEqual([[], [expect.stringContaining('HP1')]])
})

it('finds a purchase on a platform that the school named by the code that the platform gave it', async () => {
  const s = await makeSeller()
  const body = { gateway: 'other' as const, code: 'chave', proof: { kind: 'bearer' as const } }
  const { account } = (await w.call(salesAccounts.create, { as: s.as, body })).body
  await s.integrate(s.cohort.id, { gateway: 'other', code: undefined, account_id: account.id, ids: '9' })
  const path = (name: string) => [name]
  const mapping = {
    fields: { event: path('e'), transaction: path('t'), email: path('m'), product_ids: path('p') },
    outcomes: [{ value: 'pago', outcome: 'paid' as const }],
  }
  await w.call(fieldMappings.save, { as: s.as, params: { id: account.id }, body: mapping })
  await sellersOf(w).send({
    path: `/webhook/${s.id}/other`,
    headers: { authorization: 'Bearer chave' },
    body: { e: 'pago', t: 'Pedido-77', m: s.email, p: 9 },
  })
  await s.work()
  await ask(s, 'Pedido-77')
  const [mail, ...others] = await readHelp(s.email)
  expect([mail, others]).toEqual([expect.stringContaining('Pedido-77'), []])
  expect(mail).not.toContain(`${account.id}-Pedido-77`)
})

it('names the field of a code that is none', async () => {
  const s = await makeSeller()
  const { status, error } = await w.call(sales.askHelp, { params: { schoolId: s.id }, body: { code: ' \u0000 ' } })
  expect([status, error.fields]).toEqual([400, { code: salesMessages.purchaseCode }])
})
