import { learning } from '@escola/contract/learning.contract'
import { expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'
import { type ExamSchool, makeExamSchool, rightSaves } from './exam-attempts.testing.ts'

async function makeGate() {
  const { call } = await world()
  const fixture = await makeExamSchool({ settings: { must_pass: true } })
  const { course, student, begin, handIn } = fixture
  const mark = (isComplete: boolean, at = 0, as: Person = student) => {
    const contentId = course.lessons[at]!.id
    const body = {
      contentId,
      degreeId: course.id,
      userDegree: { metadata: { content: { [contentId]: { isComplete } } } },
    }
    return call(learning.complete, { as, body })
  }
  const attempt = async (right: number) => {
    const { id, epoch, questions } = await begin()
    return (await handIn(id, { epoch, saves: rightSaves(questions, right) })).body.result
  }
  const lessons = async (as: Person = student) => {
    const { degree } = (await call(learning.course, { as, params: { degreeLink: course.link } })).body
    return degree.modules[0]!.content.map(({ isComplete, assessment }) => [isComplete, assessment])
  }
  return { ...fixture, call, mark, attempt, lessons }
}

const completionsOf = ({ school, student }: ExamSchool) =>
  school.tx((db) =>
    db.selectFrom('lesson_completions').select('lesson_id').where('user_id', '=', student.userId).execute(),
  )

it('completes a lesson by passing, and by nothing else', async () => {
  const { mark, attempt, lessons } = await makeGate()
  expect(await lessons()).toEqual([
    [false, 'needed'],
    [false, undefined],
  ])
  expect(await mark(true)).toMatchObject({ status: 409, error: { code: 'assessment_needed' } })
  expect((await attempt(1)).has_passed).toBe(false)
  expect(await mark(true)).toMatchObject({ status: 409, error: { code: 'assessment_needed' } })
  expect((await attempt(3)).has_passed).toBe(true)
  expect(await lessons()).toEqual([
    [true, 'passed'],
    [false, undefined],
  ])
})

it('lets the mark be taken back and set again once the student has passed, and keeps the passing', async () => {
  const { mark, attempt, lessons } = await makeGate()
  await attempt(4)
  expect((await mark(false)).status).toBe(200)
  expect((await lessons())[0]).toEqual([false, 'passed'])
  expect((await mark(true)).status).toBe(200)
  await attempt(0)
  expect((await lessons())[0]).toEqual([true, 'passed'])
})

it('completes the course with the last lesson that is passed: karma and certificate follow', async () => {
  const gate = await makeGate()
  const { school, mark, attempt, student, call } = gate
  expect((await mark(true, 1)).status).toBe(200)
  await attempt(4)
  const { course_progress, karma, certificates } = await school.tx(async (db) => ({
    course_progress: await db.selectFrom('course_progress').select('utc_completed_on').executeTakeFirstOrThrow(),
    karma: await db.selectFrom('karma_entries').select('reason').orderBy('reason').execute(),
    certificates: await db.selectFrom('certificates').select('id').where('user_id', '=', student.userId).execute(),
  }))
  expect(course_progress.utc_completed_on).not.toBeNull()
  expect(karma.map(({ reason }) => reason)).toEqual(['course', 'exam', 'lesson', 'lesson'])
  expect(certificates).toHaveLength(1)
  const { degree } = (await call(learning.course, { as: student, params: { degreeLink: gate.course.link } })).body
  expect(degree.progress).toBe('100.00')
})

it('leaves a lesson that was complete before as it is, and asks again once its mark was taken back', async () => {
  const gate = await makeGate()
  const { publish, mark, lessons } = gate
  await publish({ must_pass: false }, 2)
  expect((await lessons())[0]).toEqual([false, 'open'])
  expect((await mark(true)).status).toBe(200)
  await publish({ must_pass: true }, 3)
  expect((await lessons())[0]).toEqual([true, 'needed'])
  expect((await mark(true)).status).toBe(200)
  expect(await completionsOf(gate)).toHaveLength(1)
  await mark(false)
  expect((await mark(true)).error.code).toBe('assessment_needed')
})

it('completes nothing where the assessment need not be passed', async () => {
  const gate = await makeGate()
  await gate.publish({ must_pass: false }, 2)
  await gate.attempt(4)
  expect((await gate.lessons())[0]).toEqual([false, 'passed'])
})

it('counts attempts that began as an exercise for no exam, which shows no key', async () => {
  const { publish, begin, handIn, attempt, lessons, state, school } = await makeGate()
  await publish({ kind: 'exercise', must_pass: true }, 2)
  const { id, epoch, questions } = await begin()
  await publish({ must_pass: true, attempts: 1 }, 3)
  await handIn(id, { epoch, saves: rightSaves(questions, 4) })
  expect((await lessons())[0]).toEqual([false, 'needed'])
  expect(await state()).toMatchObject({ attempts_left: 1, refusal: null, has_passed: false })
  expect(await school.tx((db) => db.selectFrom('karma_entries').select('reason').execute())).toEqual([])
  await attempt(4)
  expect((await lessons())[0]).toEqual([true, 'passed'])
  expect(await state()).toMatchObject({ attempts_left: 0 })
})

it('gives no points for passing an exercise', async () => {
  const { publish, attempt, lessons, school } = await makeGate()
  await publish({ kind: 'exercise', must_pass: false }, 2)
  await attempt(4)
  expect((await lessons())[0]).toEqual([false, 'passed'])
  expect(await school.tx((db) => db.selectFrom('karma_entries').select('reason').execute())).toEqual([])
})

it('holds no administrator back', async () => {
  const { school, lessons } = await makeGate()
  expect((await lessons(school.admin))[0]).toEqual([false, 'open'])
})

it('says nothing of assessments where there is none', async () => {
  const { call } = await world()
  const { school, course, student, examId } = await makeGate()
  await school.tx((db) => db.deleteFrom('exams').where('id', '=', examId).execute())
  const { body } = await call(learning.course, { as: student, params: { degreeLink: course.link } })
  expect(JSON.stringify(body)).not.toContain('assessment')
})
