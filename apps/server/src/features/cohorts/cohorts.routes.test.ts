import { cohorts, type ProgressState, stalledDays } from '@escola/contract/cohorts.contract'
import { dayMs, hourMs } from '@escola/contract/durations'
import { messages } from '@escola/contract/messages'
import type { StudentSort } from '@escola/contract/sorts'
import { describe, expect, it } from 'vitest'
import { forgetOldKeys } from '../../make-once/make-once.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { type World, world } from '../../testing/world.ts'
import { makeLearningSchool, markLesson } from '../learning/learning.testing.ts'

const ana = { name: 'ANA maria das dores', email: ' Ana@Exemplo.com', cellphone: '(11) 91234-5678' }
const emailOf = (label: string) => `${label}.${Math.random().toString(36).slice(2)}@exemplo.com`

it('makes a class and shows it first with its courses and students', async () => {
  const { call, northside } = await world()
  const { id: older } = await northside.make.cohort({ title: 'Antiga' })
  const answer = await call(cohorts.create, { as: northside.admin, body: { title: '  Turma   de 2026 ' } })
  expect(answer).toMatchObject({
    status: 201,
    body: { gateway: { title: 'Turma de 2026', totalStudents: 0, degrees: [] } },
  })
  const { id } = answer.body.gateway
  const [zinco, abacate] = [
    await northside.make.course({ title: 'Curso 10' }),
    await northside.make.course({ title: 'Curso 2' }),
  ]
  await call(cohorts.update, {
    as: northside.admin,
    params: { id },
    body: { degrees: [zinco.id, abacate.id, zinco.id] },
  })
  await northside.make.enrollment({ id }, northside.student)

  const { body } = await call(cohorts.list, { as: northside.admin })
  const [first] = body.gatewayList
  expect(first).toMatchObject({ id, totalStudents: 1, all_degrees: false, integrations: [] })
  expect(first!.degreeTitles).toEqual(['Curso 2', 'Curso 10'])
  expect(body.gatewayList.map((each) => each.id).indexOf(older)).toBeGreaterThan(0)
})

it('names a new class, and one whose title is emptied, "Nova turma"', async () => {
  const { call, northside } = await world()
  const { body } = await call(cohorts.create, { as: northside.admin, body: {} })
  expect(body.gateway.title).toBe('Nova turma')
  const params = { id: body.gateway.id }
  await call(cohorts.update, { as: northside.admin, params, body: { title: 'Outra' } })
  const emptied = await call(cohorts.update, { as: northside.admin, params, body: { title: '  ' } })
  expect(emptied.body.gateway.title).toBe('Nova turma')
})

it('pages students, newest first, each on one page only', async () => {
  const { call, northside } = await world()
  const cohort = await northside.make.cohort()
  for (let at = 0; at < 60; at++) {
    await call(cohorts.addStudent, { as: northside.admin, params: cohort, body: { ...ana, email: emailOf(`p${at}`) } })
  }
  // All of them joined at one instant, as an import leaves them.
  await northside.tx((db) =>
    db.updateTable('enrollments').set({ utc_created_on: '2026-01-01' }).where('cohort_id', '=', cohort.id).execute(),
  )
  const readPage = async (number: number) =>
    (await call(cohorts.get, { as: northside.admin, params: cohort, query: { page: number } })).body.students
  const [first, second, third] = [await readPage(1), await readPage(2), await readPage(3)]
  expect([first.total, first.rowsPerPage, first.list.length, second.list.length, third.list.length]).toEqual([
    60, 50, 50, 10, 0,
  ])
  expect(new Set([...first.list, ...second.list].map((student) => student.user_id)).size).toBe(60)
})

