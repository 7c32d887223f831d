import { cohorts } from '@escola/contract/cohorts.contract'
import { minuteMs } from '@escola/contract/durations'
import { students } from '@escola/contract/students.contract'
import { joinRefusals } from '@escola/contract/terms'
import { expect, it, vi } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { stopClock } from '../../testing/clock.ts'
import { world } from '../../testing/world.ts'

it('lists students with their classes, newest first, and counts them', async () => {
  const { call, makeSchool } = await world()
  const school = await makeSchool('Listagem')
  const ana = await school.make.student('Ana Souza')
  for (const title of ['Turma 10', 'Turma 2']) await school.make.enrollment(await school.make.cohort({ title }), ana)
  const { body } = await call(students.list, { as: school.admin })
  expect(body.students).toMatchObject({ total: 2, more: false, hasAny: true, page: 1, rowsPerPage: 50 })
  expect(body.students.list).toMatchObject([
    { name: 'Ana Souza', email: ana.email, school_gateways: ['Turma 2', 'Turma 10'] },
    { name: 'Listagem Student', school_gateways: [] },
  ])
})

it.each([
  ['joao', ['João 100%']],
  ['JOÃO', ['João 100%']],
  ['100%', ['João 100%']],
  ['%', ['João 100%']],
  ['_', ['Ana_Maria']],
  ['\\', []],
  [' ana_m ', ['Ana_Maria']],
  ['an', ['Ana_Maria']],
  ['aria', ['Ana_Maria']],
  ['ar', []],
  ['10', ['João 100%']],
  ['@example.com', ['Ana_Maria', 'Busca Student', 'João 100%']],
  ['nobody', []],
])('finds by name and e-mail what "%s" says', async (search, names) => {
  const { call } = await world()
  const school = await searched()
  const { body } = await call(students.list, { as: school.admin, query: { search } })
  expect(body.students.list.map((student) => student.name).sort()).toEqual(names)
  expect(body.students).toMatchObject({ total: names.length, more: false, hasAny: true })
})

it.each([
  ['name', ['Álvaro Lima', 'bia 2', 'bia 10']],
  ['-name', ['bia 10', 'bia 2', 'Álvaro Lima']],
  ['since', ['bia 10', 'Álvaro Lima', 'bia 2']],
  ['-since', ['bia 2', 'Álvaro Lima', 'bia 10']],
] as const)('sorts students by %s, in the school and in a class', async (sort, names) => {
  const { call, makeSchool } = await world()
  const school = await makeSchool('Ordem')
  const cohort = await school.make.cohort()
  for (const [at, name] of ['bia 10', 'Álvaro Lima', 'bia 2'].entries()) {
    const { userId } = await school.make.student(name)
    const utc_created_on = new Date(2026, 0, 1 + at)
    await school.make.enrollment(cohort, { userId })
    await school.tx(async (db) => {
      await db.updateTable('memberships').set({ utc_created_on }).where('user_id', '=', userId).execute()
      await db.updateTable('enrollments').set({ utc_created_on }).where('user_id', '=', userId).execute()
    })
  }
  const all = await call(students.list, { as: school.admin, query: { sort } })
  const inClass = await call(cohorts.get, { as: school.admin, params: cohort, query: { sort } })
  const namesOf = ({ list }: { list: { name: string }[] }) => list.map(({ name }) => name)
  expect(namesOf(all.body.students).filter((name) => name !== 'Ordem Student')).toEqual(names)
  expect(namesOf(inClass.body.students)).toEqual(names)
})

it('shows progress, certificate, classes and notes of one student', async () => {
  const { call, northside } = await world()
  const ana = await northside.make.student()
  const begun = await northside.make.course({ title: 'Começado', modules: [2, 1] })
  const untouched = await northside.make.course({ title: 'Novo', modules: [1] })
  const empty = await northside.make.course({ title: 'Vazio', modules: [] })
  const done = await northside.make.course({ title: 'Terminado', modules: [1] })
  await northside.make.course({ title: 'Sem acesso' })
  const cohort = await northside.make.cohort({ title: 'Turma A', courses: [begun, untouched, empty, done] })
  await northside.make.enrollment(cohort, ana)
  await complete(ana, begun, 2)
  await complete(ana, done, 1)
  const certificate = await certify(ana, done)

  const link = await linkOf(ana)
  await call(students.updateNotes, { as: northside.admin, params: { link }, body: { notes: 'Prefere\n à noite' } })
  const { body } = await call(students.get, { as: northside.admin, params: { link } })
  expect(body.student).toMatchObject({ user_id: ana.userId, notes: 'Prefere\n à noite', school_gateways: ['Turma A'] })
  expect(body.school_gateways).toEqual([{ id: cohort.id, title: 'Turma A', opens: 4, utc_ends_on: null }])
  expect(body.degrees.map(({ title, progress }) => [title, progress])).toEqual([
    ['Começado', '66.67'],
    ['Novo', '0.00'],
    ['Terminado', '100.00'],
    ['Vazio', '0.00'],
  ])
  expect(body.degrees[2]!.certificate).toEqual({ id: certificate.id, status: 'ready', number: 1 })
  expect(body.degrees[0]!.certificate).toBeNull()

  const byId = await call(students.get, { as: northside.admin, params: { link: ana.userId } })
  expect(byId.body).toEqual(body)
})

