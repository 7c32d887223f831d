import { hourMs } from '@escola/contract/durations'
import { notifications as listed } from '@escola/contract/notifications.contract'
import { beforeAll, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { neverStops } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { Outlines } from '../learning/outlines.service.ts'
import { mergeRanges } from './opened-modules.service.ts'
import { announceOpenedModules } from './openings.service.ts'

/** Twenty seconds after eight o'clock in São Paulo. */
const eight = new Date('2026-03-10T11:00:20Z')
const later = (moment: Date, hours: number) => new Date(moment.getTime() + hours * hourMs)
const yesterday = later(eight, -20)
const longAgo = new Date('2025-01-01T00:00:00Z')

let w: World
beforeAll(async () => {
  w = await world()
})

interface Rule {
  no_dripping?: boolean
  dripping_what?: 'modules' | 'school_gateways'
  dripping_when?: 'day' | 'week' | 'month'
}

/** A school with a course of three modules, and a class that opens it to a student since long ago. */
async function makeSchool(rule: Rule = { no_dripping: true }) {
  const school = await w.makeSchool('Liberações')
  const notices = { has_notifications: true }
  await school.tx((db) => db.updateTable('schools').set(notices).execute())
  const course = await school.make.course({ modules: [1, 1, 1], ...rule })
  const cohort = await school.make.cohort({ courses: [course] })
  const created = { utc_created_on: longAgo }
  await school.tx((db) => db.updateTable('cohorts').set(created).where('id', '=', cohort.id).execute())

  const enroll = async (person: { userId: string }, enrolledOn = longAgo, into: { id: string } = cohort) => {
    await school.make.enrollment(into, person)
    await school.tx((db) =>
      db
        .updateTable('enrollments')
        .set({ utc_created_on: enrolledOn })
        .where('user_id', '=', person.userId)
        .where('cohort_id', '=', into.id)
        .execute(),
    )
  }
  /** Sets a class's day for a module. */
  const date = (on: Date, module = 1, of: { id: string } = cohort, opened = course) => {
    const row = { course_id: opened.id, cohort_id: of.id, module_id: opened.module_order[module]!, utc_dated_on: on }
    return school.tx((db) => db.insertInto('module_dates').values(row).execute())
  }
  const run = (now = eight, { signal = neverStops, atOnce = 500 } = {}) =>
    announceOpenedModules(school, { now: () => now, outlines: new Outlines() }, signal, atOnce)
  const mails = () =>
    school.tx(async (db) => {
      const rows = await db
        .selectFrom('messages')
        .select(['user_id', 'params'])
        .where('kind', '=', 'modules_opened')
        .orderBy('id')
        .execute()
      return rows.map(({ user_id, params }) => [user_id, (params as { moduleIds: string[] }).moduleIds])
    })
  const notifications = () =>
    school.tx((db) =>
      db.selectFrom('notifications').select(['user_id', 'subject_id']).where('kind', '=', 'modules_opened').execute(),
    )
  const modules = course.module_order
  await enroll(school.student)
  return { school, course, cohort, modules, student: school.student, enroll, date, run, mails, notifications }
}

it("tells of a module that opened by its class's day, once, however often it runs", async () => {
  const { student, course, modules, date, run, mails, notifications, school } = await makeSchool()
  await date(yesterday)
  await date(later(eight, 1), 2)
  await run()
  await run()
  await run(later(eight, 3))
  expect(await mails()).toEqual([[student.userId, [modules[1]]]])
  expect(await notifications()).toEqual([{ user_id: student.userId, subject_id: modules[1] }])
  const due = await school.tx((db) => db.selectFrom('due_jobs').selectAll().execute())
  expect(due).toMatchObject([{ name: jobs.announceOpenedModules.name, utc_due_on: new Date('2026-03-11T11:00:00Z') }])
  const { body } = await w.call(listed.list, { as: student, query: { page: 1 } })
  const notification = { kind: 'modules_opened', title: course.title, degree_link: course.link }
  expect(body.notifications.list).toMatchObject([notification])
  await run(later(eight, 24))
  expect(await mails()).toEqual([
    [student.userId, [modules[1]]],
    [student.userId, [modules[2]]],
  ])
})

it.each([
  ['day', '2026-03-08T12:00:00Z', 1],
  ['week', '2026-03-02T12:00:00Z', 1],
  ['month', '2026-02-09T12:00:00Z', 1],
  ['month', '2026-01-09T12:00:00Z', 2],
] as const)("tells by the student's own rhythm of a %s", async (dripping_when, enrolledOn, module) => {
  const { school, modules, enroll, run, mails } = await makeSchool({ no_dripping: false, dripping_when })
  const fresh = await school.make.student()
  await enroll(fresh, new Date(enrolledOn))
  // The first module opened when they were enrolled.
  await enroll(await school.make.student(), yesterday)
  await run()
  expect(await mails()).toEqual([[fresh.userId, [modules[module]]]])
})

it("tells by the class's rhythm, but for students who had it open already", async () => {
  const { school, cohort, modules, enroll, student, run, mails } = await makeSchool({
    no_dripping: false,
    dripping_what: 'school_gateways',
    dripping_when: 'day',
  })
  const created = { utc_created_on: new Date('2026-03-08T12:00:00Z') }
  await school.tx((db) => db.updateTable('cohorts').set(created).where('id', '=', cohort.id).execute())
  await enroll(await school.make.student(), new Date('2026-03-09T12:30:00Z'))
  await run()
  expect(await mails()).toEqual([[student.userId, [modules[1]]]])
})

it('tells nothing that opened more than a day ago, also when it comes late', async () => {
  const { student, modules, date, run, mails } = await makeSchool()
  await date(new Date('2026-03-09T10:59:00Z'), 0)
  await date(new Date('2026-03-09T11:01:00Z'), 1)
  await date(new Date('2026-03-10T10:00:00Z'), 2)
  await run(later(eight, 20))
  expect(await mails()).toEqual([[student.userId, [modules[2]]]])
})

it('tells nothing that opened before the upgrade, and nothing of a range that another run began', async () => {
  const { school, student, modules, date, run, mails } = await makeSchool()
  const upgrade = { utc_from: later(eight, -6), utc_until: later(eight, -6), utc_ended_on: later(eight, -6) }
  await school.tx((db) => db.insertInto('opening_tellings').values(upgrade).execute())
  await date(later(eight, -7), 0)
  await date(later(eight, -5), 1)
  await run()
  expect(await mails()).toEqual([[student.userId, [modules[1]]]])
})

it('tells only those who may open it: no ended enrolment, administrator, blocked school, hidden class or draft', async () => {
  const { school, cohort, course, enroll, date, run, mails, notifications, student } = await makeSchool()
  const ended = await school.make.student()
  await school.make.enrollment(cohort, ended, new Date('2026-03-01'))
  const admin = await school.make.admin()
  await enroll(admin)
  await date(yesterday)
  const set = (table: 'schools' | 'cohorts' | 'courses' | 'lessons', values: object) =>
    school.tx((db) => db.updateTable(table).set(values).execute())
  const again = () =>
    school.tx((db) => db.deleteFrom('opening_tellings').where('utc_ended_on', 'is not', null).execute())
  for (const [table, closed, open] of [
    ['schools', { is_blocked: true, blocked_reason: 'Teste' }, { is_blocked: false, blocked_reason: '' }],
    ['cohorts', { is_hidden: true }, { is_hidden: false }],
    ['courses', { utc_published_on: null }, { utc_published_on: course.utc_published_on }],
    ['lessons', { is_visible: false }, { is_visible: true }],
  ] as const) {
    await set(table, closed)
    await run()
    expect(await mails(), table).toEqual([])
    await set(table, open)
    await again()
  }
  await school.tx((db) => db.updateTable('schools').set({ has_notifications: false }).execute())
  await run()
  expect((await mails()).map(([userId]) => userId)).toEqual([student.userId])
  expect(await notifications()).toEqual([])
})

it('tells a student of two classes and two courses in one mail, of each module once', async () => {
  const { school, course, modules, student, enroll, date, run, mails, notifications } = await makeSchool()
  const other = await school.make.course({ modules: [1, 1] })
  const second = await school.make.cohort({ courses: [course, other] })
  await enroll(student, longAgo, second)
  await date(yesterday)
  await date(later(yesterday, 1), 1, second)
  await date(yesterday, 1, second, other)
  await run(eight, { atOnce: 1 })
  expect(await mails()).toEqual([[student.userId, [modules[1], other.module_order[1]]]])
  expect(await notifications()).toHaveLength(2)
})

it('tells nothing that was open by another class, by hand, or at joining', async () => {
  const { school, course, modules, student, enroll, date, run, mails } = await makeSchool()
  await date(yesterday, 1)
  await date(yesterday, 2)
  const open = await school.make.cohort({ courses: [course] })
  await enroll(student, longAgo, open)
  const byHand = await school.make.student()
  await enroll(byHand)
  const opened = { course_id: course.id, user_id: byHand.userId, module_id: modules[1]!, utc_opened_on: longAgo }
  await school.tx((db) => db.insertInto('module_dates').values(opened).execute())
  await enroll(await school.make.student(), later(yesterday, 1))
  await run()
  expect(await mails()).toEqual([[byHand.userId, [modules[2]]]])
})

it("tells no student of the public class of a module with a class's own lessons alone", async () => {
  const { school, course, modules, student, date, run, mails } = await makeSchool()
  const visitors = await school.make.cohort({ isPublic: true, all: true })
  const visitor = await school.make.student()
  await school.make.enrollment(visitors, visitor)
  await school.tx((db) => db.updateTable('enrollments').set({ utc_created_on: longAgo }).execute())
  await date(yesterday, 1)
  await date(yesterday, 1, visitors)
  await date(yesterday, 2, visitors)
  const secret = { is_private: true }
  await school.tx((db) => db.updateTable('lessons').set(secret).where('id', '=', course.lessons[1]!.id).execute())
  await run()
  expect(await mails()).toEqual([
    [student.userId, [modules[1]]],
    [visitor.userId, [modules[2]]],
  ])
})

it('goes on where a run died, and tells each student once', async () => {
  const { school, student, enroll, date, run, mails } = await makeSchool()
  const others = [await school.make.student(), await school.make.student(), await school.make.student()]
  for (const each of others) await enroll(each)
  await date(yesterday)
  const dying = new AbortController()
  dying.abort()
  await expect(run(eight, { signal: dying.signal, atOnce: 2 })).rejects.toThrow()
  expect(await mails()).toHaveLength(2)
  // The mails are gone from the list, so that the cursor alone knows who was notified.
  await school.tx((db) => db.deleteFrom('messages').execute())
  await Promise.all([run(later(eight, 1), { atOnce: 2 }), run(later(eight, 1), { atOnce: 2 })])
  const inOrder = [student, ...others].map(({ userId }) => userId).toSorted((a, b) => Number(a) - Number(b))
  expect((await mails()).map(([userId]) => userId)).toEqual(inOrder.slice(2))
  const cursors = await school.tx((db) => db.selectFrom('opening_tellings').select('utc_ended_on').execute())
  expect(cursors).toEqual([{ utc_ended_on: expect.any(Date) }])
})

it('announces no module whose lessons wait for an earlier one, but to students who have completed that', async () => {
  const { school, course, modules, enroll, date, run, mails } = await makeSchool()
  const { id: course_id, lessons } = course
  await school.tx((db) => db.updateTable('courses').set({ in_order: true }).where('id', '=', course_id).execute())
  const ready = await school.make.student()
  await enroll(ready)
  const done = { user_id: ready.userId, course_id, lesson_id: lessons[0]!.id }
  await school.tx((db) => db.insertInto('lesson_completions').values(done).execute())
  await date(yesterday)
  await run()
  expect(await mails()).toEqual([[ready.userId, [modules[1]]]])
})

it('joins ranges that touch', () => {
  const range = (from: number, until: number) => ({ from: new Date(from), until: new Date(until) })
  expect(mergeRanges([range(5, 7), range(1, 3), range(3, 5), range(9, 10), range(2, 3)])).toEqual([
    range(1, 7),
    range(9, 10),
  ])
})
