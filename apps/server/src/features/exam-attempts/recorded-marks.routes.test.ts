import { karma, karmaPoints } from '@escola/contract/karma.contract'
import { learning } from '@escola/contract/learning.contract'
import { expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'
import { makeExamSchool, rightSaves } from './exam-attempts.testing.ts'

async function makeMarked(settings: NonNullable<Parameters<typeof makeExamSchool>[0]>['settings'] = {}) {
  const { call } = await world()
  const fixture = await makeExamSchool({ settings })
  const { school, course, student, begin, handIn } = fixture
  const attempt = async (right: number) => {
    const { id, epoch, questions } = await begin()
    return handIn(id, { epoch, saves: rightSaves(questions, right) })
  }
  const complete = async () => {
    for (const { id: contentId } of course.lessons)
      await call(learning.complete, {
        as: student,
        body: {
          contentId,
          degreeId: course.id,
          userDegree: { metadata: { content: { [contentId]: { isComplete: true } } } },
        },
      })
  }
  const lessons = async (as: Person = student) => {
    const { degree } = (await call(learning.course, { as, params: { degreeLink: course.link } })).body
    return degree.modules[0]!.content.map(({ assessment, mark }) => [assessment, mark])
  }
  const entries = async () => (await call(karma.entries, { as: student })).body
  const certificates = () => school.tx((db) => db.selectFrom('certificates').select('id').execute())
  const template = (values: { min_mark: number }) =>
    school.tx((db) => db.updateTable('certificate_templates').set(values).execute())
  return { ...fixture, attempt, complete, lessons, entries, certificates, template }
}

it('gives the points of passing once, and keeps them', async () => {
  const { attempt, entries, course } = await makeMarked({ counts: 'last' })
  await attempt(1)
  expect((await entries()).karma).toBe(0)
  await attempt(4)
  await attempt(0)
  await attempt(4)
  const { karma, entries: given } = await entries()
  expect(karma).toBe(karmaPoints.exam)
  expect(given.list).toEqual([
    expect.objectContaining({ reason: 'exam', points: karmaPoints.exam, title: 'Aula 1.1', degree_link: course.link }),
  ])
})

it('gives no points for passing by the attempts of a merged student', async () => {
  const { attempt, entries, examId, school, student } = await makeMarked()
  await school.tx((db) =>
    db
      .insertInto('exam_marks')
      .values({ exam_id: examId, user_id: student.userId, utc_passed_on: new Date() })
      .execute(),
  )
  await attempt(4)
  expect((await entries()).karma).toBe(0)
})

it('issues the certificate that waited for a mark with the hand-in that reaches it', async () => {
  const { attempt, complete, certificates, template } = await makeMarked()
  await template({ min_mark: 75 })
  await attempt(2)
  await complete()
  expect(await certificates()).toEqual([])
  await attempt(2)
  expect(await certificates()).toEqual([])
  await attempt(3)
  await attempt(4)
  expect(await certificates()).toHaveLength(1)
})

it('shows the mark beside its lesson', async () => {
  const { attempt, lessons, school } = await makeMarked()
  expect(await lessons()).toEqual([
    ['open', undefined],
    [undefined, undefined],
  ])
  await attempt(3)
  expect(await lessons()).toEqual([
    ['passed', '3 de 4'],
    [undefined, undefined],
  ])
  expect((await lessons(school.admin))[0]).toEqual(['open', undefined])
})

it('hides a mark from its student as long as the settings of the attempt say so', async () => {
  const { attempt, lessons, publish, state } = await makeMarked({ shows: 'score', shows_when: 'passed' })
  await attempt(2)
  expect([(await lessons())[0], (await state()).mark]).toEqual([['open', undefined], null])
  // The settings with which an attempt began say what it shows.
  await publish({ shows: 'key', shows_when: 'attempt' }, 2)
  expect([(await lessons())[0], (await state()).mark]).toEqual([['open', undefined], null])
  await attempt(3)
  expect([(await lessons())[0], (await state()).mark]).toEqual([['passed', '3 de 4'], { points: 300, total: 400 }])
})
