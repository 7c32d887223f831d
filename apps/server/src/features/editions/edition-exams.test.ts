import { hourMs } from '@escola/contract/durations'
import { examAttempts } from '@escola/contract/exam-attempts.contract'
import { newExamSettings } from '@escola/contract/exam-plan'
import { examPlanTexts } from '@escola/contract/exam-plan-texts'
import { examQuestions, noExamQuestionFilter } from '@escola/contract/exam-questions.contract'
import { examResults } from '@escola/contract/exam-results.contract'
import { exams } from '@escola/contract/exams.contract'
import { files } from '@escola/contract/files.contract'
import { learning } from '@escola/contract/learning.contract'
import { practice } from '@escola/contract/practice.contract'
import { expect, it } from 'vitest'
import { runEditionJobs, spread } from '../../testing/franchise.ts'
import { draw, fixed, makeFranchise, statement } from './edition-exams.testing.ts'

it("lets the affiliate's students take a published assessment, whose attempts and marks are the affiliate's", async () => {
  const f = await makeFranchise()
  const { school, franchisor, course, lesson } = f
  const question = await f.ask()
  await f.ask({ statement: '<p>Outra</p>' })
  await f.plan([fixed(question), draw(1)], { must_pass: true, pass_percent: 100 })
  expect((await f.stateAs(school.student)).status, 'before it is published').toBe(404)
  await f.publish()
  expect(await f.state()).toMatchObject({ questions: 2, points: 150, settings: { must_pass: true }, past: [] })
  expect((await f.stateAs(franchisor.student)).status, 'a student of the franchisor').toBe(403)

  const complete = () =>
    f.call(learning.complete, {
      as: school.student,
      body: {
        contentId: lesson.id,
        degreeId: course.id,
        userDegree: { metadata: { content: { [lesson.id]: { isComplete: true } } } },
      },
    })
  expect((await complete()).body).toMatchObject({ code: 'assessment_needed' })
  const result = await f.handIn(await f.begin())
  expect(result).toMatchObject({ has_passed: true, attempt: { mark: { points: 150, total: 150 } } })
  expect(result.questions[0]!.solution).toMatchObject({ explanation: '<p>Na massa.</p>' })
  const completed = await school.tx((db) => db.selectFrom('lesson_completions').select('lesson_id').execute())
  expect(completed).toEqual([{ lesson_id: lesson.id }])
  expect(await f.rowsOf('exam_attempts')).toHaveLength(1)
  expect(await f.rowsOf('exam_marks')).toMatchObject([{ points: 150, total: 150 }])
  expect(await f.rowsOf('exam_attempts', franchisor)).toEqual([])

  const params = { lessonId: lesson.id }
  const results = await f.call(examResults.questions, { as: school.admin, params, query: { page: 1 } })
  const isShown = { in_bank: false, is_old: false }
  expect(results.body.questions.list).toMatchObject([isShown, { ...isShown, summary: 'Outra' }])
})

it("has the affiliate's students practise what they got wrong, by cards of the affiliate", async () => {
  const f = await makeFranchise()
  await f.plan([fixed(await f.ask())])
  await f.publish()
  const { id, epoch } = await f.begin()
  await f.call(examAttempts.handIn, { as: f.school.student, params: { attemptId: id }, body: { epoch, saves: [] } })
  const at = { as: f.school.student, params: { degreeLink: f.course.link } }
  const [asked, ...others] = (await f.call(practice.begin, at)).body.questions
  expect([asked?.question.html, others]).toEqual([expect.any(String), []])
  const cardsOf = (school: typeof f.school) =>
    school.tx((db) => db.selectFrom('practice_cards').select('user_id').execute())
  expect([await cardsOf(f.school), await cardsOf(f.franchisor)]).toEqual([[{ user_id: f.school.student.userId }], []])
})

