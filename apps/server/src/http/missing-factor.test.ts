import { allRoutes } from '@escola/contract/api'
import { fillPath } from '@escola/contract/call'
import { minuteMs } from '@escola/contract/durations'
import { schools } from '@escola/contract/schools.contract'
import { security } from '@escola/contract/security.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { students } from '@escola/contract/students.contract'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { callsOf, type Person } from '../testing/call.ts'
import { type World, world } from '../testing/world.ts'
import { Gate } from './gate.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

/** An administrator of Northside who runs the platform, too, and has no second factor. */
async function withoutFactor({ is_demonstration = false } = {}) {
  const made = await w.northside.make.admin('Vera Prado')
  await w.database.withPlatform((db) =>
    db.updateTable('users').set({ platform_role: 'admin', is_demonstration }).where('id', '=', made.userId).execute(),
  )
  return made
}
const contextAt = async (as: Person, pathname: string, { call } = callsOf(w.app)) =>
  (await call(schools.context, { as, query: { domain: 'localhost', pathname } })).body
const statusIn = async (school: { id: string }, as: Person) =>
  (await w.call(students.list, { as, params: { schoolId: school.id } })).status

describe('a platform administrator without a second factor', () => {
  const needSession = allRoutes.filter(({ route }) => route.access !== 'public')

  it('calls what leads to one, and nothing else', async () => {
    const allowed = allRoutes.filter(({ route }) => 'beforeFactor' in route).map(({ name }) => name)
    expect(allowed.sort()).toEqual([
      'schools.context',
      'security.confirmSecondFactor',
      'security.show',
      'security.skipSecondFactor',
      'security.startSecondFactor',
      'sessions.prove',
      'sessions.signOut',
    ])
  })

  it.each(needSession.filter(({ route }) => !('beforeFactor' in route)).map((each) => [each.name, each] as const))(
    'is refused by %s, in their own school and in others',
    async (_, { route }) => {
      const { token } = await withoutFactor()
      const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1'])
      for (const { id } of [w.northside, w.riverside]) {
        const answer = await w.app.inject({
          method: route.method,
          url: `/api${fillPath(route.path, { ...Object.fromEntries(names), schoolId: id })}`,
          headers: { authorization: `Bearer ${token}` },
          ...(route.body ? { payload: {} } : {}),
        })
        expect([answer.statusCode, answer.json().code]).toEqual([403, 'second_factor_required'])
      }
    },
  )

  it('is refused where something else than a header names the session, and where it is looked up late', async () => {
    const { sessionId, userId } = await withoutFactor()
    const gate = new Gate(
      w.database,
      () => ({ sessionId, userId }),
      () => undefined,
    )
    const refused = { code: 'second_factor_required' }
    await expect(gate.checkSession('member', sessionId, w.northside.id)).rejects.toMatchObject(refused)
    await expect(gate.describeCaller('theirs').signedIn()).rejects.toMatchObject(refused)
  })

  it('is told who they are and what is missing, and nothing of any school', async () => {
    const as = await withoutFactor()
    const { namespace } = await w.northside.tx((db) =>
      db.selectFrom('schools').select('namespace').executeTakeFirstOrThrow(),
    )
    for (const pathname of [`/${namespace}`, `/escola/${w.northside.id}`, `/escola/${w.riverside.id}`]) {
      const context = await contextAt(as, pathname)
      expect(context).toMatchObject({
        user: { name: 'Vera Prado', role: 'admin' },
        school: { role: [], platform_view: false, can_join: false },
        schools: [],
        students: { total: 0 },
        missingFactor: { maySkip: false },
      })
    }
    const visits = await w.riverside.tx((db) => db.selectFrom('platform_visits').selectAll().execute())
    expect(visits).toEqual([])
  })

  it('reaches every school as soon as one is there, and none again once it is gone', async () => {
    const as = await withoutFactor()
    expect(await statusIn(w.riverside, as)).toBe(403)
    const { secret } = (await w.call(security.startSecondFactor, { as })).body
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const { codes } = (await w.call(security.confirmSecondFactor, { as, body: { code } })).body
    expect(await statusIn(w.riverside, as)).toBe(200)
    const context = await contextAt(as, `/escola/${w.riverside.id}`)
    expect(context).toMatchObject({ school: { role: ['admin'] }, schools: [{}], missingFactor: null })
    await w.call(sessions.prove, { as, body: { code: codes[0]! } })
    expect((await w.call(security.removeSecondFactor, { as })).status).toBe(200)
    expect((await w.call(sessions.devices, { as })).error.code).toBe('second_factor_required')
  })

  it('goes on without one as the demonstration on its own machine alone, in that session', async () => {
    const [real, demonstration] = [await withoutFactor(), await withoutFactor({ is_demonstration: true })]
    const skip = (as: Person, { call } = callsOf(w.app)) => call(security.skipSecondFactor, { as })
    expect((await skip(real)).error.code).toBe('second_factor_required')
    const online = await buildApp({ ...w.config, publicUrl: 'https://escola.example' })
    const there = callsOf(online.http)
    expect((await contextAt(demonstration, '/', there)).missingFactor).toEqual({ maySkip: false })
    expect((await skip(demonstration, there)).error.code).toBe('second_factor_required')
    await online.close()
    expect((await contextAt(demonstration, '/')).missingFactor).toEqual({ maySkip: true })
    expect(await statusIn(w.riverside, demonstration)).toBe(403)
    expect((await skip(demonstration)).status).toBe(200)
    expect(await statusIn(w.riverside, demonstration)).toBe(200)
    expect((await contextAt(demonstration, '/')).missingFactor).toBe(null)
    const again = await w.database.withPlatform((db) =>
      db
        .insertInto('sessions')
        .values({ user_id: demonstration.userId, utc_expires_on: new Date(Date.now() + minuteMs) })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const token = w.tokens.sign(again.id, demonstration.userId)
    expect((await w.call(sessions.devices, { as: { token } })).error.code).toBe('second_factor_required')
  })

  it('is a user like others by a session of a school', async () => {
    const { userId, ...made } = await withoutFactor()
    await w.database.withPlatform((db) =>
      db.updateTable('sessions').set({ school_id: w.northside.id }).where('id', '=', made.sessionId).execute(),
    )
    expect(await statusIn(w.northside, { userId, ...made })).toBe(200)
  })
})
