import { dayMs, hourMs, minuteMs } from '@escola/contract/durations'
import { imports } from '@escola/contract/imports.contract'
import { schools } from '@escola/contract/schools.contract'
import { students } from '@escola/contract/students.contract'
import { dayAfter, dayOf } from '@escola/contract/time'
import { today, todayLimits } from '@escola/contract/today.contract'
import { expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { world } from '../../testing/world.ts'
import { openToday } from './today.service.ts'

const noon = new Date('2026-11-23T15:00:00Z')
const at = (moment: Date) => ({ now: () => moment })
const ago = (days: number, from = noon) => new Date(from.getTime() - days * dayMs)

/** A school of its own, with a course of three lessons and a class. */
async function runningSchool() {
  const { makeSchool, database } = await world()
  const school = await makeSchool('Corrente')
  const course = await school.make.course({ modules: [2, 1] })
  const cohort = await school.make.cohort({ title: 'Turma da tarde', courses: [course] })
  const open = (moment = noon) =>
    openToday(makeAttended(school, school.admin, { roles: ['owner'] }), { ...at(moment), platform: database })
  /** Makes a student who entered a class some days ago. */
  const joined = async (
    name: string,
    days: number,
    { into = cohort, source = 'manual', from = noon, again = undefined as Person | undefined } = {},
  ) => {
    const student = again ?? (await school.make.student(name))
    await school.tx((db) =>
      db
        .insertInto('enrollment_grants')
        .values({ cohort_id: into.id, user_id: student.userId, source, utc_starts_on: ago(days, from) })
        .execute(),
    )
    return student
  }
  /** Makes a student who has completed the first lessons of the course, and perhaps all of it some days ago. */
  const studied = async (name: string, lessons: number, completed?: number) => {
    const { userId } = await school.make.student(name)
    await school.tx(async (db) => {
      await db
        .insertInto('course_progress')
        .values({
          user_id: userId,
          course_id: course.id,
          utc_completed_on: completed === undefined ? null : ago(completed),
        })
        .execute()
      for (const { id } of course.lessons.slice(0, lessons))
        await db
          .insertInto('lesson_completions')
          .values({ user_id: userId, lesson_id: id, course_id: course.id })
          .execute()
    })
  }
  return { ...school, course, cohort, open, joined, studied }
}

it('counts each day in São Paulo’s calendar, without the public class', async () => {
  const { make, open, joined, studied } = await runningSchool()
  const everybody = await make.cohort({ isPublic: true })
  await joined('Ana', 0)
  await joined('Rita', 2)
  const lia = await joined('Lia', 2)
  await joined('Rosa', 1, { into: everybody, source: 'public-class' })
  await joined('Velha', 100)
  // A purchase and an administrator let Lia into the same class on one day: she has entered it once.
  await joined('Lia', 2, { source: 'importer', again: lia })
  // Late in the evening it is the next day already elsewhere.
  await joined('Tarde', 0, { from: new Date('2026-11-23T01:30:00Z') })
  await studied('Zoe', 3, 1)
  const { days } = await open()
  expect(days).toHaveLength(90)
  expect(days.at(-1)).toEqual({ day: '2026-11-23', enrollments: 1, completions: 0 })
  expect(days.at(-2)).toEqual({ day: '2026-11-22', enrollments: 1, completions: 1 })
  expect(days.at(-3)).toEqual({ day: '2026-11-21', enrollments: 2, completions: 0 })
  expect(days.reduce((sum, { enrollments }) => sum + enrollments, 0)).toBe(4)
  expect(days[0]!.day).toBe(dayAfter('2026-11-23', -89))
})

it('counts a day that is over once, and the present one at each visit', async () => {
  const { open, joined } = await runningSchool()
  const minutes = (count: number) => new Date(noon.getTime() + count * minuteMs)
  const last = async (moment: Date) => (await open(moment)).days.slice(-2).map(({ enrollments }) => enrollments)
  await joined('Ana', 1)
  expect(await last(noon)).toEqual([1, 0])
  await joined('Rita', 1)
  await joined('Lia', 0)
  expect(await last(minutes(1))).toEqual([1, 1])
  // The end of a day is counted once, on the next one.
  await joined('Tarde', 0, { from: minutes(60) })
  const next = new Date(noon.getTime() + dayMs)
  expect(await last(next)).toEqual([2, 0])
  await joined('Nunca', 0, { from: minutes(120) })
  expect(await last(new Date(next.getTime() + hourMs))).toEqual([2, 0])
  expect((await open(new Date(noon.getTime() + 4 * dayMs))).days.slice(-5).map((day) => day.enrollments)).toEqual([
    2, 0, 0, 0, 0,
  ])
})

it('counts the days anew once what was kept of them is deleted', async () => {
  const { open, joined, tx } = await runningSchool()
  await joined('Ana', 3)
  await open()
  await tx((db) => db.updateTable('school_days').set({ enrollments: 7 }).execute())
  expect((await open(new Date(noon.getTime() + dayMs))).days.at(-5)!.enrollments).toBe(7)
  await tx((db) => db.deleteFrom('school_days').execute())
  expect((await open(new Date(noon.getTime() + dayMs))).days.slice(-6).map(({ enrollments }) => enrollments)).toEqual([
    0, 1, 0, 0, 0, 0,
  ])
})

it('says where the students of the busiest course stand, as it was once a day', async () => {
  const { make, course, open, studied } = await runningSchool()
  expect((await open()).stops).toBeNull()
  await make.course({ title: 'Outro' })
  await studied('Ana', 0)
  await studied('Rita', 1)
  await studied('Lia', 1)
  await studied('Zoe', 3, 1)
  expect((await open()).stops).toBeNull()
  const { stops } = await open(new Date(noon.getTime() + dayMs))
  expect(stops).toEqual({
    degree_id: course.id,
    degree_link: course.link,
    degree_title: course.title,
    students: 3,
    contents: [
      { link: 'aula-1-1', title: 'Aula 1.1', students: 1 },
      { link: 'aula-1-2', title: 'Aula 1.2', students: 2 },
    ],
  })
})

it('lists drafts, and imports with refused rows until an administrator is done with them', async () => {
  const { call } = await world()
  const { admin, student, make, course, cohort, tx } = await runningSchool()
  const read = async () => (await call(today.get, { as: admin })).body
  expect((await read()).drafts).toEqual({ total: 0, list: [] })
  const draft = await make.course({ title: 'Broas', published: false })
  await tx((db) =>
    db
      .updateTable('courses')
      .set({ draft: JSON.stringify({ title: 'Pães novos' }) })
      .where('id', '=', course.id)
      .execute(),
  )
  const entry = await make.import(cohort, { createdBy: admin })
  const old = await make.import(cohort, { createdBy: admin })
  await tx((db) =>
    db
      .updateTable('imports')
      .set({ utc_finished_on: ago(31, new Date()) })
      .where('id', '=', old.id)
      .execute(),
  )
  const { drafts, imports: listed } = await read()
  expect(drafts.total).toBe(2)
  expect(drafts.list).toContainEqual({ id: draft.id, link: draft.link, title: 'Broas', is_published: false })
  expect(drafts.list).toContainEqual({ id: course.id, link: course.link, title: 'Pães novos', is_published: true })
  const row = { filename: 'alunos.csv', school_gateway_id: cohort.id, cohort_title: cohort.title, refused: 1 }
  expect(listed).toEqual({ total: 1, list: [{ id: entry.id, ...row, has_failed: false }] })
  expect((await call(imports.settle, { as: student, params: { id: entry.id } })).status).toBe(403)
  expect((await call(imports.settle, { as: admin, params: { id: entry.id } })).status).toBe(200)
  expect((await read()).imports).toEqual({ total: 0, list: [] })
  await tx((db) =>
    db.updateTable('imports').set({ utc_finished_on: null, status: 'running' }).where('id', '=', old.id).execute(),
  )
  expect((await call(imports.settle, { as: admin, params: { id: old.id } })).status).toBe(404)
})

it('tells what happened last, newest first, and not of the public class', async () => {
  const { admin, make, course, cohort, open, joined, studied } = await runningSchool()
  const asker = await joined('Ana', 4)
  await joined('Raquel', 3, { source: 'sale' })
  await joined('Lia', 3, { source: 'importer' })
  await joined('Rosa', 1, { source: 'public-class' })
  await studied('Noemi', 3, 2)
  await make.import(cohort, { createdBy: admin })
  await make.thread(course, asker)
  const { happenings } = await open()
  const shown = happenings.map(({ kind, user_name, title }) => [kind, user_name, title])
  expect(shown.slice(0, 2).sort()).toEqual([
    ['asked', 'Ana', 'Aula 1.1'],
    ['imported', '', 'alunos.csv'],
  ])
  expect(shown.slice(2)).toEqual([
    ['completed', 'Noemi', course.title],
    ['bought', 'Raquel', 'Turma da tarde'],
    ['joined', 'Ana', 'Turma da tarde'],
  ])
  for (let index = 0; index < 10; index++) await joined(`Aluno ${index}`, 1)
  expect((await open()).happenings).toHaveLength(todayLimits.happenings)
})

it('knows the class of the school’s own, and whether it has a student', async () => {
  const { call, makeSchool } = await world()
  const { id, admin, make, student } = await makeSchool('Nova')
  const own = async () =>
    (await call(schools.context, { as: admin, query: { domain: '', pathname: `/escola/${id}` } })).body.ownCohort
  const everybody = await make.cohort({ isPublic: true })
  await make.enrollment(everybody, student)
  expect(await own()).toBeNull()
  const first = await make.cohort()
  expect(await own()).toEqual({ id: first.id, hasStudent: false })
  const second = await make.cohort()
  await make.enrollment(second, student)
  expect(await own()).toEqual({ id: first.id, hasStudent: true })
})

it('ends with the present day', async () => {
  const { call } = await world()
  const { admin } = await runningSchool()
  expect((await call(today.get, { as: admin })).body.days.at(-1)!.day).toBe(dayOf(new Date()))
})

it('says until when an unpaid month of the plan can be paid', async () => {
  const { open, tx } = await runningSchool()
  expect((await open()).utc_grace_ends_on).toBeNull()
  await tx((db) =>
    db
      .insertInto('subscriptions')
      .values({
        plan_id: 'middle',
        pays_with: 'pix',
        next_plan_id: 'middle',
        utc_paid_until: ago(1),
        utc_grace_ends_on: ago(-6),
      })
      .execute(),
  )
  expect((await open()).utc_grace_ends_on).toBe(ago(-6).toISOString())
})

it('names buyers with a doubtful e-mail who have never entered, newest first, for some days', async () => {
  const { make, tx, open, cohort, admin } = await runningSchool()
  const everybody = await make.cohort({ isPublic: true })
  const buyer = async (email: string, { days = 1, origin = 'hotmart', entered = false, into = cohort } = {}) => {
    const student = await make.student('Compradora')
    await make.enrollment(into, student)
    const { userId } = student
    const { link } = await tx((db) =>
      db
        .updateTable('memberships')
        .set({ email, origin, utc_created_on: ago(days), utc_entered_on: entered ? ago(0) : null })
        .where('user_id', '=', userId)
        .returning('link')
        .executeTakeFirstOrThrow(),
    )
    return link
  }
  const first = await buyer('ana.todays@gmail.con', { days: 3 })
  const second = await buyer('bia.todays@hotmial.com')
  await buyer('caio.todays@gmail.com')
  await buyer('davi.todays@gmail.con', { entered: true })
  await buyer('eva.todays@gmail.con', { origin: 'manual' })
  await buyer('fabio.todays@gmail.con', { days: todayLimits.emailDays + 1 })
  // The purchase was refunded or given to another student: the public class alone is left, and no mail has to arrive.
  await buyer('gil.todays@gmail.con', { into: everybody })
  const { doubtful_emails } = await open()
  expect(doubtful_emails).toEqual({
    total: 2,
    list: [
      {
        user_link: second,
        user_name: 'Compradora',
        email: 'bia.todays@hotmial.com',
        suggestion: 'bia.todays@hotmail.com',
      },
      { user_link: first, user_name: 'Compradora', email: 'ana.todays@gmail.con', suggestion: 'ana.todays@gmail.com' },
    ],
  })

  // Called right, it waits no longer; the next mistyped one of the same student does.
  const { call } = await world()
  const confirm = async (as: Person, link: string, email: string) =>
    (await call(students.confirmEmail, { as, params: { link }, body: { email } })).status
  expect(await confirm(await make.student('Outra'), first, 'ana.todays@gmail.con')).toBe(403)
  expect(await confirm(admin, 'nenhuma', 'ana.todays@gmail.con')).toBe(404)
  const linksAfter = async (email: string) => {
    expect(await confirm(admin, first, email)).toBe(200)
    return (await open()).doubtful_emails.list.map(({ user_link }) => user_link)
  }
  // It was corrected to another address since the page was loaded, which is asked about all the same.
  expect(await linksAfter('ana.todays@gmail.co')).toEqual([second, first])
  expect(await linksAfter('ana.todays@gmail.con')).toEqual([second])
  await tx((db) =>
    db.updateTable('memberships').set({ email: 'ana.todays@gmial.com' }).where('link', '=', first).execute(),
  )
  expect((await open()).doubtful_emails.list.map(({ user_link }) => user_link)).toEqual([second, first])
})
