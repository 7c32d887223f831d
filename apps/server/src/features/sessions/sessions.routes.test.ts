import { argon2Sync, randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { accounts } from '@escola/contract/accounts.contract'
import { dayMs } from '@escola/contract/durations'
import { failedSignIns } from '@escola/contract/limits'
import { sessions } from '@escola/contract/sessions.contract'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../app.ts'
import { hashPassword, passwordPlaces, verifyPassword } from '../../security/passwords.ts'
import { hashToken, randomToken, sign } from '../../security/signatures.ts'
import { callsOf } from '../../testing/call.ts'
import { answerMailRequests, pendingPlatformJobs } from '../../testing/mail-requests.ts'
import { statementsOf } from '../../testing/statement-checks.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { type World, world } from '../../testing/world.ts'
import { setPassword } from '../people/user-accounts.service.ts'
import { holdPassword, revokeSessionsOf } from './sessions.queries.ts'

let testWorld: World
beforeAll(async () => {
  testWorld = await world({ TRUST_PROXY: '127.0.0.1' })
})

const password = 'minha1senha'
const home = '198.51.100.1'
const elsewhere = '198.51.100.2'

/** Hashes a password so that it costs nearly nothing to guess at it, as none of the product is. */
function hashCheaply(message: string, memory = 8): string {
  const [nonce, cost] = [randomBytes(16), { memory, passes: 1, parallelism: 1 }]
  const tag = argon2Sync('argon2id', { message, nonce, ...cost, tagLength: 32 })
  return `$argon2id$v=19$m=${memory},t=1,p=1$${[nonce, tag].map((part) => part.toString('base64').replace(/=+$/, '')).join('$')}`
}
const cheapHash = hashCheaply(password)

async function makePerson(passwordHash = cheapHash) {
  const made = await testWorld.northside.make.student('Lia Prado')
  await testWorld.database.withPlatform((db) =>
    db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', made.userId).execute(),
  )
  return made
}
const signInBy = (
  call: World['call'],
  { email, typed = password, ip = home, schoolId }: { email: string; typed?: string; ip?: string; schoolId?: string },
) =>
  call(sessions.signIn, {
    headers: { 'x-forwarded-for': ip },
    body: { email, password: typed, ...(schoolId ? { schoolId } : {}) },
  })
const signIn = (input: Parameters<typeof signInBy>[1]) => signInBy(testWorld.call, input)

/** The link as the worker would mail it. */
async function insertMailedToken(purpose: 'activation' | 'invitation' | 'recovery', userId: string) {
  const token = randomToken()
  const row = { purpose, user_id: userId, school_id: testWorld.northside.id }
  await testWorld.database.withPlatform((db) =>
    db
      .insertInto('email_tokens')
      .values({ ...row, token_hash: hashToken(token), utc_expires_on: new Date(Date.now() + 600_000) })
      .execute(),
  )
  return token
}
const setUser = (userId: string, values: { password_hash?: null; utc_email_confirmed_on: null }) =>
  testWorld.database.withPlatform((db) => db.updateTable('users').set(values).where('id', '=', userId).execute())

describe('a password that is changed while it is being checked opens nothing', () => {
  it('of the person’s own', async () => {
    const { userId, email } = await makePerson()
    const [isChanged, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const reset = testWorld.database.withPlatform(async (db) => {
      await setPassword(db, userId, 'another', new Date())
      await revokeSessionsOf(db, userId, new Date())
      isChanged.resolve()
      await mayEnd.promise
    })
    await isChanged.promise
    const late = signIn({ email })
    await untilWaiting(testWorld.databaseUrl)
    mayEnd.resolve()
    await reset
    expect((await late).error.code).toBe('invalid_password')
    const open = await testWorld.database.withPlatform((db) =>
      db.selectFrom('sessions').where('user_id', '=', userId).where('utc_revoked_on', 'is', null).selectAll().execute(),
    )
    expect(open).toEqual([])
  })
  it('that a school has set', async () => {
    const { userId, email } = await makePerson()
    const passwordHash = await hashPassword('daescola1')
    await testWorld.northside.tx((db) =>
      db.updateTable('memberships').set({ password_hash: passwordHash }).where('user_id', '=', userId).execute(),
    )
    const asSchool = { email, typed: 'daescola1', schoolId: testWorld.northside.id }
    expect((await signIn(asSchool)).status).toBe(200)
    const change = await openTransaction(
      testWorld.databaseUrl,
      `update memberships set password_hash = 'another' where school_id = $1 and user_id = $2`,
      [testWorld.northside.id, userId],
    )
    const late = signIn(asSchool)
    await untilWaiting(testWorld.databaseUrl)
    await change.commit()
    expect((await late).error.code).toBe('invalid_password')
  })
})

it('a password that is held holds no other user up', async () => {
  const [first, other] = [await makePerson(), await makePerson()]
  await testWorld.database.withPlatform(async (db) => {
    await holdPassword(db, { userId: first.userId, schoolId: null, passwordHash: null })
    expect((await signIn({ email: other.email })).status).toBe(200)
  })
})

describe('guesses of outsiders', () => {
  const fromOutsiders = Array.from({ length: failedSignIns.fromOutsiders }, (_, index) => `203.0.113.${index}`)
  const attack = async (email: string, call = testWorld.call) => {
    for (const ip of fromOutsiders)
      expect((await signInBy(call, { email, typed: 'errada123', ip })).error.code).toBe('invalid_password')
  }

  it('are refused, with the time to wait', async () => {
    const { email } = await makePerson()
    await attack(email)
    const refused = await signIn({ email, ip: elsewhere })
    expect(refused.error).toMatchObject({ code: 'too_many_sign_ins', message: 'Too many sign-ins' })
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(failedSignIns.minutes * 60)
  })
  it('hold no user up where they have signed in before, on another process neither', async () => {
    const { email } = await makePerson()
    expect((await signIn({ email })).status).toBe(200)
    const other = await buildApp(testWorld.config)
    const { call } = callsOf(other.http)
    await attack(email, call)
    expect((await signInBy(call, { email, ip: elsewhere })).status).toBe(429)
    expect((await signInBy(call, { email })).status).toBe(200)
    await other.close()
  })
  it('hold no user up who proves their mailbox, at any address', async () => {
    const { email, userId } = await makePerson()
    await attack(email)
    for (let guess = 0; guess < failedSignIns.fromOneAddress; guess++) await signIn({ email, typed: 'errada123' })
    expect((await signIn({ email })).status).toBe(429)
    expect((await testWorld.call(sessions.requestRecovery, { body: { email } })).status).toBe(200)
    const chosen = await testWorld.call(sessions.setNewPassword, {
      headers: { 'x-forwarded-for': home },
      params: { token: await insertMailedToken('recovery', userId) },
      body: { password: 'outra1senha', repeatPassword: 'outra1senha' },
    })
    expect(chosen.status).toBe(200)
    expect((await signIn({ email, typed: 'outra1senha' })).status).toBe(200)
    expect((await signIn({ email, typed: 'outra1senha', ip: elsewhere })).status).toBe(429)
  })
  it('hold no user up who confirms their e-mail', async () => {
    const { email, userId } = await makePerson()
    await setUser(userId, { utc_email_confirmed_on: null })
    await attack(email)
    expect((await signIn({ email })).status).toBe(429)
    const token = await insertMailedToken('activation', userId)
    const activate = (ip: string) =>
      testWorld.call(accounts.activate, { headers: { 'x-forwarded-for': ip }, params: { token } })
    await activate(home)
    expect((await signIn({ email })).status).toBe(200)
    // A link that was opened before gives another person no further guesses.
    expect((await activate(elsewhere)).status).toBe(200)
    expect((await signIn({ email, ip: elsewhere })).status).toBe(429)
  })
  it('hold no user up who accepts an invitation', async () => {
    const { email, userId } = await makePerson()
    await setUser(userId, { password_hash: null, utc_email_confirmed_on: null })
    await attack(email)
    await testWorld.call(accounts.acceptInvitation, {
      headers: { 'x-forwarded-for': home },
      params: { token: await insertMailedToken('invitation', userId) },
      body: { name: 'Lia Prado', password, disclosure: true },
    })
    expect((await signIn({ email })).status).toBe(200)
    expect((await signIn({ email, ip: elsewhere })).status).toBe(429)
  })
  it('gain no more guesses at an address that is familiar', async () => {
    const { email } = await makePerson()
    expect((await signIn({ email })).status).toBe(200)
    const guesses = []
    for (let guess = 0; guess < 2 * failedSignIns.fromOneAddress; guess++)
      guesses.push((await signIn({ email, typed: 'errada123' })).status)
    expect(guesses.filter((status) => status === 400)).toHaveLength(failedSignIns.fromOneAddress)
  })
  it('find no address in the database, and not the same mark for two people', async () => {
    const first = await makePerson()
    const other = await makePerson()
    for (const { email } of [first, other]) await signIn({ email })
    const rows = await testWorld.database.withPlatform((db) =>
      db.selectFrom('familiar_addresses').where('user_id', 'in', [first.userId, other.userId]).selectAll().execute(),
    )
    expect(new Set(rows.map((row) => row.address_hash)).size).toBe(2)
    expect(JSON.stringify(rows)).not.toContain(home)
  })
  it('of long ago are outsiders again', async () => {
    const { email, userId } = await makePerson()
    await signIn({ email })
    await testWorld.database.withPlatform((db) =>
      db
        .updateTable('familiar_addresses')
        .set({ utc_proven_on: new Date(Date.now() - 91 * dayMs) })
        .where('user_id', '=', userId)
        .execute(),
    )
    await attack(email)
    expect((await signIn({ email })).status).toBe(429)
  })
  it('learn nothing by a password that a school has set', async () => {
    const { email, userId } = await makePerson()
    const passwordHash = await hashPassword('daescola1')
    await testWorld.northside.tx((db) =>
      db
        .updateTable('memberships')
        .set({ password_hash: passwordHash, name: 'Como a Escola Chama' })
        .where('user_id', '=', userId)
        .execute(),
    )
    const inSchool = await signIn({ email, typed: 'daescola1', schoolId: testWorld.northside.id })
    expect(inSchool).toMatchObject({ status: 200, body: { user: { name: 'Como a Escola Chama' } } })
    await attack(email)
    expect((await signIn({ email })).status).toBe(429)
  })
})

describe('a mail that is asked for', () => {
  const mailsOf = (userId: string) =>
    testWorld.northside.tx((db) =>
      db.selectFrom('messages').where('user_id', '=', userId).select('kind').orderBy('id').execute(),
    )
  it.each([
    ['recovery', sessions.requestRecovery],
    ['activation', sessions.resendActivation],
  ])('for %s is a job before the answer leaves, and one mail however often the job runs', async (kind, route) => {
    const { userId, email } = await makePerson()
    await setUser(userId, { utc_email_confirmed_on: null })
    expect((await testWorld.call(route, { body: { email } })).status).toBe(200)
    const [job] = await pendingPlatformJobs(testWorld)
    expect(JSON.stringify(job)).not.toContain(email)
    expect(await mailsOf(userId)).toEqual([])
    await answerMailRequests(testWorld, 2)
    expect(await mailsOf(userId)).toEqual([{ kind }])
  })
  it.each([
    ['recovery', sessions.requestRecovery],
    ['activation', sessions.resendActivation],
  ])('for %s causes the same statements and an equal row for a known and an unknown address', async (_, route) => {
    const { userId, email } = await makePerson()
    await setUser(userId, { utc_email_confirmed_on: null })
    const unknown = email.replace(/^./, (letter) => (letter === 'x' ? 'y' : 'x'))
    const traceCall = async (address: string) => {
      const statements = await statementsOf(() => testWorld.call(route, { body: { email: address } }))
      const rows = await pendingPlatformJobs(testWorld)
      await answerMailRequests(testWorld)
      const lengthsOf = (payload: unknown) =>
        Object.entries(payload as object).map(([key, value]) => [key, String(value).length])
      return { statements, rows: rows.map(({ name, payload }) => ({ name, lengths: lengthsOf(payload) })) }
    }
    // The first call parses what later ones only name.
    await traceCall(email)
    const traceOfKnown = await traceCall(email)
    expect(traceOfKnown.statements.filter((text) => text.startsWith('insert into "outbox"'))).toHaveLength(1)
    expect(await traceCall(unknown)).toEqual(traceOfKnown)
  })
})

/** Takes all places of passwords that wait, and takes them again as they become free, until it is stopped. */
function floodPasswords(presences: { familiar: boolean }[]) {
  // Quick enough to be over soon, and slow enough that none is done before all have come.
  const stored = hashCheaply(password, 4096)
  let isOver = false
  const guess = async (presence: { familiar: boolean }) => {
    while (!isOver) await verifyPassword('errada123', stored, presence)
  }
  // A guess that is turned away stays away: the guesses in the line keep it full.
  const guesses = Array.from({ length: passwordPlaces + 10 }, () =>
    presences.map((presence) => guess(presence).catch(() => undefined)),
  )
  const stop = async () => {
    isOver = true
    await Promise.all(guesses.flat())
  }
  onTestFinished(stop)
  return stop
}
const outside = { familiar: false }

it('a flood of passwords turns outsiders away at once, counts none of their attempts, and lets familiar users in', async () => {
  const { email } = await makePerson()
  expect((await signIn({ email })).status).toBe(200)
  const stopFlood = floodPasswords([outside])
  const outsiders = await Promise.all(
    Array.from({ length: 2 * failedSignIns.fromOneAddress }, () => signIn({ email, ip: elsewhere })),
  )
  const traceOfKnown = await signIn({ email })
  await stopFlood()
  expect(traceOfKnown.status).toBe(200)
  // The first caller may be told that others of its address are being tried.
  const turnedAway = outsiders.filter(({ status }) => status === 503)
  expect(turnedAway.length).toBeGreaterThanOrEqual(failedSignIns.fromOneAddress)
  expect(turnedAway[0]!.headers['retry-after']).toBe('1')
  expect((await signIn({ email, ip: elsewhere })).status).toBe(200)
})

it('a flood that turns a user away between their two passwords counts no attempt either', async () => {
  const { userId, email } = await makePerson(hashCheaply('outra1senha'))
  await testWorld.northside.tx((db) =>
    db
      .updateTable('memberships')
      .set({ password_hash: hashCheaply('daescola1') })
      .where('user_id', '=', userId)
      .execute(),
  )
  const keys = [`sign-in ${email}`, `sign-in ${email} ${home}`].map((key) =>
    sign(testWorld.config.secret, 'counter', key),
  )
  const readCounts = () =>
    testWorld.database.withPlatform(async (db) => {
      const rows = await db.selectFrom('rate_counters').select('times_ms').where('key_hash', 'in', keys).execute()
      return rows.map(({ times_ms }) => times_ms.length)
    })
  const isFirstHashed = Promise.withResolvers<void>()
  const noteHash = () => isFirstHashed.resolve()
  subscribe('escola.password-hashed', noteHash)
  const attempt = signIn({ email, typed: 'daescola1', schoolId: testWorld.northside.id })
  await isFirstHashed.promise
  unsubscribe('escola.password-hashed', noteHash)
  // The first password is with the hasher, whose answer can't be heard before the next turn. Those who are known go first, so the place that it leaves is
  // not one for an outsider.
  const stopFlood = floodPasswords([outside, { familiar: true }])
  expect((await attempt).error.code).toBe('unavailable')
  await stopFlood()
  expect(await readCounts()).toEqual([0, 0])
})
