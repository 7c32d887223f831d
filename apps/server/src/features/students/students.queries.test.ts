import { students } from '@escola/contract/students.contract'
import { thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { expectShape } from '../../testing/row-shape.ts'
import { openTransaction } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'
import { listOverallProgress } from './overall-progress.queries.ts'
import { listStudentProgress } from './students.queries.ts'

it('reads progress as it declares', async () => {
  const { northside } = await world()
  const { make, student } = northside
  const issued = await make.course({ modules: [1] })
  const held = await make.course()
  await make.enrollment(await make.cohort({ courses: [issued, held] }), student)
  await make.heldCertificate(held, student, 'Falta um nome')
  const certificate = await make.certificate(issued, student)
  const watched = { user_id: student.userId, lesson_id: issued.lessons[0]!.id, position: 1, utc_watched_on: new Date() }
  await northside.tx((db) => db.insertInto('lesson_positions').values(watched).execute())
  const read = () => northside.tx((db) => listStudentProgress(db, student.userId))
  const drawn = await read()
  expectShape(drawn, {
    id: 'string',
    title: 'string',
    link: 'string',
    lessons: 'number',
    completed: 'number',
    last_lesson: 'string',
    stopped_on: 'Date or null',
    certificate_held_why: 'string or null',
    certificate: 'object or null',
  })
  const failed = { status: 'failed', failure: 'Não coube' }
  await northside.tx((db) => db.updateTable('certificates').set(failed).where('id', '=', certificate.id).execute())
  const undrawn = await read()
  const revoked = { utc_revoked_on: new Date(), revoked_why: 'Engano' }
  await northside.tx((db) => db.updateTable('certificate_records').set(revoked).execute())
  const issues = [...drawn, ...undrawn, ...(await read())].flatMap((row) => row.certificate ?? [])
  expectShape(issues, {
    id: 'string',
    status: 'string',
    number: 'number',
    failure: 'string or null',
    revoked_why: 'string or null',
  })
})

it('never says that a course is complete before all of it is', async () => {
  const { call, northside, databaseUrl } = await world()
  const ana = await northside.make.student()
  const course = await northside.make.course({ modules: [1] })
  await northside.make.enrollment(await northside.make.cohort({ courses: [course] }), ana)
  const lessons = 20_001
  await northside.tx(async (db) => {
    await sql`insert into lessons (school_id, course_id, link, utc_published_on)
      select ${thisSchool}::bigint, ${course.id}, 'muitas-' || n, ${new Date()}::timestamptz from generate_series(2, ${lessons}::int) n
      on conflict do nothing`.execute(db)
    await sql`update modules set lesson_order = array(select id from lessons where school_id = ${thisSchool} and course_id = ${course.id} order by id)
      where school_id = ${thisSchool} and course_id = ${course.id}`.execute(db)
    await sql`insert into lesson_completions (school_id, user_id, course_id, lesson_id)
      select school_id, ${ana.userId}::bigint, course_id, id from lessons
      where school_id = ${thisSchool} and course_id = ${course.id} order by id limit ${lessons - 1} on conflict do nothing`.execute(
      db,
    )
  })
  // The database knows its tables here, as in a school that has been running.
  await (await openTransaction(databaseUrl, 'analyze lessons, modules, lesson_completions')).commit()
  const { body } = await call(students.get, { as: northside.admin, params: { link: ana.userId } })
  expect(body.degrees.map(({ progress }) => progress)).toEqual(['99.99'])
})

it('counts the lessons of all classes of a student once, and private ones only for a class of their own', async () => {
  const school = await (await world()).makeSchool('Progresso')
  const { make } = school
  const [ana, bia, caio] = [await make.student('Ana'), await make.student('Bia'), await make.student('Caio')]
  const course = await make.course({ modules: [3] })
  const [first, second] = [await make.cohort({ courses: [course] }), await make.cohort({ courses: [course] })]
  const open = await make.cohort({ isPublic: true })
  await make.enrollment(first, ana)
  await make.enrollment(second, ana)
  await make.enrollment(open, bia)
  const rows = await school.tx(async (db) => {
    const lessons = await db
      .selectFrom('lessons')
      .select('id')
      .where('course_id', '=', course.id)
      .orderBy('id')
      .execute()
    await db.updateTable('lessons').set({ is_private: true }).where('id', '=', lessons[0]!.id).execute()
    const values = [ana, bia].flatMap(({ userId }) =>
      lessons.slice(0, 2).map(({ id }) => ({ user_id: userId, lesson_id: id, course_id: course.id })),
    )
    await db.insertInto('lesson_completions').values(values).execute()
    return listOverallProgress(db, [ana.userId, bia.userId, caio.userId])
  })
  const ofUser = ({ userId }: { userId: string }) => rows.find(({ user_id }) => user_id === userId)
  expect(ofUser(ana)).toEqual({ user_id: ana.userId, lessons: 3, completed: 2 })
  expect(ofUser(caio)).toBeUndefined()
  expect(ofUser(bia)).toMatchObject({ lessons: 2, completed: 1 })
})
