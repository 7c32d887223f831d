import { randomUUID } from 'node:crypto'
import { accounts } from '@escola/contract/accounts.contract'
import { dayMs } from '@escola/contract/durations'
import { securityLimits } from '@escola/contract/limits'
import type { BodyOf } from '@escola/contract/route'
import { security } from '@escola/contract/security.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { School } from '../../core/scope.ts'
import { hashPassword } from '../../security/passwords.ts'
import { hashToken, randomToken } from '../../security/signatures.ts'
import { authenticator } from '../../testing/authenticator.ts'
import { stopClock } from '../../testing/clock.ts'
import { neverStops } from '../../testing/jobs.ts'
import { openMailbox } from '../../testing/open-mailbox.ts'
import { type World, world } from '../../testing/world.ts'
import { deliverMessages } from '../messages/delivery.service.ts'
import { queueMessage, queueMessageFor } from '../messages/messages.service.ts'
import { codeNow, turnFactorOn } from './second-factor.testing.ts'

const password = 'minha1senha'
const another = 'quintal-verde-42'
let w: World
let passwordHash: string
let box: Awaited<ReturnType<typeof openMailbox>>
beforeAll(async () => {
  w = await world()
  box = await openMailbox(w)
  passwordHash = await hashPassword(password)
})

type Signed = { token: string }
const signIn = (email: string, typed = password) => w.call(sessions.signIn, { body: { email, password: typed } })
async function signUp() {
  const body = { name: 'Lia Prado', email: `lia.${randomUUID()}@example.com`, password, disclosure: true as const }
  expect((await w.call(accounts.signUpStudent, { params: { schoolId: w.riverside.id }, body })).status).toBe(201)
  return w.database.withPlatform((db) =>
    db
      .selectFrom('users')
      .where('email', '=', body.email)
      .select(['id as userId', 'email', 'utc_created_on'])
      .executeTakeFirstOrThrow(),
  )
}
async function fresh() {
  const made = await w.northside.make.student('Lia Prado')
  await w.database.withPlatform((db) =>
    db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', made.userId).execute(),
  )
  return { ...made, token: (await signIn(made.email)).body.token }
}
async function addPasskey(as: Signed) {
  const device = authenticator()
  const { options } = (await w.call(security.startPasskey, { as })).body
  const added = await w.call(security.addPasskey, { as, body: { answer: device.make(options) } })
  expect(added.status).toBe(201)
  return { id: added.body.passkey.id, signIn: () => signInBy(device) }
}
async function signInBy(device: ReturnType<typeof authenticator>) {
  const { options } = (await w.call(sessions.askPasskey)).body
  const { status, error } = await w.call(sessions.signInByPasskey, { body: { answer: device.show(options) } })
  return status === 200 ? 'in' : error.code
}
/** Delivers what is written to a user, and answers their latest link 'Não fui eu'. */
async function denialIn({ userId, email }: { userId: string; email: string }, school: School = w.northside) {
  const waiting = await school.tx((db) =>
    db.selectFrom('messages').select('id').where('user_id', '=', userId).where('status', '=', 'pending').execute(),
  )
  const ids = waiting.map(({ id }) => id)
  await deliverMessages(school, ids, { ...w.tools, platform: w.database, mailer: box.mailer }, neverStops)
  const mails = await Promise.all(
    box.mailbox.messages({ to: email }).map(async ({ id }) => (await box.mailbox.read(id))!),
  )
  const links = mails.flatMap((mail) => mail.links.filter((link) => link.includes('/nao-fui-eu/')))
  return {
    links: mails.flatMap(({ links }) => links),
    subjects: mails.map(({ subject }) => subject),
    tokens: links.map((link) => link.split('/nao-fui-eu/')[1]!),
  }
}
const endOf = async (token: string) => {
  const row = await w.database.withPlatform((db) =>
    db
      .selectFrom('email_tokens')
      .where('token_hash', '=', hashToken(token))
      .select('utc_expires_on')
      .executeTakeFirstOrThrow(),
  )
  return row.utc_expires_on
}
const describeLink = async (token: string) => (await w.call(sessions.mailedLink, { params: { token } })).body
const deny = (token: string) => w.call(sessions.deny, { params: { token } })
const isSignedIn = async (as: Signed) => (await w.call(sessions.devices, { as })).status === 200
async function recoveryOf({ userId }: { userId: string }) {
  const token = randomToken()
  const link = { token_hash: hashToken(token), purpose: 'recovery', user_id: userId, school_id: w.northside.id }
  await w.database.withPlatform((db) =>
    db
      .insertInto('email_tokens')
      .values({ ...link, utc_expires_on: new Date(Date.now() + 600_000) })
      .execute(),
  )
  return token
}
const choose = (token: string, more: Partial<BodyOf<typeof sessions.setNewPassword>> = {}) =>
  w.call(sessions.setNewPassword, {
    params: { token },
    body: { password: another, repeatPassword: another, ...more },
  })

