import { randomUUID } from 'node:crypto'
import { accounts } from '@escola/contract/accounts.contract'
import { certificates } from '@escola/contract/certificates.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { minuteMs } from '@escola/contract/durations'
import { messages } from '@escola/contract/messages'
import { refusals } from '@escola/contract/refusals'
import { schools } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../security/passwords.ts'
import { hashToken, randomToken } from '../../security/signatures.ts'
import type { Person } from '../../testing/call.ts'
import { stopClock } from '../../testing/clock.ts'
import { answerMailRequests } from '../../testing/mail-requests.ts'
import { type World, world } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const password = 'pao-de-queijo1'
const owner = () => ({
  school_name: 'Escola Nova',
  user_name: 'maria da silva',
  email: ` Maria.${randomUUID().slice(0, 8)}@Example.com `,
  password,
  disclosure: true as const,
})
const user = (email: string) =>
  w.database.withPlatform((db) => db.selectFrom('users').where('email', '=', email).selectAll().executeTakeFirst())

/** The link as the worker would mail it. */
async function mailedToken(
  purpose: 'activation' | 'invitation' | 'recovery',
  userId: string,
  schoolId: string,
  expires = new Date(Date.now() + 600_000),
) {
  const token = randomToken()
  await w.database.withPlatform((db) =>
    db
      .insertInto('email_tokens')
      .values({ token_hash: hashToken(token), purpose, user_id: userId, school_id: schoolId, utc_expires_on: expires })
      .execute(),
  )
  return token
}
const signIn = (email: string, given = password, schoolId?: string) =>
  w.call(sessions.signIn, { body: { email, password: given, ...(schoolId ? { schoolId } : {}) } })
const contextAs = (token: string, schoolId: string) =>
  w.call(schools.context, { as: { token }, query: { domain: 'localhost', pathname: `/escola/${schoolId}` } })

