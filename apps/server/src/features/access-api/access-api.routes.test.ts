import { createHmac, randomUUID } from 'node:crypto'
import { accessApi } from '@escola/contract/access-api.contract'
import { administrators } from '@escola/contract/administrators.contract'
import { bookmarks } from '@escola/contract/bookmarks.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { minuteMs } from '@escola/contract/durations'
import { learning } from '@escola/contract/learning.contract'
import { accessApiLimits, limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { refusals } from '@escola/contract/refusals'
import { schools } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { students } from '@escola/contract/students.contract'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { type World, world } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterEach(() => void vi.useRealTimers())

const advanceClock = (minutes: number) =>
  void vi.useFakeTimers({ now: Date.now() + minutes * minuteMs, toFake: ['Date'], shouldAdvanceTime: true })
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
function jwt(claims: object, secret: string, alg = 'HS256') {
  const text = `${part({ typ: 'JWT', alg })}.${part(claims)}`
  return `${text}.${alg === 'none' ? '' : createHmac('sha256', secret).update(text).digest('base64url')}`
}
const newEmail = () => `aluna.${randomUUID().slice(0, 8)}@example.com`

/** Makes a school with its access API on, a course, and a class that opens it. */
async function schoolWithApi(has_api = true) {
  const school = await w.makeSchool('Integrada')
  const { admin, make, tx } = school
  await tx((db) => db.updateTable('schools').set({ has_api }).execute())
  const course = await make.course()
  const cohort = await make.cohort({ title: 'Turma da loja', courses: [course] })
  const params = { schoolId: school.id }
  const generate = (as: Person | { token: string } = admin) => w.call(accessApi.generateKey, { as, params })
  const integrate = async ({ id }: { id: string } = cohort) =>
    (await w.call(accessApi.saveIntegration, { as: admin, body: { school_gateway_id: id } })).body.integrations
  const askWith = (authorization: string, integration?: string) =>
    w.call(accessApi.hash, { params, headers: { authorization }, query: integration ? { integration } : {} })
  const ask = ({ key, secret }: { key: string; secret: string }, integration?: string) =>
    askWith(`Bearer ${jwt({ key }, secret)}`, integration)
  const enroll = (hash: string, body: { name: string; email: string; cellphone?: string }) =>
    w.call(accessApi.enroll, { params: { ...params, hash }, body })
  const count = async () =>
    tx(async (db) => ({
      members: (await db.selectFrom('memberships').select('user_id').execute()).length,
      enrolled: (await db.selectFrom('enrollments').select('user_id').execute()).length,
      mails: (await db.selectFrom('messages').select('id').execute()).length,
    }))
  return { ...school, course, cohort, params, generate, integrate, ask, askWith, enroll, count }
}
/** Makes such a school with a key, an integration and a hash. */
async function ready() {
  const school = await schoolWithApi()
  const pair = (await school.generate()).body
  const [integration] = await school.integrate()
  const { hash } = (await school.ask(pair)).body
  return { ...school, pair, integration: integration!, hash }
}
const signIn = (token: string) => w.call(sessions.signInByToken, { body: { token } })

describe('the key', () => {
  it('is absent until it is generated, and its secret lies sealed', async () => {
    const { admin, generate, tx } = await schoolWithApi()
    const show = async () => (await w.call(accessApi.getKey, { as: admin })).body
    expect(await show()).toEqual({ key: null, utc_created_on: null, utc_signature_ends_on: null })
    expect((await w.call(accessApi.showSecret, { as: admin })).status).toBe(404)
    const { key, secret } = (await generate()).body
    expect([key, secret]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[\w-]{43}$/)])
    expect(await show()).toEqual({ key, utc_created_on: expect.any(String), utc_signature_ends_on: null })
    expect((await w.call(accessApi.showSecret, { as: admin })).body).toEqual({ secret })
    const rows = await tx((db) => db.selectFrom('access_api_keys').selectAll().execute())
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('is for an administrator who has just proven who they are, in a session of their own', async () => {
    const { admin, generate } = await schoolWithApi()
    expect((await generate()).status).toBe(200)
    const change = (values: object) =>
      w.database.withPlatform((db) =>
        db.updateTable('sessions').set(values).where('id', '=', admin.sessionId).execute(),
      )
    const refused = async () => [
      (await generate()).error.code,
      (await w.call(accessApi.showSecret, { as: admin })).error.code,
    ]
    await change({ utc_proven_on: null })
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await refused()).toEqual(['proof_needed', 'proof_needed'])
    await change({ school_id: admin.schoolId, utc_proven_on: new Date() })
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await refused()).toEqual(['school_session_only', 'school_session_only'])
  })

  it('is generated nowhere where the API is off, and no integration is made', async () => {
    const { admin, generate, cohort } = await schoolWithApi(false)
    const body = { school_gateway_id: cohort.id }
    const saved = await w.call(accessApi.saveIntegration, { as: admin, body })
    expect([(await generate()).error.code, saved.error.code]).toEqual(['api_off', 'api_off'])
  })

  it('that is generated again makes the one before void at once, and all that came of it', async () => {
    const { generate, pair, hash, ask, enroll } = await ready()
    const { token } = (await enroll(hash, { name: 'Ana Souza', email: newEmail() })).body
    const next = (await generate()).body
    expect((await ask(pair)).error.code).toBe('invalid_signature')
    expect((await ask({ key: next.key, secret: pair.secret })).error.code).toBe('invalid_signature')
    expect((await enroll(hash, { name: 'Ana Souza', email: newEmail() })).error.code).toBe('invalid_hash')
    expect((await signIn(token)).error.code).toBe('invalid_token')
    expect((await ask(next)).status).toBe(200)
  })
})

