import { merges } from '@escola/contract/merges.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { type World, world } from '../../testing/world.ts'
import { reissueCertificate } from '../certificates/issuing/issuing.service.ts'
import { readRowsOf } from './merges.testing.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

type School = Awaited<ReturnType<World['makeSchool']>>
const linkOf = async (s: School, userId: string) =>
  (
    await s.tx((db) =>
      db.selectFrom('memberships').select('link').where('user_id', '=', userId).executeTakeFirstOrThrow(),
    )
  ).link
const startMerge = async (s: School, first: Pick<Person, 'userId'>, second: { email: string }) =>
  w.call(merges.start, { as: s.admin, params: { link: await linkOf(s, first.userId) }, body: { email: second.email } })
const undoMerge = async (s: School, first: Pick<Person, 'userId'>, id: string) =>
  w.call(merges.undo, { as: s.admin, params: { link: await linkOf(s, first.userId), id } })

it('gives a certificate back with the issues made since, and the two can be merged again', async () => {
  const s = await w.makeSchool('Reemissão')
  const [first, second] = [await s.make.student('Maria Souza'), await s.make.student('Maria S')]
  const course = await s.make.course()
  const { record_id } = await s.make.certificate(course, second)
  await s.tx((db) =>
    db
      .insertInto('course_progress')
      .values({ user_id: second.userId, course_id: course.id, utc_completed_on: w.tools.now() })
      .execute(),
  )
  const { merge } = (await startMerge(s, first, second)).body
  const claim = { userId: first.userId, courseId: course.id }
  const issued = await s.tx((db) => reissueCertificate(db, claim, w.tools.now()))
  expect(issued.number).toBe(2)
  // The certificate is as it was when it was drawn.
  await s.tx(async (db) => {
    const set = (number: number, utc_replaced_on: Date | null) =>
      db
        .updateTable('certificates')
        .set({ utc_replaced_on, status: 'ready' })
        .where('record_id', '=', record_id!)
        .where('number', '=', number)
        .execute()
    await set(1, new Date())
    await set(2, null)
  })
  expect((await undoMerge(s, first, merge.id)).status).toBe(200)
  const holders = await s.tx((db) =>
    db.selectFrom('certificates').select(['number', 'user_id', 'utc_replaced_on']).orderBy('number').execute(),
  )
  expect(holders).toEqual([
    { number: 1, user_id: second.userId, utc_replaced_on: expect.any(Date) },
    { number: 2, user_id: second.userId, utc_replaced_on: null },
  ])
  expect((await startMerge(s, first, second)).status).toBe(200)
})

it('keeps the student of a corrected e-mail when another goes on for them', async () => {
  const s = await w.makeSchool('Corrigidas')
  const [student, former] = [await s.make.student('Maria'), await s.make.student('Maria de antes')]
  const course = await s.make.course()
  const certificate = await s.make.certificate(course, former)
  const { body } = await w.call(merges.correct, {
    as: s.admin,
    params: { link: await linkOf(s, student.userId) },
    body: { email: `certa.${s.id}@example.com` },
  })
  const open = () => w.call(students.get, { as: s.admin, params: { link: body.student.link } })
  const corrected = { userId: (await open()).body.student.user_id }
  await startMerge(s, corrected, former)
  const current = (await open()).body.merges
  expect(current).toHaveLength(2)
  await undoMerge(s, corrected, current.find((each) => each.is_correction)!.id)
  expect((await open()).body.merges).toHaveLength(1)
  const other = current.find((each) => !each.is_correction)!
  expect((await undoMerge(s, corrected, other.id)).status).toBe(200)
  const holder = await s.tx((db) =>
    db.selectFrom('certificates').select('user_id').where('id', '=', certificate.id).executeTakeFirstOrThrow(),
  )
  expect(holder.user_id).toBe(former.userId)
})

it('takes no more calls that write to mailboxes than others that do', () => {
  expect([merges.start, merges.undo, merges.correct].map(({ rateLimit }) => rateLimit)).toEqual(Array(3).fill('mail'))
})

it('completes a course that the first student has only opened, and an undo leaves it opened', async () => {
  const s = await w.makeSchool('Aberto')
  const [first, second] = [await s.make.student('Maria Souza'), await s.make.student('Maria S')]
  const course = await s.make.course()
  const completed = new Date('2026-03-01T12:00:00Z')
  const opened = new Date('2026-02-01T12:00:00Z')
  const progress = { course_id: course.id, utc_started_on: opened }
  await s.tx((db) =>
    db
      .insertInto('course_progress')
      .values([
        { ...progress, user_id: first.userId, utc_completed_on: null },
        { ...progress, user_id: second.userId, utc_completed_on: completed },
      ])
      .execute(),
  )
  const before = await readRowsOf(w, first)
  const completedOn = async () =>
    (
      await s.tx((db) =>
        db.selectFrom('course_progress').where('user_id', '=', first.userId).select('utc_completed_on').execute(),
      )
    ).map((row) => row.utc_completed_on)
  const { merge } = (await startMerge(s, first, second)).body
  expect(await completedOn()).toEqual([completed])
  expect((await undoMerge(s, first, merge.id)).status).toBe(200)
  expect((await readRowsOf(w, first)).course_progress).toEqual(before.course_progress)
})