it('offers every course of the school by its category, and of no other school', async () => {
  const { call, makeSchool, northside } = await world()
  const school = await makeSchool('Escolha')
  await northside.make.course()
  const draft = await school.make.course({ title: 'Curso 10', published: false })
  const ready = await school.make.course({ title: 'Curso 2' })
  const sorted = await school.make.course({ title: 'Curso 30' })
  await school.tx(async (db) => {
    const { id } = await db
      .insertInto('categories')
      .values({ title: 'Forno' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('courses').set({ category_id: id }).where('id', '=', sorted.id).execute()
  })
  const { body } = await call(cohorts.get, { as: school.admin, params: await school.make.cohort() })
  expect(body.degrees).toEqual([
    { id: sorted.id, title: 'Curso 30', published: true, is_private: false, category: 'Forno', franchisor: '' },
    { id: ready.id, title: 'Curso 2', published: true, is_private: false, category: '', franchisor: '' },
    { id: draft.id, title: 'Curso 10', published: false, is_private: false, category: '', franchisor: '' },
  ])
})

it('refuses the course of another school and keeps what was saved', async () => {
  const { call, northside, riverside } = await world()
  const own = await northside.make.course()
  const foreign = await riverside.make.course()
  const cohort = await northside.make.cohort({ courses: [own] })
  const refused = await call(cohorts.update, {
    as: northside.admin,
    params: cohort,
    body: { title: 'Não', degrees: [own.id, foreign.id] },
  })
  expect(refused).toMatchObject({
    status: 404,
    error: { message: 'Cannot find degree', fields: { degrees: 'Curso não encontrado' } },
  })
  const { body } = await call(cohorts.get, { as: northside.admin, params: cohort })
  expect(body.gateway).toMatchObject({ title: 'Turma 1', degrees: [own.id] })
})

it('says which field is wrong when a course is deleted while its class is saved', async () => {
  const { call, northside, databaseUrl } = await world()
  const params = await northside.make.cohort()
  const [kept, gone] = [await northside.make.course(), await northside.make.course()]
  const waited = await openTransaction(databaseUrl, 'delete from courses where school_id = $1 and id = $2', [
    northside.id,
    gone.id,
  ])
  const saved = call(cohorts.update, { as: northside.admin, params, body: { degrees: [kept.id, gone.id] } })
  await untilWaiting(databaseUrl)
  await waited.commit()
  expect(await saved).toMatchObject({
    status: 404,
    error: { message: 'Cannot find degree', fields: { degrees: 'Curso não encontrado' } },
  })
})

it('answers 404 for a class of another school', async () => {
  const { call, northside, riverside } = await world()
  const params = await riverside.make.cohort({ title: 'Alheia' })
  const as = northside.admin
  const answers = [
    await call(cohorts.get, { as, params }),
    await call(cohorts.update, { as, params, body: { title: 'Minha' } }),
    await call(cohorts.remove, { as, params }),
    await call(cohorts.addStudent, { as, params, body: ana }),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404])
  const { body } = await call(cohorts.get, { as: riverside.admin, params })
  expect(body.gateway).toMatchObject({ title: 'Alheia', totalStudents: 0 })
})

it('adds a new student once, however often they are added', async () => {
  const { call, northside } = await world()
  const cohort = await northside.make.cohort()
  const email = emailOf('ana')
  const first = await call(cohorts.addStudent, { as: northside.admin, params: cohort, body: { ...ana, email } })
  expect(first.body).toMatchObject({
    alreadyEnrolled: false,
    student: { name: 'Ana Maria das Dores', email, cellphone: '11912345678', origin: 'manual' },
    bank: { balance: '0.00', points: 0 },
  })
  const repeated = await call(cohorts.addStudent, {
    as: northside.admin,
    params: cohort,
    body: { name: 'Outro Nome', email: email.toUpperCase() },
  })
  expect(repeated.body).toMatchObject({ alreadyEnrolled: true, student: { name: 'Ana Maria das Dores' } })
  expect(await listMessages(first.body.student.user_id)).toEqual(['invitation'])
})

it('adds the same person once when twenty ask at a time', async () => {
  const { call, northside } = await world()
  const cohort = await northside.make.cohort()
  const email = emailOf('paralela')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      call(cohorts.addStudent, { as: northside.admin, params: cohort, body: { ...ana, email } }),
    ),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
  expect(answers.filter((answer) => !answer.body.alreadyEnrolled)).toHaveLength(1)
  expect(await listMessages(answers[0]!.body.student.user_id)).toEqual(['invitation'])
  const jobs = (await northside.pendingJobs()).filter(([name]) => name === 'messages.deliver')
  expect(new Set(jobs.map(([, payload]) => JSON.stringify(payload))).size).toBe(jobs.length)
})

