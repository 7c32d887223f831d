import { securityLimits } from '@escola/contract/limits'
import type { BodyOf } from '@escola/contract/route'
import { security } from '@escola/contract/security.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { hashPassword } from '../../security/passwords.ts'
import { authenticator } from '../../testing/authenticator.ts'
import { stopClock } from '../../testing/clock.ts'
import { type World, world } from '../../testing/world.ts'

let w: World
let passwordHash: string
const password = 'minha1senha'
beforeAll(async () => {
  w = await world({ TRUST_PROXY: '127.0.0.1' })
  passwordHash = await hashPassword(password)
})

type Signed = { token: string }

async function person(role: 'student' | 'admin' = 'student') {
  const made = await w.northside.make[role]('Lia Prado')
  await w.database.withPlatform((db) =>
    db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', made.userId).execute(),
  )
  return made
}
const signIn = (email: string, given = password, schoolId?: string) =>
  w.call(sessions.signIn, { body: { email, password: given, ...(schoolId ? { schoolId } : {}) } })
/** A person who has just signed in, and so has proven who they are. */
async function fresh(role?: 'student' | 'admin') {
  const made = await person(role)
  const { token } = (await signIn(made.email)).body
  return { ...made, token }
}
const advanceClock = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Makes a user whose second factor has been on for a while. */
async function withSecondFactor(role?: 'student' | 'admin') {
  const made = await fresh(role)
  const { secret } = (await w.call(security.startSecondFactor, { as: made })).body
  const confirmed = await w.call(security.confirmSecondFactor, { as: made, body: { code: codeOf(secret) } })
  expect(confirmed.status).toBe(200)
  advanceClock(60)
  return { ...made, secret, codes: confirmed.body.codes }
}
const challengeOf = async (email: string) => {
  const answer = await signIn(email)
  expect(answer).toMatchObject({
    status: 401,
    error: { code: 'second_factor_needed', message: 'Second factor needed' },
  })
  expect(answer.body).not.toHaveProperty('token')
  return answer.error.challenge!
}
const finish = (challenge: string, code: string, ip = '198.51.100.1') =>
  w.call(sessions.signInByCode, { headers: { 'x-forwarded-for': ip }, body: { challenge, code } })
const prove = (as: Signed, body: BodyOf<typeof sessions.prove>) => w.call(sessions.prove, { as, body })
const setSchoolPassword = (userId: string, hash: string) =>
  w.northside.tx((db) =>
    db.updateTable('memberships').set({ password_hash: hash }).where('user_id', '=', userId).execute(),
  )

