import { bookmarks } from '@escola/contract/bookmarks.contract'
import { minuteMs } from '@escola/contract/durations'
import { learning } from '@escola/contract/learning.contract'
import { securityLimits } from '@escola/contract/limits'
import { sessions } from '@escola/contract/sessions.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { hashPassword } from '../../security/passwords.ts'
import { hashToken, randomToken } from '../../security/signatures.ts'
import { callsOf } from '../../testing/call.ts'
import { type World, world } from '../../testing/world.ts'

let testWorld: World
let passwordHash: string
const password = 'minha1senha'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
beforeAll(async () => {
  testWorld = await world()
  passwordHash = await hashPassword(password)
})

async function makePerson(role: 'student' | 'admin' = 'student') {
  const made = await testWorld.northside.make[role]('Lia Prado')
  await testWorld.database.withPlatform((db) =>
    db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', made.userId).execute(),
  )
  return made
}
const signIn = async (email: string, { typed = password, agent = phone, schoolId = '' } = {}) => {
  const body = { email, password: typed, ...(schoolId ? { schoolId } : {}) }
  return (await testWorld.call(sessions.signIn, { headers: { 'user-agent': agent }, body })).body
}
const listDevices = async (as: { token: string }) => (await testWorld.call(sessions.devices, { as })).body.devices
const readSession = (sessionId: string) =>
  testWorld.database.withPlatform((db) =>
    db.selectFrom('sessions').where('id', '=', sessionId).selectAll().executeTakeFirstOrThrow(),
  )
const minutesBefore = (minutes: number) => new Date(testWorld.tools.now().getTime() - minutes * minuteMs)
const writeSession = ({ sessionId }: { sessionId: string }, set: { utc_seen_on: Date | null; utc_created_on?: Date }) =>
  testWorld.database.withPlatform((db) => db.updateTable('sessions').set(set).where('id', '=', sessionId).execute())

describe('my devices', () => {
  it('are named, with this one marked and the weak ones with their school; one or all others are ended at once', async () => {
    const made = await makePerson()
    const schools = await hashPassword('daescola1')
    await testWorld.northside.tx((db) =>
      db.updateTable('memberships').set({ password_hash: schools }).where('user_id', '=', made.userId).execute(),
    )
    const [own, other] = [await signIn(made.email), await signIn(made.email, { agent: 'curl/8' })]
    const weak = await signIn(made.email, { typed: 'daescola1', schoolId: testWorld.northside.id })
    const devices = await listDevices(own)
    // The first of them is the device that the test began with.
    expect(devices).toHaveLength(4)
    expect(devices.find(({ isThis }) => isThis)).toMatchObject({ device: 'Safari no iPhone', school: null })
    expect(devices.filter(({ device }) => device === '')).toHaveLength(2)
    const schoolsOwn = devices.find(({ school }) => school !== null)!
    expect(schoolsOwn).toMatchObject({ device: 'Safari no iPhone', school: 'Northside', isThis: false })
    // A person who knows the school's password learns nothing of the student's other devices.
    expect((await testWorld.call(sessions.devices, { as: weak })).error.code).toBe('school_session_only')
    expect((await testWorld.call(sessions.endOtherDevices, { as: weak })).error.code).toBe('school_session_only')

    const end = (as: { token: string }) => testWorld.call(sessions.endDevice, { as, params: { id: schoolsOwn.id } })
    expect((await end(testWorld.northside.admin)).status).toBe(404)
    expect((await end(own)).status).toBe(200)
    expect((await end(own)).status).toBe(404)
    expect((await testWorld.call(sessions.devices, { as: weak })).status).toBe(401)
    expect((await testWorld.call(sessions.endOtherDevices, { as: own })).status).toBe(200)
    expect((await testWorld.call(sessions.devices, { as: other })).status).toBe(401)
    expect(await listDevices(own)).toHaveLength(1)
    expect((await testWorld.call(sessions.devices, { as: testWorld.northside.student })).status).toBe(200)
  })

  it('are written down as seen every quarter of an hour, and not by each call', async () => {
    const made = await makePerson()
    const setSeen = (minutesAgo: number) => writeSession(made, { utc_seen_on: minutesBefore(minutesAgo) })
    const forgetGate = () => new Promise((resolve) => setTimeout(resolve, 1100))
    const visit = async () => {
      await listDevices(made)
      await testWorld.settled()
      return (await readSession(made.sessionId)).utc_seen_on!.getTime()
    }
    await setSeen(securityLimits.seenMinutes - 1)
    const before = (await readSession(made.sessionId)).utc_seen_on!.getTime()
    expect(await visit()).toBe(before)
    await setSeen(securityLimits.seenMinutes + 1)
    await forgetGate()
    const seen = await visit()
    expect(seen).toBeGreaterThan(before)
    await forgetGate()
    expect(await visit()).toBe(seen)
  })
})