it('tells a student of the school about each further class once', async () => {
  const { call, northside } = await world()
  const student = await northside.make.student()
  const body = { ...ana, email: student.email }
  for (const cohort of [await northside.make.cohort(), await northside.make.cohort()]) {
    await call(cohorts.addStudent, { as: northside.admin, params: cohort, body })
    await call(cohorts.addStudent, { as: northside.admin, params: cohort, body })
  }
  expect(await listMessages(student.userId)).toEqual(['enrollment', 'enrollment'])
})

it('enrolls a student in as many classes as asked and writes to them about five of them in an hour', async () => {
  const { call, northside, riverside } = await world()
  const { email, userId } = await northside.make.student()
  const add = async (school: typeof northside) =>
    call(cohorts.addStudent, { as: school.admin, params: await school.make.cohort(), body: { ...ana, email } })
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(northside)))
  expect(answers.map(({ status, body }) => [status, body.alreadyEnrolled])).toEqual(Array(8).fill([200, false]))
  expect(await listMessages(userId)).toEqual(Array(5).fill('enrollment'))
  await add(riverside)
  expect(await listMessages(userId, riverside)).toEqual(['invitation'])
  await northside.tx((db) =>
    db
      .updateTable('messages')
      .set({ utc_created_on: new Date(Date.now() - 3_600_001) })
      .where('user_id', '=', userId)
      .execute(),
  )
  await add(northside)
  expect(await listMessages(userId)).toHaveLength(6)
})

it('makes an administrator a student too, without a second invitation to the school', async () => {
  const { call, northside } = await world()
  const admin = await northside.make.admin('Caio Prado')
  const cohort = await northside.make.cohort()
  const { body } = await call(cohorts.addStudent, {
    as: northside.admin,
    params: cohort,
    body: { ...ana, email: admin.email },
  })
  expect(body.student.name).toBe('Caio Prado')
  const membership = await northside.tx((db) =>
    db.selectFrom('memberships').selectAll().where('user_id', '=', admin.userId).executeTakeFirstOrThrow(),
  )
  expect(membership).toMatchObject({ is_admin: true, is_student: true, cellphone: '11912345678' })
  expect(await listMessages(admin.userId)).toEqual(['enrollment'])
})

it('knows one person in two schools, each with its own name', async () => {
  const { call, northside, riverside } = await world()
  const email = emailOf('dois')
  const northAnswer = await call(cohorts.addStudent, {
    as: northside.admin,
    params: await northside.make.cohort(),
    body: { ...ana, email },
  })
  const riverAnswer = await call(cohorts.addStudent, {
    as: riverside.admin,
    params: await riverside.make.cohort(),
    body: { name: 'Dona Ana', email },
  })
  expect(riverAnswer.body).toMatchObject({ alreadyEnrolled: false, student: { name: 'Dona Ana', cellphone: '' } })
  expect(riverAnswer.body.student.user_id).toBe(northAnswer.body.student.user_id)
  expect(riverAnswer.body.student.link).not.toBe(northAnswer.body.student.link)
})

it.each([
  ['a name of ten thousand letters', { ...ana, name: 'a'.repeat(10_000) }, 'name', messages.studentName],
  ['a short name', { ...ana, name: 'Ana' }, 'name', messages.nameShort(messages.studentName)],
  ['no e-mail', { ...ana, email: 'ana' }, 'email', messages.emailSignUp],
  ['a long telephone', { ...ana, cellphone: '1'.repeat(21) }, 'cellphone', messages.cellphone],
])('refuses %s beside its field', async (_, body, field, text) => {
  const { call, northside } = await world()
  const refused = await call(cohorts.addStudent, { as: northside.admin, params: await northside.make.cohort(), body })
  expect(refused).toMatchObject({ status: 400, error: { fields: { [field]: text } } })
})

it('refuses a title that is too long', async () => {
  const { call, northside } = await world()
  const params = await northside.make.cohort()
  const refused = await call(cohorts.update, { as: northside.admin, params, body: { title: 'a'.repeat(101) } })
  expect(refused.error.fields).toEqual({ title: 'Use no máximo 100 caracteres' })
})

