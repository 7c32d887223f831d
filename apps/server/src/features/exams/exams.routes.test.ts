import { copies } from '@escola/contract/copies.contract'
import { courses } from '@escola/contract/courses.contract'
import { type ExamPlan, newExamSettings, type PlannedPart, PublishedPart } from '@escola/contract/exam-plan'
import { describeExamChanges, examPlanTexts } from '@escola/contract/exam-plan-texts'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import { examSettingTexts, explainPartFault } from '@escola/contract/exam-texts'
import { exams } from '@escola/contract/exams.contract'
import { lessons } from '@escola/contract/lessons.contract'
import type { BodyOf } from '@escola/contract/route'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'

type Written = BodyOf<typeof examQuestions.create>
const written = (change: Partial<Written> = {}): Written => ({
  statement: '<p>A que temperatura o levain cresce?</p>',
  explanation: '<p>Perto de 24 °C.</p>',
  is_shuffled: false,
  key: {
    kind: 'one',
    options: [
      { id: '1', html: '<p>24 °C</p>' },
      { id: '2', html: '<p>40 °C</p>' },
    ],
    right: '1',
  },
  difficulty: 'medium',
  tags: ['fermentação'],
  degree_id: null,
  ...change,
})
const fixed = (question: string, points = 100): PlannedPart => ({
  kind: 'fixed',
  id: `fixa-${question}`,
  question,
  points,
})
const draw = (count: number, change: Partial<Extract<PlannedPart, { kind: 'draw' }>> = {}): PlannedPart => ({
  kind: 'draw',
  id: 'sorteio',
  filter: { tag: 'fermentação', kind: '', difficulty: '', degree: '' },
  count,
  points: 50,
  ...change,
})
const planOf = (parts: PlannedPart[], settings: Partial<ExamPlan['settings']> = {}): ExamPlan => ({
  settings: { ...newExamSettings, ...settings },
  parts,
})

/** A school with a published course, and calls about the assessment of its first lesson. */
async function author(name: string) {
  const { call, makeSchool } = await world()
  const school = await makeSchool(name)
  const as = school.admin
  const course = await school.make.course({ title: 'Pães' })
  const [lesson, another] = course.lessons as [(typeof course.lessons)[0], (typeof course.lessons)[0]]
  const params = { lessonId: lesson.id }
  const ask = async (change?: Partial<Written>) =>
    (await call(examQuestions.create, { as, body: written(change) })).body.exam_question.id
  const get = async (lessonId = lesson.id) => (await call(exams.get, { as, params: { lessonId } })).body.exam
  const save = (plan: ExamPlan, version: number | null = null) =>
    call(exams.save, { as, params, body: { version, plan } })
  const publish = () => call(courses.publish, { as, params: { link: course.link }, body: { id: course.id } })
  const change = (id: string, to: Partial<Written>) =>
    call(examQuestions.save, { as, params: { id }, body: written(to) })
  const isDraft = async () =>
    (await call(courses.get, { as, params: { link: course.link } })).body.degree.modules[0]!.content.map(
      (each) => each.isDraft,
    )
  const publications = () =>
    school.tx((db) =>
      db.selectFrom('exam_publications').select(['number', 'settings', 'parts']).orderBy('number').execute(),
    )
  return { call, school, as, course, lesson, another, params, ask, get, save, publish, change, isDraft, publications }
}

