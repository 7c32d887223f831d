import { hourMs } from '@escola/contract/durations'
import { learning } from '@escola/contract/learning.contract'
import { schools } from '@escola/contract/schools.contract'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { stopClock } from '../../testing/clock.ts'
import { world } from '../../testing/world.ts'

const at = (pathname: string, domain = 'localhost') => ({ domain, pathname })

it('finds the school by its number, its namespace and its own domain', async () => {
  const { call, database, makeSchool } = await world()
  const school = await makeSchool('Eastside')
  await database.withPlatform((db) =>
    db
      .updateTable('schools')
      .set({ domain: 'cursos.eastside.example', use_own_domain: true })
      .where('id', '=', school.id)
      .execute(),
  )
  const { namespace } = await database.withPlatform((db) =>
    db.selectFrom('schools').where('id', '=', school.id).select('namespace').executeTakeFirstOrThrow(),
  )
  const found = async (query: { domain: string; pathname: string }) =>
    (await call(schools.context, { query })).body.school
  expect(await found(at(`/escola/${school.id}/turmas`))).toMatchObject({
    id: school.id,
    base_path: `/escola/${school.id}`,
    role: [],
  })
  expect(await found(at(`/${namespace!.toUpperCase()}/login`))).toMatchObject({
    id: school.id,
    base_path: `/${namespace}`,
  })
  expect(await found(at('/login', 'Cursos.Eastside.example:443'))).toMatchObject({ id: school.id, base_path: '' })
  for (const nowhere of [
    at('/'),
    at('/nao-existe'),
    at('/escola/999999999'),
    at('/', 'desconhecido.example'),
    at("/' or 1=1 --"),
  ])
    expect(await found(nowhere)).toBeNull()
})

it('tells an administrator of students, courses and classes, and a student of courses and progress', async () => {
  const { call, northside, riverside } = await world()
  const query = at(`/escola/${northside.id}`)
  const countCourses = async () => (await call(schools.context, { as: northside.admin, query })).body.courses.total
  const coursesBefore = await countCourses()
  const course = await northside.make.course({ modules: [2, 1] })
  const cohort = await northside.make.cohort({ title: 'Turma da manhã', courses: [course] })
  const student = await northside.make.student('Rita Moraes')
  await northside.make.enrollment(cohort, student)
  await northside.tx(async (db) => {
    await db.insertInto('course_progress').values({ user_id: student.userId, course_id: course.id }).execute()
    const values = { name: 'Rita da Manhã', cellphone: '11912345678', profile_image_key: 'rita' }
    await db.updateTable('memberships').set(values).where('user_id', '=', student.userId).execute()
    await db
      .insertInto('lesson_completions')
      .values({ user_id: student.userId, course_id: course.id, lesson_id: course.lessons[0]!.id })
      .execute()
  })
  const seen = (await call(schools.context, { as: student, query })).body
  expect(seen).toMatchObject({
    user: {
      name: 'Rita da Manhã',
      cellphone: '11912345678',
      role: 'student',
      profile_img_url: expect.stringContaining(`/${northside.id}/`),
    },
    school: { role: ['student'] },
    students: { total: 0 },
    courses: { total: 0 },
    gatewayList: [],
    acl: {
      degrees: {
        [course.id]: { metadata: { content: { [course.lessons[0]!.id]: { isComplete: true } } }, progress: '33.33' },
      },
      school_gateways: { hasPublicAccess: false, hasAllAccess: false, allDegrees: [course.id] },
    },
  })
  // Another school knows her by the name that she gave herself.
  const elsewhere = await call(schools.context, { as: student, query: at(`/escola/${riverside.id}`) })
  expect(elsewhere.body.user).toMatchObject({ name: 'Rita Moraes', cellphone: '', profile_img_url: '' })
  const context = (await call(schools.context, { as: northside.admin, query })).body
  expect(context.students.total).toBeGreaterThan(0)
  // Courses of other schools are not counted.
  await riverside.make.course()
  expect(await countCourses()).toBe(coursesBefore + 1)
  expect(context.gatewayList).toContainEqual({ id: cohort.id, title: 'Turma da manhã' })
  expect(context.acl.school_gateways.hasAllAccess).toBe(true)
  // A person of another school is a visitor here.
  expect((await call(schools.context, { as: riverside.admin, query })).body).toMatchObject({
    user: { name: riverside.admin.name },
    school: { role: [] },
    gatewayList: [],
    students: { total: 0 },
    courses: { total: 0 },
  })
})

it('opens nothing to a student whose enrolment is over, before the worker has ended it', async () => {
  const { call, makeSchool } = await world()
  const school = await makeSchool('Escola do Prazo')
  const [over, current] = [await school.make.course(), await school.make.course()]
  const student = await school.make.student()
  const ends = [
    [over, new Date(Date.now() - hourMs)],
    [current, new Date(Date.now() + hourMs)],
  ] as const
  for (const [course, endsOn] of ends)
    await school.make.enrollment(await school.make.cohort({ courses: [course] }), student, endsOn)
  const { body } = await call(schools.context, { as: student, query: at(`/escola/${school.id}`) })
  expect(body.acl.school_gateways.allDegrees).toEqual([current.id])
})