describe('a caller under way while another key is generated', () => {
  it('is given no hash of the one before', async () => {
    const { id, ask, pair } = await ready()
    const change = `update access_api_keys set key = 'next' where school_id = $1`
    const generating = await openTransaction(w.databaseUrl, change, [id])
    const answer = ask(pair)
    // The signature was right, but the key is another one by the time that the hash is written.
    await untilWaiting(w.databaseUrl)
    await generating.commit()
    expect((await answer).error.code).toBe('invalid_signature')
  })

  it('enrolls no student with a hash that was taken back', async () => {
    const { id, cohort, hash, enroll, generate, count } = await ready()
    const hold = 'select from cohorts where school_id = $1 and id = $2 for update'
    const held = await openTransaction(w.databaseUrl, hold, [id, cohort.id])
    const enrolled = enroll(hash, { name: 'Ana Souza', email: newEmail() })
    await untilWaiting(w.databaseUrl)
    const before = await count()
    expect((await generate()).status).toBe(200)
    await held.commit()
    expect((await enrolled).error.code).toBe('invalid_hash')
    expect(await count()).toEqual(before)
  })
})

describe('an integration', () => {
  it('is one for each class, with a hash that stays', async () => {
    const { admin, make, cohort, integrate } = await schoolWithApi()
    const [first] = await integrate()
    const other = await make.cohort({ title: 'Outra turma' })
    const [outra, loja, ...none] = await integrate(other)
    expect(none).toEqual([])
    expect(outra).toMatchObject({ integration_title: 'Outra turma', school_gateway_id: other.id })
    expect(loja).toEqual(first)
    expect(await integrate()).toHaveLength(2)
    const removed = await w.call(accessApi.removeIntegration, { as: admin, params: { id: outra!.id } })
    expect(removed.status).toBe(200)
    expect((await w.call(accessApi.integrations, { as: admin })).body.integrations).toEqual([first])
    expect((await w.call(accessApi.removeIntegration, { as: admin, params: { id: outra!.id } })).status).toBe(404)
    await w.call(cohorts.remove, { as: admin, params: { id: cohort.id } })
    expect((await w.call(accessApi.integrations, { as: admin })).body.integrations).toEqual([])
  })

  it('is of a class of this school', async () => {
    const { admin } = await schoolWithApi()
    const foreign = await w.riverside.make.cohort()
    const body = { school_gateway_id: foreign.id }
    expect((await w.call(accessApi.saveIntegration, { as: admin, body })).status).toBe(404)
  })

  it.each([
    ['98765-4321', '987654321'],
    ['912345678', '912345678'],
    ['+351 912 345 678', '+351912345678'],
  ])('enrolls a student with the telephone %s, whatever is its country', async (cellphone, kept) => {
    const { hash, enroll, tx } = await ready()
    const email = newEmail()
    expect((await enroll(hash, { name: 'Ana Souza', email, cellphone })).status).toBe(200)
    const member = await tx((db) =>
      db.selectFrom('memberships').select('cellphone').where('email', '=', email).executeTakeFirst(),
    )
    expect(member).toEqual({ cellphone: kept })
  })

  it('that is deleted enrolls no more students, by a hash of before either', async () => {
    const { admin, hash, integration, enroll, ask, pair, count } = await ready()
    await w.call(accessApi.removeIntegration, { as: admin, params: { id: integration.id } })
    const before = await count()
    expect((await enroll(hash, { name: 'Ana Souza', email: newEmail() })).error.code).toBe('invalid_hash')
    expect((await ask(pair)).error.code).toBe('integration_not_found')
    expect(await count()).toEqual(before)
  })
})