describe('a passkey that was added', () => {
  it('is mailed with a link that ends it, all sessions and the password, once and by a click alone', async () => {
    const lia = await fresh()
    const [thief, second] = [await addPasskey(lia), await addPasskey(lia)]
    const { subjects, tokens } = await denialIn(lia)
    expect(subjects).toEqual(Array(2).fill('A sua conta tem uma nova chave de acesso'))
    const token = tokens[1]!
    const open = { link: { purpose: 'passkey_denial', state: 'open', email: lia.email }, recovery: null }
    expect([await describeLink(token), await describeLink(token)]).toEqual([open, open])
    expect(await thief.signIn()).toBe('in')

    const [first, late] = await Promise.all([deny(token), deny(token)])
    const done = first.status === 200 ? first : late
    expect([first.status, late.status].sort()).toEqual([200, 404])
    expect((await describeLink(token)).link.state).toBe('used')
    // Mails come the latest first.
    expect([await thief.signIn(), await second.signIn()]).toEqual(['passkey_refused', 'in'])
    expect(await isSignedIn(lia)).toBe(false)
    expect((await signIn(lia.email)).error.code).toBe('invalid_password')
    // The other key is marked in what follows, and has its own link.
    const recovery = done.body.recovery!
    expect((await describeLink(recovery)).recovery).toMatchObject({ asksCode: false, passkeys: [{ id: second.id }] })
    expect((await describeLink(tokens[0]!)).link.state).toBe('open')
    expect((await choose(recovery)).status).toBe(200)
    expect(await second.signIn()).toBe('passkey_refused')
    expect((await signIn(lia.email, another)).status).toBe(200)
  })

  it('can be denied for seven days from then, however late its mail leaves, and by no other link', async () => {
    stopClock()
    const lia = await fresh()
    const key = await addPasskey(lia)
    const addedOn = Date.now()
    vi.setSystemTime(addedOn + 2 * dayMs)
    const { tokens } = await denialIn(lia)
    expect(await endOf(tokens[0]!)).toEqual(new Date(addedOn + securityLimits.denialDays * dayMs))
    expect((await deny(await recoveryOf(lia))).error.code).toBe('invalid_token')
    expect((await deny('x')).error.code).toBe('invalid_token')
    vi.setSystemTime(addedOn + securityLimits.denialDays * dayMs + 1)
    expect((await describeLink(tokens[0]!)).link.state).toBe('expired')
    expect((await deny(tokens[0]!)).error.code).toBe('invalid_token')
    expect(await key.signIn()).toBe('in')
  })
})

it('a second factor that was turned on is mailed with a link that turns it off', async () => {
  const lia = await fresh()
  await turnFactorOn(w, lia)
  const { subjects, tokens } = await denialIn(lia)
  expect(subjects).toEqual(['A verificação em duas etapas foi ativada'])
  const denied = await deny(tokens[0]!)
  expect(denied.status).toBe(200)
  expect(await isSignedIn(lia)).toBe(false)
  expect((await choose(denied.body.recovery!)).status).toBe(200)
  expect((await signIn(lia.email, another)).status).toBe(200)
})

it('a denial leaves the factor that stood before, which the new password asks for', async () => {
  stopClock()
  const lia = await fresh()
  const { secret } = await turnFactorOn(w, lia)
  expect((await w.call(sessions.prove, { as: lia, body: { code: codeNow(secret, 1) } })).status).toBe(200)
  const key = await addPasskey(lia)
  const { tokens } = await denialIn(lia)
  const denied = await deny(tokens[0]!)
  expect(await key.signIn()).toBe('passkey_refused')
  expect((await describeLink(denied.body.recovery!)).recovery).toEqual({ asksCode: true, passkeys: [] })
  expect((await choose(denied.body.recovery!)).error.code).toBe('factor_proof_needed')
})

