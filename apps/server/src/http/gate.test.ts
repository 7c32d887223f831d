import { schools } from '@escola/contract/schools.contract'
import { beforeAll, expect, it, vi } from 'vitest'
import { stopClock } from '../testing/clock.ts'
import { type World, world } from '../testing/world.ts'
import { Gate } from './gate.ts'

let here: World
beforeAll(async () => {
  here = await world()
})

it('lets a platform administrator in by their own session, and by none that a school could have opened', async () => {
  const { userId, sessionId } = await here.northside.make.admin()
  const weakId = await here.database.withPlatform(async (db) => {
    await db.updateTable('users').set({ platform_role: 'admin' }).where('id', '=', userId).execute()
    const weak = { user_id: userId, school_id: here.northside.id, utc_expires_on: new Date(Date.now() + 60_000) }
    return (await db.insertInto('sessions').values(weak).returning('id').executeTakeFirstOrThrow()).id
  })
  const gate = new Gate(
    here.database,
    () => undefined,
    () => undefined,
  )
  expect((await gate.checkSession('platform', sessionId, undefined)).actor).toMatchObject({ platformRole: 'admin' })
  await expect(gate.checkSession('platform', weakId, undefined)).rejects.toMatchObject({ code: 'forbidden' })
  const roleIn = async (session: string) => {
    const query = { domain: 'localhost', pathname: '/' }
    const as = { token: here.tokens.sign(session, userId) }
    return (await here.call(schools.context, { as, query })).body.user?.role
  }
  expect(await roleIn(sessionId)).toBe('admin')
  expect(await roleIn(weakId)).toBe('student')
})

it('asks anew outside schools, so that a session that was ended anywhere is ended at once', async () => {
  const { sessionId, userId } = await here.northside.make.student('Rita Prates')
  const gate = new Gate(
    here.database,
    (authorization) => ({ sessionId, userId: authorization === 'their own' ? userId : '1' }),
    () => undefined,
  )
  const { claimedBy, signedIn } = gate.ask('their own')
  expect(claimedBy).toBe(userId)
  expect((await signedIn())?.person.belongings.map(({ id, is_student }) => [id, is_student])).toEqual([
    [here.northside.id, true],
  ])
  expect(await gate.ask("somebody else's").signedIn()).toBe(undefined)
  expect((await gate.checkSession('session', sessionId, undefined)).actor).toMatchObject({ userId })
  await here.database.withPlatform((db) =>
    db.updateTable('sessions').set({ utc_revoked_on: new Date() }).where('id', '=', sessionId).execute(),
  )
  await expect(gate.checkSession('session', sessionId, undefined)).rejects.toMatchObject({ code: 'not_signed_in' })
  expect(await signedIn()).toBe(undefined)
})

it('remembers in a school who is in it, until it is told to forget them', async () => {
  const { northside, database } = here
  const [ended, other] = await Promise.all([northside.make.student('Ugo Prado'), northside.make.student('Vera Prado')])
  const asked: unknown[] = []
  const counted: Pick<typeof database, 'readPlatform'> = {
    readPlatform: (statement, values) => {
      asked.push(values[0])
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
  const bothPass = async () =>
    expect((await Promise.all([check(ended), check(other)])).map(({ actor }) => actor?.userId)).toEqual([
      ended.userId,
      other.userId,
    ])
  await bothPass()
  await bothPass()
  await database.withPlatform((db) =>
    db.updateTable('sessions').set({ utc_revoked_on: new Date() }).where('id', '=', ended.sessionId).execute(),
  )
  gate.forget(ended.sessionId)
  await expect(check(ended)).rejects.toMatchObject({ code: 'not_signed_in' })
  expect((await check(other)).actor?.userId).toBe(other.userId)
  expect(asked).toEqual([ended.sessionId, other.sessionId, ended.sessionId])
  vi.setSystemTime(Date.now() + 1000)
  await check(other)
  expect(asked).toHaveLength(4)
})
