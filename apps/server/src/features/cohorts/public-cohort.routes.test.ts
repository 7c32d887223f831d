import { randomUUID } from 'node:crypto'
import { accounts } from '@escola/contract/accounts.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { courses } from '@escola/contract/courses.contract'
import { dayMs } from '@escola/contract/durations'
import { learning } from '@escola/contract/learning.contract'
import { schools } from '@escola/contract/schools.contract'
import { endOfTerm } from '@escola/contract/terms'
import { newPublicCohortTitle } from '@escola/contract/titles'
import { expect, it } from 'vitest'
import { openSchool } from '../../core/scope.ts'
import type { Person } from '../../testing/call.ts'
import { factoriesFor } from '../../testing/factories.ts'
import { world } from '../../testing/world.ts'
import { notifyOfEnds } from '../enrollments/ending.service.ts'
import { endDue } from '../enrollments/enrollments.service.ts'
import { hidePublicCohort } from './cohorts.service.ts'

/** Makes a school as its owner does, with a course for all students and a private one. */
async function schoolWithPublicClass() {
  const { call, database, makePerson } = await world()
  const makeAccount = () => ({
    email: `${randomUUID()}@example.com`,
    password: 'pao-de-queijo1',
    disclosure: true as const,
  })
  const body = { school_name: 'Escola Nova', user_name: 'Maria da Silva', ...makeAccount() }
  const { schoolId } = (await call(accounts.signUpOwner, { body })).body
  const school = openSchool(database, schoolId)
  const make = factoriesFor(school, makePerson)
  const admin = await make.admin()
  const open = await make.course({ title: 'Aberto' })
  const closed = await make.course({ title: 'Fechado', is_private: true })
  const listed = async () => (await call(cohorts.list, { as: admin })).body.gatewayList
  const setPrivate = async (isPrivate: boolean) => {
    await database.withPlatform((db) =>
      db.updateTable('schools').set({ is_private: isPrivate }).where('id', '=', schoolId).execute(),
    )
    await school.tx((db) => hidePublicCohort(db, isPrivate))
  }
  const visit = async (as: Person) => {
    const query = { domain: '', pathname: `/escola/${schoolId}` }
    return (await call(schools.context, { as, query })).body.acl.school_gateways
  }
  return { ...school, make, admin, open, closed, listed, setPrivate, visit, makeAccount }
}
const enrollmentsOf = ({ tx }: Awaited<ReturnType<typeof schoolWithPublicClass>>) =>
  tx((db) => db.selectFrom('enrollments').select(['cohort_id', 'origin']).execute())

it('is there from the beginning, once, and stays', async () => {
  const { call } = await world()
  const school = await schoolWithPublicClass()
  const [only, ...others] = await school.listed()
  expect(others).toEqual([])
  expect(only).toMatchObject({ title: newPublicCohortTitle, is_public: true, totalStudents: 0, opens: 1 })
  const params = { id: only!.id }
  const renamed = await call(cohorts.update, { as: school.admin, params, body: { title: 'Todo mundo' } })
  expect(renamed.body.gateway.title).toBe('Todo mundo')
  expect(await call(cohorts.remove, { as: school.admin, params })).toMatchObject({
    status: 409,
    error: { code: 'public_cohort' },
  })
  const second = school.tx((db) => db.insertInto('cohorts').values({ title: 'Outra', is_public: true }).execute())
  await expect(second).rejects.toThrow('cohorts__public')
})

it('takes each user who signs up', async () => {
  const { call } = await world()
  const school = await schoolWithPublicClass()
  const body = { name: 'Ana Souza', ...school.makeAccount() }
  expect((await call(accounts.signUpStudent, { params: { schoolId: school.id }, body })).status).toBe(201)
  const [cohort] = await school.listed()
  expect(await enrollmentsOf(school)).toEqual([{ cohort_id: cohort!.id, origin: 'public-class' }])
})

it('takes a student at the first visit, and not again once the school took them out', async () => {
  const { call } = await world()
  const school = await schoolWithPublicClass()
  const student = await school.make.student()
  const [cohort] = await school.listed()
  expect(await school.visit(student)).toEqual({
    hasPublicAccess: true,
    hasAllAccess: false,
    allDegrees: [school.open.id],
  })
  const params = { userId: student.userId, classId: cohort!.id }
  await school.tx((db) => db.deleteFrom('enrollments').where('user_id', '=', params.userId).execute())
  expect(await school.visit(student)).toMatchObject({ hasPublicAccess: false, allDegrees: [] })
  expect((await call(schools.context, { as: school.admin, query: { pathname: `/escola/${school.id}` } })).status).toBe(
    200,
  )
  expect(await enrollmentsOf(school)).toEqual([])
})

it('takes a student once when many visits are the first', async () => {
  const school = await schoolWithPublicClass()
  const student = await school.make.student()
  const seen = await Promise.all(Array.from({ length: 8 }, () => school.visit(student)))
  expect(new Set(seen.map(({ hasPublicAccess }) => hasPublicAccess))).toEqual(new Set([true]))
  expect(await enrollmentsOf(school)).toHaveLength(1)
})