it('tells an administrator how far the school has come with its courses, and its visitors what they promise', async () => {
  const { call, makeSchool, riverside } = await world()
  // Courses of other schools are no step of this school's.
  await riverside.make.course()
  const school = await makeSchool('Escola Nova')
  const query = at(`/escola/${school.id}`)
  const readCourses = async () => (await call(schools.context, { as: school.admin, query })).body.courses
  expect(await readCourses()).toEqual({ total: 0, published: 0, hasLesson: false })
  await school.make.course({ modules: [], published: false })
  expect(await readCourses()).toEqual({ total: 1, published: 0, hasLesson: false })
  await school.make.course({ modules: [1], description_title: 'Do cais ao vento' })
  expect(await readCourses()).toEqual({ total: 2, published: 1, hasLesson: true })
  const { body } = await call(learning.home, { params: { schoolId: school.id } })
  expect(body.categories[0]!.degrees).toMatchObject([{ description_title: 'Do cais ao vento', state: 'locked' }])
})

it('tells visitors how to reach a school, and those of a private school only what every visitor sees', async () => {
  const { call, database, makeSchool, riverside } = await world()
  const contact = { email: 'dona@eastside.example', cellphone: '11912345678' }
  const readContact = async (is_private: boolean, role?: 'admin' | 'student' | 'outsider') => {
    const school = await makeSchool('Eastside')
    await database.withPlatform((db) =>
      db
        .updateTable('schools')
        .set({ ...contact, is_private })
        .where('id', '=', school.id)
        .execute(),
    )
    const as = role && { admin: school.admin, student: school.student, outsider: riverside.admin }[role]
    const query = at(`/escola/${school.id}`)
    const { email, cellphone, name } = (await call(schools.context, { ...(as ? { as } : {}), query })).body.school!
    expect(name).toBe('Eastside')
    return { email, cellphone }
  }
  for (const visitor of [undefined, 'outsider', 'student', 'admin'] as const)
    expect(await readContact(false, visitor)).toEqual(contact)
  for (const member of ['student', 'admin'] as const) expect(await readContact(true, member)).toEqual(contact)
  for (const visitor of [undefined, 'outsider'] as const)
    expect(await readContact(true, visitor)).toEqual({ email: '', cellphone: '' })
})

it('tells the people of a school within a second what was changed elsewhere, and which school has its name', async () => {
  const { call, database, makeSchool } = await world()
  stopClock()
  const [first, second] = [await makeSchool('Escola do Mar'), await makeSchool('Escola do Rio')]
  // The change passes this process by, as another process's would.
  const change = async (id: string, values: { name?: string; namespace?: string }) => {
    await database.withPlatform((db) => db.updateTable('schools').set(values).where('id', '=', id).execute())
    vi.setSystemTime(Date.now() + 1001)
  }
  const readSchool = async () => {
    const { school } = (await call(schools.context, { as: first.student, query: at('/do-mar') })).body
    return { id: school?.id, name: school?.name, role: school?.role }
  }
  await change(first.id, { namespace: 'do-mar' })
  expect(await readSchool()).toEqual({ id: first.id, name: 'Escola do Mar', role: ['student'] })
  vi.setSystemTime(Date.now() + 1001)
  expect(await readSchool()).toEqual({ id: first.id, name: 'Escola do Mar', role: ['student'] })
  await change(first.id, { name: 'Escola da Serra' })
  expect(await readSchool()).toEqual({ id: first.id, name: 'Escola da Serra', role: ['student'] })
  const former = { namespace: 'do-mar', school_id: first.id, utc_released_on: new Date() }
  await database.withPlatform((db) => db.insertInto('former_namespaces').values(former).execute())
  await change(first.id, { namespace: 'da-serra' })
  expect(await readSchool()).toEqual({ id: first.id, name: 'Escola da Serra', role: ['student'] })
  await database.withPlatform((db) => db.deleteFrom('former_namespaces').where('school_id', '=', first.id).execute())
  await change(second.id, { namespace: 'do-mar' })
  expect(await readSchool()).toEqual({ id: second.id, name: 'Escola do Rio', role: [] })
})

it('goes on answering while a migration adds a column', async () => {
  const { call, databaseUrl, makeSchool } = await world()
  const getContext = async () => {
    const { id } = await makeSchool('Em obras')
    return (await call(schools.context, { query: at(`/escola/${id}`) })).status
  }
  expect(await getContext()).toBe(200)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('alter table schools add column of_tomorrow text')
  await client.end()
  expect([await getContext(), await getContext(), await getContext()]).toEqual([200, 200, 200])
})

it("lists a person's schools as people count", async () => {
  const { makeSchool, call } = await world()
  const first = await makeSchool('Filial 10')
  for (const name of ['filial 2', 'Filial 1']) await (await makeSchool(name)).make.membership(first.admin, 'Lia')
  const query = { domain: 'localhost', pathname: '/' }
  const { body } = await call(schools.context, { as: first.admin, query })
  expect(body.schools.map(({ name }) => name)).toEqual(['Filial 1', 'filial 2', 'Filial 10'])
})
