import { dayMs } from '@escola/contract/durations'
import { emailChanges } from '@escola/contract/email-changes.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { beforeAll, expect, it } from 'vitest'
import { hashPassword } from '../../security/passwords.ts'
import { hashToken, randomToken } from '../../security/signatures.ts'
import { type World, world } from '../../testing/world.ts'
import { emailSteps, newEmail } from './email-changes.testing.ts'
import { makeUndoToken } from './email-secrets.ts'

const password = 'minha1senha'
const another = 'quintal-verde-42'
let w: World
let steps: Awaited<ReturnType<typeof emailSteps>>
let passwordHash: string
beforeAll(async () => {
  w = await world()
  steps = await emailSteps(w)
  passwordHash = await hashPassword(password)
})

async function makeUser() {
  const lia = await w.northside.make.student('Lia Prado')
  await w.database.withPlatform((db) =>
    db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', lia.userId).execute(),
  )
  return lia
}
const signIn = async (email: string, typed: string) => {
  const { status, error } = await w.call(sessions.signIn, { body: { email, password: typed } })
  return status === 200 ? 'in' : error.code
}
const stateOf = async (token: string) => (await w.call(emailChanges.mailedUndo, { params: { token } })).body.undo
const isSignedIn = async (as: { token: string }) => (await w.call(sessions.devices, { as })).status === 200
const setFactor = ({ userId }: { userId: string }, confirmedOn: Date) =>
  w.database.withPlatform((db) =>
    db
      .insertInto('second_factors')
      .values({ user_id: userId, sealed_secret: '', utc_created_on: confirmedOn, utc_confirmed_on: confirmedOn })
      .execute(),
  )
const keysOf = ({ userId }: { userId: string }) =>
  w.database.withPlatform(async (db) => ({
    factors: (await db.selectFrom('second_factors').where('user_id', '=', userId).select('user_id').execute()).length,
    passkeys: (await db.selectFrom('passkeys').where('user_id', '=', userId).select('id').execute()).length,
    addresses: (await db.selectFrom('familiar_addresses').where('user_id', '=', userId).select('user_id').execute())
      .length,
  }))
const addPasskey = ({ userId }: { userId: string }) =>
  w.database.withPlatform((db) =>
    db
      .insertInto('passkeys')
      .values({
        id: `key-${userId}`,
        user_id: userId,
        name: 'De quem entrou',
        public_key: '',
        sign_count: '0',
        transports: [],
        utc_created_on: new Date(),
      })
      .execute(),
  )

it('brings the old e-mail back once, and puts the user out who has changed it', async () => {
  const lia = await makeUser()
  expect(await signIn(lia.email, password)).toBe('in')
  const email = newEmail('ladra')
  await steps.change(lia, email)
  await addPasskey(lia)
  await setFactor(lia, new Date())
  const token = await steps.undoTokenIn(lia.email)
  const opened = { state: 'open', email: lia.email }
  expect([await stateOf(token), await stateOf(token)]).toEqual([opened, opened])
  expect(await steps.emailOf(lia)).toBe(email)

  const [first, second] = await Promise.all([steps.undo(token), steps.undo(token)])
  const done = first.status === 200 ? first : second
  expect([first.status, second.status].sort()).toEqual([200, 404])
  expect((await steps.undo(token)).error.code).toBe('link_used')
  expect(await stateOf(token)).toEqual({ state: 'used', email: lia.email })
  expect(await steps.emailOf(lia)).toBe(lia.email)
  expect(await isSignedIn(lia)).toBe(false)
  expect(await keysOf(lia)).toEqual({ factors: 0, passkeys: 0, addresses: 0 })
  expect([await signIn(lia.email, password), await signIn(email, password)]).toEqual(Array(2).fill('invalid_password'))

  const params = { token: done.body.recovery }
  const chosen = await w.call(sessions.setNewPassword, { params, body: { password: another, repeatPassword: another } })
  expect(chosen.status).toBe(200)
  expect(await signIn(lia.email, another)).toBe('in')
  await steps.work({ times: 2 })
  const subjects = async (to: string) => new Set((await steps.mailsTo(to)).map(({ subject }) => subject))
  expect(await subjects(lia.email)).toContain('O e-mail da sua conta voltou')
  expect(await subjects(email)).toContain('Este e-mail não é mais o da sua conta')
  const members = await w.northside.tx((db) =>
    db.selectFrom('memberships').where('user_id', '=', lia.userId).select('email').execute(),
  )
  expect(members).toEqual([{ email: lia.email }])
  // The other address is free at once.
  expect((await steps.change(await makeUser(), email)).status).toBe(200)
})

