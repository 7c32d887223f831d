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

let here: World
let passwordHash: string
const password = 'minha1senha'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
beforeAll(async () => {
  here = await world()
  passwordHash = await hashPassword(password)
})

async function person(role: 'student' | 'admin' = 'student') {
  const made = await here.northside.make[role]('Lia Prado')
  await here.database.withPlatform((db) =>
    db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', made.userId).execute(),
  )
  return made
}
const signIn = async (email: string, { given = password, agent = phone, schoolId = '' } = {}) => {
  const body = { email, password: given, ...(schoolId ? { schoolId } : {}) }
  return (await here.call(sessions.signIn, { headers: { 'user-agent': agent }, body })).body
}
const devicesOf = async (as: { token: string }) => (await here.call(sessions.devices, { as })).body.devices
const row = (sessionId: string) =>
  here.database.withPlatform((db) =>
    db.selectFrom('sessions').where('id', '=', sessionId).selectAll().executeTakeFirstOrThrow(),
  )

describe('my devices', () => {
  it('are named, with this one marked and the weak ones with their school; one or all others are ended at once', async () => {
    const made = await person()
    const schools = await hashPassword('daescola1')
    await here.northside.tx((db) =>
      db.updateTable('memberships').set({ password_hash: schools }).where('user_id', '=', made.userId).execute(),
    )
    const [mine, other] = [await signIn(made.email), await signIn(made.email, { agent: 'curl/8' })]
    const weak = await signIn(made.email, { given: 'daescola1', schoolId: here.northside.id })
    const devices = await devicesOf(mine)
    // The first of them is the one that the test began with.
    expect(devices).toHaveLength(4)
    expect(devices.find(({ isThis }) => isThis)).toMatchObject({ device: 'Safari no iPhone', school: null })
    expect(devices.filter(({ device }) => device === '')).toHaveLength(2)
    const schoolsOwn = devices.find(({ school }) => school !== null)!
    expect(schoolsOwn).toMatchObject({ device: 'Safari no iPhone', school: 'Northside', isThis: false })
    // A person who knows the school's password learns nothing of the student's other devices.
    expect((await here.call(sessions.devices, { as: weak })).error.code).toBe('school_session_only')
    expect((await here.call(sessions.endOtherDevices, { as: weak })).error.code).toBe('school_session_only')

    const end = (as: { token: string }) => here.call(sessions.endDevice, { as, params: { id: schoolsOwn.id } })
    expect((await end(here.northside.admin)).status).toBe(404)
    expect((await end(mine)).status).toBe(200)
    expect((await end(mine)).status).toBe(404)
    expect((await here.call(sessions.devices, { as: weak })).status).toBe(401)
    expect((await here.call(sessions.endOtherDevices, { as: mine })).status).toBe(200)
    expect((await here.call(sessions.devices, { as: other })).status).toBe(401)
    expect(await devicesOf(mine)).toHaveLength(1)
    expect((await here.call(sessions.devices, { as: here.northside.student })).status).toBe(200)
  })

  it('are written down as seen every quarter of an hour, and not by each call', async () => {
    const made = await person()
    const setSeen = (minutesAgo: number) =>
      here.database.withPlatform((db) =>
        db
          .updateTable('sessions')
          .set({ utc_seen_on: new Date(Date.now() - minutesAgo * 60_000) })
          .where('id', '=', made.sessionId)
          .execute(),
      )
    const forgetGate = () => new Promise((resolve) => setTimeout(resolve, 1100))
    const visit = async () => {
      await devicesOf(made)
      await here.settled()
      return (await row(made.sessionId)).utc_seen_on!.getTime()
    }
    await setSeen(securityLimits.seenMinutes - 1)
    const before = (await row(made.sessionId)).utc_seen_on!.getTime()
    expect(await visit()).toBe(before)
    await setSeen(securityLimits.seenMinutes + 1)
    await forgetGate()
    const seen = await visit()
    expect(seen).toBeGreaterThan(before)
    await forgetGate()
    expect(await visit()).toBe(seen)
  })
})

it('a token is over, or reaches no further, within a second of sign-out, block, another role and a new password', async () => {
  // Another process, which is not notified: it must find out.
  const other = await buildApp(here.config)
  const { call } = callsOf(other.http)
  const blocked = await here.makeSchool('Westside')
  const [leaves, demoted, renewed] = [await person(), await person('admin'), await person()]
  const [leaving, renewing] = [await signIn(leaves.email), await signIn(renewed.email)]
  const statuses = async () => [
    (await call(sessions.devices, { as: leaving })).status,
    (await call(learning.home, { as: blocked.student })).status,
    (await call(students.list, { as: demoted })).status,
    (await call(sessions.devices, { as: renewing })).status,
  ]
  expect(await statuses()).toEqual([200, 200, 200, 200])

  const token = randomToken()
  await here.northside.make.roles(demoted, { is_admin: false, is_student: true })
  await here.database.withPlatform(async (db) => {
    await db.updateTable('schools').set({ is_blocked: true }).where('id', '=', blocked.id).execute()
    await db
      .insertInto('email_tokens')
      .values({
        token_hash: hashToken(token),
        purpose: 'recovery',
        user_id: renewed.userId,
        school_id: here.northside.id,
        utc_expires_on: new Date(Date.now() + 60_000),
      })
      .execute()
  })
  expect((await here.call(sessions.signOut, { as: leaving })).status).toBe(200)
  const changed = await here.call(sessions.setNewPassword, {
    params: { token },
    body: { password: 'outra1senha', repeatPassword: 'outra1senha' },
  })
  expect(changed.status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(await statuses()).toEqual([401, 403, 403, 401])
  await other.close()
})
