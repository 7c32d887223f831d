import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { type World, world } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const newEmails = (count: number) => Array.from({ length: count }, () => `${randomUUID()}@example.com`)
const listUsers = (emails: string[]) =>
  w.database.withPlatform((db) =>
    db.selectFrom('users').where('email', 'in', emails).select(['id', 'email', 'password_hash']).execute(),
  )

it('makes each person once, for callers at the same time and in any order', async () => {
  const emails = newEmails(200)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      w.tools.people.ensure(index % 2 ? emails : [...emails, ...emails].reverse()),
    ),
  )
  const idsByEmail = new Map((await listUsers(emails)).map(({ email, id }) => [email, id]))
  expect(idsByEmail.size).toBe(emails.length)
  for (const people of answers)
    expect(new Map([...people].map(([email, { userId }]) => [email, userId]))).toEqual(idsByEmail)
})

it('ends a password without a proven e-mail, and no other', async () => {
  const emails = newEmails(3)
  await w.tools.people.ensure(emails)
  const [unproven, proven, without] = emails as [string, string, string]
  const updateUser = (email: string, values: object) =>
    w.database.withPlatform((db) => db.updateTable('users').set(values).where('email', '=', email).execute())
  await updateUser(unproven, { password_hash: 'typed' })
  await updateUser(proven, { password_hash: 'chosen', utc_email_confirmed_on: new Date() })
  await w.tools.people.ensure(emails)
  const passwords = new Map((await listUsers(emails)).map(({ email, password_hash }) => [email, password_hash]))
  expect([passwords.get(unproven), passwords.get(proven), passwords.get(without)]).toEqual([null, 'chosen', null])
})

it('ends the password of a user who signs up while it waits for them', async () => {
  const [email] = newEmails(1) as [string]
  const signingUp = await openTransaction(
    w.databaseUrl,
    `insert into users (email, password_hash) values ($1, 'typed')`,
    [email],
  )
  const ensured = w.tools.people.ensure([email])
  await untilWaiting(w.databaseUrl)
  await signingUp.commit()
  const id = (await ensured).get(email)!.userId
  expect(await listUsers([email])).toEqual([{ id, email, password_hash: null }])
})
