import { cohorts } from '@escola/contract/cohorts.contract'
import { courses } from '@escola/contract/courses.contract'
import { dayMs } from '@escola/contract/durations'
import { imports } from '@escola/contract/imports.contract'
import { type Notification, notifications } from '@escola/contract/notifications.contract'
import { ownersRights } from '@escola/contract/permissions'
import { schools } from '@escola/contract/schools.contract'
import { expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import type { Person } from '../../testing/call.ts'
import { neverStops, runJob } from '../../testing/jobs.ts'
import { giveBalance } from '../../testing/paying.ts'
import { expectShape } from '../../testing/row-shape.ts'
import { world } from '../../testing/world.ts'
import { issueOnCompletion } from '../certificates/issuing/issuing.service.ts'
import { renderCertificate } from '../certificates/printing/printing.service.ts'
import { processImport } from '../imports/import-processing.service.ts'
import { listOf as listRows } from './notifications.queries.ts'
import { forgetOld, notify } from './notifications.service.ts'

/** A school that shows notifications, with a course that a class opens. */
async function notifyingSchool({ shows = true, published = true } = {}) {
  const { makeSchool, database } = await world()
  const school = await makeSchool('Novidades')
  await database.withPlatform((db) =>
    db.updateTable('schools').set({ has_notifications: shows }).where('id', '=', school.id).execute(),
  )
  const course = await school.make.course({ title: 'Bolos', published })
  const cohort = await school.make.cohort({ title: 'Turma da tarde', courses: [course] })
  return { school, course, cohort }
}
type Context = Awaited<ReturnType<typeof notifyingSchool>>

const listOf = async (as: Person, page = 1) => {
  const { call } = await world()
  return (await call(notifications.list, { as, query: { page } })).body.notifications
}
const kindsOf = async (as: Person) => (await listOf(as)).list.map(({ kind }) => kind)
const unreadOf = async ({ school }: Context, as: Person) => {
  const { call } = await world()
  const { body } = await call(schools.context, { as, query: { pathname: `/escola/${school.id}` } })
  return body.notifications.unread
}

async function publish({ school, course }: Context, unpublish = false) {
  const { call } = await world()
  const body = { id: course.id, unpublish }
  expect((await call(courses.publish, { as: school.admin, params: { link: course.link }, body })).status).toBe(200)
}
const jobsOf = async ({ school }: Context) =>
  (await school.pendingJobs()).filter(([name]) => name === 'notifications.announce_course')
const runJobs = async ({ school, course }: Context) =>
  runJob(await world(), school, jobs.announceCourse, { courseId: course.id })

it('tells a student once that they were enrolled in a class, and where it leads', async () => {
  const { call } = await world()
  const context = await notifyingSchool()
  const { school, cohort } = context
  const [ana, existing] = [await school.make.student(), await school.make.student('Já Dentro')]
  await school.make.enrollment(cohort, existing)
  for (const { name, email } of [ana, ana, existing]) {
    const body = { name, email, cellphone: '' }
    expect((await call(cohorts.addStudent, { as: school.admin, params: { id: cohort.id }, body })).status).toBe(200)
  }
  expect(await kindsOf(existing)).toEqual([])
  expect((await listOf(ana)).list).toEqual([
    {
      kind: 'access_given',
      subject_id: cohort.id,
      title: 'Turma da tarde',
      degree_link: null,
      person: '',
      count: 1,
      school_gateway_id: null,
      content_link: null,
      is_read: false,
      utc_created_on: expect.any(String),
    },
  ])
  expect(await unreadOf(context, ana)).toBe(1)
  expect(await unreadOf(context, school.admin)).toBe(0)
})

it('tells every student that an import enrolls', async () => {
  const { call, tools } = await world()
  const { school, cohort } = await notifyingSchool()
  const [ana, existing] = [await school.make.student(), await school.make.student('Já Dentro')]
  await school.make.enrollment(cohort, existing)
  const rows = [ana, existing].map(({ name, email }, at) => ({ line: at + 2, name, email, cellphone: '' }))
  const query = { total: 2, filename: 'alunos.csv', school_gateway_id: cohort.id }
  const file = { bytes: Buffer.from(JSON.stringify(rows)), filename: 'alunos.json' }
  const { body } = await call(imports.start, { as: school.admin, query, file })
  await processImport(school, body.import.id, tools, neverStops)
  expect([await kindsOf(ana), await kindsOf(existing)]).toEqual([['access_given'], []])
})

it('keeps none in a school that shows none', async () => {
  const { tools } = await world()
  const { school, cohort } = await notifyingSchool({ shows: false })
  await school.tx((db) => notify(db, { kind: 'access_given', subjectId: cohort.id }, [school.student.userId], tools))
  expect(await kindsOf(school.student)).toEqual([])
})

it('tells of a certificate once it is drawn', async () => {
  const { tools } = await world()
  const context = await notifyingSchool()
  const { school, course, cohort } = context
  await school.make.enrollment(cohort, school.student)
  const { userId } = school.student
  const now = new Date()
  await school.tx(async (db) => {
    await db
      .insertInto('course_progress')
      .values({ user_id: userId, course_id: course.id, utc_completed_on: now })
      .execute()
    await issueOnCompletion(db, { courseId: course.id, userIds: [userId] }, now)
  })
  expect(await kindsOf(school.student)).toEqual([])
  const [[, { certificateId }]] = (await school.pendingJobs()) as [[string, { certificateId: string }]]
  await renderCertificate(school, certificateId, tools)
  await renderCertificate(school, certificateId, tools)
  expect((await listOf(school.student)).list).toMatchObject([
    { kind: 'certificate_issued', subject_id: certificateId, title: 'Bolos', degree_link: course.link },
  ])
})

it('tells of a course when it comes out first, those who may study it, and no student twice', async () => {
  const context = await notifyingSchool({ published: false })
  const { school, cohort } = context
  const [enrolled, outside] = [school.student, await school.make.student('De Fora')]
  await school.make.enrollment(cohort, enrolled)
  // The student is in two classes that open it.
  await school.make.enrollment(await school.make.cohort({ all: true }), enrolled)
  await publish(context)
  expect(await jobsOf(context)).toHaveLength(1)
  await Promise.all([runJobs(context), runJobs(context)])
  await runJobs(context)
  expect((await listOf(enrolled)).list).toMatchObject([
    { kind: 'course_published', subject_id: context.course.id, title: 'Bolos', degree_link: context.course.link },
  ])
  expect(await kindsOf(outside)).toEqual([])

  await publish(context, true)
  await publish(context)
  expect(await jobsOf(context)).toHaveLength(1)
})

it('tells of a course that was taken back before any student was notified of it when it comes out again', async () => {
  const context = await notifyingSchool({ published: false })
  await context.school.make.enrollment(context.cohort, context.school.student)
  await publish(context)
  await publish(context, true)
  await runJobs(context)
  expect(await kindsOf(context.school.student)).toEqual([])
  await publish(context)
  expect(await jobsOf(context)).toHaveLength(2)
  await runJobs(context)
  expect(await kindsOf(context.school.student)).toEqual(['course_published'])
})

it('goes on notifying of a course where an earlier run has ended', async () => {
  const context = await notifyingSchool({ published: false })
  const { school, cohort, course } = context
  const people = await Promise.all(['Um', 'Dois'].map((name) => school.make.student(name)))
  for (const person of people) await school.make.enrollment(cohort, person)
  await publish(context)
  const [notified, next] = people.toSorted((a, b) => Number(a.userId) - Number(b.userId))
  await school.tx((db) =>
    db
      .updateTable('course_announcements')
      .set({ last_user_id: notified!.userId })
      .where('course_id', '=', course.id)
      .execute(),
  )
  await runJobs(context)
  expect([await kindsOf(notified!), await kindsOf(next!)]).toEqual([[], ['course_published']])
})

it('marks as read what a user has seen, theirs alone and nothing newer', async () => {
  const { call, tools } = await world()
  const context = await notifyingSchool()
  const { school, student } = { ...context, student: context.school.student }
  const other = await school.make.student('Outra Pessoa')
  const both = [student.userId, other.userId]
  for (const [subjectId, moment] of [
    ['1', '2026-05-01T10:00:00Z'],
    ['2', '2026-05-02T10:00:00Z'],
    ['3', '2026-05-03T10:00:00Z'],
  ] as const)
    await school.tx((db) =>
      notify(db, { kind: 'access_given', subjectId }, both, { ...tools, now: () => new Date(moment) }),
    )
  expect(await unreadOf(context, student)).toBe(3)
  const [newest, seen] = (await listOf(student)).list as [Notification, Notification]
  const { kind, subject_id, utc_created_on } = newest
  await call(notifications.read, { as: student, body: { utc_until: utc_created_on, only: { kind, subject_id } } })
  expect((await listOf(student)).list.map((each) => each.is_read)).toEqual([true, false, false])
  await school.tx((db) => db.updateTable('notifications').set({ utc_read_on: null }).execute())
  await call(notifications.read, { as: student, body: { utc_until: seen.utc_created_on } })
  expect((await listOf(student)).list.map((each) => [each.subject_id, each.is_read])).toEqual([
    ['3', false],
    ['2', true],
    ['1', true],
  ])
  expect([await unreadOf(context, student), await unreadOf(context, other)]).toEqual([1, 3])
})

it('forgets after ninety days, a part at a time', async () => {
  const { school } = await notifyingSchool()
  const ages = [89, 91, 92, 92, 93, 94]
  for (const [index, age] of ages.entries()) {
    const moment = new Date(Math.floor(Date.now() / dayMs) * dayMs - (age - 1) * dayMs)
    const news = { kind: 'access_given', subjectId: String(index + 1) } as const
    await school.tx((db) => notify(db, news, [school.student.userId], { now: () => moment }))
  }
  const signal = neverStops
  await forgetOld(school, { now: () => new Date(Math.floor(Date.now() / dayMs) * dayMs + dayMs) }, signal, 2)
  expect((await listOf(school.student)).list.map((each) => each.subject_id)).toEqual(['1'])
})

it('reads notifications as it declares', async () => {
  const { tools } = await world()
  const { school, course, cohort } = await notifyingSchool()
  const { userId } = school.student
  const answered = async () => {
    const row = { user_id: userId, is_admin: true, message: '<p>Sim.</p>' }
    const { id: thread_id } = await school.make.thread(course, school.student)
    const reply = school.tx((db) =>
      db
        .insertInto('thread_replies')
        .values({ thread_id, ...row })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return (await reply).id
  }
  await giveBalance(school, -100)
  const { id: importId } = await school.make.import(cohort, { createdBy: school.admin })
  await school.tx((db) =>
    db
      .insertInto('admin_notices')
      .values([
        { kind: 'import_ended', subject_id: importId, group_id: '1', utc_created_on: new Date() },
        { kind: 'course_first_completed', subject_id: course.id, group_id: '2', utc_created_on: new Date() },
        { kind: 'balance_below_zero', subject_id: '1', group_id: '3', utc_created_on: new Date() },
      ])
      .execute(),
  )
  for (const news of [
    { kind: 'import_ended', subjectId: '1' },
    { kind: 'course_first_completed', subjectId: '2' },
    { kind: 'balance_below_zero', subjectId: '3' },
    { kind: 'access_given', subjectId: cohort.id },
    { kind: 'course_published', subjectId: course.id },
    { kind: 'question_answered', subjectId: await answered() },
  ] as const)
    await school.tx((db) => notify(db, news, [userId], tools))
  const read = () => school.tx((db) => listRows(db, userId, ownersRights, { limit: 9, offset: 0 }))
  const unread = await read()
  await school.tx((db) => db.updateTable('notifications').set({ utc_read_on: new Date() }).execute())
  expectShape([...unread, ...(await read())], {
    kind: 'string',
    subject_id: 'string',
    utc_created_on: 'Date',
    utc_read_on: 'Date or null',
    course_title: 'string or null',
    course_link: 'string or null',
    cohort_title: 'string or null',
    lesson_title: 'string or null',
    lesson_link: 'string or null',
    notice_title: 'string or null',
    notice_course_link: 'string or null',
    notice_cohort_id: 'string or null',
    notice_cents: 'number or null',
    person: 'string or null',
    count: 'number or null',
  })
})
