import { calendars } from '@escola/contract/calendars.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { learning } from '@escola/contract/learning.contract'
import { students } from '@escola/contract/students.contract'
import { expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'
import { type LearningSchool, makeLearningSchool, markLesson } from '../learning/learning.testing.ts'

const future = '2098-03-01T11:00:00.000Z'
const past = '2001-03-01T11:00:00.000Z'

/** A course whose second module is months away, unless the school dates it otherwise. */
async function makeDrippingSchool() {
  const fixture = await makeLearningSchool()
  await fixture.school.tx((db) =>
    db
      .updateTable('courses')
      .set({ no_dripping: false, dripping_when: 'month' })
      .where('id', '=', fixture.course.id)
      .execute(),
  )
  return fixture
}

/** Tells whether the last lesson, alone in the second module, opens to a student, by the student's own call. */
async function readIsOpen({ course }: LearningSchool, as: Person) {
  const { call } = await world()
  const params = { degreeLink: course.link }
  const { body, status } = await call(learning.lesson, { as, params, body: { classLink: 'aula-2-1' } })
  const listed = (await call(learning.course, { as, params })).body.degree.modules[1]!.content[0]!
  expect(listed.dripped).toBe(status === 403)
  return status === 200 && body.content !== null
}

const setDate = async ({ school, cohort, course }: LearningSchool, module: number, opens_on: string | null) => {
  const { call } = await world()
  const params = { id: cohort.id, degreeId: course.id }
  const modules = [{ id: course.module_order[module]!, opens_on }]
  return call(calendars.save, { as: school.admin, params, body: { modules } })
}

type OpeningInput = { moduleId?: string | null; isOpen?: boolean; userId?: string }
const openByHand = async (
  { school, cohort, course }: LearningSchool,
  { moduleId = course.module_order[1]!, isOpen = true, userId }: OpeningInput = {},
) => {
  const { call } = await world()
  const body = { degreeId: course.id, moduleId, isOpen }
  return userId === undefined
    ? call(calendars.openForCohort, { as: school.admin, params: { id: cohort.id }, body })
    : call(calendars.openForStudent, { as: school.admin, params: { userId }, body })
}

it("goes by the class's own day for a module, and by the course's rule once the day is taken away", async () => {
  const fixture = await makeDrippingSchool()
  const { call } = await world()
  const { student, course, school, cohort } = fixture
  expect(await readIsOpen(fixture, student)).toBe(false)
  const { body } = await setDate(fixture, 1, past)
  expect(body.calendar).toMatchObject({
    degree: { id: course.id, title: course.title, no_dripping: false },
    isOpened: false,
    modules: [
      { title: 'Módulo 1', opens_on: null },
      { title: 'Módulo 2', opens_on: past },
    ],
  })
  expect(await readIsOpen(fixture, student)).toBe(true)
  await setDate(fixture, 1, future)
  const answer = await call(learning.course, { as: student, params: { degreeLink: course.link } })
  expect(answer.body.degree.modules[1]!.content[0]!.availableWhen).toBe(future)
  const list = await call(calendars.list, { as: school.admin, params: { id: cohort.id } })
  const counts = { isOpened: false, dated: 1, opened: 0, isOpenToAll: false, isGivenAway: false }
  expect(list.body.degrees).toEqual([{ id: course.id, title: course.title, link: course.link, ...counts }])
  await setDate(fixture, 1, null)
  const { availableWhen } = (await call(learning.course, { as: student, params: { degreeLink: course.link } })).body
    .degree.modules[1]!.content[0]!
  expect(availableWhen).not.toBe(future)
  expect(await readIsOpen(fixture, student)).toBe(false)
})

it('gives a student of two classes the earlier day, and nothing of classes that they are not in', async () => {
  const fixture = await makeDrippingSchool()
  const { school, course, student } = fixture
  const other = await school.make.cohort({ title: 'Outra', courses: [course] })
  await setDate({ ...fixture, cohort: other }, 1, past)
  await openByHand({ ...fixture, cohort: other }, { moduleId: null })
  expect(await readIsOpen(fixture, student)).toBe(false)
  await openByHand({ ...fixture, cohort: other }, { moduleId: null, isOpen: false })
  await setDate(fixture, 1, future)
  await school.make.enrollment(other, student)
  expect(await readIsOpen(fixture, student)).toBe(true)
  await setDate({ ...fixture, cohort: other }, 1, future)
  expect(await readIsOpen(fixture, student)).toBe(false)
  // A class that no longer opens the course says nothing of it either.
  await setDate({ ...fixture, cohort: other }, 1, past)
  await school.tx((db) => db.deleteFrom('cohort_courses').where('cohort_id', '=', other.id).execute())
  expect(await readIsOpen(fixture, student)).toBe(false)
})

it('never locks again what was finished', async () => {
  const fixture = await makeDrippingSchool()
  await setDate(fixture, 1, past)
  await markLesson(fixture, fixture.student, 2)
  await setDate(fixture, 1, future)
  expect(await readIsOpen(fixture, fixture.student)).toBe(true)
})

it.each([
  ['a class', false],
  ['one student', true],
])('opens a module or all of a course to %s by hand, and takes it back', async (_, isForStudent) => {
  const fixture = await makeDrippingSchool()
  const { school, student, cohort, course } = fixture
  const { call } = await world()
  const neighbour = await school.make.student('Ao Lado')
  await school.make.enrollment(cohort, neighbour)
  const target = isForStudent ? { userId: student.userId } : {}
  for (const moduleId of [course.module_order[1]!, null]) {
    for (const _twice of [1, 2]) expect((await openByHand(fixture, { ...target, moduleId })).status).toBe(200)
    expect([await readIsOpen(fixture, student), await readIsOpen(fixture, neighbour)]).toEqual([true, !isForStudent])
    const seen = await call(calendars.ofStudent, {
      as: school.admin,
      params: { userId: student.userId, degreeId: course.id },
    })
    const shown = moduleId ? seen.body.openings.modules[1]! : seen.body.openings
    expect(shown).toMatchObject({ isOpened: isForStudent, isOpenedForClass: !isForStudent })
    expect(seen.body.openings.modules.map(({ availableWhen }) => availableWhen)).toEqual([null, null])
    for (const _twice of [1, 2])
      expect((await openByHand(fixture, { ...target, moduleId, isOpen: false })).status).toBe(200)
    expect([await readIsOpen(fixture, student), await readIsOpen(fixture, neighbour)]).toEqual([false, false])
  }
})

it('keeps the day of a module that was opened by hand meanwhile', async () => {
  const fixture = await makeDrippingSchool()
  await setDate(fixture, 1, future)
  expect((await openByHand(fixture)).body).toMatchObject({
    calendar: { modules: [{}, { opens_on: future, isOpened: true }] },
  })
  expect(await readIsOpen(fixture, fixture.student)).toBe(true)
  expect((await openByHand(fixture, { isOpen: false })).body).toMatchObject({
    calendar: { modules: [{}, { opens_on: future, isOpened: false }] },
  })
  expect(await readIsOpen(fixture, fixture.student)).toBe(false)
})

it('opens nothing to a student without a class', async () => {
  const fixture = await makeDrippingSchool()
  const outsider = await fixture.school.make.student('Fora da Turma')
  const refused = await openByHand(fixture, { userId: outsider.userId, moduleId: null })
  expect([refused.status, refused.error.code]).toEqual([403, 'degree_forbidden'])
  expect(await fixture.school.tx((db) => db.selectFrom('module_dates').selectAll().execute())).toEqual([])
  const { call } = await world()
  const answer = await call(learning.course, { as: outsider, params: { degreeLink: fixture.course.link } })
  expect(answer.error.code).toBe('degree_forbidden')
})

it.each([
  ['they leave it', false],
  ['it is deleted', true],
])('forgets what was opened to one student with the last class that gave them the course: %s', async (_, isDeleted) => {
  const fixture = await makeDrippingSchool()
  const { school, student, cohort, course } = fixture
  const { call } = await world()
  const other = await school.make.cohort({ title: 'Outra', courses: [course] })
  const unrelated = await school.make.cohort({ title: 'Sem este curso' })
  for (const each of [other, unrelated]) await school.make.enrollment(each, student)
  await openByHand(fixture, { userId: student.userId })
  const neighbour = await school.make.student('Ao Lado')
  await school.make.enrollment(cohort, neighbour)
  await openByHand(fixture, { userId: neighbour.userId })
  const end = async ({ id }: { id: string }) => {
    const as = school.admin
    const { status } = isDeleted
      ? await call(cohorts.remove, { as, params: { id } })
      : await call(students.removeFromCohort, { as, params: { userId: student.userId, classId: id } })
    expect(status).toBe(200)
  }
  const publish = (utc_published_on: Date | null) =>
    school.tx((db) => db.updateTable('courses').set({ utc_published_on }).where('id', '=', course.id).execute())
  // The course is not published meanwhile: that takes nothing away.
  await publish(null)
  await end(other)
  await publish(new Date())
  expect(await readIsOpen(fixture, student)).toBe(true)
  await end(cohort)
  const again = await school.make.cohort({ title: 'De volta', courses: [course] })
  for (const each of [student, neighbour]) await school.make.enrollment(again, each)
  // The neighbour's opening is gone with the class itself.
  expect([await readIsOpen(fixture, student), await readIsOpen(fixture, neighbour)]).toEqual([false, !isDeleted])
})

it('refuses what is not there, of another course, or no day of this century', async () => {
  const fixture = await makeDrippingSchool()
  const { school, course, student } = fixture
  const { call, riverside } = await world()
  const other = await school.make.course()
  const foreignCohort = await riverside.make.cohort()
  const named = { ...fixture, course: { ...course, module_order: other.module_order } }
  const tries = [
    await setDate(named, 0, past),
    await openByHand(named, { moduleId: other.module_order[0]! }),
    await openByHand(named, { moduleId: other.module_order[0]!, userId: student.userId }),
    await setDate(fixture, 1, '1999-12-31T23:59:59Z'),
    await setDate({ ...fixture, cohort: foreignCohort }, 1, past),
    await setDate({ ...fixture, course: { ...course, id: '999999' } }, 1, past),
    await openByHand({ ...fixture, cohort: foreignCohort }),
  ]
  expect(tries.map(({ status, error }) => [status, error.fields ?? error.code])).toEqual([
    [400, { modules: 'Este módulo não faz parte do curso' }],
    [400, { moduleId: 'Este módulo não faz parte do curso' }],
    [400, { moduleId: 'Este módulo não faz parte do curso' }],
    [400, { 'modules.0.opens_on': 'Preencha uma data entre 2000 e 2099' }],
    [404, 'not_found'],
    [404, 'degree_not_found'],
    [404, 'not_found'],
  ])
  const params = { id: fixture.cohort.id, degreeId: course.id }
  const [id] = course.module_order
  const twice = [past, future].map((opens_on) => ({ id: id!, opens_on }))
  const saved = await call(calendars.save, { as: school.admin, params, body: { modules: twice } })
  expect(saved.body.calendar.modules[0]!.opens_on).toBe(future)
})
