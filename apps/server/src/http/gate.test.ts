import { minuteMs } from '@escola/contract/durations'
import { schools } from '@escola/contract/schools.contract'
import { beforeAll, expect, it, vi } from 'vitest'
import { stopClock } from '../testing/clock.ts'
import { type World, world } from '../testing/world.ts'
import { Gate } from './gate.ts'

let testWorld: World
beforeAll(async () => {
  testWorld = await world()
})

it('lets a platform administrator in by their own session, and by none that a school could have opened', async () => {
  const { userId, sessionId } = await testWorld.northside.make.admin()
  const weakId = await testWorld.database.withPlatform(async (db) => {
    await db.updateTable('users').set({ platform_role: 'admin' }).where('id', '=', userId).execute()
    const weak = { user_id: userId, school_id: testWorld.northside.id, utc_expires_on: new Date(Date.now() + minuteMs) }
    return (await db.insertInto('sessions').values(weak).returning('id').executeTakeFirstOrThrow()).id
  })
  await testWorld.addFactor(userId)
  const gate = new Gate(
    testWorld.database,
    () => undefined,
    () => undefined,
  )
  expect((await gate.checkSession('platform', sessionId, undefined)).actor).toMatchObject({ platformRole: 'admin' })
  await expect(gate.checkSession('platform', weakId, undefined)).rejects.toMatchObject({ code: 'forbidden' })
  const roleIn = async (session: string) => {
    const query = { domain: 'localhost', pathname: '/' }
    const as = { token: testWorld.tokens.sign(session, userId) }
    return (await testWorld.call(schools.context, { as, query })).body.user?.role
  }
  expect(await roleIn(sessionId)).toBe('admin')
  expect(await roleIn(weakId)).toBe('student')
})

it('asks anew outside schools, so that a session that was ended anywhere is ended at once', async () => {
  const { sessionId, userId } = await testWorld.northside.make.student('Rita Prates')
  const gate = new Gate(
    testWorld.database,
    (authorization) => ({ sessionId, userId: authorization === 'their own' ? userId : '1' }),
    () => undefined,
  )
  const { claimedBy, signedIn } = gate.describeCaller('their own')
  expect(claimedBy).toBe(userId)
  expect((await signedIn())?.person.memberships.map(({ id, is_student }) => [id, is_student])).toEqual([
    [testWorld.northside.id, true],
  ])
  expect(await gate.describeCaller("somebody else's").signedIn()).toBe(undefined)
  expect((await gate.checkSession('session', sessionId, undefined)).actor).toMatchObject({ userId })
  await testWorld.database.withPlatform((db) =>
    db.updateTable('sessions').set({ utc_revoked_on: new Date() }).where('id', '=', sessionId).execute(),
  )
  await expect(gate.checkSession('session', sessionId, undefined)).rejects.toMatchObject({ code: 'not_signed_in' })
  expect(await signedIn()).toBe(undefined)
})

it('caches the users of a school until it forgets them', async () => {
  const { northside, database } = testWorld
  const [ended, other] = await Promise.all([northside.make.student('Ugo Prado'), northside.make.student('Vera Prado')])
  const lookedUpSessions: unknown[] = []
  const counted: Pick<typeof database, 'readPlatform'> = {
    readPlatform: (statement, values) => {
      lookedUpSessions.push(values[0])
      return database.readPlatform(statement, values)
    },
  }
  const gate = new Gate(
    counted,
    () => undefined,
    () => undefined,
  )
  stopClock()
  const check = ({ sessionId }: typeof ended) => gate.checkSession('member', sessionId, northside.id)
  const expectBothPass = async () =>
    expect((await Promise.all([check(ended), check(other)])).map(({ actor }) => actor?.userId)).toEqual([
      ended.userId,
      other.userId,
    ])
  await expectBothPass()
  await expectBothPass()
  await database.withPlatform((db) =>
    db.updateTable('sessions').set({ utc_revoked_on: new Date() }).where('id', '=', ended.sessionId).execute(),
  )
  gate.forget(ended.sessionId)
  await expect(check(ended)).rejects.toMatchObject({ code: 'not_signed_in' })
  expect((await check(other)).actor?.userId).toBe(other.userId)
  expect(lookedUpSessions).toEqual([ended.sessionId, other.sessionId, ended.sessionId])
  vi.setSystemTime(Date.now() + 1000)
  await check(other)
  expect(lookedUpSessions).toHaveLength(4)
})