it.each([
  ['in the order in which they came', [0, 1], ['05-03', '05-09']],
  ['the last first', [1, 0], ['05-05', '05-09']],
])('brings the earlier start of a course that both have begun, and gives it back, %s', async (_, order, starts) => {
  const s = await w.makeSchool('Começos')
  const [first, ...others] = [await s.make.student(), await s.make.student(), await s.make.student()]
  const course = await s.make.course()
  const begin = (userId: string, day: string) =>
    s.tx((db) =>
      db
        .insertInto('course_progress')
        .values({ user_id: userId, course_id: course.id, utc_started_on: new Date(`2026-${day}T12:00:00Z`) })
        .execute(),
    )
  await begin(first!.userId, '05-09')
  await begin(others[0]!.userId, '05-05')
  await begin(others[1]!.userId, '05-03')
  const startOf = async () => {
    const { utc_started_on } = await s.tx((db) =>
      db
        .selectFrom('course_progress')
        .where('user_id', '=', first!.userId)
        .select('utc_started_on')
        .executeTakeFirstOrThrow(),
    )
    return utc_started_on.toISOString().slice(5, 10)
  }
  const ids: string[] = []
  for (const [index, other] of others.entries()) {
    ids.push((await startMerge(s, first!, other)).body.merge.id)
    expect(await startOf()).toBe(['05-05', '05-03'][index])
  }
  for (const [index, at] of order.entries()) {
    expect((await undoMerge(s, first!, ids[at]!)).status).toBe(200)
    expect(await startOf()).toBe(starts[index])
  }
})

it('leaves a course that came by a merging begun with what the first student has done of it since', async () => {
  const s = await w.makeSchool('Desde então')
  const [first, second] = [await s.make.student(), await s.make.student()]
  const course = await s.make.course({ modules: [2] })
  const [lesson, other] = course.lessons
  const done = (userId: string, lesson_id: string, day: string) =>
    s.tx((db) =>
      db
        .insertInto('lesson_completions')
        .values({
          user_id: userId,
          course_id: course.id,
          lesson_id,
          utc_completed_on: new Date(`2026-${day}T12:00:00Z`),
        })
        .execute(),
    )
  await s.tx((db) =>
    db
      .insertInto('course_progress')
      .values({ user_id: second.userId, course_id: course.id, utc_started_on: new Date('2026-05-01T12:00:00Z') })
      .execute(),
  )
  await done(second.userId, lesson!.id, '05-02')
  const { merge } = (await startMerge(s, first, second)).body
  await done(first.userId, other!.id, '06-03')
  expect((await undoMerge(s, first, merge.id)).status).toBe(200)
  const rows = await s.tx((db) =>
    db.selectFrom('course_progress').select(['user_id', 'utc_started_on']).orderBy('utc_started_on').execute(),
  )
  expect(rows.map(({ user_id, utc_started_on }) => [user_id, utc_started_on.toISOString().slice(5, 10)])).toEqual([
    [second.userId, '05-01'],
    [first.userId, '06-03'],
  ])
})

it.each([
  ['nothing', false],
  ['a lesson of their own', true],
])(
  'leaves the first student with %s of a course that two mergings brought, once both are undone',
  async (_, hasOwn) => {
    const s = await w.makeSchool('Dois')
    const [first, ...others] = [await s.make.student(), await s.make.student(), await s.make.student()]
    const course = await s.make.course({ modules: [3] })
    const study = (userId: string, day: string, lessons: typeof course.lessons) =>
      s.tx(async (db) => {
        const [of, moment] = [{ user_id: userId, course_id: course.id }, new Date(`2026-${day}T12:00:00Z`)]
        await db
          .insertInto('course_progress')
          .values({ ...of, utc_started_on: moment })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const done = lessons.map(({ id }) => ({ ...of, lesson_id: id, utc_completed_on: moment }))
        await db.insertInto('lesson_completions').values(done).execute()
      })
    await study(others[0]!.userId, '05-02', course.lessons.slice(0, 1))
    await study(others[1]!.userId, '05-04', course.lessons.slice(0, 2))
    const before = await readRowsOf(w, first!)
    const ids: string[] = []
    for (const other of others) ids.push((await startMerge(s, first!, other)).body.merge.id)
    if (hasOwn) await study(first!.userId, '06-03', course.lessons.slice(2))
    for (const id of ids) expect((await undoMerge(s, first!, id)).status).toBe(200)
    const { course_progress: progress = [], lesson_completions: completions = [] } = await readRowsOf(w, first!)
    if (!hasOwn)
      expect([progress, completions]).toEqual([before.course_progress ?? [], before.lesson_completions ?? []])
    else {
      expect(progress.map((row) => JSON.parse(row).utc_started_on.slice(5, 10))).toEqual(['06-03'])
      expect(completions).toHaveLength(1)
    }
  },
)