it('a session that was not used for two weeks is over, in and outside a school, and no other', async () => {
  const idleMinutes = securityLimits.idleDays * 24 * 60
  const [used, idle, neverSeen] = [await makePerson(), await makePerson(), await makePerson()]
  await writeSession(used, {
    utc_seen_on: minutesBefore(idleMinutes - 5),
    utc_created_on: minutesBefore(idleMinutes + 5),
  })
  await writeSession(idle, { utc_seen_on: minutesBefore(idleMinutes + 5) })
  await writeSession(neverSeen, { utc_seen_on: null, utc_created_on: minutesBefore(idleMinutes + 5) })
  const codesOf = async (as: { token: string }) => {
    const { id } = testWorld.northside
    const answers = [
      await testWorld.call(bookmarks.mine, { as, params: { schoolId: id } }),
      await testWorld.call(sessions.devices, { as }),
    ]
    return answers.map(({ status, error }) => error?.code ?? status)
  }
  expect(await codesOf(used)).toEqual([200, 200])
  expect(await codesOf(idle)).toEqual(['session_ended', 'session_ended'])
  expect(await codesOf(neverSeen)).toEqual(['session_ended', 'session_ended'])
  // The use is recorded, so the next two weeks begin with it; an idle session stays over, and its device is not listed.
  await testWorld.settled()
  expect((await readSession(used.sessionId)).utc_seen_on!.getTime()).toBeGreaterThan(minutesBefore(5).getTime())
  expect((await readSession(idle.sessionId)).utc_seen_on!.getTime()).toBeLessThan(minutesBefore(idleMinutes).getTime())
  expect(await listDevices(await signIn(idle.email))).toHaveLength(1)
})

it('a token is over, or reaches no further, within a second of sign-out, block, another role and a new password', async () => {
  // Another process, which is not notified: it must find out.
  const other = await buildApp(testWorld.config)
  const { call } = callsOf(other.http)
  const blocked = await testWorld.makeSchool('Westside')
  const [signedOut, demoted, renewed] = [await makePerson(), await makePerson('admin'), await makePerson()]
  const [leaving, renewing] = [await signIn(signedOut.email), await signIn(renewed.email)]
  const statuses = async () => [
    (await call(sessions.devices, { as: leaving })).status,
    (await call(learning.home, { as: blocked.student })).status,
    (await call(students.list, { as: demoted })).status,
    (await call(sessions.devices, { as: renewing })).status,
  ]
  expect(await statuses()).toEqual([200, 200, 200, 200])

  const token = randomToken()
  await testWorld.northside.make.roles(demoted, { is_admin: false, is_student: true })
  await testWorld.database.withPlatform(async (db) => {
    await db.updateTable('schools').set({ is_blocked: true }).where('id', '=', blocked.id).execute()
    await db
      .insertInto('email_tokens')
      .values({
        token_hash: hashToken(token),
        purpose: 'recovery',
        user_id: renewed.userId,
        school_id: testWorld.northside.id,
        utc_expires_on: new Date(Date.now() + minuteMs),
      })
      .execute()
  })
  expect((await testWorld.call(sessions.signOut, { as: leaving })).status).toBe(200)
  const changed = await testWorld.call(sessions.setNewPassword, {
    params: { token },
    body: { password: 'outra1senha', repeatPassword: 'outra1senha' },
  })
  expect(changed.status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(await statuses()).toEqual([401, 403, 403, 401])
  await other.close()
})
