import { randomUUID } from 'node:crypto'
import { administrators } from '@escola/contract/administrators.contract'
import { minuteMs } from '@escola/contract/durations'
import { messages } from '@escola/contract/messages'
import { refusals } from '@escola/contract/refusals'
import { schools } from '@escola/contract/schools.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { type World, world } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const newEmail = () => `nova.${randomUUID().slice(0, 8)}@example.com`
/** Makes a school that may have several administrators. */
async function manyUsers(has_multiple_users = true) {
  const school = await w.makeSchool('Conjunta')
  await school.tx((db) => db.updateTable('schools').set({ has_multiple_users }).execute())
  const { admin } = school
  return {
    ...school,
    add: (email: string, name = 'Nova Gestora', as: Person = admin) =>
      w.call(administrators.add, { as, body: { name, email } }),
    remove: (person: { userId: string }, as: Person = admin) =>
      w.call(administrators.remove, { as, body: { user_id: person.userId } }),
    list: async (as: Person = admin) => (await w.call(administrators.list, { as })).body.users,
    ids: () =>
      school.tx(async (db) =>
        (await db.selectFrom('memberships').select('user_id').where('is_admin', '=', true).execute()).map(
          ({ user_id }) => user_id,
        ),
      ),
    invitations: () =>
      school.tx((db) =>
        db.selectFrom('messages').select(['user_id', 'params']).where('kind', '=', 'invitation').execute(),
      ),
  }
}
const rolesOf = async (person: Person) =>
  (
    await w.call(schools.context, {
      as: person,
      query: { domain: 'localhost', pathname: `/escola/${person.schoolId}` },
    })
  ).body

/** Opens a session as the password that a school gives out does. */
async function openWithSchoolPassword({ userId }: Person, schoolId: string) {
  const weak = { user_id: userId, school_id: schoolId, utc_expires_on: new Date(Date.now() + minuteMs) }
  const { id } = await w.database.withPlatform((db) =>
    db.insertInto('sessions').values(weak).returning('id').executeTakeFirstOrThrow(),
  )
  return id
}
async function openSessions({ userId }: Person) {
  const rows = await w.database.withPlatform((db) =>
    db.selectFrom('sessions').where('user_id', '=', userId).where('utc_revoked_on', 'is', null).select('id').execute(),
  )
  return rows.map(({ id }) => id).sort()
}

