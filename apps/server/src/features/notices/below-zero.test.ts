import { belowZeroText } from '@escola/contract/billing-texts'
import { minuteMs } from '@escola/contract/durations'
import { noticeLimits, notices, noticeTexts } from '@escola/contract/notices.contract'
import { notifications } from '@escola/contract/notifications.contract'
import { paymentMessages } from '@escola/contract/payments.contract'
import type { Mailbox } from '@escola/dev-services/mailbox'
import { beforeAll, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Person } from '../../testing/call.ts'
import { neverStops } from '../../testing/jobs.ts'
import { openMailbox } from '../../testing/open-mailbox.ts'
import { giveBalance, paying } from '../../testing/paying.ts'
import { type World, world } from '../../testing/world.ts'
import { makeSchoolAt } from '../charges/school-at.testing.ts'
import { deliverMessages } from '../messages/delivery.service.ts'
import { recordFall, sendDueDigest } from './notices.service.ts'

let w: World
let mailbox: Mailbox
let mailer: Mailer
beforeAll(async () => {
  w = await world(paying)
  ;({ mailbox, mailer } = await openMailbox(w))
})

type School = Awaited<ReturnType<World['makeSchool']>>

/** Does the waiting jobs of falls, each of them twice. @returns how many there were */
async function recordFalls(school: School, { billing } = w.tools): Promise<number> {
  const falls = (await school.pendingJobs()).filter(([name]) => name === jobs.recordFall.name)
  for (const [, payload] of [...falls, ...falls])
    await recordFall(school, (payload as { movementNumber: string }).movementNumber, { billing, now: () => new Date() })
  await school.tx((db) => db.updateTable('outbox').set({ utc_done_on: new Date() }).execute())
  return falls.length
}
let minutes = 0
/** Sends a digest of so much later. */
async function sendDigest(school: School) {
  minutes += noticeLimits.waitMinutes + noticeLimits.pauseMinutes
  await sendDueDigest(school, { now: () => new Date(Date.now() + minutes * minuteMs) })
  const ids = await school.tx((db) =>
    db.selectFrom('messages').where('kind', '=', 'admin_digest').where('status', '=', 'pending').select('id').execute(),
  )
  const tools = { ...w.tools, platform: w.database, mailer }
  await deliverMessages(
    school,
    ids.map(({ id }) => id),
    tools,
    neverStops,
  )
}
const mailsOf = ({ email }: Person) =>
  Promise.all(mailbox.messages({ to: email }).map(async ({ id }) => (await mailbox.read(id))!))
const seenBy = async (as: Person) =>
  (await w.call(notifications.list, { as })).body.notifications.list.map(({ kind, title, count }) => [
    kind,
    title,
    count,
  ])

it('tells each administrator once of a fall, however many charges follow it, in the bell and by one mail', async () => {
  const s = await makeSchoolAt(w, '2026-10-20T12:00:00Z')
  const { school } = s
  const [other, deaf] = [await school.make.admin('Caio Reis'), await school.make.admin('Davi Prado')]
  await w.call(notices.save, { as: deaf, body: { kind: 'balance_below_zero', is_on: false } })
  await giveBalance(school, 100, s.tools.now)
  await s.joinNew(16)
  expect(await recordFalls(school)).toBe(0)
  await s.joinNew(1)
  await s.joinNew(2)
  expect(await recordFalls(school)).toBe(1)
  await s.joinNew(1)
  expect(await recordFalls(school)).toBe(0)
  await sendDigest(school)
  await sendDigest(school)
  for (const admin of [school.admin, other]) {
    expect(await seenBy(admin)).toEqual([['balance_below_zero', '-R$ 4,00', 1]])
    const [mail, ...more] = await mailsOf(admin)
    expect(more).toEqual([])
    expect(mail!.subject).toBe(`Cobranças: ${noticeTexts.balance_below_zero.countOf(1)}`)
    for (const text of ['-R$ 4,00', belowZeroText, paymentMessages.addBalance]) expect(mail!.text).toContain(text)
    expect(mail!.links.filter((link) => /\/(low-balance|avisos\/)/.test(link))).toHaveLength(2)
  }
  expect([await seenBy(deaf), await mailsOf(deaf), await seenBy(school.student)]).toEqual([[], [], []])
})

it('tells of the run of a month, which charges in batches', async () => {
  const s = await makeSchoolAt(w, '2026-10-20T12:00:00Z')
  await s.joinNew(20)
  await giveBalance(s.school, 500, s.tools.now)
  await recordFalls(s.school)
  s.at('2026-11-01T03:00:00Z')
  await Promise.all([s.run(2), s.run(2)])
  expect(await s.cents()).toBe(-500)
  expect(await recordFalls(s.school)).toBe(1)
  // The second batch of this run falls.
  await giveBalance(s.school, 800, s.tools.now)
  s.at('2026-12-01T03:00:00Z')
  await Promise.all([s.run(2), s.run(2)])
  expect(await recordFalls(s.school)).toBe(1)
})

it('tells of a fall from zero, not of one that goes on below it, and of a movement under a known key once', async () => {
  const school = await w.makeSchool('Quedas')
  const move = (cents: number, key?: string) => giveBalance(school, cents, undefined, key)
  await move(-1, 'first')
  await move(-1, 'first')
  await move(-1)
  expect(await recordFalls(school)).toBe(1)
  await move(2)
  expect(await recordFalls(school)).toBe(0)
  await move(-1, 'first')
  expect(await recordFalls(school)).toBe(0)
  await move(-1)
  expect(await recordFalls(school)).toBe(1)
})

it('tells nothing once the balance is there again, and of two falls the latest', async () => {
  const school = await w.makeSchool('Ida e volta')
  await giveBalance(school, -100)
  await recordFalls(school)
  await giveBalance(school, 300)
  await sendDigest(school)
  expect([await seenBy(school.admin), await mailsOf(school.admin)]).toEqual([[], []])
  await giveBalance(school, -250)
  await giveBalance(school, 250)
  await giveBalance(school, -450)
  expect(await recordFalls(school)).toBe(2)
  await sendDigest(school)
  expect(await seenBy(school.admin)).toEqual([['balance_below_zero', '-R$ 2,50', 1]])
  expect(await mailsOf(school.admin)).toHaveLength(1)
  await giveBalance(school, 250)
  expect(await seenBy(school.admin)).toEqual([['balance_below_zero', '', 1]])
  await giveBalance(school, -1)
  await recordFalls(school)
  await sendDigest(school)
  expect(await seenBy(school.admin)).toEqual([
    ['balance_below_zero', '-R$ 0,01', 1],
    ['balance_below_zero', '', 1],
  ])
  expect(await mailsOf(school.admin)).toHaveLength(2)
})

it('tells nothing where the installation takes no payments: nothing is refused there', async () => {
  const school = await w.makeSchool('Tudo grátis')
  await giveBalance(school, -100)
  expect(await recordFalls(school, { ...w.tools, billing: { isOn: false } })).toBe(1)
  expect(await school.tx((db) => db.selectFrom('admin_notices').selectAll().execute())).toEqual([])
})
