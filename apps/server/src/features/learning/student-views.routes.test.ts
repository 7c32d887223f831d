import { dayMs } from '@escola/contract/durations'
import { errors } from '@escola/contract/errors'
import { learning } from '@escola/contract/learning.contract'
import { studentViews } from '@escola/contract/student-views.contract'
import { termMessages } from '@escola/contract/terms'
import { dayAfter, dayOf } from '@escola/contract/time'
import { schoolColumns, tables } from '@escola/db/walls'
import pg from 'pg'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'
import { makeLearningSchool, markLesson } from './learning.testing.ts'

const mark = 'segredo-do-aluno'

/** A student in a class, with something of every private kind. */
async function makeViewed() {
  const w = await world()
  const own = await makeLearningSchool()
  const { school, student, course, cohort } = own
  const { link } = await school.tx((db) =>
    db.selectFrom('memberships').where('user_id', '=', student.userId).select('link').executeTakeFirstOrThrow(),
  )
  const [first] = course.lessons
  const ask = (at = '', as = school.admin) => ({
    courses: () => w.call(studentViews.courses, { as, params: { link }, query: { at } }),
    course: () => w.call(studentViews.course, { as, params: { link, degreeLink: course.link }, query: { at } }),
    lesson: (lesson = first!) =>
      w.call(studentViews.lesson, {
        as,
        params: { link, degreeLink: course.link, lessonLink: lesson.link },
        query: { at },
      }),
  })
  return { w, own, school, student, course, cohort, link, ask, first: first! }
}

const inDays = (days: number) => dayAfter(dayOf(new Date()), days)

it('shows the courses, the progress and the lessons that the student has', async () => {
  const { own, student, course, link, ask, first } = await makeViewed()
  await markLesson(own, student, 0)
  const { courses, course: askCourse, lesson } = ask()
  const { body } = await courses()
  expect(body.student).toMatchObject({ link })
  expect(body.categories.flatMap(({ degrees }) => degrees)).toMatchObject([
    { id: course.id, state: 'continue', progress: '33.33' },
  ])
  const { degree } = (await askCourse()).body
  expect(degree).toMatchObject({ id: course.id, progress: '33.33', certificate: null })
  expect((await lesson()).body).toMatchObject({
    degree: { id: course.id },
    content: { id: first.id, isComplete: true },
  })
})

it('cuts the access at its known end, and opens modules by their calendar', async () => {
  const { school, student, course, ask } = await makeViewed()
  const endsOn = new Date(Date.now() + 10 * dayMs)
  await school.tx((db) =>
    db.updateTable('enrollments').set({ utc_ends_on: endsOn }).where('user_id', '=', student.userId).execute(),
  )
  await school.tx((db) =>
    db
      .updateTable('courses')
      .set({ no_dripping: false, dripping_what: 'modules', dripping_when: 'week' })
      .where('id', '=', course.id)
      .execute(),
  )
  const last = course.lessons.at(-1)!
  expect((await ask().lesson(last)).error.code).toBe('degree_lesson_locked')
  expect((await ask(inDays(8)).lesson(last)).body.content.id).toBe(last.id)
  expect((await ask(inDays(12)).course()).error.code).toBe('degree_forbidden')
  const states = async (day: string) =>
    (await ask(day).courses()).body.categories.flatMap(({ degrees }) => degrees.map(({ state }) => state))
  expect(await states(inDays(8))).toEqual(['start'])
  expect(await states(inDays(12))).not.toContain('start')
})

it('never looks at a day that is over', async () => {
  const { ask } = await makeViewed()
  const { status, error } = await ask(inDays(-1)).courses()
  expect([status, error.fields]).toEqual([400, { at: termMessages.pastDay }])
  expect((await ask(inDays(0)).courses()).status).toBe(200)
})

it("is for the school's own administrators, and for students who administer nothing", async () => {
  const { w, school, student, link, ask } = await makeViewed()
  const operator = await w.makePlatformPerson()
  const params = { schoolId: school.id, link }
  const refused = [
    await w.call(studentViews.courses, { as: operator, params }),
    await w.call(studentViews.course, { as: operator, params: { ...params, degreeLink: 'x' } }),
    await w.call(studentViews.lesson, { as: operator, params: { ...params, degreeLink: 'x', lessonLink: 'x' } }),
  ]
  for (const { error } of refused)
    expect(error).toMatchObject({ code: 'view_of_school', message: errors.view_of_school.message })
  expect((await ask('', student).courses()).status).toBe(403)
  const setAdmin = (is_admin: boolean) =>
    school.tx((db) => db.updateTable('memberships').set({ is_admin }).where('user_id', '=', student.userId).execute())
  await setAdmin(true)
  expect((await ask().courses()).status).toBe(404)
  await setAdmin(false)
  expect((await ask().courses()).status).toBe(200)
})

it('writes no row, tells nothing private, and no write takes the student for its caller', async () => {
  const { w, own, school, student, course, ask, first } = await makeViewed()
  await markLesson(own, student, 0)
  await school.make.certificate(course, student)
  await school.tx(async (db) => {
    const email = `${mark}@exemplo.com`
    const secrets = { email, cellphone: mark, notes: mark }
    await db.updateTable('memberships').set(secrets).where('user_id', '=', student.userId).execute()
    const question = { course_id: course.id, lesson_id: first.id, user_id: student.userId, message: mark }
    await db
      .insertInto('threads')
      .values({ ...question, utc_created_on: new Date() })
      .execute()
    await db
      .updateTable('certificates')
      .set({ code: mark.toUpperCase().slice(0, 12) })
      .execute()
  })
  const admin = new pg.Client({ connectionString: w.databaseUrl })
  await admin.connect()
  const snapshot = async () => {
    const rows: Record<string, unknown> = {}
    for (const table of Object.keys(tables)) {
      const column = schoolColumns[table]
      if (!column) continue
      const sum = `select count(*) as count, sum(xmin::text::bigint) as versions from ${table} where ${column} = $1`
      rows[table] = (await admin.query(sum, [school.id])).rows[0]
    }
    return rows
  }
  try {
    // The first call of an hour notes that the administrator was here.
    expect((await ask().courses()).status).toBe(200)
    const before = await snapshot()
    for (const at of ['', inDays(7), inDays(30)])
      for (const look of Object.values(ask(at))) {
        const answer = await look()
        expect(answer.status).toBe(200)
        expect(JSON.stringify(answer.body).toLowerCase()).not.toContain(mark.slice(0, 12))
      }
    const contentId = first.id
    const metadata = { content: { [contentId]: { isComplete: true } } }
    const body = { contentId, degreeId: course.id }
    const writes = [
      await w.call(learning.complete, { as: school.admin, body: { ...body, userDegree: { metadata } } }),
      await w.call(learning.savePosition, { as: school.admin, body: { ...body, position: 9 } }),
    ]
    expect(writes.map(({ error }) => error.code)).toEqual(['students_only', 'students_only'])
    expect(await snapshot()).toEqual(before)
  } finally {
    await admin.end()
  }
})

it('reads everything that a student may read, and offers nothing that writes', () => {
  const written = Object.values(studentViews).filter((route) => route.method !== 'GET')
  expect(written).toEqual([])
  const viewed: Record<keyof typeof learning, keyof typeof studentViews | 'refused' | 'their own link'> = {
    home: 'courses',
    course: 'course',
    lesson: 'lesson',
    complete: 'refused',
    savePosition: 'refused',
    fileLink: 'their own link',
  }
  expect(Object.keys(viewed).sort()).toEqual(Object.keys(learning).sort())
})