describe('a second factor', () => {
  it('counts once a code of it was confirmed, and is sealed where it lies', async () => {
    stopClock()
    const made = await fresh()
    const started = await w.call(security.startSecondFactor, { as: made })
    expect(started.body.qr).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(started.body.url).toContain(`secret=${started.body.secret}`)
    expect((await signIn(made.email)).status).toBe(200)
    const wrong = await w.call(security.confirmSecondFactor, { as: made, body: { code: '000000' } })
    expect(wrong.error.code).toBe('invalid_code')
    const code = codeOf(started.body.secret)
    expect((await w.call(security.confirmSecondFactor, { as: made, body: { code } })).body.codes).toHaveLength(10)
    const { security: shown } = (await w.call(security.show, { as: made })).body
    expect(shown.secondFactor).toMatchObject({ utc_on: expect.any(String), codesLeft: 10 })
    // A finder of the open screen can't replace it.
    expect((await w.call(security.startSecondFactor, { as: made })).error.code).toBe('factor_proof_needed')
    const rows = await w.database.withPlatform((db) =>
      db.selectFrom('second_factors').where('user_id', '=', made.userId).selectAll().execute(),
    )
    expect(JSON.stringify(rows)).not.toContain(started.body.secret)
  })

  it('refuses a password alone, and takes each code once, from a clock that is half a minute off', async () => {
    stopClock()
    const { email, secret } = await withSecondFactor()
    const challenge = await challengeOf(email)
    expect((await finish(challenge, codeOf(secret, -2))).error.code).toBe('invalid_code')
    expect((await finish(challenge, codeOf(secret, 2))).error.code).toBe('invalid_code')
    const early = codeOf(secret, -1)
    const code = codeOf(secret)
    expect((await finish(challenge, early)).body).toMatchObject({ token: expect.any(String), schools: [{}] })
    // The challenge is spent, and so is the code.
    expect((await finish(challenge, code)).error.code).toBe('invalid_token')
    const another = await challengeOf(email)
    expect((await finish(another, early)).error.code).toBe('invalid_code')
    expect((await finish(another, code)).status).toBe(200)
    expect((await finish(await challengeOf(email), code)).error.code).toBe('invalid_code')
    const shared = await challengeOf(email)
    const atOnce = await Promise.all([finish(shared, codeOf(secret, 1)), finish(shared, codeOf(secret, 1))])
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  it('is passed by a recovery code, each good once, however it is typed', async () => {
    stopClock()
    const { email, codes } = await withSecondFactor()
    const [first, second] = codes as [string, string]
    expect((await finish(await challengeOf(email), ` ${first.toUpperCase().replace('-', ' ')} `)).status).toBe(200)
    const challenge = await challengeOf(email)
    expect((await finish(challenge, first)).error.code).toBe('invalid_code')
    expect((await finish(challenge, second)).status).toBe(200)
    const kept = await w.database.withPlatform((db) => db.selectFrom('recovery_codes').selectAll().execute())
    expect(JSON.stringify(kept)).not.toContain(codes[2]!.replace('-', ''))
  })

  it('gives a challenge that is over after minutes, and with a new password', async () => {
    stopClock()
    const { email, userId, secret } = await withSecondFactor()
    const old = await challengeOf(email)
    advanceClock(securityLimits.challengeMinutes * 60 + 1)
    expect((await finish(old, codeOf(secret))).error.code).toBe('invalid_token')
    const challenge = await challengeOf(email)
    const { replacePassword } = await import('../sessions/credentials.service.ts')
    await w.database.withPlatform((db) => replacePassword(db, { userId, passwordHash }, w.tools))
    expect((await finish(challenge, codeOf(secret))).error.code).toBe('invalid_token')
  })

  it('is guessed no more often than a password, and holds no user up at a familiar address', async () => {
    stopClock()
    const { email, secret } = await withSecondFactor()
    const challenge = await challengeOf(email)
    const tried = []
    for (let guess = 0; guess < 60; guess++)
      tried.push((await finish(challenge, '000000', `203.0.113.${guess}`)).error.code)
    expect(tried.filter((code) => code === 'invalid_code')).toHaveLength(30)
    expect((await finish(challenge, codeOf(secret), '203.0.113.99')).error.code).toBe('too_many_sign_ins')
    // The address is one at which they signed in before the second factor was on.
    expect((await finish(challenge, codeOf(secret), '127.0.0.1')).status).toBe(200)
  })

  it('is asked of an administrator by a password of the school, too, and not of its students', async () => {
    stopClock()
    const [admin, student] = [await withSecondFactor('admin'), await withSecondFactor()]
    const schools = await hashPassword('daescola1')
    for (const { userId } of [admin, student]) await setSchoolPassword(userId, schools)
    expect((await signIn(student.email, 'daescola1', w.northside.id)).status).toBe(200)
    const answer = await signIn(admin.email, 'daescola1', w.northside.id)
    expect(answer.error.code).toBe('second_factor_needed')
    const weak = await finish(answer.error.challenge!, codeOf(admin.secret))
    expect(weak.status).toBe(200)
    // It stays what the school's password opens.
    const refused = await w.call(security.show, { as: weak.body as Signed })
    expect(refused.error.code).toBe('school_session_only')
  })

  it('is turned off, and its codes renewed, by a user who has just proven who they are', async () => {
    stopClock()
    const made = await withSecondFactor()
    advanceClock(securityLimits.proofMinutes * 60)
    expect((await w.call(security.removeSecondFactor, { as: made })).status).toBe(403)
    const wrong = await w.call(sessions.prove, { as: made, body: { password: 'errada123' } })
    expect(wrong.error.code).toBe('invalid_password')
    expect((await w.call(security.renewCodes, { as: made })).status).toBe(403)
    expect((await prove(made, { code: codeOf(made.secret) })).status).toBe(200)
    const renewed = await w.call(security.renewCodes, { as: made })
    expect(renewed.body.codes).toHaveLength(10)
    expect((await finish(await challengeOf(made.email), made.codes[0]!)).error.code).toBe('invalid_code')
    expect((await w.call(security.removeSecondFactor, { as: made })).status).toBe(200)
    expect((await signIn(made.email)).status).toBe(200)
  })

  it('asks for itself before it goes, its codes change, or a passkey comes or goes; the password is not enough', async () => {
    stopClock()
    const made = await withSecondFactor()
    const device = authenticator()
    const answer = device.make({ challenge: 'x'.repeat(43) })
    const guarded = {
      removePasskey: () => w.call(security.removePasskey, { as: made, params: { id: 'x' } }),
      addPasskey: () => w.call(security.addPasskey, { as: made, body: { answer } }),
      startPasskey: () => w.call(security.startPasskey, { as: made }),
      renewCodes: () => w.call(security.renewCodes, { as: made }),
      removeSecondFactor: () => w.call(security.removeSecondFactor, { as: made }),
    }
    const codesNow = async () => {
      const codes: Record<string, string | number> = {}
      for (const [name, ask] of Object.entries(guarded)) {
        const { status, error } = await ask()
        codes[name] = error?.code ?? status
      }
      return codes
    }
    const refused = Object.fromEntries(Object.keys(guarded).map((name) => [name, 'factor_proof_needed']))
    // The sign-in was by the password alone, before there was a factor; a new proof by it changes nothing.
    expect(await codesNow()).toEqual(refused)
    expect((await prove(made, { password })).status).toBe(200)
    expect(await codesNow()).toEqual(refused)
    expect((await prove(made, { code: codeOf(made.secret) })).status).toBe(200)
    advanceClock(securityLimits.proofMinutes * 60 + 1)
    expect((await prove(made, { password })).status).toBe(200)
    expect(await codesNow()).toEqual(refused)
    expect((await prove(made, { code: made.codes[0]! })).status).toBe(200)
    expect(await codesNow()).toEqual({
      removePasskey: 'not_found',
      addPasskey: 'passkey_refused',
      startPasskey: 200,
      renewCodes: 200,
      removeSecondFactor: 200,
    })
  })

  it('was shown by a sign-in with its code or with a passkey', async () => {
    stopClock()
    const { device, ...made } = await withPasskey()
    const { secret } = (await w.call(security.startSecondFactor, { as: made })).body
    const { codes } = (await w.call(security.confirmSecondFactor, { as: made, body: { code: codeOf(secret) } })).body
    const renew = (as: Signed) => w.call(security.renewCodes, { as })
    expect((await renew(made)).error.code).toBe('factor_proof_needed')
    const byPasskey = await w.call(sessions.signInByPasskey, { body: { answer: device.show(await ask()) } })
    const byCode = await finish(await challengeOf(made.email), codes[0]!)
    expect((await renew(byCode.body)).status).toBe(200)
    expect((await renew(byPasskey.body)).status).toBe(200)
    expect((await prove(made, { passkey: device.show(await ask()) })).status).toBe(200)
    expect((await renew(made)).status).toBe(200)
  })

  it('proves who a user is by its code, which is used then', async () => {
    stopClock()
    const made = await withSecondFactor()
    advanceClock(securityLimits.proofMinutes * 60)
    const code = codeOf(made.secret)
    expect((await w.call(sessions.prove, { as: made, body: { code } })).status).toBe(200)
    expect((await w.call(security.renewCodes, { as: made })).status).toBe(200)
    expect((await w.call(sessions.prove, { as: made, body: { code } })).error.code).toBe('invalid_code')
  })
})

const optionsFor = async (as: Signed) => (await w.call(security.startPasskey, { as })).body.options
const ask = async () => (await w.call(sessions.askPasskey)).body.options

async function withPasskey() {
  const made = await fresh()
  const device = authenticator()
  const answer = device.make(await optionsFor(made))
  const added = await w.call(security.addPasskey, {
    as: made,
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' },
    body: { answer },
  })
  expect(added).toMatchObject({ status: 201, body: { passkey: { name: 'Chrome no Windows', utc_used_on: null } } })
  return { ...made, device, answer, passkey: added.body.passkey }
}

describe('a passkey', () => {
  it('signs its person in without a password or a code, and never twice by one answer', async () => {
    const { device, userId, ...made } = await withPasskey()
    const answer = device.show(await ask())
    const signedIn = await w.call(sessions.signInByPasskey, { body: { answer } })
    expect(signedIn.body).toMatchObject({ token: expect.any(String), user: { id: userId, email: made.email } })
    expect((await w.call(sessions.signInByPasskey, { body: { answer } })).error.code).toBe('passkey_refused')
    const { security: shown } = (await w.call(security.show, { as: signedIn.body })).body
    expect(shown).toMatchObject({ passkeyHost: 'localhost', passkeys: [{ utc_used_on: expect.any(String) }] })
    // It is both factors, and has just proven who they are.
    expect((await w.call(security.startSecondFactor, { as: signedIn.body })).status).toBe(200)
  })

  it('is refused from another site, of another key, for an unrecognised person, and for an unknown challenge', async () => {
    const { device, passkey } = await withPasskey()
    const other = authenticator()
    const elsewhere = authenticator({ origin: 'https://escola.evil.example', host: 'localhost' })
    const refusals = [
      { ...elsewhere.show(await ask()), id: passkey.id, rawId: passkey.id },
      { ...other.show(await ask()), id: passkey.id, rawId: passkey.id },
      other.show(await ask()),
      device.show(await ask(), { flags: 0x01 }),
      device.show({ challenge: 'x'.repeat(43) }),
    ]
    for (const answer of refusals)
      expect((await w.call(sessions.signInByPasskey, { body: { answer } })).error.code).toBe('passkey_refused')
    expect((await w.call(sessions.signInByPasskey, { body: { answer: device.show(await ask()) } })).status).toBe(200)
  })

  it('is kept once, for the user who began, in a challenge that serves nothing else', async () => {
    const [one, other] = [await fresh(), await fresh()]
    const device = authenticator()
    const answer = device.make(await optionsFor(one))
    const add = (as: Signed, answer: ReturnType<typeof device.make>) =>
      w.call(security.addPasskey, { as, body: { answer } })
    expect((await add(other, answer)).error.code).toBe('passkey_refused')
    // It was spent by that.
    expect((await add(one, answer)).error.code).toBe('passkey_refused')
    expect((await add(one, device.make(await ask()))).error.code).toBe('passkey_refused')
    expect((await add(one, device.make(await optionsFor(one)))).status).toBe(201)
    expect((await add(other, device.make(await optionsFor(other)))).error.code).toBe('conflict')
    for (let index = 1; index < securityLimits.passkeys; index++)
      expect((await add(one, authenticator().make(await optionsFor(one)))).status).toBe(201)
    const full = await w.call(security.startPasskey, { as: one })
    expect(full.error.fields).toEqual({ passkey: expect.stringContaining('Remova uma') })
  })

  it('proves who a user is, and only its own person', async () => {
    stopClock()
    const [one, other] = [await withPasskey(), await withPasskey()]
    advanceClock(securityLimits.proofMinutes * 60 + 1)
    const prove = async ({ device }: typeof one) =>
      w.call(sessions.prove, { as: one, body: { passkey: device.show(await ask()) } })
    expect((await prove(other)).error.code).toBe('passkey_refused')
    expect((await w.call(security.startPasskey, { as: one })).error.code).toBe('proof_needed')
    expect((await prove(one)).status).toBe(200)
    expect((await w.call(security.startPasskey, { as: one })).status).toBe(200)
  })

  it('that was removed opens nothing, and is removed by its person alone', async () => {
    const [one, other] = [await withPasskey(), await fresh()]
    const remove = (as: Signed) => w.call(security.removePasskey, { as, params: { id: one.passkey.id } })
    expect((await remove(other)).status).toBe(404)
    expect((await remove(one)).status).toBe(200)
    const answer = one.device.show(await ask())
    expect((await w.call(sessions.signInByPasskey, { body: { answer } })).error.code).toBe('passkey_refused')
  })
})
