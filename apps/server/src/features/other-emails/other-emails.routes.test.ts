import { cohorts } from '@escola/contract/cohorts.contract'
import { otherEmails, otherEmailTexts } from '@escola/contract/other-emails.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import type { Mail } from '../../mail/mailer.ts'
import type { Person } from '../../testing/call.ts'
import { runPending } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { sellersOf } from '../sales/sales.testing.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
const add = (as: Person, userId: string, email: string) =>
  w.call(otherEmails.add, { as, params: { userId }, body: { email } })
const usersOf = (email: string) =>
  w.database.withPlatform((db) => db.selectFrom('users').where('email', '=', email).select('id').execute())

it('brings sales, imports’ checks and enrolments under the address to the student, and makes no second one', async () => {
  const s = await sellersOf(w).makeSeller()
  const maria = await s.make.student('Maria')
  expect((await add(s.as, maria.userId, s.email)).status).toBe(200)
  expect((await add(s.as, maria.userId, s.email)).status, 'recorded twice is recorded once').toBe(200)
  await s.hotmart('PURCHASE_APPROVED')
  await s.work()
  expect(await s.members()).toEqual([maria.email])
  const second = await s.make.cohort()
  const added = await w.call(cohorts.addStudent, {
    as: s.as,
    params: { id: second.id },
    body: { name: 'Outra', email: s.email, cellphone: '' },
  })
  expect(added.body.student).toMatchObject({ user_id: maria.userId, email: maria.email, name: 'Maria' })
  expect(await usersOf(s.email), 'no person is made of the address').toEqual([])
  const own = await s.tx((db) => db.selectFrom('memberships').where('user_id', '=', maria.userId).selectAll().execute())
  expect(own).toMatchObject([{ email: maria.email, name: 'Maria' }])
  // Forgotten, the address is whose it is again; what came in stays.
  const { other_emails } = (await w.call(otherEmails.list, { as: s.as, params: { userId: maria.userId } })).body
  const params = { userId: maria.userId, id: other_emails[0]!.id }
  expect((await w.call(otherEmails.remove, { as: s.as, params })).status).toBe(200)
  expect((await w.call(otherEmails.remove, { as: s.as, params })).status).toBe(404)
  await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP2' })
  await s.work()
  expect((await s.members()).sort()).toEqual([maria.email, s.email].sort())
})

it('tells both mailboxes, gives neither a sign-in, and goes with the student', async () => {
  const school = await w.makeSchool('Endereços')
  const maria = await school.make.student('Maria')
  const other = `outra.${maria.email}`
  await add(school.admin, maria.userId, other)
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail) }
  await runPending(w, school, { only: [jobs.notifyOfOtherEmail], own: { mailer: mailer as never } })
  expect(sent.map(({ to }) => to.address).sort()).toEqual([maria.email, other].sort())
  expect(sent.every(({ text }) => text.includes(other) && !text.includes('/welcome/'))).toBe(true)
  expect(await usersOf(other)).toEqual([])
  const { link } = await school.tx((db) =>
    db.selectFrom('memberships').where('user_id', '=', maria.userId).select('link').executeTakeFirstOrThrow(),
  )
  expect((await w.call(students.erase, { as: school.admin, params: { link } })).status).toBe(200)
  expect(await school.tx((db) => db.selectFrom('other_emails').select('id').execute())).toEqual([])
})

it('refuses the address of a member, of another student, and too many', async () => {
  const school = await w.makeSchool('Recusas')
  const [maria, ana] = [await school.make.student('Maria'), await school.make.student('Ana')]
  const as = school.admin
  expect((await add(as, maria.userId, ana.email)).error.fields).toEqual({ email: otherEmailTexts.member })
  expect((await add(as, maria.userId, maria.email)).error.fields).toEqual({ email: otherEmailTexts.member })
  for (let n = 0; n < 10; n++) expect((await add(as, maria.userId, `m${n}.${maria.email}`)).status).toBe(200)
  expect((await add(as, maria.userId, `m10.${maria.email}`)).error.fields).toEqual({ email: otherEmailTexts.tooMany })
  expect((await add(as, ana.userId, `m1.${maria.email}`)).error.fields).toEqual({
    email: otherEmailTexts.taken('Maria'),
  })
  const far = w.northside
  expect((await add(far.admin, maria.userId, `x.${maria.email}`)).status).toBe(404)
  expect((await add(far.admin, far.student.userId, `m1.${maria.email}`)).status, 'each school notes its own').toBe(200)
})

it('counts no more once a person joins with the address', async () => {
  const s = await sellersOf(w).makeSeller()
  const maria = await s.make.student('Maria')
  const bob = await w.northside.make.student('Roberto')
  await add(s.as, maria.userId, bob.email)
  await s.make.membership(bob)
  const added = await w.call(cohorts.addStudent, {
    as: s.as,
    params: { id: s.cohort.id },
    body: { name: 'Roberto', email: bob.email, cellphone: '' },
  })
  expect(added.body.student.user_id).toBe(bob.userId)
})