it('keeps a plan as it was written, and says what it still lacks', async () => {
  const { ask, get, save } = await author('Plano')
  expect(await get()).toBeNull()
  const empty = await save(planOf([]))
  expect(empty.body.exam).toMatchObject({ version: 1, utc_published_on: null })
  expect(empty.body.exam!.problems).toEqual([{ part: null, field: 'parts', message: examPlanTexts.empty }])
  const question = await ask()
  const plan = planOf([fixed(question), draw(1), fixed('999999')], {
    utc_opens_on: '2026-03-02T12:00:00.000Z',
    utc_closes_on: '2026-03-01T12:00:00.000Z',
    shows_when: 'moment',
  })
  const { exam } = (await save(plan, 1)).body
  expect(exam).toMatchObject({
    version: 2,
    plan,
    questions: [{ id: question, kind: 'one', difficulty: 'medium', is_archived: false }],
    draws: [{ part: 'sorteio', found: 1 }],
  })
  const short = { part: 1, reason: 'draw_short', count: 1, left: 0 } as const
  expect(exam!.problems).toEqual([
    { part: 'fixa-999999', field: 'parts', message: examPlanTexts.gone },
    { part: 'sorteio', field: 'parts', message: explainPartFault(short) },
    { part: null, field: 'utc_closes_on', message: examSettingTexts.closesFirst },
    { part: null, field: 'utc_shows_on', message: examPlanTexts.showsWhenMissing },
  ])
  expect(await get()).toEqual(exam)
})

it('refuses a save that began with an earlier plan, and answers the newer one', async () => {
  const { call, as, params, ask, save } = await author('Duas pessoas')
  const question = await ask()
  await save(planOf([]))
  await save(planOf([fixed(question)]), 1)
  const late = await save(planOf([]), 1)
  expect(late).toMatchObject({ status: 409, body: { code: 'stale_version', current: { exam: { version: 2 } } } })
  expect(await save(planOf([]))).toMatchObject({ status: 409, body: { code: 'stale_version' } })
  await call(exams.remove, { as, params })
  expect((await save(planOf([]), 2)).status).toBe(404)
  expect((await call(exams.remove, { as, params })).status).toBe(404)
})

it.each<[string, ExamPlan, string]>([
  ['no points', planOf([fixed('1', 0)]), 'plan.parts.0.points'],
  ['a part twice', planOf([fixed('1'), fixed('1')]), 'plan.parts'],
  ['too many draws', planOf(Array.from({ length: 51 }, (_, at) => draw(1, { id: `s${at}` }))), 'plan.parts'],
  ['a pass mark of nothing', planOf([], { pass_percent: 0 }), 'plan.settings.pass_percent'],
  ['eleven hours', planOf([], { limit_minutes: 660 }), 'plan.settings.limit_minutes'],
])('refuses %s and says where', async (_, plan, field) => {
  const { save } = await author('Recusas')
  expect(await save(plan)).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', fields: { [field]: expect.any(String) } },
  })
})

it('is published with the course, with the versions of that moment', async () => {
  const { ask, get, save, publish, change, isDraft, publications } = await author('Publicação')
  const [one, two, three] = [await ask(), await ask(), await ask()]
  const plan = planOf([fixed(one), draw(1)])
  await save(plan)
  expect(await isDraft()).toEqual([true, false])
  expect(await publications()).toEqual([])
  expect((await publish()).status).toBe(200)
  expect(await isDraft()).toEqual([false, false])
  const [first] = await publications()
  const versions = [one, two, three].map((question) => ({ question, version: 1 }))
  expect(first).toMatchObject({
    number: 1,
    settings: plan.settings,
    parts: [
      { kind: 'fixed', ...versions[0], points: 100 },
      { kind: 'draw', pool: versions, count: 1, points: 50 },
    ],
  })
  expect((await get())!.changes).toEqual({ plan: false, changed: 0, added: 0, removed: 0 })

  await publish()
  expect(await publications()).toHaveLength(1)

  await change(one, { statement: '<p>Outro enunciado</p>' })
  const added = await ask()
  const { changes } = (await get())!
  expect(changes).toEqual({ plan: false, changed: 1, added: 1, removed: 0 })
  expect(describeExamChanges(changes)).toContain('1 questão mudou, 1 nova no sorteio')
  expect((await publications())[0]).toEqual(first)
  await publish()
  const [before, next] = await publications()
  expect(before).toEqual(first)
  const parts = PublishedPart.array().parse(next!.parts)
  expect(parts).toMatchObject([
    { question: one, version: 2 },
    { pool: [{ question: one, version: 2 }, versions[1], versions[2], { question: added, version: 1 }] },
  ])
  expect((await get())!.changes).toEqual({ plan: false, changed: 0, added: 0, removed: 0 })
})