it('still shows what a student began before leaving the class', async () => {
  const { call, northside } = await world()
  const ana = await northside.make.student()
  const course = await northside.make.course()
  const cohort = await northside.make.cohort({ courses: [course] })
  await northside.make.enrollment(cohort, ana)
  await complete(ana, course, 1)
  const params = { userId: ana.userId, classId: cohort.id }
  expect((await call(students.removeFromCohort, { as: northside.admin, params })).status).toBe(200)
  expect((await call(students.removeFromCohort, { as: northside.admin, params })).status).toBe(404)
  const { body } = await call(students.get, { as: northside.admin, params: { link: await linkOf(ana) } })
  expect(body.school_gateways).toEqual([])
  expect(body.degrees.map((degree) => degree.progress)).toEqual(['50.00'])
})

it('adds a student of the school to a class, however short their name, and once', async () => {
  const { call, northside, riverside } = await world()
  const as = northside.admin
  const ana = await northside.make.student('Ana')
  const cohort = await northside.make.cohort()
  const params = { userId: ana.userId, classId: cohort.id }
  expect((await call(students.addToCohort, { as, params })).body).toEqual({ alreadyEnrolled: false })
  expect((await call(students.addToCohort, { as, params })).body).toEqual({ alreadyEnrolled: true })
  const { body } = await call(students.get, { as, params: { link: ana.userId } })
  expect([body.student.name, body.school_gateways.map(({ id }) => id)]).toEqual(['Ana', [cohort.id]])
  const closed = await northside.make.cohort()
  await northside.tx((db) =>
    db
      .updateTable('cohorts')
      .set({ utc_enrolls_until: new Date(0) })
      .where('id', '=', closed.id)
      .execute(),
  )
  const foreign = await riverside.make.student()
  const refused = [
    await call(students.addToCohort, { as, params: { ...params, classId: closed.id } }),
    await call(students.addToCohort, { as, params: { ...params, userId: foreign.userId } }),
    await call(students.addToCohort, { as, params: { ...params, classId: (await riverside.make.cohort()).id } }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([400, 404, 404])
  expect(refused[0]!.error.fields).toEqual({ school_gateway_id: joinRefusals.enrollment_closed })
})

it('answers 404 for a student or a class of another school', async () => {
  const { call, northside, riverside } = await world()
  const as = northside.admin
  const bia = await riverside.make.student()
  const cohort = await riverside.make.cohort()
  await riverside.make.enrollment(cohort, bia)
  const link = await linkOf(bia)
  const answers = [
    await call(students.get, { as, params: { link } }),
    await call(students.updateNotes, { as, params: { link }, body: { notes: 'x' } }),
    await call(students.removeFromCohort, { as, params: { userId: bia.userId, classId: cohort.id } }),
    await call(students.resendLink, { as, body: { email: bia.email, type: 'email' } }),
    await call(students.reissueCertificate, {
      as,
      params: { userId: bia.userId },
      body: { degreeId: (await northside.make.course()).id },
    }),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404])
  expect(answers[3]!.error.message).toBe('E-mail not found')
  const left = await riverside.tx((db) =>
    db.selectFrom('enrollments').select('user_id').where('user_id', '=', bia.userId).execute(),
  )
  expect(left).toHaveLength(1)
})

it('tells an administrator who asks for a link which e-mail is no student’s', async () => {
  const { call, northside } = await world()
  const ask = async (email: string) =>
    (await call(students.resendLink, { as: northside.admin, body: { email, type: 'email' } })).error
  expect((await ask('ninguem@example.com')).message).toBe('E-mail not found')
  expect((await ask(northside.admin.email)).message).toBe("Can't find e-mail!")
})

it('sends the link again, once a minute', async () => {
  const { call, northside } = await world()
  const ana = await northside.make.student()
  stopClock()
  const body = { email: ana.email.toUpperCase(), type: 'email' } as const
  const sent = async () => {
    expect((await call(students.resendLink, { as: northside.admin, body })).status).toBe(200)
    const rows = await northside.tx((db) =>
      db.selectFrom('messages').select('kind').where('user_id', '=', ana.userId).execute(),
    )
    return rows.map((row) => row.kind)
  }
  expect(await sent()).toEqual(['invitation'])
  expect(await sent()).toEqual(['invitation'])
  vi.setSystemTime(Date.now() + minuteMs)
  expect(await sent()).toEqual(['invitation', 'invitation'])
})

it('says when the link has been sent often enough', async () => {
  const { call, northside } = await world()
  const ana = await northside.make.student()
  stopClock()
  const send = async () => {
    vi.setSystemTime(Date.now() + minuteMs)
    return (await call(students.resendLink, { as: northside.admin, body: { email: ana.email, type: 'email' } })).status
  }
  const answers = []
  for (let at = 0; at < 6; at++) answers.push(await send())
  expect(answers).toEqual([200, 200, 200, 200, 200, 429])
})

it('issues a certificate of a completed course again', async () => {
  const { call, northside } = await world()
  const ana = await northside.make.student()
  const course = await northside.make.course({ modules: [1] })
  await northside.make.enrollment(await northside.make.cohort({ courses: [course] }), ana)
  const reissue = () =>
    call(students.reissueCertificate, {
      as: northside.admin,
      params: { userId: ana.userId },
      body: { degreeId: course.id },
    })
  expect(await reissue()).toMatchObject({ status: 409, error: { code: 'course_not_completed' } })
  await complete(ana, course, 1)
  await certify(ana, course)
  expect(await reissue()).toMatchObject({ status: 200, body: { certificate: { number: 2 } } })
})

it('issues no first certificate where the school gives none, and those that it has given again', async () => {
  const { call, makeSchool } = await world()
  const school = await makeSchool('Sem certificados')
  const [ana, bia] = [await school.make.student(), await school.make.student()]
  const course = await school.make.course({ modules: [1] })
  const cohort = await school.make.cohort({ courses: [course] })
  for (const student of [ana, bia]) {
    await school.make.enrollment(cohort, student)
    const values = { user_id: student.userId, course_id: course.id }
    await school.tx(async (db) => {
      const [lesson] = course.lessons
      await db
        .insertInto('lesson_completions')
        .values({ ...values, lesson_id: lesson!.id })
        .execute()
      await db
        .insertInto('course_progress')
        .values({ ...values, utc_completed_on: new Date() })
        .execute()
    })
  }
  await school.make.certificate(course, ana)
  await school.tx((db) => db.updateTable('schools').set({ has_certificate: false }).execute())
  const reissue = ({ userId }: Person) =>
    call(students.reissueCertificate, { as: school.admin, params: { userId }, body: { degreeId: course.id } })
  expect(await reissue(bia)).toMatchObject({ status: 409, error: { code: 'no_certificates' } })
  expect(await reissue(ana)).toMatchObject({ status: 200, body: { certificate: { number: 2 } } })
  const issued = await school.tx((db) => db.selectFrom('certificates').select('user_id').execute())
  expect(issued.map(({ user_id }) => user_id)).toEqual([ana.userId, ana.userId])
})

it('issues a certificate to a student whose last lesson the author took away', async () => {
  const { call, northside } = await world()
  const ana = await northside.make.student()
  const course = await northside.make.course({ modules: [2] })
  await northside.make.enrollment(await northside.make.cohort({ courses: [course] }), ana)
  await complete(ana, course, 1)
  await northside.tx((db) =>
    db.updateTable('lessons').set({ is_visible: false }).where('id', '=', course.lessons[1]!.id).execute(),
  )
  const reissued = await call(students.reissueCertificate, {
    as: northside.admin,
    params: { userId: ana.userId },
    body: { degreeId: course.id },
  })
  expect(reissued).toMatchObject({ status: 200, body: { certificate: { number: 1 } } })
})

async function searched() {
  const { makeSchool } = await world()
  school ??= makeSchool('Busca').then(async (made) => {
    await made.make.student('João 100%')
    await made.make.student('Ana_Maria')
    return made
  })
  return school
}
let school: ReturnType<Awaited<ReturnType<typeof world>>['makeSchool']> | undefined

const schoolOf = async (person: Person) => {
  const { northside, riverside } = await world()
  return person.schoolId === northside.id ? northside : riverside
}

const linkOf = async (person: Person) =>
  (await schoolOf(person)).tx(async (db) => {
    const row = await db
      .selectFrom('memberships')
      .select('link')
      .where('user_id', '=', person.userId)
      .executeTakeFirst()
    return row!.link
  })

async function complete(person: Person, course: { id: string; lessons: { id: string }[] }, count: number) {
  const values = { user_id: person.userId, course_id: course.id }
  await (await schoolOf(person)).tx(async (db) => {
    const done = course.lessons.slice(0, count)
    await db
      .insertInto('lesson_completions')
      .values(done.map(({ id }) => ({ ...values, lesson_id: id })))
      .execute()
    const utc_completed_on = count === course.lessons.length ? new Date() : null
    await db
      .insertInto('course_progress')
      .values({ ...values, utc_completed_on })
      .execute()
  })
}

const certify = async (person: Person, course: { id: string; title: string }) =>
  (await schoolOf(person)).make.certificate(course, person)
