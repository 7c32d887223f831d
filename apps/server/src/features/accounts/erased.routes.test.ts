import { randomUUID } from 'node:crypto'
import { accounts, erasedHere } from '@escola/contract/accounts.contract'
import { administrators } from '@escola/contract/administrators.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { schools } from '@escola/contract/schools.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { giveGrants } from '../enrollments/enrollments.service.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const password = 'pao-de-queijo1'
type Student = { userId: string; email: string; token: string }

/** Makes a public school that has erased a student, and the ways by which a user comes to it. */
async function makeSchool() {
  const school = await w.makeSchool('Escola da Praia')
  await school.tx((db) => db.updateTable('schools').set({ has_multiple_users: true }).execute())
  await school.make.cohort({ title: 'Turma pública', isPublic: true })
  const cohort = await school.make.cohort()
  const params = { schoolId: school.id }
  const erase = async ({ userId }: Pick<Student, 'userId'>) => {
    const { link } = await school.tx((db) =>
      db.selectFrom('memberships').where('user_id', '=', userId).select('link').executeTakeFirstOrThrow(),
    )
    return w.call(students.erase, { as: school.admin, params: { ...params, link } })
  }
  const join = (as: { token: string }) => w.call(accounts.joinSchool, { as, params, body: { disclosure: true } })
  const stateOf = ({ userId }: Pick<Student, 'userId'>) =>
    school.tx(async (db) => ({
      member: (await db.selectFrom('memberships').where('user_id', '=', userId).select('user_id').execute()).length,
      erased: (await db.selectFrom('erased_people').where('user_id', '=', userId).select('user_id').execute()).length,
    }))
  const signUp = (email: string) =>
    w.call(accounts.signUpStudent, { params, body: { name: 'Ana Souza', email, password, disclosure: true } })
  const context = async (as: { token: string }) => {
    const query = { domain: '', pathname: `/escola/${school.id}` }
    return (await w.call(schools.context, { as, query })).body.school
  }
  return { ...school, context, cohort, erase, join, stateOf, signUp }
}
const outside = { member: 0, erased: 1 }
const inside = { member: 1, erased: 0 }

it('refuses a user after the school has erased them, and tells them to ask the school', async () => {
  const school = await makeSchool()
  const ana = await school.make.student('Ana Souza')
  expect((await school.erase(ana)).status).toBe(200)
  expect(await school.context(ana)).toMatchObject({ can_join: false, erased_here: true })
  const refused = await school.join(ana)
  expect(refused).toMatchObject({
    status: 409,
    error: { code: 'erased_here', fields: { school: erasedHere('Escola da Praia') } },
  })
  expect(await school.stateOf(ana)).toEqual(outside)
  const bia = await w.northside.make.student('Bia Lima')
  expect(await school.context(bia)).toMatchObject({ can_join: true, erased_here: false })
  // Another school is not told.
  const params = { schoolId: w.riverside.id }
  expect((await w.call(accounts.joinSchool, { as: ana, params, body: { disclosure: true } })).status).toBe(200)
})

it('takes back whomever the school adds, sells to or lets another system enroll', async () => {
  const school = await makeSchool()
  const student = await school.make.student('Ana Souza')
  const { email, userId } = student
  const body = { name: 'Ana Souza', email }
  const grant = (source: 'api' | 'sale') =>
    school.tx((db) =>
      giveGrants(
        db,
        [{ cohortId: school.cohort.id, source, student: { userId, email, name: 'Ana Souza', cellphone: '' } } as never],
        w.tools,
      ),
    )
  const ways: Record<string, () => Promise<unknown>> = {
    'by hand': () => w.call(cohorts.addStudent, { as: school.admin, params: { id: school.cohort.id }, body }),
    'another system': () => grant('api'),
    administrator: () => w.call(administrators.add, { as: school.admin, body }),
  }
  for (const [name, way] of Object.entries(ways)) {
    expect([name, (await school.erase(student)).status, await school.stateOf(student)]).toEqual([name, 200, outside])
    await way()
    expect([name, await school.stateOf(student)]).toEqual([name, inside])
  }
})

it('refuses the sign-up with an e-mail that the school had written down and erased, and the correction to it', async () => {
  const school = await makeSchool()
  const email = `ana.${randomUUID()}@example.com`
  const body = { name: 'Ana Souza', email }
  await w.call(cohorts.addStudent, { as: school.admin, params: { id: school.cohort.id }, body })
  const { userId } = (await w.tools.people.ensure([email])).get(email)!
  expect((await school.erase({ userId })).status).toBe(200)
  expect((await school.signUp(email)).error.code).toBe('erased_here')
  const typo = `ana.${randomUUID()}@example.com`
  expect((await school.signUp(typo)).status).toBe(201)
  const correction = { email: typo, password, newEmail: email }
  expect((await w.call(accounts.correctEmail, { body: correction })).error.code).toBe('erased_here')
  expect(await school.stateOf({ userId })).toEqual(outside)
})

it('lets no user join while they are being erased', async () => {
  const school = await makeSchool()
  for (let round = 0; round < 8; round++) {
    const ana = await school.make.student('Ana Souza')
    const [erased, joined] = await Promise.all([school.erase(ana), school.join(ana)])
    expect(erased.status).toBe(200)
    expect([200, 409]).toContain(joined.status)
    expect(await school.stateOf(ana)).toEqual(outside)
  }
})
