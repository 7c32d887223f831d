import type { Annulment, ExamAnswer, ExamKey } from '@escola/contract/exam-content'
import { markAttempt } from '@escola/contract/exam-marks'
import { examResults } from '@escola/contract/exam-results.contract'
import { addToSums, discriminationAttemptsMin, noSums, type QuestionSums } from '@escola/contract/exam-statistics'
import { students } from '@escola/contract/students.contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'
import { makeExamSchool, options } from '../exam-attempts/exam-attempts.testing.ts'
import { updatePoints } from '../exam-attempts/regrading.queries.ts'
import { RememberedSums, readSums } from './question-sums.service.ts'

const keys: ExamKey[] = [
  { kind: 'one', options, right: '1' },
  { kind: 'several', options, right: ['1', '2'] },
  { kind: 'truth', right: true },
]
const ids = options.map(({ id }) => id)
const someAnswers = fc.tuple(
  fc.option(fc.record({ kind: fc.constant('one' as const), chosen: fc.constantFrom(...ids) })),
  fc.option(fc.record({ kind: fc.constant('several' as const), chosen: fc.subarray(ids) })),
  fc.option(fc.record({ kind: fc.constant('truth' as const), chosen: fc.boolean() })),
)
const somePoints = fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 300 }), fc.constant(100))
const someWay = fc.constantFrom<Annulment | undefined>(undefined, undefined, 'all', 'out')
const someAnnulled = fc.tuple(someWay, someWay, someWay)
type Answers = (ExamAnswer | null)[]

type Fixture = Awaited<ReturnType<typeof makeExamSchool>>

/** Writes a handed-in attempt, and returns what it adds to the sums of each question. */
async function insertMarked(
  { school, examId, questionIds }: Fixture,
  { userId }: Pick<Person, 'userId'>,
  { points, answers, annulled = [] }: { points: number[]; answers: Answers; annulled?: (Annulment | undefined)[] },
) {
  const keyed = keys.map((key, at) => ({ key, points: points[at]!, annulled: annulled[at] }))
  const { earned, mark: attempt } = markAttempt(keyed, (question) => answers[question - 1] ?? undefined)
  const asked = questionIds.map((question, at) => ({ question, version: 1, points: points[at]! }))
  const moments = { utc_begun_on: new Date(), utc_look_on: new Date(), utc_handed_in_on: new Date() }
  await school.tx(async (db) => {
    const { id } = await db
      .insertInto('exam_attempts')
      .values({
        exam_id: examId,
        publication: 1,
        user_id: userId,
        seed: 'x',
        asked: JSON.stringify(asked),
        handed_in_how: 'student',
        earned: earned as number[],
        ...attempt,
        ...moments,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = answers.map((answer, at) => ({
      attempt_id: id,
      user_id: userId,
      place: at + 1,
      epoch: 1,
      number: 1,
      answer: answer && JSON.stringify(answer),
      utc_saved_on: new Date(),
    }))
    await db
      .insertInto('exam_answers')
      .values([...rows, { ...rows[0]!, is_late: true, answer: JSON.stringify({ kind: 'one', chosen: '3' }) }])
      .execute()
  })
  return (before: QuestionSums[]) =>
    before.map((sums, at) =>
      addToSums(sums, { answer: answers[at] ?? undefined, earned: earned[at]!, points: points[at]!, attempt }),
    )
}

const read = async ({ school, examId, questionIds }: Fixture, remembered: RememberedSums) => {
  const found = await school.tx((db) => readSums(db, { schoolId: school.id, examId }, remembered))
  return questionIds.map((id) => found.find(({ question }) => question === id)?.sums ?? noSums)
}
const noneOf = keys.map(() => noSums)

it('adds up in the database what the rules add up, and the same once students are erased', async () => {
  const { call } = await world()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ points: somePoints, answers: someAnswers, annulled: someAnnulled }), {
        minLength: 1,
        maxLength: 8,
      }),
      fc.nat(3),
      async (attempts, erased) => {
        const fixture = await makeExamSchool({ questions: keys })
        const { school } = fixture
        const makers = [await school.make.student('Bia'), await school.make.student('Caio')]
        const remembered = new RememberedSums(2)
        let expected: QuestionSums[] = noneOf
        for (const [at, attempt] of attempts.entries()) {
          expected = (await insertMarked(fixture, makers[at % makers.length]!, attempt))(expected)
          expect(await read(fixture, remembered)).toEqual(expected)
        }
        const members = await school.tx((db) => db.selectFrom('memberships').select(['user_id', 'link']).execute())
        for (const { userId } of makers.slice(0, erased)) {
          const { link } = members.find(({ user_id }) => user_id === userId)!
          const answer = await call(students.erase, { as: school.admin, params: { link } })
          expect(answer.status).toBe(200)
        }
        expect(await read(fixture, remembered)).toEqual(expected)
      },
    ),
    { numRuns: 6 },
  )
})

it('adds up what was remembered again once the points of an attempt change', async () => {
  const fixture = await makeExamSchool({ questions: keys })
  const { school, student } = fixture
  const remembered = new RememberedSums(2)
  for (const answers of [[], [{ kind: 'one', chosen: '1' } as const], []])
    await insertMarked(fixture, student, { points: [100, 100, 100], answers: [...answers, null, null, null] })
  expect((await read(fixture, remembered)).map(({ right }) => right)).toEqual([1, 0, 0])
  const [first, second, third] = await school.tx((db) =>
    db.selectFrom('exam_attempts').select('id').orderBy('id').execute(),
  )
  for (const { id } of [first!, third!])
    await school.tx((db) => updatePoints(db, id, { earned: [0, 100, 0], points: 100, total: 300 }))
  expect((await read(fixture, remembered)).map(({ right }) => right)).toEqual([1, 2, 0])
  await school.tx((db) => updatePoints(db, second!.id, { earned: [100, 100, 100], points: 300, total: 300 }))
  expect(await read(fixture, remembered)).toEqual(await read(fixture, new RememberedSums()))
  expect((await read(fixture, remembered)).map(({ right }) => right)).toEqual([1, 3, 1])
})

it('asks for a look at the key where students who do well get a question wrong', async () => {
  const { call } = await world()
  const fixture = await makeExamSchool({ questions: keys })
  const { school, student, lesson } = fixture
  const good: ExamAnswer = { kind: 'several', chosen: ['1', '2'] }
  const right: ExamAnswer = { kind: 'truth', chosen: true }
  const list = async () =>
    (await call(examResults.questions, { as: school.admin, params: { lessonId: lesson.id }, query: { page: 1 } })).body
      .questions.list
  for (let at = 0; at < discriminationAttemptsMin; at++) {
    const isGood = at % 2 === 0
    const first: ExamAnswer = { kind: 'one', chosen: isGood ? '2' : '1' }
    const answers = isGood ? [first, good, right] : [first, null, null]
    if (at === discriminationAttemptsMin - 1)
      expect((await list()).map(({ needs_check }) => needs_check)).not.toContain(true)
    await insertMarked(fixture, student, { points: [100, 100, 100], answers })
  }
  expect((await list()).map(({ needs_check, kind }) => [needs_check, kind])).toEqual([
    [true, 'one'],
    [false, 'several'],
    [false, 'truth'],
  ])
  const file = await call(examResults.questionsFile, { as: school.admin, params: { lessonId: lesson.id } })
  expect(file.bytes.toString()).toContain(';-1;\r\n')
})