describe('a recovery', () => {
  it('ends the passkeys of an account but for those that its user keeps', async () => {
    const lia = await fresh()
    const [kept, thief] = [await addPasskey(lia), await addPasskey(lia)]
    const token = await recoveryOf(lia)
    const { recovery } = await describeLink(token)
    expect(recovery?.passkeys.map(({ id }) => id)).toEqual([kept.id, thief.id])
    expect((await choose(token, { keptPasskeys: [kept.id, 'of-somebody-else'] })).status).toBe(200)
    expect([await kept.signIn(), await thief.signIn()]).toEqual(['in', 'passkey_refused'])
    // A used link shows nothing of the account.
    expect(await describeLink(token)).toMatchObject({ link: { state: 'used' }, recovery: null })
  })

  it('with a second factor asks for its code, which is used then, and ends no passkey', async () => {
    stopClock()
    const lia = await fresh()
    const key = await addPasskey(lia)
    const { secret, codes } = await turnFactorOn(w, lia)
    const token = await recoveryOf(lia)
    expect((await describeLink(token)).recovery).toEqual({ asksCode: true, passkeys: [] })
    expect((await choose(token)).error.code).toBe('factor_proof_needed')
    expect((await choose(token, { code: '000000' })).error.code).toBe('invalid_code')
    expect((await signIn(lia.email)).error.code).toBe('second_factor_needed')
    expect((await choose(token, { code: codes[0] })).status).toBe(200)
    expect((await choose(await recoveryOf(lia), { code: codes[0] })).error.code).toBe('invalid_code')
    expect((await choose(await recoveryOf(lia), { code: codeNow(secret, 1) })).status).toBe(200)
    expect(await key.signIn()).toBe('in')
  })

  it('is the way to a password for an account with a factor or a passkey: an invitation is none', async () => {
    const lia = await fresh()
    await addPasskey(lia)
    await w.database.withPlatform((db) =>
      db.updateTable('users').set({ password_hash: null }).where('id', '=', lia.userId).execute(),
    )
    const token = await recoveryOf(lia)
    await w.database.withPlatform((db) =>
      db
        .updateTable('email_tokens')
        .set({ purpose: 'invitation' })
        .where('token_hash', '=', hashToken(token))
        .execute(),
    )
    expect((await describeLink(token)).link.state).toBe('used')
    const body = { name: 'Lia Prado', password: another, disclosure: true as const }
    expect((await w.call(accounts.acceptInvitation, { params: { token }, body })).status).toBe(404)
  })
})

it('a sign-up with the e-mail of another person is ended by its mailbox, whether or not the e-mail was confirmed', async () => {
  const user = await signUp()
  const { tokens } = await denialIn(user, w.riverside)
  const mails = await Promise.all(
    box.mailbox.messages({ to: user.email }).map(async ({ id }) => (await box.mailbox.read(id))!),
  )
  const activation = mails.flatMap(({ links }) => links).find((link) => link.includes('/activate/'))!
  await w.call(accounts.activate, { params: { token: activation.split('/activate/')[1]! } })
  const thief = { token: (await signIn(user.email)).body.token }
  const key = await addPasskey(thief)
  expect(await describeLink(tokens[0]!)).toMatchObject({ link: { purpose: 'sign_up_denial', state: 'open' } })
  expect(await deny(tokens[0]!)).toMatchObject({ status: 200, body: { recovery: null } })
  expect([await isSignedIn(thief), await key.signIn()]).toEqual([false, 'passkey_refused'])
  expect((await signIn(user.email)).error.code).toBe('invalid_password')
  expect((await deny(tokens[0]!)).error.code).toBe('link_used')
})

it('a sign-up can be denied for seven days from then, and is mailed no more once the e-mail is confirmed', async () => {
  stopClock()
  const user = await signUp()
  const signedUpOn = user.utc_created_on.getTime()
  const write = (dedupeKey: string) =>
    w.database.withPlatform((db) =>
      queueMessageFor(db, w.riverside.id, { userId: user.userId, kind: 'activation', dedupeKey }),
    )
  vi.setSystemTime(signedUpOn + 2 * dayMs)
  const { tokens } = await denialIn(user, w.riverside)
  expect(await endOf(tokens[0]!)).toEqual(new Date(signedUpOn + securityLimits.denialDays * dayMs))

  vi.setSystemTime(signedUpOn + securityLimits.denialDays * dayMs)
  await write('late')
  expect(await denialIn(user, w.riverside)).toMatchObject({ subjects: [expect.anything(), expect.anything()], tokens })

  await w.database.withPlatform((db) =>
    db.updateTable('users').set({ utc_email_confirmed_on: new Date() }).where('id', '=', user.userId).execute(),
  )
  await write('confirmed')
  expect((await denialIn(user, w.riverside)).subjects).toHaveLength(2)
})

it('an account with a passkey and no password is enrolled without a link that would open nothing', async () => {
  const lia = await fresh()
  await addPasskey(lia)
  await w.database.withPlatform((db) =>
    db.updateTable('users').set({ password_hash: null }).where('id', '=', lia.userId).execute(),
  )
  const message = { userId: lia.userId, kind: 'enrollment', dedupeKey: `enrollment:${lia.userId}` } as const
  await w.northside.tx((db) => queueMessage(db, message, w.tools))
  const { links } = await denialIn(lia)
  expect(links.filter((link) => link.includes('/welcome/'))).toEqual([])
})
