import { dayMs } from '@escola/contract/durations'
import { learning } from '@escola/contract/learning.contract'
import { expect, it } from 'vitest'
import { point, rightSaves } from '../exam-attempts/exam-attempts.testing.ts'
import { makePracticeSchool, rightAnswer, wrongAnswer } from './practice.testing.ts'

it('asks what an attempt got wrong, tells the key after the answer alone, and asks again on its day', async () => {
  const { state, round, answer, cards, makeDue } = await makePracticeSchool()
  expect(await state()).toEqual({ due: 4, utc_next_on: null })
  const questions = await round()
  expect(questions.map(({ question: { number, kind } }) => [number, kind])).toEqual([
    [1, 'one'],
    [2, 'truth'],
    [3, 'number'],
    [4, 'text'],
  ])
  expect(JSON.stringify(questions)).not.toMatch(/Explica|right|78\.5|Aut/)
  const [one, truth] = questions
  const { verdict } = (await answer(one!, rightAnswer(one!))).body
  expect(verdict).toEqual({
    is_right: true,
    solution: { key: { kind: 'one', right: expect.any(Number) }, explanation: '<p>Explicação 1</p>' },
  })
  expect((await answer(truth!, wrongAnswer(truth!))).body.verdict.is_right).toBe(false)
  const days = (await cards()).map(
    ({ utc_due_on }) => utc_due_on && Math.round((Number(utc_due_on) - Date.now()) / dayMs),
  )
  expect(days).toEqual([3, 1, null, null])
  expect(await state()).toMatchObject({ due: 2, utc_next_on: expect.any(String) })
  // A reload goes on with what has no answer yet, as it was asked.
  const rest = await round()
  expect(rest.map(({ id, turn }) => [id, turn])).toEqual(questions.slice(2).map(({ id, turn }) => [id, turn]))
  await makeDue()
  expect((await round()).map(({ turn }) => turn)).toEqual([2, 2, 1, 1])
})

it('takes a repeated answer as the first, and refuses one to an earlier asking', async () => {
  const { round, answer, cards, makeDue, student } = await makePracticeSchool()
  const [one] = await round()
  const [first, second] = await Promise.all([answer(one!, rightAnswer(one!)), answer(one!, rightAnswer(one!))])
  expect(second.body).toEqual(first.body)
  const kept = (await cards())[0]
  expect((await answer(one!, wrongAnswer(one!))).body.verdict.is_right).toBe(true)
  expect((await cards())[0]).toEqual(kept)
  // At the end of a round a question is tried again: the verdict is that of the try, and the card keeps its first answer.
  expect((await answer(one!, wrongAnswer(one!), student, true)).body.verdict.is_right).toBe(false)
  expect((await cards())[0]).toEqual(kept)
  await makeDue()
  await round()
  expect((await answer(one!, rightAnswer(one!))).error.code).toBe('practice_moved')
  expect((await answer({ id: one!.id, turn: 2 }, { kind: 'truth', chosen: true })).error.fields).toHaveProperty(
    'answer',
  )
})

it('lets no key leave that has to be kept back since the question was asked', async () => {
  const { round, answer, publish, state, tryBegin, handIn } = await makePracticeSchool()
  const [one] = await round()
  const attempt = (await tryBegin()).body.attempt
  expect(await state()).toBeNull()
  expect(await round()).toEqual([])
  expect((await answer(one!, rightAnswer(one!))).error.code).toBe('practice_moved')
  await handIn(attempt.id, { epoch: 1, saves: rightSaves(attempt.questions) })
  expect((await answer(one!, rightAnswer(one!))).body.verdict.is_right).toBe(true)
  await publish({ shows: 'answers' }, 2)
  expect((await answer(one!, rightAnswer(one!))).error.code).toBe('practice_moved')
  expect(await state()).toBeNull()
})

