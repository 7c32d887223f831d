import { randomUUID } from 'node:crypto'
import { accounts, schoolsOfDay, schoolsPerDay } from '@escola/contract/accounts.contract'
import { dayMs } from '@escola/contract/durations'
import { messages } from '@escola/contract/messages'
import { schools } from '@escola/contract/schools.contract'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { joinSchool } from '../people/members.service.ts'

let here: World
beforeAll(async () => {
  here = await world()
})

type Caller = { token: string }

const newName = () => `Escola ${randomUUID().slice(0, 8)}`
const create = (as: Caller | undefined, school_name: string, more: { isAcademy?: 0 | 1 } = {}) =>
  here.call(accounts.createSchool, { as, body: { school_name, disclosure: true, ...more } })
const named = (name: string) =>
  here.database.withPlatform((db) =>
    db.selectFrom('schools').where('name', '=', name).select(['id', 'email', 'is_academy']).execute(),
  )

it('makes a school of a student of another school, with all that one begins with and no mail', async () => {
  const ana = await here.northside.make.student('Ana Souza')
  const name = newName()
  const made = await create(ana, name, { isAcademy: 1 })
  expect(made.status).toBe(201)
  const { id, base_path } = made.body.school
  expect(base_path).toBe(`/${name.toLowerCase().replace(' ', '-')}`)
  expect(await named(name)).toEqual([{ id, email: ana.email, is_academy: true }])
  const rows = await here.database.withSchool(id, async (db) => ({
    members: await db.selectFrom('memberships').select(['user_id', 'name', 'email', 'is_admin', 'origin']).execute(),
    signers: await db.selectFrom('certificate_signers').select('name').execute(),
    cohorts: await db.selectFrom('cohorts').select('is_public').execute(),
    consents: await db.selectFrom('consents').select(['user_id', 'whose', 'way']).execute(),
    mails: await db.selectFrom('messages').select('kind').execute(),
  }))
  expect(rows).toEqual({
    members: [{ user_id: ana.userId, name: 'Ana Souza', email: ana.email, is_admin: true, origin: 'school-admin' }],
    signers: [{ name: 'Ana Souza' }],
    cohorts: [{ is_public: true }],
    consents: [{ user_id: ana.userId, whose: 'platform', way: 'sign-up' }],
    mails: [],
  })
  const { body } = await here.call(schools.context, { as: ana, query: { domain: '', pathname: `${base_path}/` } })
  expect(body.school?.role).toEqual(['admin'])
})

it('makes one school of calls that are repeated, at once and later, and further ones of other names', async () => {
  const { admin } = await here.makeSchool('Cais')
  const name = newName()
  const atOnce = await Promise.all([1, 2, 3, 4, 5, 6].map(() => create(admin, name)))
  const made = [...atOnce, await create(admin, name)]
  const rows = await named(name)
  expect(rows).toHaveLength(1)
  for (const { body } of made) expect(body.school.id).toBe(rows[0]?.id)
  expect((await create(admin, newName())).body.school.id).not.toBe(rows[0]?.id)
  // Another owner's school of the name is none of theirs, and neither is their own of another day.
  const other = await create(await here.northside.make.student(), name)
  expect(other.body.school.id).not.toBe(rows[0]?.id)
  await here.database.withPlatform((db) =>
    db
      .updateTable('schools')
      .set({ utc_created_on: new Date(Date.now() - 2 * dayMs) })
      .where('id', '=', rows[0]!.id)
      .execute(),
  )
  await create(admin, name)
  expect(await named(name)).toHaveLength(3)
})

it('answers no school that another user has made and lets the caller administer', async () => {
  const [bia, owner] = [await here.northside.make.student(), await here.northside.make.student()]
  const name = newName()
  const { id } = (await create(owner, name)).body.school
  await here.database.withPlatform((db) =>
    joinSchool(
      db,
      { ...bia, name: 'Bia', schoolId: id, isAdmin: true, isStudent: false, origin: 'administrator' },
      new Date(),
    ),
  )
  expect((await create(bia, name)).body.school.id).not.toBe(id)
  expect(await named(name)).toHaveLength(2)
})

it('bounds how many schools one user makes in a day', async () => {
  const ana = await here.northside.make.student()
  const names = Array.from({ length: schoolsPerDay }, newName)
  for (const name of names) expect((await create(ana, name)).status).toBe(201)
  expect((await create(ana, newName())).error.fields).toEqual({ school_name: schoolsOfDay })
  expect((await create(ana, names[0]!)).status).toBe(201)
})

it("takes the user's own session alone, a proven e-mail, the terms and a name", async () => {
  const ana = await here.northside.make.student()
  const name = newName()
  expect((await create(undefined, name)).error.code).toBe('not_signed_in')
  expect((await create(ana, 'Mar')).error.fields).toEqual({
    school_name: expect.stringContaining(messages.signUpSchoolName),
  })
  const body = { school_name: name, disclosure: false } as never
  expect((await here.call(accounts.createSchool, { as: ana, body })).error.fields).toEqual({
    disclosure: messages.terms,
  })
  await here.database.withPlatform((db) =>
    db.updateTable('users').set({ utc_email_confirmed_on: null }).where('id', '=', ana.userId).execute(),
  )
  expect((await create(ana, name)).error.code).toBe('must_confirm_email')
  await here.database.withPlatform((db) =>
    db.updateTable('sessions').set({ school_id: here.northside.id }).where('id', '=', ana.sessionId).execute(),
  )
  expect((await create(ana, name)).error.code).toBe('school_session_only')
  expect(await named(name)).toEqual([])
})
