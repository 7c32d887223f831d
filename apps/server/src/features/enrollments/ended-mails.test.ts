import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { schools } from '@escola/contract/schools.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, expect, it } from 'vitest'
import { neverStops } from '../../testing/jobs.ts'
import { openMailbox } from '../../testing/open-mailbox.ts'
import { type World, world } from '../../testing/world.ts'
import { deliverMessages } from '../messages/delivery.service.ts'
import { type Seller, sellersOf } from '../sales/sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
let mails: Awaited<ReturnType<typeof openMailbox>>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
  mails = await openMailbox(w)
})

const later = (days: number) => new Date(Date.now() + days * dayMs)
const term = { kind: 'days', count: 30 } as const
const setTerm = (s: Seller) => w.call(cohorts.update, { as: s.as, params: s.cohort, body: { term } })
const add = (s: Seller) =>
  w.call(cohorts.addStudent, { as: s.as, params: s.cohort, body: { name: 'Marina Souza', email: s.email } })
const sell = async (s: Seller, event = 'PURCHASE_APPROVED', more: Record<string, unknown> = {}) => {
  await s.hotmart(event, more)
  await s.work()
}
const listEnded = (s: Seller) =>
  s.tx((db) => db.selectFrom('messages').select(['id', 'status']).where('kind', '=', 'access_ended').execute())
/** Delivers what was written, and reads the mails of this kind that came. */
async function deliver(s: Seller) {
  const ids = (await listEnded(s)).map(({ id }) => id)
  const tools = { ...w.tools, platform: w.database, mailer: mails.mailer, mayOpen: () => Promise.resolve(true) }
  await deliverMessages(s, ids, tools as never, neverStops)
  const sent = mails.mailbox.messages({ to: s.email }).filter(({ subject }) => subject.startsWith('Seu acesso a '))
  return Promise.all(sent.map(async ({ id }) => (await mails.mailbox.read(id))!.text))
}

it.each([
  ['PURCHASE_REFUNDED', 'a compra foi reembolsada'],
  ['PURCHASE_CHARGEBACK', 'a compra foi reembolsada'],
])('%s is mailed once, with the reason and the way to the school', async (event, why) => {
  const s = await shop.makeSeller()
  await sell(s)
  await sell(s, event)
  await sell(s, event)
  const [mail, ...more] = await deliver(s)
  expect(more).toEqual([])
  expect(mail).toContain(`terminou: ${why}.`)
  expect(mail).toContain('/contato')
})

it('the end of a term is mailed once, however often the job runs', async () => {
  const s = await shop.makeSeller()
  await setTerm(s)
  await add(s)
  await s.endDue(later(20))
  expect(await listEnded(s)).toEqual([])
  await s.endDue(later(40))
  await s.endDue(later(40))
  expect(await deliver(s)).toEqual([expect.stringContaining('terminou: o prazo terminou.')])
})

it('the end of a cancelled subscription is mailed when its paid period is over', async () => {
  const s = await shop.makeSeller()
  const date_next_charge = later(20).getTime()
  const purchase = { transaction: 'HP1', status: 'APPROVED', date_next_charge }
  await sell(s, 'PURCHASE_APPROVED', { subscription: 'SUB1', purchase })
  const cancelled = { purchase: undefined, subscriber: { code: 'SUB1' }, date_next_charge }
  await sell(s, 'SUBSCRIPTION_CANCELLATION', cancelled)
  expect(await listEnded(s)).toEqual([])
  await s.endDue(later(21))
  expect(await deliver(s)).toEqual([expect.stringContaining('terminou: o período pago terminou.')])
})

it('an end is mailed once for each class and day', async () => {
  const s = await shop.makeSeller()
  for (const transaction of ['HP1', 'HP2']) {
    await sell(s, 'PURCHASE_APPROVED', { transaction })
    await sell(s, 'PURCHASE_REFUNDED', { transaction })
  }
  expect(await listEnded(s)).toHaveLength(1)
})

it('nothing is mailed while another grant keeps the class, and when the student is back before the mail leaves', async () => {
  const s = await shop.makeSeller()
  await sell(s)
  await add(s)
  await sell(s, 'PURCHASE_REFUNDED')
  expect([await listEnded(s), await s.members()]).toEqual([[], [s.email]])
  const other = await shop.makeSeller()
  await sell(other)
  await sell(other, 'PURCHASE_REFUNDED')
  await add(other)
  expect(await deliver(other)).toEqual([])
  expect(await listEnded(other)).toMatchObject([{ status: 'failed' }])
})

it('nothing is mailed of a student who is removed by the school', async () => {
  const s = await shop.makeSeller()
  const { student } = (await add(s)).body
  const params = { classId: s.cohort.id, userId: student.user_id }
  expect((await w.call(students.removeFromCohort, { as: s.as, params })).status).toBe(200)
  expect([await s.members(), await listEnded(s)]).toEqual([[], []])
})

it('nothing is mailed of ends before the release, nor while the school has switched the mails off', async () => {
  const s = await shop.makeSeller()
  await setTerm(s)
  await add(s)
  await s.tx((db) =>
    db
      .updateTable('schools')
      .set({ utc_ended_mails_from: later(35) })
      .execute(),
  )
  await s.endDue(later(40))
  const off = await shop.makeSeller()
  await w.call(schools.update, { as: off.as, params: { schoolId: off.id }, body: { has_ended_mails: false } })
  await sell(off)
  await sell(off, 'PURCHASE_REFUNDED')
  expect([await s.members(), await off.members(), await listEnded(s), await listEnded(off)]).toEqual([[], [], [], []])
})
