import { accounts } from '@escola/contract/accounts.contract'
import { learning } from '@escola/contract/learning.contract'
import { schools } from '@escola/contract/schools.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'

let here: World
beforeAll(async () => {
  here = await world()
})

type Caller = { token: string }

/** Makes a public school with a course that its public class opens, and calls of visitors there. */
async function makeSchool() {
  const school = await here.makeSchool('Porta')
  const course = await school.make.course()
  const cohort = await school.make.cohort({ title: 'Turma pública', isPublic: true })
  const params = { schoolId: school.id }
  const join = (as?: Caller) => here.call(accounts.joinSchool, { as, params, body: { disclosure: true } })
  const context = async (as: Caller) =>
    (await here.call(schools.context, { as, query: { domain: '', pathname: `/escola/${school.id}` } })).body
  const study = (as: Caller) => here.call(learning.course, { as, params: { ...params, degreeLink: course.link } })
  const set = (values: { is_private?: boolean; is_blocked?: boolean }) =>
    school.tx((db) => db.updateTable('schools').set(values).execute())
  const memberOf = (userId: string) =>
    school.tx((db) =>
      db
        .selectFrom('memberships')
        .where('user_id', '=', userId)
        .select(['name', 'email', 'cellphone', 'origin', 'is_admin', 'is_student'])
        .executeTakeFirst(),
    )
  return { ...school, course, cohort, join, context, study, set, memberOf }
}

it('makes a student of another school a student of this one, who studies what all may', async () => {
  const school = await makeSchool()
  const ana = await here.northside.make.student('Ana Souza')
  await here.database.withPlatform((db) =>
    db.updateTable('users').set({ cellphone: '11987654321' }).where('id', '=', ana.userId).execute(),
  )
  expect((await school.context(ana)).school).toMatchObject({ role: [], can_join: true })
  expect((await school.study(ana)).status).toBe(404)
  // Two clicks are one.
  expect((await Promise.all([school.join(ana), school.join(ana)])).map(({ status }) => status)).toEqual([200, 200])
  // The gate knows at once.
  expect((await school.study(ana)).status).toBe(200)
  const { school: seen, user } = await school.context(ana)
  expect(seen).toMatchObject({ role: ['student'], can_join: false })
  expect(user?.link).not.toBe('')
  expect(await school.memberOf(ana.userId)).toEqual({
    name: 'Ana Souza',
    email: ana.email,
    cellphone: '11987654321',
    origin: 'school-register',
    is_admin: false,
    is_student: true,
  })
  const consents = await school.tx((db) => db.selectFrom('consents').select(['user_id', 'way', 'version']).execute())
  expect(consents).toEqual([{ user_id: ana.userId, way: 'join', version: 1 }])
})

it('takes the consent alone, and no caller without a session', async () => {
  const school = await makeSchool()
  const ana = await here.northside.make.student()
  const params = { schoolId: school.id }
  const refused = await here.call(accounts.joinSchool, { as: ana, params, body: { disclosure: false } as never })
  expect(refused.status).toBe(400)
  expect((await school.join()).error.code).toBe('not_signed_in')
  expect((await school.join({ token: 'x' })).error.code).toBe('session_ended')
  expect(await school.memberOf(ana.userId)).toBeUndefined()
})

it("takes the user's own session, and not one that another school opened", async () => {
  const school = await makeSchool()
  const ana = await here.northside.make.student()
  await here.database.withPlatform((db) =>
    db.updateTable('sessions').set({ school_id: here.northside.id }).where('id', '=', ana.sessionId).execute(),
  )
  expect((await school.context(ana)).school?.can_join).toBe(false)
  expect((await school.join(ana)).error.code).toBe('school_session_only')
  expect(await school.memberOf(ana.userId)).toBeUndefined()
})

it('lets no administrator of the platform in', async () => {
  const school = await makeSchool()
  const vera = await here.makePlatformPerson()
  expect((await school.context(vera)).school?.can_join).toBe(false)
  expect((await school.join(vera)).error.code).toBe('students_only')
  expect(await school.memberOf(vera.userId)).toBeUndefined()
})

it.each([
  [{ is_private: true }, 'forbidden'],
  [{ is_blocked: true }, 'school_blocked'],
])('is closed in a school that is %j', async (values, code) => {
  const school = await makeSchool()
  const ana = await here.northside.make.student()
  await school.set(values)
  expect((await school.context(ana)).school?.can_join).toBe(false)
  expect((await school.join(ana)).error.code).toBe(code)
  expect(await school.memberOf(ana.userId)).toBeUndefined()
})

it('leaves a student outside of the class that the school took them out of', async () => {
  const school = await makeSchool()
  const ana = await here.northside.make.student()
  await school.join(ana)
  const params = { userId: ana.userId, classId: school.cohort.id }
  expect((await here.call(students.removeFromCohort, { as: school.admin, params })).status).toBe(200)
  expect((await school.study(ana)).error.code).toBe('degree_forbidden')
  expect((await school.join(ana)).status).toBe(200)
  await school.context(ana)
  expect((await school.study(ana)).error.code).toBe('degree_forbidden')
})

it('makes a person who administered the school a student, and an administrator nothing else', async () => {
  const school = await makeSchool()
  const former = await school.make.admin('Bia Lima')
  await school.make.roles(former, { is_admin: false, is_student: false })
  expect((await school.context(former)).school?.can_join).toBe(true)
  expect((await school.join(former)).status).toBe(200)
  expect(await school.memberOf(former.userId)).toMatchObject({ is_admin: false, is_student: true })
  expect((await school.join(school.admin)).status).toBe(200)
  expect(await school.memberOf(school.admin.userId)).toMatchObject({ is_admin: true, is_student: false })
})