it("keeps the questions of editions out of the affiliate's bank, its draws, plans and trials", async () => {
  const f = await makeFranchise()
  const { call, school, lesson } = f
  const as = school.admin
  const question = await f.ask()
  await f.plan([fixed(question)])
  await f.publish()

  const list = async (query: object) =>
    (await call(examQuestions.list, { as, query: { ...noExamQuestionFilter, page: 1, search: '', ...query } })).body
      .exam_questions
  for (const query of [{}, { state: 'archived' }, { search: 'farinha' }, { search: 'farinha', state: 'archived' }])
    expect(await list(query)).toMatchObject({ total: 0, has_any: false })
  expect((await call(examQuestions.tags, { as })).body.tags).toEqual([])
  const params = { id: question }
  const body = {
    statement: '<p>Tomada</p>',
    explanation: '',
    is_shuffled: false,
    key: { kind: 'truth' as const, right: false },
    difficulty: 'easy' as const,
    tags: [],
    degree_id: null,
  }
  const calls = {
    get: await call(examQuestions.get, { as, params }),
    save: await call(examQuestions.save, { as, params, body }),
    copy: await call(examQuestions.copy, { as, params }),
    archive: await call(examQuestions.archive, { as, params, body: { is_archived: false } }),
    remove: await call(examQuestions.remove, { as, params }),
  }
  for (const [name, { status }] of Object.entries(calls)) expect.soft(status, name).toBe(404)

  // The plan is the franchisor's; no author here may read its keys.
  const seed = 'a'.repeat(64)
  const trial = { seed, questions: [{ question, version: 1, points: 100 }], answers: [] }
  const settings = newExamSettings
  const ofEdition = { lessonId: lesson.id }
  const refused = [
    await call(exams.get, { as, params: ofEdition }),
    await call(exams.save, { as, params: ofEdition, body: { version: 1, plan: { parts: [], settings } } }),
    await call(exams.remove, { as, params: ofEdition }),
    await call(exams.tryOut, { as, params: ofEdition }),
    await call(exams.correct, { as, params: ofEdition, body: trial }),
  ]
  for (const answer of refused) expect(answer).toMatchObject({ status: 409, body: { code: 'edition_read_only' } })

  const own = await school.make.course()
  const ofOwn = { lessonId: own.lessons[0]!.id }
  const plan = { parts: [fixed(question), draw(1)], settings }
  const saved = await call(exams.save, { as, params: ofOwn, body: { version: null, plan } })
  expect(saved.body.exam).toMatchObject({ questions: [], draws: [{ part: 'sorteio', found: 0 }] })
  expect(saved.body.exam!.problems[0]).toMatchObject({ part: `fixa-${question}`, message: examPlanTexts.gone })
  expect((await call(exams.correct, { as, params: ofOwn, body: trial })).status).toBe(404)
  const everything = [...Object.values(calls), ...refused, saved]
  expect(JSON.stringify(everything.map(({ body: answer }) => answer))).not.toContain(statement)
})

it('follows each publishing, and attempts end with what they began with', async () => {
  const f = await makeFranchise()
  const question = await f.ask()
  await f.plan([fixed(question)], { limit_minutes: 30 })
  await f.publish()
  const running = await f.begin()
  await f.change(question, { statement: '<p>Reescrita</p>', key: { kind: 'truth', right: false } })
  await f.plan([fixed(question), fixed(await f.ask({ statement: '<p>Nova</p>' }))], { limit_minutes: null })
  expect(await f.state(), 'not published yet').toMatchObject({ questions: 1 })
  await f.publish()
  expect(await f.state()).toMatchObject({ questions: 2, settings: { limit_minutes: null } })
  const result = await f.handIn(running)
  expect(result).toMatchObject({ attempt: { mark: { points: 100, total: 100 } } })
  expect(result.questions.map((each) => each.question.html)).toEqual([`<p>${statement}</p>`])
  const next = await f.begin()
  expect(next.questions.map(({ html }) => html)).toEqual(['<p>Reescrita</p>', '<p>Nova</p>'])
  // The row of the question says its last version, whatever the franchisor writes in its bank.
  await f.change(question, { statement: '<p>Rascunho da matriz</p>' })
  await f.publish()
  const rows = await f.school.tx((db) =>
    db.selectFrom('exam_questions').select(['summary', 'version', 'franchisor_id']).orderBy('id').execute(),
  )
  expect(rows).toMatchObject([
    { summary: 'Rascunho da matriz', version: 3, franchisor_id: f.franchisor.id },
    { summary: 'Nova', version: 1 },
  ])
})

