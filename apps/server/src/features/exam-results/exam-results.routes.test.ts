import { courses } from '@escola/contract/courses.contract'
import { minuteMs } from '@escola/contract/durations'
import type { ExamKey } from '@escola/contract/exam-content'
import { examExceptions } from '@escola/contract/exam-exceptions.contract'
import type { ExamSettings } from '@escola/contract/exam-plan'
import { examResults } from '@escola/contract/exam-results.contract'
import { timeline } from '@escola/contract/timeline.contract'
import { expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'
import { makeExamSchool, options, point, rightSaves } from '../exam-attempts/exam-attempts.testing.ts'

async function makeResults(settings: Partial<ExamSettings> = {}, questions?: ExamKey[]) {
  const { call } = await world()
  const fixture = await makeExamSchool({ settings, ...(questions && { questions }) })
  const { school, lesson, begin, handIn, student } = fixture
  const as = school.admin
  const params = { lessonId: lesson.id }
  /** Makes an attempt with this many right answers. */
  const attempt = async (right: number, by: Person = student) => {
    const { id, questions } = await begin(by)
    await handIn(id, { epoch: 1, saves: rightSaves(questions, right) }, by)
    return id
  }
  const overview = async () => (await call(examResults.overview, { as, params })).body.overview
  const students = async (
    query: { search?: string; state?: 'passed' | 'failed' | 'none' | 'exception'; page?: number } = {},
  ) =>
    (await call(examResults.students, { as, params, query: { page: 1, search: '', state: '', ...query } })).body
      .students
  const listed = async () => (await call(examResults.questions, { as, params, query: { page: 1 } })).body.questions
  const review = async (attemptId: string) =>
    (await call(examResults.attempt, { as, params: { attemptId } })).body.review
  return { ...fixture, call, as, params, attempt, overview, students, listed, review }
}

it('adds up marks, attempts, passing and running ones', async () => {
  const { attempt, enroll, begin, overview } = await makeResults({ pass_percent: 75 })
  const [bia, caio, duda] = [await enroll('Bia'), await enroll('Caio'), await enroll('Duda')]
  await attempt(4)
  await attempt(1, bia)
  await attempt(2, bia)
  await attempt(3, caio)
  await begin(duda)
  expect(await overview()).toMatchObject({
    kind: 'exam',
    attempts: 4,
    students: 3,
    running: 1,
    passed: 2,
    mean_percent: 75,
    bands: [0, 0, 0, 0, 0, 1, 0, 1, 0, 1],
  })
})

it('has no results before an assessment is published, and none of another school', async () => {
  const { call, as, params, school } = await makeResults()
  const { northside } = await world()
  expect((await call(examResults.overview, { as: northside.admin, params })).status).toBe(404)
  await school.tx((db) => db.updateTable('exams').set({ publication: null }).execute())
  expect((await call(examResults.overview, { as, params })).status).toBe(404)
})

it('lists each student who may answer, finds them by name and by how they stand', async () => {
  const { attempt, enroll, students, call, as, params, student } = await makeResults({ pass_percent: 75 })
  const [bia, caio] = [await enroll('Bia Ramos'), await enroll('Caio Reis')]
  const latest = await attempt(4, bia)
  await attempt(1, caio)
  const body = { more_attempts: 1, more_minutes: 0, utc_closes_on: null }
  await call(examExceptions.save, { as, params: { ...params, userId: caio.userId }, body })
  const names = async (query: Parameters<typeof students>[0]) => (await students(query)).list.map(({ name }) => name)
  expect((await students()).total).toBe(3)
  expect(await names({ state: 'passed' })).toEqual(['Bia Ramos'])
  expect(await names({ state: 'failed' })).toEqual(['Caio Reis'])
  expect(await names({ state: 'none' })).toEqual([student.name])
  expect(await names({ state: 'exception' })).toEqual(['Caio Reis'])
  expect(await names({ search: 'ramos' })).toEqual(['Bia Ramos'])
  expect((await students({ page: 9 })).list).toEqual([])
  expect((await students({ state: 'passed' })).list[0]).toMatchObject({
    attempts: 1,
    mark: { points: 4 * point, total: 4 * point },
    has_passed: true,
    is_running: false,
    attempt_id: latest,
    exception: null,
  })
})

it('shows an attempt with answers and keys, and lets a late answer count once', async () => {
  const { begin, handIn, save, review, call, as, student, markOf, school } = await makeResults({ pass_percent: 50 })
  const { id, questions } = await begin()
  const [first, second, ...rest] = rightSaves(questions)
  expect((await review(id)).questions).toEqual([])
  const early = await call(examResults.countLate, { as, params: { attemptId: id }, body: { question: 1 } })
  expect(early.error.code).toBe('attempt_running')
  await handIn(id, { epoch: 1, saves: [first!] })
  expect((await save(id, { epoch: 1, saves: [second!] })).body.verdicts[0]!.verdict).toBe('late')
  const before = await review(id)
  expect(before.questions[0]).toMatchObject({
    shown: { earned: point, solution: { key: { kind: 'one' } } },
    late: null,
  })
  expect(before.questions[1]).toMatchObject({
    shown: { answer: null, earned: 0 },
    late: { earned: point, after_key: true },
  })
  expect(before.questions).toHaveLength(2 + rest.length)
  const count = () => call(examResults.countLate, { as, params: { attemptId: id }, body: { question: 2 } })
  expect((await count()).body.review.questions[1]).toMatchObject({
    shown: { answer: second!.answer, earned: point },
    late: null,
    counted_by: as.name,
  })
  expect(await markOf()).toMatchObject({ points: 2 * point, attempts: 1, utc_passed_on: expect.any(Date) })
  expect((await count()).status).toBe(404)
  const { link } = await school.tx((db) =>
    db.selectFrom('memberships').select('link').where('user_id', '=', student.userId).executeTakeFirstOrThrow(),
  )
  const { events } = (await call(timeline.list, { as, params: { link }, query: { part: 'study', before: '' } })).body
  expect(events[0]).toMatchObject({ kind: 'exam_late_counted', answers: 1, set_by: as.name })
})

it('marks a late answer that came once the key could be seen', async () => {
  const hour = (from: number) => new Date(Date.now() + from * 60 * minuteMs).toISOString()
  const lateAfter = async (settings: Partial<ExamSettings>) => {
    const { begin, handIn, save, review } = await makeResults(settings)
    const { id, questions } = await begin()
    await handIn(id, { epoch: 1, saves: [] })
    await save(id, { epoch: 1, saves: rightSaves(questions, 1) })
    return (await review(id)).questions[0]!.late!.after_key
  }
  expect(await lateAfter({ shows_when: 'attempt' })).toBe(true)
  expect(await lateAfter({ shows_when: 'moment', utc_shows_on: hour(-1) })).toBe(true)
  expect(await lateAfter({ shows_when: 'moment', utc_shows_on: hour(1) })).toBe(false)
  expect(await lateAfter({ shows_when: 'passed' })).toBe(false)
  expect(await lateAfter({ shows: 'answers' })).toBe(false)
})

it('keeps apart an answer that comes after another was counted', async () => {
  const { begin, handIn, save, review, call, as } = await makeResults()
  const { id, questions } = await begin()
  const [first] = rightSaves(questions)
  await handIn(id, { epoch: 1, saves: [] })
  await save(id, { epoch: 1, saves: [first!] })
  await call(examResults.countLate, { as, params: { attemptId: id }, body: { question: 1 } })
  await save(id, { epoch: 1, saves: [{ ...first!, number: 9, answer: null }] })
  expect((await review(id)).questions[0]).toMatchObject({ shown: { earned: point }, late: { answer: null, earned: 0 } })
})

const choice: ExamKey = { kind: 'one', options, right: '1' }

it('says of each question who got it right, and which wrong option most chose', async () => {
  const { begin, handIn, listed, attempt, enroll } = await makeResults({}, [choice, { kind: 'truth', right: true }])
  await attempt(2)
  for (const name of ['Bia', 'Caio']) {
    const student = await enroll(name)
    const { id, questions } = await begin(student)
    const [asked] = questions
    if (asked?.kind !== 'one') throw new Error('another question')
    const chosen = asked.options.find(({ html }) => html === options[2]!.html)!.number
    await handIn(id, { epoch: 1, saves: [{ question: 1, number: 1, answer: { kind: 'one', chosen } }] }, student)
  }
  const { total, list } = await listed()
  expect(total).toBe(2)
  expect(list[0]).toMatchObject({
    summary: 'Enunciado 1',
    kind: 'one',
    attempts: 3,
    right: 1,
    most_wrong: { html: options[2]!.html, attempts: 2 },
    needs_check: false,
    in_bank: true,
    is_old: false,
  })
})

it('writes marks and questions as files', async () => {
  const { attempt, enroll, call, as, params } = await makeResults({ pass_percent: 75 })
  const formula = await enroll('=Bia')
  await attempt(3)
  const marks = await call(examResults.marksFile, { as, params })
  expect(marks.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(marks.bytes.toString()).toContain(';3,00;4,00;75,00;sim;1;;\r\n')
  expect(marks.bytes.toString()).toContain(`'=Bia;${formula.email};;;;;0;`)
  const questions = await call(examResults.questionsFile, { as, params })
  expect(questions.bytes.toString()).toContain(';Enunciado 4;Resposta curta;1;0;0,00;;;;\r\n')
})

it('lists the assessments of a student and of a class', async () => {
  const { attempt, call, as, cohort, student, lesson } = await makeResults({ pass_percent: 75 })
  await attempt(3)
  const own = (await call(examResults.ofStudent, { as, params: { link: student.userId } })).body.exams
  expect(own).toMatchObject([{ lesson_id: lesson.id, attempts: 1, has_passed: true, mark: { points: 3 * point } }])
  const ofClass = (await call(examResults.ofCohort, { as, params: { id: cohort.id } })).body.exams
  expect(ofClass).toMatchObject([{ lesson_id: lesson.id, students: 1, passed: 1, mean_percent: 75 }])
  expect((await call(examResults.ofCohort, { as, params: { id: '999999999' } })).status).toBe(404)
  expect((await call(examResults.ofStudent, { as, params: { link: '999999999' } })).status).toBe(404)
})

it('counts what goes with a course', async () => {
  const { attempt, call, as, course, lesson, begin, enroll } = await makeResults()
  await attempt(3)
  await begin(await enroll('Bia'))
  const { reach } = (await call(courses.reach, { as, params: { link: course.link } })).body
  expect(reach.exams).toEqual([{ lesson_id: lesson.id, attempts: 2, students: 1 }])
})

it('counts an attempt that has ended and was not handed in yet as running', async () => {
  const { begin, age, overview } = await makeResults({ limit_minutes: 10 })
  await age((await begin()).id, 20 * minuteMs)
  expect(await overview()).toMatchObject({ attempts: 0, students: 0, running: 1, mean_percent: null, passed: 0 })
})