describe('a hash', () => {
  it('is given for a signature with the secret, as a bearer or bare, under /api and without', async () => {
    const { pair, askWith, id } = await ready()
    const signed = jwt({ key: pair.key, iat: Math.floor(Date.now() / 1000) }, pair.secret)
    expect((await askWith(signed)).body).toEqual({ hash: expect.stringMatching(/^[\w-]{43}$/) })
    const plain = await w.app.inject({ url: `/integration/${id}/hash`, headers: { authorization: `Bearer ${signed}` } })
    expect(plain.json()).toEqual({ hash: expect.any(String) })
  })

  it.each([
    ['another secret', ({ key }: Pair) => jwt({ key }, 'x'.repeat(43))],
    ['no algorithm', ({ key, secret }: Pair) => jwt({ key }, secret, 'none')],
    ['another key', ({ secret }: Pair) => jwt({ key: 'f'.repeat(32) }, secret)],
    ['no key', ({ secret }: Pair) => jwt({}, secret)],
    ['a key that is no text', ({ key, secret }: Pair) => jwt({ key: [key] }, secret)],
    ['what is over', ({ key, secret }: Pair) => jwt({ key, exp: Math.floor(Date.now() / 1000) - 1 }, secret)],
    ['the secret itself', ({ secret }: Pair) => secret],
    ['nothing', () => ''],
  ])('is not given for %s', async (_, sign) => {
    const { pair, askWith } = await ready()
    const { status, error } = await askWith(`Bearer ${sign(pair)}`)
    expect([status, error]).toMatchObject([401, { code: 'invalid_signature', message: 'Invalid signature' }])
  })

  it('is not given for the key of another school, nor for a session', async () => {
    const [first, second] = [await ready(), await ready()]
    expect((await first.ask(second.pair)).error.code).toBe('invalid_signature')
    expect((await first.ask(second.pair, first.integration.hash)).error.code).toBe('invalid_signature')
    expect((await first.ask(first.pair, second.integration.hash)).error.code).toBe('integration_not_found')
    expect((await first.askWith(`Bearer ${first.admin.token}`)).error.code).toBe('invalid_signature')
  })

  it('is of the class that is named, where there are several', async () => {
    const { make, integrate, ask, pair, enroll, tx } = await ready()
    const other = await make.cohort({ title: 'Outra turma' })
    const [outra] = await integrate(other)
    const { status, error } = await ask(pair)
    expect([status, error.fields]).toEqual([400, { integration: refusals.integrationMissing }])
    const { hash } = (await ask(pair, outra!.hash)).body
    expect((await enroll(hash, { name: 'Ana Souza', email: newEmail() })).status).toBe(200)
    const rows = await tx((db) => db.selectFrom('enrollments').select(['cohort_id', 'origin']).execute())
    expect(rows).toEqual([{ cohort_id: other.id, origin: 'api' }])
  })

  it('is over after an hour, lies hashed, is of its school alone, and makes no user when it is refused', async () => {
    const { hash, enroll, ask, pair, tx, count } = await ready()
    const other = await ready()
    const email = newEmail()
    const body = { name: 'Ana Souza', email }
    const before = await count()
    expect((await other.enroll(hash, body)).error).toMatchObject({ code: 'invalid_hash' })
    const stored = () => tx((db) => db.selectFrom('access_api_hashes').selectAll().execute())
    expect(JSON.stringify(await stored())).not.toContain(hash)
    advanceClock(accessApiLimits.hashMinutes - 1)
    expect((await enroll(hash, { ...body, email: newEmail() })).status).toBe(200)
    advanceClock(2)
    expect(await enroll(hash, body)).toMatchObject({ status: 401, error: { code: 'invalid_hash' } })
    expect((await count()).members).toBe(before.members + 1)
    const made = await w.database.withPlatform((db) =>
      db.selectFrom('users').where('email', '=', email).select('id').execute(),
    )
    expect(made).toEqual([])
    // An expired hash is deleted when another one comes.
    await ask(pair)
    expect(await stored()).toHaveLength(1)
  })
})
type Pair = Awaited<ReturnType<typeof ready>>['pair']

