import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { accounts } from '@escola/contract/accounts.contract'
import { learning } from '@escola/contract/learning.contract'
import { failedSignIns } from '@escola/contract/limits'
import type { RouteDefinition } from '@escola/contract/route'
import { sessions } from '@escola/contract/sessions.contract'
import { startMailbox } from '@escola/dev-services/mailbox'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createMailer } from '../../mail/mailer.ts'
import { hashPassword } from '../../security/passwords.ts'
import { hashToken, randomToken } from '../../security/signatures.ts'
import type { CallOptions } from '../../testing/call.ts'
import { answerMailRequests } from '../../testing/mail-requests.ts'
import { type World, world } from '../../testing/world.ts'
import { deliverMessages } from '../messages/delivery.service.ts'

let here: World
let passwordHash: string
const password = 'minha1senha'
beforeAll(async () => {
  here = await world({ TRUST_PROXY: '127.0.0.1' })
  passwordHash = await hashPassword(password)
})

async function person() {
  const made = await here.northside.make.student('Lia Prado')
  await here.database.withPlatform((db) =>
    db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', made.userId).execute(),
  )
  return made
}
const signIn = (email: string, given = password, { ip = '198.51.100.1', schoolId = '' } = {}) =>
  here.call(sessions.signIn, {
    headers: { 'x-forwarded-for': ip },
    body: { email, password: given, ...(schoolId ? { schoolId } : {}) },
  })
/** How many passwords were hashed while something was done. */
async function hashedBy(work: () => Promise<unknown>) {
  let count = 0
  const note = () => void count++
  subscribe('escola.password-hashed', note)
  try {
    await work()
  } finally {
    unsubscribe('escola.password-hashed', note)
  }
  return count
}

describe('guesses', () => {
  it('reach the hasher thirty times of a thousand, while the owner gets in where they are known', async () => {
    const { email } = await person()
    expect((await signIn(email)).status).toBe(200)
    const codes: string[] = []
    const hashed = await hashedBy(async () => {
      for (let round = 0; round < 50; round++) {
        const ips = Array.from({ length: 20 }, (_, index) => `10.1.${round}.${index}`)
        const answers = await Promise.all(ips.map((ip) => signIn(email, 'errada123', { ip })))
        codes.push(...answers.map(({ error }) => error.code))
      }
    })
    expect(codes).toHaveLength(1000)
    expect(hashed).toBe(failedSignIns.fromOutsiders)
    expect(codes.filter((code) => code === 'invalid_password')).toHaveLength(failedSignIns.fromOutsiders)
    expect(failedSignIns).toMatchObject({ fromOutsiders: 30, minutes: 60 })
    expect((await signIn(email)).status).toBe(200)
  })
})

describe('who is known', () => {
  const bare = ({ status, body }: { status: number; body: unknown }) => ({
    status,
    body: { ...(body as object), requestId: '' },
  })
  it('is not told by a sign-in: the same is hashed, and the same said', async () => {
    const withSchools = await person()
    const schools = await hashPassword('daescola1')
    await here.northside.tx((db) =>
      db.updateTable('memberships').set({ password_hash: schools }).where('user_id', '=', withSchools.userId).execute(),
    )
    const unclaimed = await here.northside.make.student()
    const emails = [`${randomUUID()}@example.com`, (await person()).email, withSchools.email, unclaimed.email]
    for (const schoolId of ['', here.northside.id, here.riverside.id]) {
      const answers: unknown[] = []
      const hashed: number[] = []
      for (const email of emails)
        hashed.push(await hashedBy(async () => answers.push(bare(await signIn(email, 'errada123', { schoolId })))))
      expect(new Set(hashed)).toEqual(new Set([schoolId ? 2 : 1]))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    }
  })
  it.each([
    ['recovery', sessions.requestRecovery],
    ['the activation link', sessions.resendActivation],
  ])('is not told by asking for %s', async (_, route) => {
    const answers: unknown[] = []
    const hashed = await hashedBy(async () => {
      for (const email of [`${randomUUID()}@example.com`, (await person()).email])
        answers.push(bare(await here.call(route, { body: { email } })))
    })
    expect(hashed).toBe(0)
    expect(answers).toEqual([answers[0], answers[0]])
    await answerMailRequests(here)
  })
})