it('asks only in lessons that open to the student', async () => {
  const { school, course, cohort, state, student, tryState, tryRound, round, answer } = await makePracticeSchool()
  const [one] = await round()
  const [module] = await school.tx((db) =>
    db.selectFrom('modules').select('id').where('course_id', '=', course.id).execute(),
  )
  const setDrip = (day: Date) =>
    school.tx((db) =>
      db
        .insertInto('module_dates')
        .values({ course_id: course.id, module_id: module!.id, cohort_id: cohort.id, utc_dated_on: day })
        .execute(),
    )
  await setDrip(new Date(Date.now() + dayMs))
  expect(await state()).toBeNull()
  expect((await answer(one!, rightAnswer(one!))).error.code).toBe('practice_moved')
  await school.tx((db) => db.deleteFrom('module_dates').execute())
  expect(await state()).toMatchObject({ due: 4 })
  const setLesson = (set: { is_private?: boolean; is_visible?: boolean }) =>
    school.tx((db) => db.updateTable('lessons').set(set).where('course_id', '=', course.id).execute())
  await setLesson({ is_visible: false })
  // The outline is kept until its course is written to.
  await school.tx((db) => db.updateTable('courses').set({ version: 9 }).where('id', '=', course.id).execute())
  expect(await state()).toBeNull()
  await setLesson({ is_visible: true })
  await school.tx((db) => db.updateTable('courses').set({ version: 10 }).where('id', '=', course.id).execute())
  expect(await state()).toMatchObject({ due: 4 })
  await school.tx((db) => db.deleteFrom('enrollments').where('user_id', '=', student.userId).execute())
  await school.tx((db) => db.deleteFrom('enrollment_grants').where('user_id', '=', student.userId).execute())
  expect([(await tryState()).error.code, (await tryRound()).error.code]).toEqual([
    'degree_forbidden',
    'degree_forbidden',
  ])
})

it('knows its course’s switch, other students’ cards, and administrators', async () => {
  const { school, course, enroll, state, round, answer, tryRound } = await makePracticeSchool()
  const other = await enroll()
  expect(await state(other)).toBeNull()
  expect(await round(other)).toEqual([])
  const [one] = await round()
  expect((await answer(one!, rightAnswer(one!), other)).status).toBe(404)
  expect(await state(school.admin)).toEqual({ due: 0, utc_next_on: null })
  expect((await tryRound(school.admin)).error.code).toBe('students_only')
  await school.tx((db) => db.updateTable('courses').set({ has_practice: false }).where('id', '=', course.id).execute())
  expect([await state(), await state(school.admin), await round()]).toEqual([null, null, []])
  expect((await answer(one!, rightAnswer(one!))).error.code).toBe('practice_moved')
})

it('asks the newest version that is published, ten at a time, and nothing that an attempt has right', async () => {
  const keys = Array.from({ length: 13 }, () => ({ kind: 'truth' as const, right: true }))
  const { begin, handIn, round, state, student, school, examId, questionIds, cards } = await makePracticeSchool({
    questions: keys,
  })
  const other = await school.make.student()
  expect(other).toBeDefined()
  const questions = await round()
  expect(questions).toHaveLength(10)
  expect(await state()).toMatchObject({ due: 13 })
  // A later attempt with everything right leaves what was wrong before.
  const attempt = await begin(student)
  await handIn(attempt.id, { epoch: 1, saves: rightSaves(attempt.questions) })
  expect(await state()).toMatchObject({ due: 13 })
  await school.tx(async (db) => {
    const content = JSON.stringify({
      statement: '<p>Nova</p>',
      explanation: '',
      is_shuffled: false,
      key: { kind: 'truth', right: true },
    })
    const row = { question_id: questionIds[0]!, number: 2, content, utc_created_on: new Date() }
    await db.insertInto('exam_question_versions').values(row).execute()
    await db
      .updateTable('exam_publication_questions')
      .set({ version: 2 })
      .where('exam_id', '=', examId)
      .where('question_id', '=', questionIds[0]!)
      .execute()
  })
  const [first, second] = await round()
  expect([first!.question.html, first!.turn, second!.turn]).toEqual(['<p>Nova</p>', 2, 1])
  expect((await cards())[0]).toMatchObject({ version: 2 })
})

it('writes neither mark nor completion, and its cards go with the course', async () => {
  const { school, course, student, round, answer, markOf, cards } = await makePracticeSchool()
  const before = [await markOf(), await completions()]
  for (const question of await round()) await answer(question, rightAnswer(question))
  expect([await markOf(), await completions()]).toEqual(before)
  expect(await markOf()).toMatchObject({ points: 0, total: 4 * point })
  await school.tx((db) => db.deleteFrom('courses').where('id', '=', course.id).execute())
  expect(await cards()).toEqual([])

  function completions() {
    return school.tx((db) =>
      db.selectFrom('lesson_completions').selectAll().where('user_id', '=', student.userId).execute(),
    )
  }
})

it('stands on the home until all is reviewed, and is due again when a new attempt gets it wrong', async () => {
  const { call, school, course, student, round, answer, fail, state } = await makePracticeSchool()
  const news = async () =>
    (await call(learning.home, { as: student, params: { schoolId: school.id } })).body.news?.map(
      ({ kind, degree_link, due }) => [kind, degree_link, due],
    )
  expect(await news()).toEqual([['questions_due', course.link, 4]])
  for (const question of await round()) await answer(question, rightAnswer(question))
  expect(await news()).toBeUndefined()
  await fail()
  expect(await state()).toMatchObject({ due: 4 })
  expect(await news()).toEqual([['questions_due', course.link, 4]])
})
