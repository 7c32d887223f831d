import { refusals } from '@escola/contract/refusals'
import { sessions } from '@escola/contract/sessions.contract'
import { studentTexts } from '@escola/contract/student-texts'
import { students } from '@escola/contract/students.contract'
import { beforeAll, expect, it } from 'vitest'
import type { CallOptions, Person } from '../../testing/call.ts'
import { type World, world } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const password = 'quintal-verde-42'
const changePassword = (
  { userId }: { userId: string },
  body = { password },
  options: CallOptions<typeof students.updatePassword> = {},
) => w.call(students.updatePassword, { as: w.northside.admin, params: { userId }, body, ...options })
const makeLink = ({ userId }: { userId: string }, as: Person = w.northside.admin) =>
  w.call(students.updateToken, { as, params: { userId } })
const signIn = (email: string, schoolId = w.northside.id, typed = password) =>
  w.call(sessions.signIn, { body: { email, password: typed, schoolId } })
const openLink = (token: string) => w.call(sessions.signInByToken, { body: { token } })
/** Schools of a user's sessions that are open; null for those of their own means. */
const openSessions = async ({ userId }: Person) => {
  const rows = await w.database.withPlatform((db) =>
    db
      .selectFrom('sessions')
      .where('user_id', '=', userId)
      .where('utc_revoked_on', 'is', null)
      .select('school_id')
      .execute(),
  )
  return rows.map((row) => row.school_id)
}

it('sets a password that opens this school alone, and ends what the earlier one had opened', async () => {
  const lia = await w.northside.make.student('Lia Prado')
  await w.riverside.make.membership(lia)
  expect((await changePassword(lia)).status).toBe(200)
  const opened = await signIn(lia.email)
  expect(opened.body.schools.map(({ id }) => id)).toEqual([w.northside.id])
  expect((await signIn(lia.email, w.riverside.id)).error.code).toBe('invalid_password')
  expect(await openSessions(lia)).toEqual([null, w.northside.id])

  expect((await changePassword(lia, { password: 'quintal-azul-42' })).status).toBe(200)
  // The session of the student's own password goes on.
  expect(await openSessions(lia)).toEqual([null])
  expect((await signIn(lia.email)).error.code).toBe('invalid_password')
})

it('makes a link that opens this school alone, tells it in this answer only, and ends the one before', async () => {
  const lia = await w.northside.make.student('Lia Prado')
  await w.riverside.make.membership(lia)
  const first = (await makeLink(lia)).body.student
  expect(first).toMatchObject({ user_id: lia.userId, name: 'Lia Prado', email: lia.email })
  const opened = await openLink(first.token)
  expect(opened.body.schools.map(({ id }) => id)).toEqual([w.northside.id])

  const second = (await makeLink(lia)).body.student
  expect((await openLink(first.token)).status).toBe(404)
  expect(await openSessions(lia)).toEqual([null])
  expect((await openLink(second.token)).status).toBe(200)
  const shown = await w.call(students.get, { as: w.northside.admin, params: { link: first.link } })
  const listed = await w.call(students.list, { as: w.northside.admin })
  for (const { body } of [shown, listed]) expect(JSON.stringify(body)).not.toMatch(/token|password/)
})

it('corrects name and telephone in this school alone, and never an administrator’s', async () => {
  const lia = await w.northside.make.student('Lia Prado')
  await w.riverside.make.membership(lia)
  const correct = (body: object, link: string, as: Person = w.northside.admin) =>
    w.call(students.correct, { as, params: { link }, body })
  const known = async (school: typeof w.northside, userId: string) =>
    school.tx((db) =>
      db
        .selectFrom('memberships')
        .where('user_id', '=', userId)
        .select(['link', 'name', 'cellphone', 'email'])
        .executeTakeFirstOrThrow(),
    )
  const before = await known(w.riverside, lia.userId)
  const { link, email } = await known(w.northside, lia.userId)
  const body = { name: 'lia  prado dias', cellphone: '(11) 91234-5678' }
  expect((await correct({ ...body, name: 'L' }, link)).error.fields).toHaveProperty('name')
  expect((await correct({ ...body, cellphone: '1'.repeat(40) }, link)).error.fields).toHaveProperty('cellphone')
  expect((await correct(body, link, w.riverside.admin)).status).toBe(404)
  expect((await correct(body, before.link)).status).toBe(404)
  for (let each = 0; each < 2; each++) expect((await correct(body, link)).status).toBe(200)
  expect(await known(w.northside, lia.userId)).toEqual({
    link,
    email,
    name: 'Lia Prado Dias',
    cellphone: '11912345678',
  })
  expect((await correct({ cellphone: '1188887777' }, link)).status).toBe(200)
  expect(await known(w.northside, lia.userId)).toMatchObject({ name: 'Lia Prado Dias', cellphone: '1188887777' })
  expect(await known(w.riverside, lia.userId)).toEqual(before)
  const account = await w.database.withPlatform((db) =>
    db.selectFrom('users').where('id', '=', lia.userId).select('name').executeTakeFirstOrThrow(),
  )
  expect(account.name).toBe('Lia Prado')

  const admin = await w.northside.make.admin()
  await w.northside.make.roles(admin, { is_student: true })
  const theirs = await known(w.northside, admin.userId)
  expect((await correct(body, theirs.link)).error.fields).toEqual({ name: studentTexts.administratorsContact })
  expect(await known(w.northside, admin.userId)).toEqual(theirs)
})

it('gives no password, link or mail to one who administers the school', async () => {
  const admin = await w.northside.make.admin()
  await w.northside.make.roles(admin, { is_student: true })
  const resend = w.call(students.resendLink, {
    as: w.northside.admin,
    body: { email: admin.email, type: 'email' },
  })
  for (const answer of [await changePassword(admin), await makeLink(admin), await resend])
    expect(answer).toMatchObject({ status: 409, error: { code: 'administrators_own_access' } })
  expect(await credentialsOf(admin)).toEqual({ password_hash: null, access_token_hash: null })
})

it('asks who it is before it lets others in', async () => {
  const lia = await w.northside.make.student()
  const unproven = await w.northside.make.admin()
  await w.database.withPlatform((db) =>
    db.updateTable('sessions').set({ utc_proven_on: null }).where('id', '=', unproven.sessionId).execute(),
  )
  for (const answer of [await changePassword(lia, { password }, { as: unproven }), await makeLink(lia, unproven)])
    expect(answer.error.code).toBe('proof_needed')
  expect(await credentialsOf(lia)).toEqual({ password_hash: null, access_token_hash: null })
})

it.each([
  ['a common one', 'escola123', refusals.commonPassword],
  ['one of 31 characters', `${'ab1-'.repeat(7)}abc`, 'Use no máximo 30 caracteres'],
  ['one without a digit', 'quintal-verde', 'Senha deve conter pelo menos um número'],
])('refuses %s', async (_, typed, text) => {
  const lia = await w.northside.make.student()
  expect((await changePassword(lia, { password: typed })).error).toMatchObject({
    code: 'invalid_request',
    fields: { password: text },
  })
})

it('knows no student of another school, and none who is only an administrator', async () => {
  const bia = await w.riverside.make.student()
  const admin = await w.northside.make.admin()
  for (const person of [bia, admin])
    for (const answer of [await changePassword(person), await makeLink(person)]) expect(answer.status).toBe(404)
})

const credentialsOf = ({ userId }: { userId: string }) =>
  w.northside.tx((db) =>
    db
      .selectFrom('memberships')
      .where('user_id', '=', userId)
      .select(['password_hash', 'access_token_hash'])
      .executeTakeFirstOrThrow(),
  )