describe('an owner signs up', () => {
  it('with a school, a certificate model and one mail, and cannot sign in before the e-mail is confirmed', async () => {
    const input = owner()
    const email = input.email.trim().toLowerCase()
    const made = await w.call(accounts.signUpOwner, { body: input })
    expect(made.status).toBe(201)
    const person = (await user(email))!
    expect(person.name).toBe('Maria da Silva')
    expect(person.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const createdRows = await w.database.withSchool(made.body.schoolId, async (db) => ({
      members: await db.selectFrom('memberships').select(['user_id', 'is_admin']).execute(),
      templates: await db.selectFrom('certificate_signers').select('name').execute(),
      mails: await db.selectFrom('messages').select(['kind', 'user_id']).execute(),
    }))
    expect(createdRows).toEqual({
      members: [{ user_id: person.id, is_admin: true }],
      templates: [{ name: 'Maria da Silva' }],
      mails: [{ kind: 'activation', user_id: person.id }],
    })
    expect((await signIn(email)).error).toMatchObject({ code: 'must_confirm_email', message: 'Must confirm email' })
    const token = await mailedToken('activation', person.id, made.body.schoolId)
    for (const _ of ['first click', 'second click'])
      expect((await w.call(accounts.activate, { params: { token } })).body.user).toEqual({
        name: 'Maria da Silva',
        email,
        has_password: true,
      })
    const inNow = await signIn(email)
    expect(inNow.status).toBe(200)
    expect((await contextAs(inNow.body.token, made.body.schoolId)).body.school?.role).toEqual(['admin'])
  })
  it('as others do at the same time under the same name: each school gets an address of its own', async () => {
    const school_name = `Escola ${randomUUID().slice(0, 8)}`
    const made = await Promise.all(
      [1, 2, 3, 4, 5].map(() => w.call(accounts.signUpOwner, { body: { ...owner(), school_name } })),
    )
    expect(made.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201])
    const rows = await w.database.withPlatform((db) =>
      db.selectFrom('schools').where('name', '=', school_name).select('namespace').execute(),
    )
    const wished = school_name.toLowerCase().replace(' ', '-')
    const addresses = rows.map((row) => row.namespace ?? '').sort()
    expect(addresses).toEqual(['', '', wished, `${wished}-2`, `${wished}-3`])
  })
  it('and may ask for the mail again, by the password that was typed', async () => {
    stopClock()
    const input = owner()
    const email = input.email.trim().toLowerCase()
    const { schoolId } = (await w.call(accounts.signUpOwner, { body: input })).body
    const resend = (given: string) =>
      w.call(sessions.resendOwnActivation, { body: { email, password: given, schoolId } })
    expect((await resend('errada123')).error.code).toBe('invalid_password')
    expect((await resend(password)).status).toBe(200)
    expect((await resend(password)).status).toBe(200)
    await answerMailRequests(w)
    const mails = await w.database.withSchool(schoolId, (db) => db.selectFrom('messages').select('kind').execute())
    expect(mails).toEqual([{ kind: 'activation' }, { kind: 'activation' }])
  })
  it('and takes the school to another e-mail when the first was mistyped', async () => {
    const input = owner()
    const email = input.email.trim().toLowerCase()
    const { schoolId } = (await w.call(accounts.signUpOwner, { body: input })).body
    const first = (await user(email))!
    const mailed = await mailedToken('activation', first.id, schoolId)
    const newEmail = `certo.${randomUUID().slice(0, 8)}@example.com`
    const correct = (given: string, to = newEmail) =>
      w.call(accounts.correctEmail, { body: { email, password: given, newEmail: to } })
    expect((await correct('errada123')).error.code).toBe('invalid_password')
    const taken = await correct(password, w.northside.admin.email)
    expect(taken.error).toMatchObject({ code: 'email_taken', fields: { newEmail: messages.emailTaken } })
    expect((await correct(password)).status).toBe(200)

    const answer = await w.call(sessions.mailedLink, { params: { token: mailed } })
    expect(answer.body.link.state).toBe('used')
    // A reader of the first mailbox gets nowhere, also with a mail that was on its way.
    const late = await mailedToken('activation', first.id, schoolId)
    for (const token of [mailed, late])
      expect((await w.call(accounts.activate, { params: { token } })).error.code).toBe('invalid_token')
    expect((await signIn(email)).error.code).toBe('invalid_password')
    const moved = (await user(newEmail))!
    const rows = await w.database.withSchool(schoolId, async (db) => ({
      members: await db.selectFrom('memberships').select(['user_id', 'email', 'is_admin', 'is_student']).execute(),
      mails: await db.selectFrom('messages').select(['kind', 'user_id']).execute(),
      school: await db.selectFrom('schools').select(['name', 'email']).executeTakeFirstOrThrow(),
    }))
    expect(rows).toEqual({
      members: [{ user_id: moved.id, email: newEmail, is_admin: true, is_student: false }],
      mails: [{ kind: 'activation', user_id: moved.id }],
      school: { name: 'Escola Nova', email: newEmail },
    })
    const token = await mailedToken('activation', moved.id, schoolId)
    expect((await w.call(accounts.activate, { params: { token } })).status).toBe(200)
    expect((await signIn(newEmail)).status).toBe(200)
    const again = { email: newEmail, password, newEmail: email }
    const { error } = await w.call(accounts.correctEmail, { body: again })
    expect(error).toMatchObject({ code: 'invalid_request', fields: { newEmail: refusals.emailConfirmed } })
  })
  it('and deletes no place that a school has given to the first e-mail', async () => {
    const input = owner()
    const email = input.email.trim().toLowerCase()
    await w.call(accounts.signUpOwner, { body: input })
    const { id: userId } = (await user(email))!
    await w.riverside.make.membership({ userId, email })
    const newEmail = `certo.${randomUUID().slice(0, 8)}@example.com`
    const answer = await w.call(accounts.correctEmail, { body: { email, password, newEmail } })
    expect(answer.error.fields).toEqual({ newEmail: refusals.emailConfirmed })
    const places = await w.database.withPlatform((db) =>
      db.selectFrom('person_schools').where('user_id', '=', userId).select('school_id').execute(),
    )
    expect(places).toHaveLength(2)
  })
  it('and keeps the way to their school when another one writes them down before they have confirmed', async () => {
    const input = owner()
    const email = input.email.trim().toLowerCase()
    const { schoolId } = (await w.call(accounts.signUpOwner, { body: input })).body
    const { id: userId } = (await user(email))!
    const token = await mailedToken('activation', userId, schoolId)
    const cohort = await w.riverside.make.cohort()
    await w.call(cohorts.addStudent, {
      as: w.riverside.admin,
      params: { id: cohort.id },
      body: { name: 'Maria Silva', email, cellphone: '' },
    })
    expect((await w.call(sessions.resendActivation, { body: { email } })).status).toBe(200)
    await answerMailRequests(w)
    const mails = await w.database.withSchool(schoolId, (db) => db.selectFrom('messages').select('kind').execute())
    expect(mails).toEqual([{ kind: 'activation' }, { kind: 'activation' }])

    const opened = await w.call(accounts.activate, { params: { token } })
    expect(opened.body).toMatchObject({ user: { has_password: false }, school: { name: 'Escola Nova' } })
    expect(await user(email)).toMatchObject({ password_hash: null, utc_email_confirmed_on: null })
    expect((await w.call(accounts.userByToken, { params: { token } })).body).toEqual({
      user: { name: 'Maria da Silva', email },
      school: opened.body.school,
    })
    const body = { name: 'Maria da Silva', password: 'senha-escolhida1', disclosure: true as const }
    const accepted = await w.call(accounts.acceptInvitation, { params: { token }, body })
    expect(accepted.body).toMatchObject({ school: { id: schoolId, role: ['admin'] } })
    expect((await w.call(accounts.acceptInvitation, { params: { token }, body })).status).toBe(404)
    expect((await signIn(email)).error.code).toBe('invalid_password')
    const schoolIds = (await signIn(email, 'senha-escolhida1')).body.schools.map((school) => school.id)
    expect(schoolIds.sort()).toEqual([schoolId, w.riverside.id].sort())
  })
  it('once: the same e-mail again, however often at once, is refused beside its field and leaves no second school', async () => {
    const input = owner()
    const answers = await Promise.all(Array.from({ length: 8 }, () => w.call(accounts.signUpOwner, { body: input })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(409)].sort())
    expect(answers.find((answer) => answer.status === 409)?.error.fields?.email).toBe(messages.emailTaken)
    const count = await w.database.withPlatform((db) =>
      db.selectFrom('schools').where('email', '=', input.email.trim().toLowerCase()).select('id').execute(),
    )
    expect(count).toHaveLength(1)
  })
  it.each([
    [{ password: 'abc1' }, 'password', messages.passwordShort],
    [{ password: '1234567' }, 'password', messages.passwordLetter],
    [{ password: 'abcdefg' }, 'password', messages.passwordDigit],
    [{ user_name: 'Ana' }, 'user_name', messages.nameShort(messages.signUpUserName)],
    [{ school_name: '' }, 'school_name', messages.signUpSchoolName],
    [{ email: 'sem-arroba' }, 'email', messages.emailSignUp],
    [{ disclosure: false }, 'disclosure', messages.terms],
  ])('not with %j', async (change, field, text) => {
    const answer = await w.call(accounts.signUpOwner, { body: { ...owner(), ...change } as never })
    expect(answer.status).toBe(400)
    expect(answer.error.fields?.[field]).toBe(text)
  })
})

