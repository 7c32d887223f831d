import { certificateIssues, issueMessages } from '@escola/contract/certificate-issues.contract'
import { students } from '@escola/contract/students.contract'
import { expect, it } from 'vitest'
import { neverStops } from '../../../testing/jobs.ts'
import { world } from '../../../testing/world.ts'
import { eraseMember } from '../../students/students.service.ts'
import { issueDue } from './finished.service.ts'
import { issueOnCompletion } from './issuing.service.ts'

const name = '田中 花子'

/** A school whose students have finished a course; one has a name that our fonts can't write. */
async function finished() {
  const { call, makeSchool, tools } = await world()
  const school = await makeSchool('Letras')
  const { make, tx } = school
  const course = await make.course({ title: 'Pães' })
  await make.enrollment(await make.cohort({ courses: [course] }), school.student)
  const people = [await make.student(name), school.student]
  const userIds = people.map(({ userId }) => userId)
  const completed = userIds.map((user_id) => ({ user_id, course_id: course.id, utc_completed_on: tools.now() }))
  const complete = () =>
    tx(async (db) => {
      await db.insertInto('course_progress').values(completed).execute()
      await issueOnCompletion(db, { courseId: course.id, userIds }, tools.now())
    })
  const issued = async () =>
    (await tx((db) => db.selectFrom('certificates').select('user_id').orderBy('id').execute())).map(
      (row) => row.user_id,
    )
  const held = async () =>
    (
      await tx((db) =>
        db.selectFrom('certificate_records').select('held_why').where('held_why', 'is not', null).execute(),
      )
    ).map(({ held_why }) => held_why)
  const rename = (title: string) => tx((db) => db.updateTable('courses').set({ title }).execute())
  const run = () => issueDue(school, {}, tools, neverStops)
  const due = async () =>
    (
      await tx((db) =>
        db.selectFrom('due_jobs').select('utc_due_on').where('name', '=', 'certificates.issue_due').executeTakeFirst(),
      )
    )?.utc_due_on
  const correct = () =>
    tx((db) =>
      db.updateTable('memberships').set({ name: 'Hanako Tanaka' }).where('user_id', '=', userIds[0]!).execute(),
    )
  return { call, tools, school, course, person: people[0]!, userIds, complete, issued, held, rename, run, due, correct }
}

it('issues nothing that cannot be printed, says what and why, and issues it once the name is corrected', async () => {
  const { call, tools, school, course, person, userIds, complete, issued, held, run, due, correct } = await finished()
  await complete()
  const why = issueMessages.held(name, 'student_name')
  expect(why).toContain('nome do aluno')
  expect([await issued(), await held()]).toEqual([[userIds[1]], [why]])
  const requests = async () => (await call(certificateIssues.requests, { as: person })).body.requests
  expect(await requests()).toMatchObject([{ degree_id: course.id, held_why: why }])
  const news = await school.tx((db) =>
    db.selectFrom('open_notices').select(['kind', 'person', 'title']).where('kind', '=', 'certificate_held').execute(),
  )
  expect(news).toEqual([{ kind: 'certificate_held', person: name, title: why }])

  // The clock looks again, and tells no administrator twice.
  await run()
  expect([await issued(), await held()]).toEqual([[userIds[1]], [why]])
  expect((await due())!.getTime()).toBeGreaterThan(tools.now().getTime())
  await correct()
  await run()
  await run()
  expect([await issued(), await held(), await due()]).toEqual([[userIds[1], userIds[0]], [], undefined])
  expect(await requests()).toEqual([])
  const open = await school.tx((db) => db.selectFrom('open_notices').select('kind').execute())
  expect(open.filter(({ kind }) => kind === 'certificate_held')).toEqual([])
})

it('shows the administrator why, and issues at once when they ask after the correction', async () => {
  const { call, school, course, person, userIds, complete, issued, held, correct } = await finished()
  await school.make.enrollment(await school.make.cohort({ courses: [course] }), person)
  await complete()
  const shown = async () =>
    (await call(students.get, { as: school.admin, params: { link: person.userId } })).body.degrees[0]
  expect(await shown()).toMatchObject({
    certificate: null,
    certificate_held_why: issueMessages.held(name, 'student_name'),
  })
  const reissue = () =>
    call(students.reissueCertificate, {
      as: school.admin,
      params: { userId: person.userId },
      body: { degreeId: course.id },
    })
  expect((await reissue()).error.code).toBe('certificate_unprintable')
  await correct()
  expect((await reissue()).status).toBe(200)
  expect([await issued(), await held()]).toEqual([[userIds[1], userIds[0]], []])
  expect((await shown())!.certificate_held_why).toBeUndefined()
})

it('holds all whose course cannot be printed, more than one batch of them, and leaves what no template issues any more', async () => {
  const { school, course, complete, issued, held, rename, run, due } = await finished()
  const { make, tx } = school
  await rename('パン')
  await complete()
  expect([await issued(), await held()]).toMatchObject([
    [],
    [expect.stringContaining('título do curso'), expect.anything()],
  ])
  await tx((db) => db.updateTable('certificate_templates').set({ is_automatic: false }).execute())
  await run()
  expect([await issued(), await held(), await due()]).toEqual([[], [], undefined])
  await tx((db) => db.updateTable('certificate_templates').set({ is_automatic: true }).execute())
  const more: Awaited<ReturnType<typeof make.student>>[] = []
  while (more.length < 210) more.push(await make.student())
  for (const student of more) await make.heldCertificate(course, student, 'パン')
  await tx((db) =>
    db
      .insertInto('course_progress')
      .values(more.map(({ userId }) => ({ user_id: userId, course_id: course.id, utc_completed_on: new Date() })))
      .execute(),
  )
  await rename('Pães')
  await run()
  expect([(await issued()).length, await held()]).toEqual([210, []])
})

it('forgets a held certificate with its student', async () => {
  const { tools, school, person, complete, held } = await finished()
  await complete()
  await school.tx((db) => eraseMember(db, school.id, { user_id: person.userId }, tools))
  expect(await held()).toEqual([])
  const records = await school.tx((db) => db.selectFrom('certificate_records').select('user_id').execute())
  expect(records).toEqual([{ user_id: school.student.userId }])
})