describe('a student enrolled by another system', () => {
  it('is signed in by the token, in this school alone, and opens the course', async () => {
    const { id, hash, enroll, course, admin } = await ready()
    const email = newEmail()
    const { status, body } = await enroll(hash, { name: 'ANA das dores', email: ` ${email.toUpperCase()}` })
    expect([status, body]).toEqual([200, { token: expect.stringMatching(new RegExp(`^${id}-[\\w-]{43}$`)) }])
    const signedIn = await signIn(body.token)
    expect(signedIn.body.user).toMatchObject({ name: 'Ana das Dores', email })
    const as = signedIn.body
    const params = { schoolId: id, degreeLink: course.link }
    expect((await w.call(learning.course, { as, params })).status).toBe(200)
    // A weak session shows and changes nothing of the person's own.
    expect((await w.call(sessions.devices, { as })).error.code).toBe('school_session_only')
    const { list } = (await w.call(students.list, { as: admin })).body.students
    expect(list.find((each) => each.email === email)).toMatchObject({ origin: 'api' })
  })

  it('stays out of every other school of theirs', async () => {
    const { hash, enroll, student } = await ready()
    await w.riverside.make.membership(student)
    const { token } = (await enroll(hash, { name: student.name, email: student.email })).body
    const as = (await signIn(token)).body
    expect((await w.call(bookmarks.mine, { as, params: { schoolId: student.schoolId } })).status).toBe(200)
    expect((await w.call(bookmarks.mine, { as, params: { schoolId: w.riverside.id } })).status).toBe(404)
  })

  it('is enrolled and written to once, however often and by how many at once', async () => {
    const { hash, enroll, count } = await ready()
    const before = await count()
    const body = { name: 'Ana Souza', email: newEmail() }
    const answers = await Promise.all([1, 2].map(() => enroll(hash, body)))
    answers.push(await enroll(hash, { ...body, name: 'Outro Nome' }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.token)).size).toBe(3)
    const { members, enrolled, mails } = before
    expect(await count()).toEqual({ members: members + 1, enrolled: enrolled + 1, mails: mails + 1 })
    for (const { body } of answers) expect((await signIn(body.token)).body.user.name).toBe('Ana Souza')
  })

  it('needs a name and an e-mail', async () => {
    const { hash, enroll } = await ready()
    const { status, error } = await enroll(hash, { name: '', email: 'ana@' })
    expect([status, error.fields]).toEqual([400, { name: messages.studentName, email: messages.emailSignUp }])
    const guessed = await enroll(hash, { name: 'Maria Silva', email: 'maria silva@exemplo.com' })
    expect([guessed.status, guessed.error.fields]).toEqual([400, { email: messages.emailBlank }])
  })

  it('stays out of a class that the school took them out of, until the school or a purchase brings them back', async () => {
    const { hash, enroll, admin, cohort, make, tx, count } = await ready()
    const body = { name: 'Ana Souza', email: newEmail() }
    const enrollOnce = async () => (await enroll(hash, body)).error?.code ?? 'in'
    expect(await enrollOnce()).toBe('in')
    const { user_id: userId } = await tx((db) =>
      db.selectFrom('memberships').select('user_id').where('email', '=', body.email).executeTakeFirstOrThrow(),
    )
    const params = { userId, cohortId: cohort.id }
    const removal = () => w.call(students.removeFromCohort, { as: admin, params: { userId, classId: cohort.id } })
    expect((await removal()).status).toBe(200)
    const before = await count()
    expect([await enrollOnce(), await enrollOnce()]).toEqual(['removed_by_school', 'removed_by_school'])
    expect(await count()).toEqual(before)
    // They were taken out of one class, and may enter another.
    const other = await make.cohort()
    expect((await w.call(cohorts.addStudent, { as: admin, params: other, body })).status).toBe(200)
    expect(await enrollOnce()).toBe('removed_by_school')
    await w.call(cohorts.addStudent, { as: admin, params: cohort, body })
    expect(await enrollOnce()).toBe('in')
    // A term that ended is no removal.
    const ended = { utc_ended_on: new Date(), ended_why: 'expired' }
    await tx((db) =>
      db
        .updateTable('enrollment_grants')
        .set(ended)
        .where('user_id', '=', params.userId)
        .where('cohort_id', '=', params.cohortId)
        .where('utc_ended_on', 'is', null)
        .execute(),
    )
    await tx((db) =>
      db.deleteFrom('enrollments').where('user_id', '=', userId).where('cohort_id', '=', cohort.id).execute(),
    )
    expect(await enrollOnce()).toBe('in')
  })

  it('hears that the school has erased them, which is no removal from a class', async () => {
    const { hash, enroll, admin, cohort, tx } = await ready()
    const body = { name: 'Ana Souza', email: newEmail() }
    expect((await enroll(hash, body)).status).toBe(200)
    const { link } = await tx((db) =>
      db.selectFrom('memberships').select('link').where('email', '=', body.email).executeTakeFirstOrThrow(),
    )
    expect((await w.call(students.erase, { as: admin, params: { link } })).status).toBe(200)
    expect((await enroll(hash, body)).error.code).toBe('erased_by_school')
    expect((await w.call(cohorts.addStudent, { as: admin, params: cohort, body })).status).toBe(200)
    expect((await enroll(hash, body)).status).toBe(200)
  })

  it('is no administrator of the school: they get no token, and nothing of theirs changes', async () => {
    const { hash, enroll, admin, count } = await ready()
    const before = await count()
    const { status, error } = await enroll(hash, { name: admin.name, email: admin.email })
    expect([status, error.code]).toEqual([403, 'administrator_email'])
    expect(await count()).toEqual(before)
    const context = await w.call(schools.context, { as: admin, query: { pathname: `/escola/${admin.schoolId}` } })
    expect(context.body.school?.role).toEqual(['admin'])
  })

  it('comes in by no token once they administer the school', async () => {
    const { hash, enroll, admin, tx } = await ready()
    await tx((db) => db.updateTable('schools').set({ has_multiple_users: true }).execute())
    const email = newEmail()
    const { token } = (await enroll(hash, { name: 'Ana Souza', email })).body
    expect((await signIn(token)).status).toBe(200)
    await w.call(administrators.add, { as: admin, body: { name: 'Ana Souza', email } })
    expect((await signIn(token)).error.code).toBe('invalid_token')
  })

  it('comes in by their token for a day', async () => {
    const { hash, enroll, tx } = await ready()
    const { token } = (await enroll(hash, { name: 'Ana Souza', email: newEmail() })).body
    const rows = await tx((db) => db.selectFrom('access_api_tokens').selectAll().execute())
    expect(JSON.stringify(rows)).not.toContain(token)
    advanceClock(accessApiLimits.tokenHours * 60 - 1)
    expect((await signIn(token)).status).toBe(200)
    advanceClock(2)
    expect((await signIn(token)).error.code).toBe('invalid_token')
  })
})