describe('an access link', () => {
  const linkFor = async (userId: string, schoolId = here.northside.id) => {
    const token = `${schoolId}-${randomToken()}`
    await here.northside.tx((db) =>
      db
        .updateTable('memberships')
        .set({ access_token_hash: hashToken(token) })
        .where('user_id', '=', userId)
        .execute(),
    )
    return token
  }
  const open = (token: string) => here.call(sessions.signInByToken, { body: { token } })

  it('opens its school, and nothing else', async () => {
    const { userId } = await person()
    const signedIn = await open(await linkFor(userId))
    expect(signedIn.body).toMatchObject({ token: expect.any(String), user: { id: userId }, schools: [{}] })
    const as = signedIn.body
    const home = (schoolId: string) => here.call(learning.home, { as, params: { schoolId } })
    expect((await home(here.northside.id)).status).toBe(200)
    expect((await here.call(sessions.devices, { as })).error.code).toBe('school_session_only')
    expect((await here.call(accounts.setDarkMode, { as, body: { dark_mode: true } })).error.code).toBe(
      'school_session_only',
    )
  })
  it('is void once another is made, for an administrator, and where it was torn', async () => {
    const { userId } = await person()
    const old = await linkFor(userId)
    const token = await linkFor(userId)
    const administrator = await here.northside.make.admin()
    await here.northside.make.roles(administrator, { is_student: true })
    const administrators = await linkFor(administrator.userId)
    const torn = [token.slice(0, -1), token.replace(/^\d+/, here.riverside.id), token.slice(token.indexOf('-') + 1)]
    for (const given of [old, administrators, ...torn, 'x', '-', `0${token}`])
      expect(await open(given)).toMatchObject({ status: 404, error: { message: "Can't find token" } })
    expect((await open(token)).status).toBe(200)
  })
})

it('a forged host never changes a link in a mail', async () => {
  const mailbox = await startMailbox()
  const mailer = createMailer({ ...here.config, smtpUrl: mailbox.smtpUrl })
  onTestFinished(async () => {
    mailer.close()
    await mailbox.stop()
  })
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
    origin: 'https://evil.example',
    referer: 'https://evil.example/recuperar-senha',
  }
  const call = <R extends RouteDefinition>(route: R, options: CallOptions<R>) =>
    here.call(route, { ...options, headers })
  const email = `${randomUUID()}@example.com`
  const names = { school_name: 'Escola Nova', user_name: 'Maria da Silva' }
  const signedUp = await call(accounts.signUpOwner, { body: { ...names, email, password, disclosure: true } })
  const schoolId = signedUp.body.schoolId
  const mails = () => here.database.withSchool(schoolId, (db) => db.selectFrom('messages').select('id').execute())
  const deliver = async () => {
    const ids = (await mails()).map(({ id }) => id)
    const school = { id: schoolId, tx: (work: never) => here.database.withSchool(schoolId, work) } as never
    await deliverMessages(school, ids, { ...here.tools, platform: here.database, mailer }, new AbortController().signal)
  }
  await call(sessions.resendActivation, { body: { email } })
  await call(sessions.resendOwnActivation, { body: { email, password } })
  await answerMailRequests(here)
  await deliver()
  await call(sessions.requestRecovery, { body: { email } })
  await answerMailRequests(here)
  await deliver()
  const letters = await Promise.all(mailbox.messages({ to: email }).map(async ({ id }) => (await mailbox.read(id))!))
  expect(letters.length).toBeGreaterThanOrEqual(3)
  for (const letter of letters) {
    expect(letter.links.some((link) => /\/(activate|recover)\//.test(link))).toBe(true)
    for (const link of letter.links) expect(new URL(link).origin).toBe('http://localhost:3000')
    expect(JSON.stringify(letter)).not.toContain('evil.example')
  }
})