it('ends what the mailbox of the thief may deny: that leads to a new password as well', async () => {
  const lia = await makeUser()
  await steps.change(lia, newEmail('ladra'))
  const token = randomToken()
  const link = { token_hash: hashToken(token), purpose: 'passkey_denial', passkey_id: 'x', user_id: lia.userId }
  await w.database.withPlatform((db) =>
    db
      .insertInto('email_tokens')
      .values({ ...link, utc_expires_on: new Date(Date.now() + dayMs) })
      .execute(),
  )
  expect((await steps.undo(await steps.undoTokenIn(lia.email))).status).toBe(200)
  expect((await w.call(sessions.deny, { params: { token } })).error.code).toBe('link_used')
})

it('keeps a second factor that stood long before', async () => {
  const lia = await makeUser()
  await setFactor(lia, new Date(Date.now() - 30 * dayMs))
  await w.database.withPlatform((db) =>
    db.updateTable('sessions').set({ utc_factor_proven_on: new Date() }).where('id', '=', lia.sessionId).execute(),
  )
  await steps.change(lia, newEmail())
  expect((await steps.undo(await steps.undoTokenIn(lia.email))).status).toBe(200)
  expect(await keysOf(lia)).toMatchObject({ factors: 1, passkeys: 0 })
})

it('is over after seven days, and never for a link that was not mailed', async () => {
  const lia = await makeUser()
  const email = newEmail()
  await steps.change(lia, email)
  const token = await steps.undoTokenIn(lia.email)
  const forged = token.replace(/^\d+/, (id) => String(Number(id) + 1))
  expect((await steps.undo(forged)).error.code).toBe('invalid_token')
  expect((await steps.undo('x')).error.code).toBe('invalid_token')
  // The clock is what ends it, also where the worker is late.
  await w.database.withPlatform((db) =>
    db.updateTable('email_changes').set({ utc_undo_until: new Date() }).where('user_id', '=', lia.userId).execute(),
  )
  expect((await stateOf(token)).state).toBe('expired')
  expect((await steps.undo(token)).error.code).toBe('invalid_token')
  expect(await steps.emailOf(lia)).toBe(email)
})

it('of the first of two changes undoes both; of the second, that one alone', async () => {
  const [lia, ana] = [await makeUser(), await makeUser()]
  const emails = { lia: [newEmail(), newEmail()], ana: [newEmail(), newEmail()] }
  for (const email of emails.lia) await steps.change(lia, email)
  for (const email of emails.ana) await steps.change(ana, email)
  const [first, second] = [await steps.undoTokenIn(lia.email), await steps.undoTokenIn(emails.lia[0]!)]
  expect((await steps.undo(first)).status).toBe(200)
  expect(await steps.emailOf(lia)).toBe(lia.email)
  expect((await steps.undo(second)).error.code).toBe('link_used')

  expect((await steps.undo(await steps.undoTokenIn(emails.ana[0]!))).status).toBe(200)
  expect(await steps.emailOf(ana)).toBe(emails.ana[0])
  expect((await steps.undo(await steps.undoTokenIn(ana.email))).status).toBe(200)
  expect(await steps.emailOf(ana)).toBe(ana.email)
})

it('is not to be had by a user who goes back to the old e-mail and leaves another behind', async () => {
  const lia = await makeUser()
  const email = newEmail('ladra')
  await steps.change(lia, email)
  expect((await steps.change(lia, lia.email)).status).toBe(200)
  expect(await steps.emailOf(lia)).toBe(lia.email)
  await steps.work()
  const mails = await steps.mailsTo(email)
  expect(mails.map(({ subject }) => subject)).toContain('Este e-mail não é mais o da sua conta')
  expect(mails.flatMap(({ links }) => links).filter((link) => link.includes('/email/'))).toEqual([])
  expect((await stateOf(await steps.undoTokenIn(lia.email))).state).toBe('used')
  expect((await steps.change(await makeUser(), email)).status).toBe(200)
})

it('ends alike in every school, whichever job comes first', async () => {
  const lia = await makeUser()
  await w.northside.make.sale()
  await w.northside.tx((db) => db.updateTable('sales').set({ buyer_email: lia.email }).execute())
  const email = newEmail()
  await steps.ask(lia, email)
  await steps.confirm(lia, await steps.codeIn(email))
  const [change] = await w.database.withPlatform((db) =>
    db.selectFrom('email_changes').where('user_id', '=', lia.userId).select('id').execute(),
  )
  await steps.undo(makeUndoToken(change!.id, w.tools))
  await steps.work({ times: 2, reversed: true })
  const sales = await w.northside.tx((db) =>
    db.selectFrom('sales').select(['buyer_email', 'corrected_email']).execute(),
  )
  expect(sales).toEqual([{ buyer_email: lia.email, corrected_email: '' }])
})