it('opens a private course by its name alone, also with all courses, until that is made private again', async () => {
  const { call } = await world()
  const { make, admin, open, closed, listed, visit } = await schoolWithPublicClass()
  const student = await make.student()
  const [only] = await listed()
  const save = async (body: object) => {
    const saved = await call(cohorts.update, { as: admin, params: { id: only!.id }, body })
    const { allDegrees, hasAllAccess } = await visit(student)
    return { opens: saved.body.gateway.opens, allDegrees: allDegrees.toSorted(), hasAllAccess }
  }
  const openAlone = { opens: 1, allDegrees: [open.id], hasAllAccess: false }
  expect(await save({ all_degrees: true })).toEqual(openAlone)
  const params = { degreeLink: closed.link }
  expect((await call(learning.course, { as: student, params })).status).toBe(403)
  const both = { opens: 2, allDegrees: [open.id, closed.id].toSorted(), hasAllAccess: false }
  expect(await save({ degrees: [closed.id] })).toEqual(both)
  expect((await call(learning.course, { as: student, params })).status).toBe(200)
  await call(courses.makePrivate, { as: admin, params: { link: closed.link } })
  expect(await visit(student)).toMatchObject({ allDegrees: [open.id] })
  expect((await listed())[0]).toMatchObject({ degrees: [], opens: 1 })
  expect((await call(learning.course, { as: student, params })).status).toBe(403)
})

it('opens nothing and is seen nowhere while the school is private', async () => {
  const { call } = await world()
  const school = await schoolWithPublicClass()
  const early = await school.make.student()
  await school.visit(early)
  const params = { schoolId: school.id, degreeLink: school.open.link }
  /** Reads the state from the course itself and from the list of courses. */
  const isOpen = async () => {
    const { status } = await call(learning.course, { as: early, params })
    const { categories } = (await call(learning.home, { as: early, params })).body
    return [status, categories.flatMap(({ degrees }) => degrees).find(({ id }) => id === school.open.id)?.state]
  }
  expect(await isOpen()).toEqual([200, 'start'])
  const [cohort] = await school.listed()
  await school.setPrivate(true)
  const late = await school.make.student('Rita Moraes')
  for (const student of [early, late])
    expect(await school.visit(student)).toEqual({ hasPublicAccess: false, hasAllAccess: false, allDegrees: [] })
  expect(await school.listed()).toEqual([])
  for (const route of [cohorts.get, cohorts.remove])
    expect((await call(route, { as: school.admin, params: { id: cohort!.id } })).status).toBe(404)
  expect(await isOpen()).toEqual([403, 'locked'])
  await school.setPrivate(false)
  expect(await isOpen()).toEqual([200, 'start'])
  expect(await school.visit(early)).toMatchObject({ hasPublicAccess: true, allDegrees: [school.open.id] })
  expect(await school.visit(late)).toMatchObject({ hasPublicAccess: true })
})

it('takes as many students as it has seats, none after the last day, and for as long as it says', async () => {
  const { call } = await world()
  const school = await schoolWithPublicClass()
  const [only] = await school.listed()
  const params = { id: only!.id }
  const save = (body: object) => call(cohorts.update, { as: school.admin, params, body })
  const totalAfterVisit = async () => {
    await school.visit(await school.make.student())
    return (await school.listed())[0]!.totalStudents
  }
  await save({ seats: 1, term: { kind: 'days', count: 30 } })
  expect(await totalAfterVisit()).toBe(1)
  expect(await totalAfterVisit()).toBe(1)
  const ends = await school.tx((db) => db.selectFrom('enrollments').select('utc_ends_on').execute())
  expect(ends.map((row) => row.utc_ends_on)).toEqual([endOfTerm({ kind: 'days', count: 30 }, new Date())])
  await save({ seats: null, enrolls_until: '2020-01-01' })
  expect(await totalAfterVisit()).toBe(1)
  await save({ enrolls_until: null })
  expect(await totalAfterVisit()).toBe(2)
})

it('ends its terms by the clock, whichever way a student came', async () => {
  const { call } = await world()
  const school = await schoolWithPublicClass()
  const params = { id: (await school.listed())[0]!.id }
  await call(cohorts.update, { as: school.admin, params, body: { term: { kind: 'days', count: 30 } } })
  const dueJobs = () => school.tx((db) => db.selectFrom('due_jobs').select('name').orderBy('name').execute())
  const both = [{ name: 'enrollments.end_due' }, { name: 'enrollments.tell_ends' }]
  const arrivals = [
    () => school.make.student().then((student) => school.visit(student)),
    () =>
      call(accounts.signUpStudent, {
        params: { schoolId: school.id },
        body: { name: 'Ana Souza', ...school.makeAccount() },
      }),
  ]
  for (const arrive of arrivals) {
    await arrive()
    expect(await dueJobs()).toEqual(both)
    const [enrolled, ...others] = await enrollmentsOf(school)
    expect([enrolled?.origin, others]).toEqual(['public-class', []])
    const later = { now: () => new Date(Date.now() + 31 * dayMs) }
    const { signal } = new AbortController()
    await notifyOfEnds(school, later, signal)
    await endDue(school, later, signal)
    expect([await enrollmentsOf(school), await dueJobs()]).toEqual([[], []])
  }
})