it('keeps the course from being published while a draw can not be filled, and names lesson and part', async () => {
  const { course, school, ask, save, publish, publications } = await author('Sorteio curto')
  const question = await ask()
  await save(planOf([fixed(question), draw(2)]))
  await school.tx((db) => db.updateTable('courses').set({ title: 'Novo' }).where('id', '=', course.id).execute())
  const refused = await publish()
  const fault = explainPartFault({ part: 1, reason: 'draw_short', count: 2, left: 0 }, 1)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'exam_unready',
      fields: { exam: examPlanTexts.unready('Aula 1.1', examPlanTexts.faultOf(2, fault)) },
    },
  })
  expect(await publications()).toEqual([])
  for (const _ of [1, 2]) await ask()
  expect((await publish()).status).toBe(200)
  expect(await publications()).toHaveLength(1)
})

it('goes back to what was published when drafts are discarded, and stays where nothing was', async () => {
  const { call, as, course, ask, get, save, publish } = await author('Descarte')
  const plan = planOf([fixed(await ask())])
  await save(plan)
  const discard = () => call(courses.clearDraft, { as, params: { link: course.link }, body: { id: course.id } })
  await discard()
  expect(await get()).toMatchObject({ plan, version: 1 })
  await publish()
  await save(planOf([], { pass_percent: 90 }), 1)
  await discard()
  expect(await get()).toMatchObject({ plan, version: 3, changes: { plan: false } })
})

it('is copied as a draft with its lesson and its course, and goes with its lesson', async () => {
  const { call, school, as, course, lesson, ask, get, save, publish } = await author('Cópia')
  const plan = planOf([fixed(await ask())])
  await save(plan)
  await publish()
  const { degree } = (await call(copies.course, { as, body: { id: course.id } })).body
  const copied = degree.modules[0]!.content[0]!.id
  expect(await get(copied)).toMatchObject({ plan, version: 1, utc_published_on: null })
  const { degree: beside } = (
    await call(copies.lesson, {
      as,
      body: {
        id: lesson.id,
        degree_id: course.id,
        to_degree_id: course.id,
        to_module_id: course.module_order[0]!,
      },
    })
  ).body
  expect(await get(beside.modules[0]!.content[1]!.id)).toMatchObject({ plan, utc_published_on: null })
  await school.tx((db) => db.deleteFrom('lessons').where('id', '=', lesson.id).execute())
  const left = await school.tx((db) => db.selectFrom('exams').select('lesson_id').execute())
  expect(left.map(({ lesson_id }) => lesson_id)).not.toContain(lesson.id)
  const rows = (table: 'exam_publications' | 'exam_publication_questions') =>
    school.tx((db) => db.selectFrom(table).select('number').execute())
  expect([await rows('exam_publications'), await rows('exam_publication_questions')]).toEqual([[], []])
})

it('keeps a question that is in a plan or a publication from being deleted', async () => {
  const { call, as, ask, save, publish, params } = await author('Usada')
  const [one, two, free] = [await ask(), await ask(), await ask({ tags: [] })]
  const remove = (id: string) => call(examQuestions.remove, { as, params: { id } })
  const refused = {
    status: 409,
    body: { code: 'exam_question_used', fields: { exam: examPlanTexts.used(['Aula 1.1'], 0) } },
  }
  await save(planOf([fixed(one), draw(1)]))
  expect(await remove(one)).toMatchObject(refused)
  await publish()
  await save(planOf([]), 1)
  expect(await remove(one)).toMatchObject(refused)
  expect(await remove(two)).toMatchObject(refused)
  expect((await remove(free)).status).toBe(200)
  await call(exams.remove, { as, params })
  expect((await remove(one)).status).toBe(200)
})

