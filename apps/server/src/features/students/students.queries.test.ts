import { students } from '@escola/contract/students.contract'
import { thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { expectShape } from '../../testing/row-shape.ts'
import { openTransaction } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'
import { listStudentProgress } from './students.queries.ts'

it('reads progress as it declares', async () => {
  const { northside } = await world()
  const { make, student } = northside
  const issued = await make.course({ modules: [1] })
  const held = await make.course()
  await make.enrollment(await make.cohort({ courses: [issued, held] }), student)
  await make.heldCertificate(held, student, 'Falta um nome')
  const certificate = await make.certificate(issued, student)
  const read = () => northside.tx((db) => listStudentProgress(db, student.userId))
  const drawn = await read()
  expectShape(drawn, {
    id: 'string',
    title: 'string',
    link: 'string',
    lessons: 'number',
    completed: 'number',
    last_lesson: 'string',
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