it('says of each student how much of the class’s courses is done, and when they were last there', async () => {
  const { call } = await world()
  const own = await makeLearningSchool()
  const { school, course, student } = own
  const other = await school.make.course({ modules: [3] })
  const cohort = await school.make.cohort({ courses: [course, other] })
  const [idle, none] = [await school.make.student(), await school.make.cohort()]
  for (const [place, who] of [
    [cohort, student],
    [cohort, idle],
    [none, student],
  ] as const)
    await school.make.enrollment(place, who)
  for (const lesson of [0, 1]) await markLesson(own, student, lesson)
  const seenOn = new Date('2026-11-20T12:00:00Z')
  await school.tx((db) =>
    db.updateTable('memberships').set({ utc_seen_on: seenOn }).where('user_id', '=', student.userId).execute(),
  )
  const read = async ({ id }: { id: string }) =>
    (await call(cohorts.get, { as: school.admin, params: { id } })).body.students.list.map((each) => [
      each.user_id,
      each.progress,
      each.utc_seen_on,
    ])
  expect(await read(cohort)).toEqual(
    expect.arrayContaining([
      [student.userId, '33.33', seenOn.toISOString()],
      [idle.userId, '0.00', null],
    ]),
  )
  expect(await read(own.cohort)).toEqual([[student.userId, '66.67', seenOn.toISOString()]])
  expect(await read(none)).toEqual([[student.userId, '0.00', seenOn.toISOString()]])
})

it('lists apart who never came, who has stalled and who is done with all that the class opens', async () => {
  const w = await world()
  const own = await makeLearningSchool()
  const { school } = own
  const other = await school.make.course({ modules: [1] })
  const cohort = await school.make.cohort({ courses: [own.course, other] })
  const draft = await school.make.cohort()
  const enroll = async (name: string, daysAway?: number) => {
    const student = await school.make.student(name)
    for (const each of [cohort, draft]) await school.make.enrollment(each, student)
    const utc_seen_on = daysAway === undefined ? null : new Date(w.tools.now().getTime() - daysAway * dayMs)
    await school.tx((db) =>
      db.updateTable('memberships').set({ utc_seen_on }).where('user_id', '=', student.userId).execute(),
    )
    return student
  }
  await enroll('Nina')
  const [half, done] = [await enroll('Helena', 20), await enroll('Dora', 20)]
  await enroll('Ana Lia', stalledDays - 1)
  await enroll('Saulo', stalledDays + 1)
  for (const student of [half, done]) for (const lesson of [0, 1, 2]) await markLesson(own, student, lesson)
  await markLesson({ ...own, course: other }, done, 0)
  const read = async (
    progress: '' | ProgressState,
    { of = cohort, sort = 'name' as StudentSort, search = '' } = {},
  ) => {
    const { body } = await w.call(cohorts.get, {
      as: school.admin,
      params: of,
      query: { standing: progress, sort, search },
    })
    expect([body.gateway.totalStudents, body.students.total]).toEqual([5, body.students.list.length])
    return body.students.list.map(({ name }) => name)
  }
  expect(await read('')).toHaveLength(5)
  expect(await read('never')).toEqual(['Nina'])
  expect(await read('stalled')).toEqual(['Helena', 'Saulo'])
  expect(await read('stalled', { sort: '-since' })).toEqual(['Saulo', 'Helena'])
  expect(await read('finished')).toEqual(['Dora'])
  expect(await read('finished', { of: draft }), 'nothing can be finished where nothing opens').toEqual([])
  expect(await read('stalled', { search: 'helena' })).toEqual(['Helena'])
  expect(await read('never', { search: 'helena' })).toEqual([])
})

it('finds the students of a class by name and e-mail, and those of no other class', async () => {
  const w = await world()
  const school = await w.makeSchool('Busca')
  const [cohort, other] = [await school.make.cohort(), await school.make.cohort()]
  for (const [name, of] of [
    ['Ana Beatriz', cohort],
    ['Beatriz Lima', cohort],
    ['Beatriz Souza', other],
    ['Caio', cohort],
  ] as const)
    await school.make.enrollment(of, await school.make.student(name))
  const find = async (search: string, query: { page?: number; sort?: StudentSort } = {}) => {
    const { body } = await w.call(cohorts.get, {
      as: school.admin,
      params: cohort,
      query: { sort: 'name', search, ...query },
    })
    expect(body.gateway.totalStudents).toBe(3)
    return [body.students.total, ...body.students.list.map(({ name }) => name)]
  }
  expect(await find('beatriz')).toEqual([2, 'Ana Beatriz', 'Beatriz Lima'])
  expect(await find('beatriz', { sort: '-since' })).toEqual([2, 'Beatriz Lima', 'Ana Beatriz'])
  expect(await find('beatriz', { page: 2 })).toEqual([2])
  expect(await find(' BEATRIZ  ana ')).toEqual([0])
  // One letter is in no index.
  expect(await find('c')).toEqual([1, 'Caio'])
  expect(await find('souza')).toEqual([0])
  expect(await find('%')).toEqual([0])
  expect(await find('')).toHaveLength(4)
})