describe('an integration whose links are good once', () => {
  const readyOnce = async () => {
    const school = await ready()
    const choose = async (is_single_use?: boolean) =>
      (
        await w.call(accessApi.saveIntegration, {
          as: school.admin,
          body: { school_gateway_id: school.cohort.id, ...(is_single_use !== undefined && { is_single_use }) },
        })
      ).body.integrations
    const link = async () => (await school.enroll(school.hash, { name: 'Ana Souza', email: newEmail() })).body.token
    const before = await link()
    expect(await choose(true)).toEqual([{ ...school.integration, is_single_use: true }])
    return { ...school, choose, link, before }
  }

  it('is chosen for the links that come, and stays chosen when it is saved without a choice', async () => {
    const { choose, link, before, integration } = await readyOnce()
    expect(integration.is_single_use).toBe(false)
    expect((await choose())[0]!.is_single_use).toBe(true)
    const given = await link()
    expect((await choose(false))[0]!.is_single_use).toBe(false)
    const codes = []
    for (const token of [before, before, given, given]) codes.push((await signIn(token)).error.code)
    expect(codes).toEqual([undefined, undefined, undefined, 'link_used'])
  })

  it('opens one session by a link that is opened by several at the same moment, and says afterwards that it was used', async () => {
    const { link, tx } = await readyOnce()
    const token = await link()
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(token)))
    expect(answers.map(({ status, error }) => [status, error.code]).sort()).toEqual([
      [200, undefined],
      ...Array(4).fill([404, 'link_used']),
    ])
    const [row] = await tx((db) =>
      db.selectFrom('access_api_tokens').where('is_single_use', '=', true).select(['user_id']).execute(),
    )
    const opened = await w.database.withPlatform((db) =>
      db.selectFrom('sessions').where('user_id', '=', row!.user_id).select('id').execute(),
    )
    expect(opened).toHaveLength(1)
    advanceClock(accessApiLimits.tokenHours * 60)
    await link()
    expect((await signIn(token)).error.code).toBe('link_used')
  })

  it('has links that are over after five minutes', async () => {
    const { link } = await readyOnce()
    const [first, second] = [await link(), await link()]
    advanceClock(accessApiLimits.singleUseMinutes - 1)
    expect((await signIn(first)).status).toBe(200)
    advanceClock(2)
    expect((await signIn(second)).error.code).toBe('invalid_token')
  })
})