describe('an invitation', () => {
  const invited = async () => {
    const email = `convidado.${randomUUID().slice(0, 8)}@example.com`
    const userId = (await w.tools.people.ensure([email])).get(email)!.userId
    await w.northside.make.membership({ userId, email }, 'Convidado')
    return { email, userId, token: await mailedToken('invitation', userId, w.northside.id) }
  }
  const body = { name: 'joão de souza', password, disclosure: true as const }

  it('is finished once: a password of their own, signed in, and the link is spent', async () => {
    const { email, token } = await invited()
    expect((await w.call(accounts.userByToken, { params: { token } })).body.user).toEqual({
      name: 'Convidado',
      email,
    })
    const accepted = await w.call(accounts.acceptInvitation, { params: { token }, body })
    expect(accepted.body).toMatchObject({ school: { id: w.northside.id }, user: { name: 'João de Souza' } })
    expect((await w.call(accounts.acceptInvitation, { params: { token }, body })).status).toBe(404)
    expect((await signIn(email)).status).toBe(200)
  })
  it('brings the name that the person chose to every school of theirs', async () => {
    const { email, token } = await invited()
    const cohort = await w.riverside.make.cohort()
    await w.call(cohorts.addStudent, {
      as: w.riverside.admin,
      params: { id: cohort.id },
      body: { name: 'Joãozinho Souza', email, cellphone: '' },
    })
    await w.call(accounts.acceptInvitation, { params: { token }, body })
    for (const { admin } of [w.northside, w.riverside]) {
      const { list } = (await w.call(students.list, { as: admin, query: { search: email.slice(0, 20) } })).body.students
      expect(list.map((student) => student.name)).toEqual(['João de Souza'])
    }
  })
  it('is the only way in when an outsider signed up with the e-mail: their password is never kept', async () => {
    const { email, userId, token } = await invited()
    const made = await Promise.all(
      [1, 2, 3].map(() => w.call(accounts.signUpOwner, { body: { ...owner(), email, password: 'senha-de-fora1' } })),
    )
    expect(made.map((answer) => answer.status).sort()).toEqual([201, 409, 409])
    const { schoolId } = made.find((answer) => answer.status === 201)!.body
    const mails = await w.database.withSchool(schoolId, (db) => db.selectFrom('messages').select('kind').execute())
    expect(mails).toEqual([{ kind: 'invitation' }])
    expect((await user(email))?.password_hash).toBeNull()
    expect((await signIn(email, 'senha-de-fora1')).error.code).toBe('invalid_password')
    expect((await w.call(accounts.acceptInvitation, { params: { token }, body })).status).toBe(200)
    expect((await signIn(email, 'senha-de-fora1')).error.code).toBe('invalid_password')
    expect((await signIn(email)).body.schools.map((school) => school.id)).toContain(w.northside.id)
    expect(userId).toBe((await user(email))?.id)
  })
  it('replaces the password of an outsider who had signed up with the e-mail before', async () => {
    const email = `antes.${randomUUID().slice(0, 8)}@example.com`
    const outsider = { ...owner(), email, password: 'senha-de-fora1' }
    const { schoolId } = (await w.call(accounts.signUpOwner, { body: outsider })).body
    const { id: userId } = (await user(email))!
    const opened = await mailedToken('activation', userId, schoolId)
    const cohort = await w.northside.make.cohort()
    await w.call(cohorts.addStudent, {
      as: w.northside.admin,
      params: { id: cohort.id },
      body: { name: 'Vítor Prado', email, cellphone: '' },
    })
    // A mail that was on its way meanwhile brings a link of the same kind.
    const late = await mailedToken('activation', userId, schoolId)
    for (const activation of [opened, late])
      expect((await w.call(accounts.activate, { params: { token: activation } })).body.user.has_password).toBe(false)
    expect(await user(email)).toMatchObject({ password_hash: null, utc_email_confirmed_on: null })
    expect((await signIn(email, 'senha-de-fora1')).error.code).toBe('invalid_password')

    const token = await mailedToken('invitation', userId, w.northside.id)
    expect((await w.call(accounts.acceptInvitation, { params: { token }, body })).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
  })
  it('leaves a password alone that its person has proven', async () => {
    const { email, token } = await invited()
    await w.call(accounts.acceptInvitation, { params: { token }, body })
    const cohort = await w.riverside.make.cohort()
    await w.call(cohorts.addStudent, {
      as: w.riverside.admin,
      params: { id: cohort.id },
      body: { name: 'Vítor Prado', email, cellphone: '' },
    })
    expect((await signIn(email)).status).toBe(200)
  })
  it('does not work late', async () => {
    const { userId } = await invited()
    const late = await mailedToken('invitation', userId, w.northside.id, new Date(Date.now() - 1000))
    expect((await w.call(accounts.acceptInvitation, { params: { token: late }, body })).status).toBe(404)
  })
})

describe('sessions', () => {
  const withPassword = async (own: string | null, schools: string | null) => {
    const person: Person = await w.northside.make.student('Lia Prado')
    await w.database.withPlatform(async (db) => {
      await db
        .updateTable('users')
        .set({ password_hash: own && (await hashPassword(own)) })
        .where('id', '=', person.userId)
        .execute()
      await db
        .updateTable('memberships')
        .set({ password_hash: schools && (await hashPassword(schools)) })
        .where('user_id', '=', person.userId)
        .where('school_id', '=', w.northside.id)
        .execute()
    })
    await w.riverside.make.membership(person)
    return person
  }
  it('opened with the own password reach every school of the person', async () => {
    const { email } = await withPassword('minha1senha', null)
    const { token } = (await signIn(email, 'minha1senha', w.northside.id)).body
    expect((await contextAs(token, w.riverside.id)).body.school?.role).toEqual(['student'])
  })
  it('opened with a password that the school set reach that school alone and change nothing outside it', async () => {
    const { email } = await withPassword('minha1senha', 'daescola1')
    expect((await signIn(email, 'daescola1')).status).toBe(400)
    expect((await signIn(email, 'daescola1', w.riverside.id)).status).toBe(400)
    const { token, schools: reached } = (await signIn(email, 'daescola1', w.northside.id)).body
    expect(reached.map((school) => school.id)).toEqual([w.northside.id])
    expect((await contextAs(token, w.riverside.id)).body.school?.role).toEqual([])
    const certificatesOf = (schoolId: string) => w.call(certificates.mine, { as: { token }, params: { schoolId } })
    expect((await certificatesOf(w.northside.id)).status).toBe(200)
    expect((await certificatesOf(w.riverside.id)).status).toBe(404)
    expect((await w.call(accounts.setDarkMode, { as: { token }, body: { dark_mode: true } })).error.code).toBe(
      'school_session_only',
    )
  })
  it('end when the person leaves', async () => {
    const { email } = await withPassword('minha1senha', null)
    const { token } = (await signIn(email, 'minha1senha')).body
    expect((await w.call(sessions.signOut, { as: { token } })).status).toBe(200)
    expect((await w.call(sessions.signOut, { as: { token } })).status).toBe(401)
  })
  it('end when a new password is chosen, and the link works once', async () => {
    const { email, userId } = await withPassword('minha1senha', null)
    const { token } = (await signIn(email, 'minha1senha')).body
    const link = await mailedToken('recovery', userId, w.northside.id)
    const change = () =>
      w.call(sessions.setNewPassword, {
        params: { token: link },
        body: { password: 'outra1senha', repeatPassword: 'outra1senha' },
      })
    expect((await change()).status).toBe(200)
    expect((await change()).error.message).toBe('Not found')
    // The memory of the session is good for one second at most.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect((await w.call(sessions.signOut, { as: { token } })).status).toBe(401)
    expect((await signIn(email, 'minha1senha')).status).toBe(400)
    expect((await signIn(email, 'outra1senha')).status).toBe(200)
  })
  it('are refused for anything that we did not sign for this purpose', async () => {
    const { sessionId, userId } = w.northside.admin
    const forged = [
      'x',
      w.app.jwt.sign({ sid: sessionId }, { sub: userId, aud: 'other', iss: 'escola', expiresIn: 60 }),
      w.app.jwt.sign({ sid: sessionId }, { sub: userId, aud: 'session', iss: 'outsider', expiresIn: 60 }),
      w.app.jwt.sign({ sid: sessionId }, { sub: userId, aud: 'session', iss: 'escola' }),
      w.app.jwt.sign({ sid: 'not-a-session' }, { sub: userId, aud: 'session', iss: 'escola', expiresIn: 60 }),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sid: sessionId, aud: 'session', iss: 'escola' })).toString('base64url')}.`,
    ]
    for (const token of forged) expect((await w.call(sessions.signOut, { as: { token } })).status).toBe(401)
    const { exp, iat } = w.app.jwt.decode<{ exp: number; iat: number }>(w.northside.admin.token)!
    expect(exp - iat).toBe(30 * 24 * 3600)
  })
  it('answer the same for recovery whether or not the e-mail exists, and mail at most once a minute', async () => {
    stopClock()
    const { email, userId } = await withPassword('minha1senha', null)
    const answers = [
      await w.call(sessions.requestRecovery, { body: { email } }),
      await w.call(sessions.requestRecovery, { body: { email } }),
      await w.call(sessions.requestRecovery, { body: { email: 'ninguem@example.com' } }),
    ]
    expect(new Set(answers.map((answer) => `${answer.status} ${JSON.stringify(answer.body)}`)).size).toBe(1)
    await answerMailRequests(w)
    const mails = await w.northside.tx((db) =>
      db.selectFrom('messages').where('user_id', '=', userId).where('kind', '=', 'recovery').select('id').execute(),
    )
    expect(mails).toHaveLength(1)
  })
  it('are told of a mailed link what it is for and whether it still opens anything, before a password is typed', async () => {
    const { email, userId } = await withPassword('minha1senha', null)
    const mailed = (purpose: 'activation' | 'invitation' | 'recovery', minutes = 10) =>
      mailedToken(purpose, userId, w.northside.id, new Date(Date.now() + minutes * minuteMs))
    const stateOf = async (token: string) => (await w.call(sessions.mailedLink, { params: { token } })).body?.link.state
    const [one, other, late] = [await mailed('recovery'), await mailed('recovery'), await mailed('recovery', -1)]
    const answer = await w.call(sessions.mailedLink, { params: { token: one } })
    const link = { purpose: 'recovery', state: 'open', email }
    expect(answer.body).toEqual({ link, recovery: { asksCode: false, passkeys: [] } })
    expect(await stateOf(late)).toBe('expired')
    const chosen = { password: 'outra1senha', repeatPassword: 'outra1senha' }
    expect((await w.call(sessions.setNewPassword, { params: { token: one }, body: chosen })).status).toBe(200)
    expect([await stateOf(one), await stateOf(other)]).toEqual(['used', 'used'])
    expect((await w.call(sessions.setNewPassword, { params: { token: other }, body: chosen })).status).toBe(404)
    // A person with a password of their own needs no invitation any more, however fresh.
    expect(await stateOf(await mailed('invitation'))).toBe('used')
    const unknown = await w.call(sessions.mailedLink, { params: { token: randomToken() } })
    expect(unknown.error.code).toBe('invalid_token')
  })
  it('slow down to a refusal after many wrong passwords for one e-mail', async () => {
    const { email } = await withPassword('minha1senha', null)
    for (let attempt = 0; attempt < 10; attempt++) expect((await signIn(email, 'errada123')).status).toBe(400)
    expect((await signIn(email, 'minha1senha')).error.code).toBe('too_many_sign_ins')
  })
})
