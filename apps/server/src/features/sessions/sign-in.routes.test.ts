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
import { neverStops } from '../../testing/jobs.ts'
import { answerMailRequests } from '../../testing/mail-requests.ts'
import { type World, world } from '../../testing/world.ts'
import { deliverMessages } from '../messages/delivery.service.ts'

let testWorld: World
let passwordHash: string
const password = 'minha1senha'
beforeAll(async () => {
  testWorld = await world({ TRUST_PROXY: '127.0.0.1' })
  passwordHash = await hashPassword(password)
})

async function makePerson() {
  const made = await testWorld.northside.make.student('Lia Prado')
  await testWorld.database.withPlatform((db) =>
    db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', made.userId).execute(),
  )
  return made
}
const signIn = (email: string, typed = password, { ip = '198.51.100.1', schoolId = '' } = {}) =>
  testWorld.call(sessions.signIn, {
    headers: { 'x-forwarded-for': ip },
    body: { email, password: typed, ...(schoolId ? { schoolId } : {}) },
  })
/** How many passwords were hashed while something was done. */
async function countHashes(work: () => Promise<unknown>) {
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
    const { email } = await makePerson()
    expect((await signIn(email)).status).toBe(200)
    const codes: string[] = []
    const hashed = await countHashes(async () => {
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

describe('the e-mail of a user', () => {
  const withoutRequestId = ({ status, body }: { status: number; body: unknown }) => ({
    status,
    body: { ...(body as object), requestId: '' },
  })
  it('is not told by a sign-in: the same is hashed, and the same said', async () => {
    const withSchools = await makePerson()
    const schools = await hashPassword('daescola1')
    await testWorld.northside.tx((db) =>
      db.updateTable('memberships').set({ password_hash: schools }).where('user_id', '=', withSchools.userId).execute(),
    )
    const unclaimed = await testWorld.northside.make.student()
    const emails = [`${randomUUID()}@example.com`, (await makePerson()).email, withSchools.email, unclaimed.email]
    for (const schoolId of ['', testWorld.northside.id, testWorld.riverside.id]) {
      const answers: unknown[] = []
      const hashed: number[] = []
      for (const email of emails)
        hashed.push(
          await countHashes(async () => answers.push(withoutRequestId(await signIn(email, 'errada123', { schoolId })))),
        )
      expect(new Set(hashed)).toEqual(new Set([schoolId ? 2 : 1]))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    }
  })
  it.each([
    ['recovery', sessions.requestRecovery],
    ['the activation link', sessions.resendActivation],
  ])('is not told by asking for %s', async (_, route) => {
    const answers: unknown[] = []
    const hashed = await countHashes(async () => {
      for (const email of [`${randomUUID()}@example.com`, (await makePerson()).email])
        answers.push(withoutRequestId(await testWorld.call(route, { body: { email } })))
    })
    expect(hashed).toBe(0)
    expect(answers).toEqual([answers[0], answers[0]])
    await answerMailRequests(testWorld)
  })
})

describe('an access link', () => {
  const makeLink = async (userId: string, schoolId = testWorld.northside.id) => {
    const token = `${schoolId}-${randomToken()}`
    await testWorld.northside.tx((db) =>
      db
        .updateTable('memberships')
        .set({ access_token_hash: hashToken(token) })
        .where('user_id', '=', userId)
        .execute(),
    )
    return token
  }
  const open = (token: string) => testWorld.call(sessions.signInByToken, { body: { token } })

  it('opens its school, and nothing else', async () => {
    const { userId } = await makePerson()
    const signedIn = await open(await makeLink(userId))
    expect(signedIn.body).toMatchObject({ token: expect.any(String), user: { id: userId }, schools: [{}] })
    const as = signedIn.body
    const getHome = (schoolId: string) => testWorld.call(learning.home, { as, params: { schoolId } })
    expect((await getHome(testWorld.northside.id)).status).toBe(200)
    expect((await testWorld.call(sessions.devices, { as })).error.code).toBe('school_session_only')
    expect((await testWorld.call(accounts.setDarkMode, { as, body: { dark_mode: true } })).error.code).toBe(
      'school_session_only',
    )
  })
  it('is void once another is made, for an administrator, and where it was torn', async () => {
    const { userId } = await makePerson()
    const old = await makeLink(userId)
    const token = await makeLink(userId)
    const administrator = await testWorld.northside.make.admin()
    await testWorld.northside.make.roles(administrator, { is_student: true })
    const administrators = await makeLink(administrator.userId)
    const broken = [
      token.slice(0, -1),
      token.replace(/^\d+/, testWorld.riverside.id),
      token.slice(token.indexOf('-') + 1),
    ]
    for (const linkToken of [old, administrators, ...broken, 'x', '-', `0${token}`])
      expect(await open(linkToken)).toMatchObject({ status: 404, error: { message: "Can't find token" } })
    expect((await open(token)).status).toBe(200)
  })
})

it('a forged host never changes a link in a mail', async () => {
  const mailbox = await startMailbox()
  const mailer = createMailer({ ...testWorld.config, smtpUrl: mailbox.smtpUrl })
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
    testWorld.call(route, { ...options, headers })
  const email = `${randomUUID()}@example.com`
  const names = { school_name: 'Escola Nova', user_name: 'Maria da Silva' }
  const signedUp = await call(accounts.signUpOwner, { body: { ...names, email, password, disclosure: true } })
  const schoolId = signedUp.body.schoolId
  const mails = () => testWorld.database.withSchool(schoolId, (db) => db.selectFrom('messages').select('id').execute())
  const deliver = async () => {
    const ids = (await mails()).map(({ id }) => id)
    const school = { id: schoolId, tx: (work: never) => testWorld.database.withSchool(schoolId, work) } as never
    await deliverMessages(school, ids, { ...testWorld.tools, platform: testWorld.database, mailer }, neverStops)
  }
  await call(sessions.resendActivation, { body: { email } })
  await call(sessions.resendOwnActivation, { body: { email, password } })
  await answerMailRequests(testWorld)
  await deliver()
  await call(sessions.requestRecovery, { body: { email } })
  await answerMailRequests(testWorld)
  await deliver()
  const letters = await Promise.all(mailbox.messages({ to: email }).map(async ({ id }) => (await mailbox.read(id))!))
  expect(letters.length).toBeGreaterThanOrEqual(3)
  for (const letter of letters) {
    expect(letter.links.some((link) => /\/(activate|recover)\//.test(link))).toBe(true)
    for (const link of letter.links) expect(new URL(link).origin).toBe('http://localhost:3000')
    expect(JSON.stringify(letter)).not.toContain('evil.example')
  }
})