describe('a new administrator', () => {
  it('is in the list, and is told by a mail of its own words', async () => {
    const { add, list, invitations, admin } = await manyUsers()
    const email = newEmail()
    const { status, body } = await add(email.toUpperCase().replace('@', ' @'), ' Carla  Dias ')
    expect([status, body.user]).toMatchObject([200, { name: 'Carla Dias', email, role: ['admin'] }])
    const { total, page, list: users } = await list()
    expect([total, page, users.map((user) => user.user_id)]).toEqual([2, 1, [body.user.user_id, admin.userId]])
    expect(await invitations()).toEqual([{ user_id: body.user.user_id, params: { administrator: true } }])
  })

  it('is a student as well if they were one, and keeps the name that the school knows', async () => {
    const { add, student, list } = await manyUsers()
    const { body } = await add(student.email, 'Outro Nome')
    expect(body.user).toMatchObject({ user_id: student.userId, name: student.name, role: ['admin', 'student'] })
    expect((await list(student)).total).toBe(2)
    expect((await rolesOf(student)).school?.role).toEqual(['admin', 'student'])
  })

  it('comes in no more by what the school gave them as a student', async () => {
    const { add, student, tx, id } = await manyUsers()
    await w.database.withPlatform((db) =>
      db
        .updateTable('memberships')
        .set({ password_hash: 'given', access_token_hash: randomUUID() })
        .where('school_id', '=', id)
        .where('user_id', '=', student.userId)
        .execute(),
    )
    await openWithSchoolPassword(student, id)
    expect((await add(student.email)).status).toBe(200)
    // The student's own session goes on.
    expect(await openSessions(student)).toEqual([student.sessionId])
    const given = await tx((db) =>
      db
        .selectFrom('memberships')
        .where('user_id', '=', student.userId)
        .select(['password_hash', 'access_token_hash'])
        .execute(),
    )
    expect(given).toEqual([{ password_hash: null, access_token_hash: null }])
  })

  it('is refused if they are one already, before anything of theirs ends', async () => {
    const { add, make, id } = await manyUsers()
    const other = await make.admin()
    const opened = await openWithSchoolPassword(other, id)
    const unproven = { password_hash: 'typed', utc_email_confirmed_on: null }
    await w.database.withPlatform((db) =>
      db.updateTable('users').set(unproven).where('id', '=', other.userId).execute(),
    )
    const { status, error } = await add(other.email)
    expect([status, error.fields]).toEqual([400, { email: refusals.alreadyAdministrator }])
    expect(await openSessions(other)).toEqual([other.sessionId, opened].sort())
    const account = await w.database.withPlatform((db) =>
      db.selectFrom('users').where('id', '=', other.userId).select('password_hash').executeTakeFirst(),
    )
    expect(account).toEqual({ password_hash: 'typed' })
  })

  it('is made once', async () => {
    const { add, ids, invitations } = await manyUsers()
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 4 }, () => add(email)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    expect(answers.find(({ status }) => status === 400)?.error.fields).toEqual({
      email: refusals.alreadyAdministrator,
    })
    expect([(await ids()).length, (await invitations()).length]).toEqual([2, 1])
  })

  it('is refused where the school has no multiple users, and leaves nothing', async () => {
    const { add, list, ids, admin } = await manyUsers(false)
    const email = newEmail()
    const { status, error } = await add(email)
    expect([status, error.fields]).toEqual([400, { email: refusals.multipleUsersOff }])
    expect([await ids(), (await list()).list.map((user) => user.user_id)]).toEqual([[admin.userId], [admin.userId]])
    const users = await w.database.withPlatform((db) =>
      db.selectFrom('users').select('id').where('email', '=', email).execute(),
    )
    expect(users).toEqual([])
  })

  it.each([
    [{ name: 'Ana' }, { name: messages.nameShort(messages.studentName) }],
    [{ name: '' }, { name: messages.studentName }],
    [{ email: 'ana@' }, { email: messages.emailSignUp }],
  ])('needs a name and an e-mail: %o', async (wrong, fields) => {
    const body = { name: 'Nova Gestora', email: newEmail(), ...wrong }
    const answer = await w.call(administrators.add, { as: w.northside.admin, body })
    expect([answer.status, answer.error.fields]).toEqual([400, fields])
  })
})

describe('an administrator who is removed', () => {
  it('has nothing more there, at once where their access was not cached, and may come back', async () => {
    const { add, remove, make, ids, admin } = await manyUsers()
    const other = await make.admin()
    expect((await remove(other)).status).toBe(200)
    expect(await ids()).toEqual([admin.userId])
    expect((await w.call(students.list, { as: other })).status).toBe(404)
    const context = await rolesOf(other)
    expect([context.school?.role, context.schools]).toEqual([[], []])
    expect((await add(other.email)).status).toBe(200)
    expect((await ids()).length).toBe(2)
  })

  it('loses access within a second, also where it was cached', async () => {
    const { remove, make } = await manyUsers()
    const other = await make.admin()
    const mayStill = async () => (await w.call(students.list, { as: other })).status
    expect(await mayStill()).toBe(200)
    await remove(other)
    await expect.poll(mayStill, { interval: 50 }).toBe(404)
  })

  it('stays a student where they are one', async () => {
    const { add, remove, student } = await manyUsers()
    await add(student.email)
    await remove(student)
    const { school, schools } = await rolesOf(student)
    expect([school?.role, schools.map(({ role }) => role)]).toEqual([['student'], [['student']]])
  })

  it('is neither the caller nor a user who is no administrator', async () => {
    const { remove, admin, student, ids } = await manyUsers()
    const own = await remove(admin)
    expect([own.status, own.error.fields]).toEqual([400, { user_id: refusals.removeOneself }])
    for (const none of [student, w.riverside.admin]) {
      const { status, error } = await remove(none)
      expect([status, error.message]).toEqual([404, "Can't find login"])
    }
    expect(await ids()).toEqual([admin.userId])
  })

  it('is one of two who remove each other at the same moment', async () => {
    const { id, remove, make, admin, ids } = await manyUsers()
    const other = await make.admin()
    const held = await openTransaction(
      w.databaseUrl,
      'select from memberships where school_id = $1 and is_admin for update',
      [id],
    )
    const both = Promise.all([remove(other, admin), remove(admin, other)])
    await untilWaiting(w.databaseUrl, 2)
    await held.commit()
    const answers = await both
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await ids()).length).toBe(1)
  })
})