it('is tried and corrected as an attempt would be, and writes nothing', async () => {
  const { call, school, as, params, ask, save } = await author('Experimentar')
  const several = {
    kind: 'several' as const,
    options: ['a', 'b', 'c', 'd'].map((html, at) => ({ id: `${at + 1}`, html })),
    right: ['1', '2'],
  }
  const question = await ask({ key: several, is_shuffled: true, tags: [] })
  for (const _ of [1, 2, 3]) await ask({ key: { kind: 'truth', right: true } })
  await save(planOf([fixed(question), draw(2)], { pass_percent: 60 }))
  const { trial } = (await call(exams.tryOut, { as, params })).body
  expect(trial.asked).toMatchObject([{ number: 1, kind: 'several', points: 100 }, { kind: 'truth' }, { number: 3 }])
  expect(new Set(trial.questions.map((each) => each.question)).size).toBe(3)
  const [first] = trial.asked
  const chosen = first!.kind === 'several' ? first!.options.filter(({ html }) => html === 'a').map((o) => o.number) : []
  const correct = (body: Partial<BodyOf<typeof exams.correct>> = {}) =>
    call(exams.correct, {
      as,
      params,
      body: {
        seed: trial.seed,
        questions: trial.questions,
        answers: [
          { number: 1, answer: { kind: 'several', chosen } },
          { number: 2, answer: { kind: 'truth', chosen: true } },
        ],
        ...body,
      },
    })
  const { correction } = (await correct()).body
  expect(correction).toMatchObject({ points: 100, total: 200, has_passed: false })
  expect(correction.shown.map(({ earned }) => earned)).toEqual([50, 50, 0])
  expect(correction.shown[1]!.solution).toMatchObject({ key: { kind: 'truth', right: true } })
  const gone = trial.questions.map((each) => ({ ...each, version: 9 }))
  expect((await correct({ questions: gone })).status).toBe(404)
  const plan = planOf([draw(9)])
  await save(plan, 1)
  expect(await call(exams.tryOut, { as, params })).toMatchObject({ status: 409, body: { code: 'exam_unready' } })
  const written = await school.tx((db) => db.selectFrom('exam_publications').select('number').execute())
  expect(written).toEqual([])
})

it("is not an edition's, and reaches nothing of another school's", async () => {
  const { call, riverside, northside } = await world()
  const franchisor = { franchisor_id: riverside.id, name: 'Riverside', invitation: 1, utc_invited_on: new Date() }
  await northside.tx((db) => db.insertInto('franchisors').values(franchisor).execute())
  const edition = await northside.make.course({ franchisor_id: riverside.id })
  const params = { lessonId: edition.lessons[0]!.id }
  const body = { version: null, plan: planOf([]) }
  const as = northside.admin
  expect(await call(exams.save, { as, params, body })).toMatchObject({
    status: 409,
    body: { code: 'edition_read_only' },
  })
  const theirs = await riverside.make.course()
  const foreign = { lessonId: theirs.lessons[0]!.id }
  await call(exams.save, { as: riverside.admin, params: foreign, body })
  const answers = [
    await call(exams.get, { as, params: foreign }),
    await call(exams.save, { as, params: foreign, body }),
    await call(exams.remove, { as, params: foreign }),
    await call(exams.tryOut, { as, params: foreign }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

it('marks its lesson as changed in the editor of the lesson, too', async () => {
  const { call, as, course, lesson, ask, save } = await author('Rascunho')
  await save(planOf([fixed(await ask())]))
  const { body } = await call(lessons.get, { as, params: { courseLink: course.link, lessonLink: lesson.link } })
  expect([body.content.isDraft, body.degree.isDraft]).toEqual([true, true])
})