describe('a form', () => {
  const post = async (path: string, payload: string, headers = {}) => {
    const answer = await w.app.inject({
      method: 'POST',
      url: path,
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  it.each(['/api', ''])('is taken as JSON is, at %s/integration', async (prefix) => {
    const { id, hash, admin } = await ready()
    const email = newEmail()
    const path = `${prefix}/integration/${id}/${hash}`
    const body = `name=${encodeURIComponent("JOÃO d'ávila")}&email=+${encodeURIComponent(email.toUpperCase())}&other=1`
    const enrolled = await post(path, body, { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' })
    expect(enrolled.status).toBe(200)
    expect((await signIn(enrolled.body.token)).body.user).toMatchObject({ email })
    const { list } = (await w.call(students.list, { as: admin })).body.students
    expect(list.find((each) => each.email === email)?.name).toMatch(/^João/)
    const bad = await post(path, 'name=%00&email=ana%40')
    const json = await w.app.inject({ method: 'POST', url: path, payload: { name: '\0', email: 'ana@' } })
    expect([bad.status, bad.body.fields]).toEqual([400, json.json().fields])
    expect((await post(path, '')).body.fields).toHaveProperty('email')
    expect((await post(path, `name=${'a'.repeat(limits.richTextMax * 8)}`)).status).toBe(413)
  })

  it('is refused by every other route', async () => {
    const { id, admin, cohort } = await ready()
    const headers = { authorization: `Bearer ${admin.token}` }
    const answer = await post(`/api/school/${id}/api/integrations/save`, `school_gateway_id=${cohort.id}`, headers)
    expect(answer.status).toBe(415)
  })
})

it.each([
  [{ is_blocked: true }, 'school_blocked'],
  [{ has_api: false }, 'api_off'],
])('a school that is %o refuses every call', async (state, code) => {
  const { id, hash, ask, pair, enroll, count } = await ready()
  await w.database.withPlatform((db) => db.updateTable('schools').set(state).where('id', '=', id).execute())
  const before = await count()
  const answers = [await ask(pair), await enroll(hash, { name: 'Ana Souza', email: newEmail() })]
  expect(answers.map(({ status, error }) => [status, error.code])).toEqual([
    [403, code],
    [403, code],
  ])
  expect(await count()).toEqual(before)
})