it('hides an assessment that was removed, and keeps its attempts until another takes its lesson', async () => {
  const f = await makeFranchise()
  const { call, franchisor, lesson, another } = f
  const as = franchisor.admin
  const question = await f.ask()
  await f.plan([fixed(question)])
  await f.publish()
  await f.handIn(await f.begin())
  const running = await f.begin()
  expect((await call(exams.remove, { as, params: { lessonId: lesson.id } })).status).toBe(200)
  await f.copyAll()
  expect((await f.stateAs(f.school.student)).status).toBe(404)
  expect(await f.handIn(running)).toMatchObject({ has_passed: true })
  expect(await f.rowsOf('exam_attempts')).toHaveLength(2)

  await f.plan([fixed(question)], {}, another.id)
  await f.publish()
  expect((await f.stateAs(f.school.student, another.id)).body.exam).toMatchObject({ questions: 1, past: [] })
  expect(await f.rowsOf('exam_attempts')).toHaveLength(2)
  await f.plan([fixed(question), draw(1)])
  await f.ask()
  await f.publish()
  expect(await f.state()).toMatchObject({ questions: 2, past: [] })
  expect(await f.rowsOf('exam_attempts')).toEqual([])
})

it('serves the pictures of questions at the affiliate, also those of an earlier publication', async () => {
  const f = await makeFranchise()
  const [first, second] = [await f.upload(), await f.upload()]
  const show = (key: string) => `<p><img data-picture="${key}" alt="Um pão" width="60" height="40" /></p>`
  const question = await f.ask({ statement: show(first) })
  await f.plan([fixed(question)])
  await f.publish()
  const running = await f.begin()
  await f.change(question, { statement: show(second) })
  await f.publish()
  expect((await f.handIn(running)).questions[0]!.question.html).toBe(show(first))
  const picture = async (schoolId: string, key: string) =>
    (await f.call(files.image, { params: { schoolId, key } })).status
  for (const key of [first, second]) expect(await picture(f.school.id, key)).toBe(200)
  expect(await picture(f.w.northside.id, first)).toBe(404)
  expect(await f.school.tx((db) => db.selectFrom('files').select('id').execute())).toEqual([])
  const shared = await f.franchisor.tx((db) => db.selectFrom('shared_files').select('affiliate_id').execute())
  expect(shared).toEqual([{ affiliate_id: f.school.id }, { affiliate_id: f.school.id }])
})

it('ends running attempts with the affiliation, keeps the marks, and goes on when it comes back', async () => {
  const f = await makeFranchise()
  await f.plan([fixed(await f.ask())])
  await f.publish()
  await f.handIn(await f.begin())
  const running = await f.begin()
  const anHourAgo = new Date(f.w.tools.now().getTime() - hourMs)
  await f.school.tx((db) => db.updateTable('exam_attempts').set({ utc_begun_on: anHourAgo }).execute())
  const answer = (utc_declined_on: Date | null) =>
    f.franchisor.tx((db) => db.updateTable('affiliates').set({ utc_declined_on }).execute())
  await answer(f.w.tools.now())
  await spread(f.w, f.franchisor)
  expect((await f.stateAs(f.school.student)).status).not.toBe(200)
  expect(await f.handIn(running)).toMatchObject({ attempt: { handed_in_how: 'no_access' } })
  await answer(null)
  await spread(f.w, f.franchisor)
  expect((await f.state()).past).toHaveLength(2)
})

it('heals an assessment that differs from its original', async () => {
  const f = await makeFranchise()
  const { school, franchisor } = f
  await f.plan([fixed(await f.ask())])
  await f.publish()
  const verify = async () => {
    await franchisor.tx((db) => db.insertInto('outbox').values({ name: 'editions.verify', payload: '{}' }).execute())
    return (await runEditionJobs(f.w, franchisor)).map(({ message }) => message)
  }
  expect(await verify()).toEqual([])
  const damages = [
    () => school.tx((db) => db.updateTable('exam_question_versions').set({ content: '{}' }).execute()),
    () => school.tx((db) => db.updateTable('exam_publications').set({ parts: '[]' }).execute()),
    () => school.tx((db) => db.deleteFrom('exam_publication_questions').execute()),
    () => school.tx((db) => db.deleteFrom('exams').execute()),
  ]
  for (const damage of damages) {
    await damage()
    expect(await verify()).toEqual([expect.stringContaining(`mended in schools ${school.id}`)])
    expect(await verify()).toEqual([])
    expect(await f.handIn(await f.begin())).toMatchObject({ attempt: { mark: { points: 100 } } })
  }
})