it('deletes a class and keeps its people in the school', async () => {
  const { call, northside } = await world()
  const params = await northside.make.cohort({ courses: [await northside.make.course()] })
  await northside.make.enrollment(params, northside.student)
  expect(await call(cohorts.remove, { as: northside.admin, params })).toMatchObject({ status: 200, body: { ok: true } })
  expect((await call(cohorts.get, { as: northside.admin, params })).status).toBe(404)
  const kept = await northside.tx((db) =>
    db.selectFrom('memberships').select('user_id').where('user_id', '=', northside.student.userId).execute(),
  )
  expect(kept).toHaveLength(1)
})

it('answers 404 when the class is deleted while a student is added', async () => {
  const { call, northside, databaseUrl } = await world()
  const params = await northside.make.cohort()
  const waited = await openTransaction(databaseUrl, 'delete from cohorts where school_id = $1 and id = $2', [
    northside.id,
    params.id,
  ])
  const email = emailOf('tarde')
  const added = call(cohorts.addStudent, { as: northside.admin, params, body: { ...ana, email } })
  await untilWaiting(databaseUrl)
  await waited.commit()
  expect((await added).status).toBe(404)
})

async function listMessages(userId: string, school?: World['northside']) {
  const { tx } = school ?? (await world()).northside
  const rows = await tx((db) => db.selectFrom('messages').select('kind').where('user_id', '=', userId).execute())
  return rows.map((row) => row.kind)
}

describe('with an Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'a-key-of-my-own' }

  it('makes one class however often it is asked, also at the same moment', async () => {
    const { makeSchool, call } = await world()
    const school = await makeSchool('Chave')
    const create = (as = school.admin, own = headers) =>
      call(cohorts.create, { as, body: { title: 'Uma só' }, headers: own })
    const answers = [...(await Promise.all([create(), create(), create()])), await create()]
    expect(new Set(answers.map(({ body }) => body.gateway.id)).size).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const listed = async () => (await call(cohorts.list, { as: school.admin })).body.gatewayList.length
    expect(await listed()).toBe(1)
    // The key is one person's, and another key makes another class.
    await create(await school.make.admin())
    await create(school.admin, { 'idempotency-key': 'another-key' })
    expect(await listed()).toBe(3)
  })

  it('says of a student what the first answer said', async () => {
    const { makeSchool, call } = await world()
    const school = await makeSchool('Chave')
    const cohort = await school.make.cohort()
    const add = (own?: Record<string, string>) =>
      call(cohorts.addStudent, {
        as: school.admin,
        params: { id: cohort.id },
        body: { name: 'Ana Souza', email: 'ana.chave@example.com' },
        ...(own ? { headers: own } : {}),
      })
    expect((await add(headers)).body.alreadyEnrolled).toBe(false)
    expect((await add(headers)).body.alreadyEnrolled).toBe(false)
    expect((await add()).body.alreadyEnrolled).toBe(true)
  })

  it('forgets a key after a day, and refuses one that it cannot keep', async () => {
    const { makeSchool, call, tools } = await world()
    const school = await makeSchool('Chave')
    const create = (key: string) =>
      call(cohorts.create, { as: school.admin, body: {}, headers: { 'idempotency-key': key } })
    await create('yesterdays-key')
    await school.tx((db) =>
      db
        .updateTable('idempotency_keys')
        .set({ utc_created_on: new Date(Date.now() - 25 * hourMs) })
        .execute(),
    )
    await create('todays-key')
    await forgetOldKeys(school, tools)
    await forgetOldKeys(school, tools)
    const kept = await school.tx((db) => db.selectFrom('idempotency_keys').select('key').execute())
    expect(kept).toEqual([{ key: 'todays-key' }])
    for (const key of ['short', 'x'.repeat(65), 'with space in it'])
      expect((await create(key)).error).toMatchObject({
        code: 'invalid_request',
        fields: { 'Idempotency-Key': expect.any(String) },
      })
  })
})
