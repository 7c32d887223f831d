import { courses } from '@escola/contract/courses.contract'
import { examQuestionLimits } from '@escola/contract/exam-content'
import { examQuestionTexts } from '@escola/contract/exam-question-texts'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import { exams } from '@escola/contract/exams.contract'
import { hostileRichText } from '@escola/contract/hostile-rich-text.testing'
import type { BodyOf, QueryOf } from '@escola/contract/route'
import { expect, it } from 'vitest'
import { sanitizeQuestionText } from '../../rich-text/sanitize-rich-text.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'
import { makeExamSchool } from '../exam-attempts/exam-attempts.testing.ts'

type Body = BodyOf<typeof examQuestions.create>

const options = [
  { id: '1', html: '<p>24 °C</p>' },
  { id: '2', html: '<p>40 °C</p>' },
]
const three = [...options, { id: '3', html: '<p>70 °C</p>' }]
const oneOf: Body['key'] = { kind: 'one', options, right: '1' }
const written = (change: Partial<Body> = {}): Body => ({
  statement: '<p>A que temperatura o <strong>levain</strong> cresce?</p>',
  explanation: '',
  is_shuffled: true,
  key: oneOf,
  difficulty: 'medium',
  tags: ['fermentação'],
  degree_id: null,
  ...change,
})

async function bank(name: string) {
  const { call, makeSchool } = await world()
  const school = await makeSchool(name)
  const as = school.admin
  const make = async (change?: Partial<Body>) =>
    (await call(examQuestions.create, { as, body: written(change) })).body.exam_question
  const list = async (query: QueryOf<typeof examQuestions.list> = {}) =>
    (await call(examQuestions.list, { as, query })).body.exam_questions
  const save = (id: string, body: BodyOf<typeof examQuestions.save>) =>
    call(examQuestions.save, { as, params: { id }, body })
  const versionsOf = (id: string) =>
    school.tx((db) =>
      db
        .selectFrom('exam_question_versions')
        .select(['number', 'content'])
        .where('question_id', '=', id)
        .orderBy('number')
        .execute(),
    )
  return { call, school, as, make, list, save, versionsOf }
}

it.each<[string, Body['key']]>([
  ['one right option', oneOf],
  ['several right options', { kind: 'several', options, right: ['1', '2'] }],
  ['true or false', { kind: 'truth', right: false }],
  ['a number', { kind: 'number', right: '78.5', tolerance: '0.5', unit: '%' }],
  ['a short text', { kind: 'text', right: ['Autólise', 'autolise da massa'] }],
  ['an order', { kind: 'order', options: three, right: ['2', '3', '1'] }],
  [
    'pairs',
    { kind: 'pairs', lefts: options, options: three, right: options.map(({ id }) => ({ left: id, option: id })) },
  ],
])('keeps a question with %s as it was written', async (_, key) => {
  const { call, as, make } = await bank('Tipos')
  const made = await make({ key })
  const { id, version, statement, tags } = made
  expect(made.key).toEqual(key)
  expect({ version, statement, tags }).toEqual({ version: 1, statement: written().statement, tags: ['fermentação'] })
  expect((await call(examQuestions.get, { as, params: { id } })).body.exam_question).toEqual(made)
})

it('makes a version of other content alone, and leaves the earlier one as it was', async () => {
  const { make, save, versionsOf } = await bank('Versões')
  const { id } = await make()
  const filed = await save(id, { ...written({ difficulty: 'hard', tags: ['Massa', 'massa '] }), version: 1 })
  expect(filed.body.exam_question).toMatchObject({ version: 1, difficulty: 'hard', tags: ['massa'] })
  const before = await versionsOf(id)
  expect(before).toHaveLength(1)
  const changed = await save(id, { ...written({ key: { ...oneOf, right: '2' } }), version: 1 })
  expect(changed.body.exam_question).toMatchObject({ version: 2, key: { right: '2' } })
  expect((await versionsOf(id))[0]).toEqual(before[0])
  expect((await versionsOf(id)).map(({ number }) => number)).toEqual([1, 2])
})

it('refuses a save that began with an earlier version, unless it says to replace what is there', async () => {
  const { make, save } = await bank('Corrida')
  const { id } = await make()
  await save(id, { ...written({ statement: '<p>Outra</p>' }), version: 1 })
  const late = written({ statement: '<p>Atrasada</p>' })
  expect(await save(id, { ...late, version: 1 })).toMatchObject({ status: 409, body: { code: 'stale_version' } })
  expect((await save(id, late)).body.exam_question).toMatchObject({ version: 3, statement: '<p>Atrasada</p>' })
})

it.each<[string, Partial<Body>, string, string]>([
  ['no statement', { statement: '<p> </p>' }, 'statement', examQuestionTexts.statementMissing],
  ['a statement that is removed', { statement: '<script>x</script>' }, 'statement', examQuestionTexts.statementMissing],
  ['a key that is no option', { key: { ...oneOf, right: '9' } }, 'key.right', examQuestionTexts.optionUnknown],
  [
    'equal options',
    { key: { ...oneOf, options: [...options, { id: '3', html: '<p>24 °C</p>' }] } },
    'key.options.2.html',
    examQuestionTexts.optionRepeated,
  ],
  [
    'options that are equal once they are clean',
    { key: { ...oneOf, options: [...options, { id: '3', html: '<p class="x">24 °C</p>' }] } },
    'key.options.2.html',
    examQuestionTexts.optionRepeated,
  ],
  ['one option', { key: { ...oneOf, options: options.slice(1), right: '2' } }, 'key.options', 'São pelo menos 2 itens'],
  [
    'a tolerance below zero',
    { key: { kind: 'number', right: '1', tolerance: '-1', unit: '' } },
    'key.tolerance',
    examQuestionTexts.toleranceNegative,
  ],
  [
    'the same accepted text twice',
    { key: { kind: 'text', right: ['Pão', ' pao'] } },
    'key.right.1',
    examQuestionTexts.acceptedRepeated,
  ],
  [
    'left texts that are equal once they are clean',
    {
      key: {
        kind: 'pairs',
        lefts: [...options, { id: '3', html: '<p class="x">24 °C</p>' }],
        options: three,
        right: three.map(({ id }) => ({ left: id, option: id })),
      },
    },
    'key.lefts.2.html',
    examQuestionTexts.optionRepeated,
  ],
  ['too many tags', { tags: Array.from({ length: 11 }, (_, at) => `t${at}`) }, 'tags', 'São no máximo 10 itens'],
])('refuses %s and says where', async (_, change, field, reason) => {
  const { call, as } = await bank('Recusas')
  expect(await call(examQuestions.create, { as, body: written(change) })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', fields: { [field]: reason } },
  })
})

it('keeps of hostile texts what its own allow-list has', async () => {
  const { make } = await bank('Hostil')
  const statement = `<p>antes</p>${hostileRichText.slice(0, 60).join('\n').slice(0, 15_000)}`
  expect((await make({ statement })).statement).toBe(sanitizeQuestionText(statement))
  const kept = '<p>H<sub>2</sub>O <span data-formula="tex">x^2</span></p><ul><li><code>1</code></li></ul>'
  const { statement: clean } = await make({ statement: `<h2>${kept}<a href="https://x.example">y</a></h2>` })
  expect(clean).toBe(`${kept}y`)
})

it('finds questions by words of statement and options, and by each filter', async () => {
  const { call, school, as, make, list } = await bank('Busca')
  const course = await school.tx((db) =>
    db.insertInto('courses').values({ title: 'Pães', link: 'paes' }).returning('id').executeTakeFirstOrThrow(),
  )
  const levain = await make()
  const salt = await make({
    statement: '<p>Quanto sal?</p>',
    key: { kind: 'number', right: '2', tolerance: '0', unit: '%' },
    difficulty: 'easy',
    tags: ['sal', 'massa'],
    degree_id: course.id,
  })
  const ids = async (query: Parameters<typeof list>[0]) => (await list(query)).list.map(({ id }) => id)
  expect(await ids({})).toEqual([salt.id, levain.id])
  expect(await ids({ search: 'LEVAÍN' })).toEqual([levain.id])
  expect(await ids({ search: '40 °c' })).toEqual([levain.id])
  expect(await ids({ search: 'qu' })).toEqual([salt.id, levain.id])
  expect(await ids({ search: '%' })).toEqual([])
  expect(await ids({ tag: 'massa' })).toEqual([salt.id])
  expect(await ids({ kind: 'one' })).toEqual([levain.id])
  expect(await ids({ difficulty: 'easy', degree: course.id, search: 'sal' })).toEqual([salt.id])
  expect(await ids({ degree: 'school' })).toEqual([levain.id])
  expect(await ids({ state: 'archived' })).toEqual([])
  await call(examQuestions.archive, { as, params: { id: salt.id }, body: { is_archived: true } })
  expect(await ids({ state: 'archived' })).toEqual([salt.id])
  expect(await ids({ tag: 'massa' })).toEqual([])
  expect((await call(examQuestions.tags, { as })).body.tags).toEqual(['fermentação'])
})

it('keeps the questions of a course that is deleted, for the whole school', async () => {
  const { call, school, as, make } = await bank('Curso apagado')
  const course = await school.tx((db) =>
    db.insertInto('courses').values({ title: 'Pães', link: 'paes' }).returning('id').executeTakeFirstOrThrow(),
  )
  const { id, degree_id } = await make({ degree_id: course.id })
  expect(degree_id).toBe(course.id)
  expect((await call(courses.remove, { as, body: { id: course.id } })).status).toBe(200)
  expect((await call(examQuestions.get, { as, params: { id } })).body.exam_question.degree_id).toBeNull()
})

it('copies, deletes, and makes one thing however often a call is repeated under its key', async () => {
  const { call, as, list } = await bank('Cópias')
  const headers = { 'idempotency-key': 'k-1234567' }
  const create = () => call(examQuestions.create, { as, body: written(), headers })
  const [first, second] = [await create(), await create()]
  expect(second.body).toEqual(first.body)
  const params = { id: first.body.exam_question.id }
  const copy = () => call(examQuestions.copy, { as, params, headers: { 'idempotency-key': 'k-7654321' } })
  const { exam_question: made } = (await copy()).body
  expect((await copy()).body.exam_question.id).toBe(made.id)
  const { id: _, utc_changed_on: _when, ...content } = first.body.exam_question
  expect(made).toMatchObject(content)
  expect((await call(examQuestions.remove, { as, params })).status).toBe(200)
  expect((await call(examQuestions.remove, { as, params })).status).toBe(404)
  expect((await list()).list.map(({ id }) => id)).toEqual([made.id])
})

it('takes no more questions than a school may have, however many come at once', async () => {
  const { databaseUrl } = await world()
  const { call, school, as } = await bank('Cheia')
  const row = {
    difficulty: 'easy',
    kind: 'truth',
    summary: 'Uma',
    folded: ' uma',
    utc_created_on: new Date(),
    utc_changed_on: new Date(),
  }
  const batch = Array.from({ length: 1000 }, () => row)
  await school.tx(async (db) => {
    for (let made = 0; made < examQuestionLimits.perSchool; made += batch.length)
      await db.insertInto('exam_questions').values(batch).execute()
    const one = db.selectFrom('exam_questions').select('id').limit(1)
    // That of an edition is not one of them.
    await db.updateTable('exam_questions').set({ franchisor_id: '1' }).where('id', '=', one).execute()
  })
  // Held at its insert, the first one keeps others from counting before it has ended.
  const held = await openTransaction(databaseUrl, 'lock table exam_question_versions in access exclusive mode', [])
  const both = Promise.all([1, 2].map(() => call(examQuestions.create, { as, body: written() })))
  await untilWaiting(databaseUrl, 2)
  await held.commit()
  expect((await both).map(({ status, error }) => (status === 201 ? 'made' : error.code)).toSorted()).toEqual([
    'exam_questions_full',
    'made',
  ])
})

it('finds the questions that the assessment of a lesson names or may still ask, and those of none', async () => {
  const { call } = await world()
  const { school, lesson, course, questionIds, examId } = await makeExamSchool()
  const as = school.admin
  const [named, asked, ...others] = questionIds
  const parts = [{ kind: 'fixed', id: 'a', question: named, points: 100 }]
  await school.tx(async (db) => {
    await db
      .updateTable('exams')
      .set({ plan: JSON.stringify({ parts }) })
      .where('id', '=', examId)
      .execute()
    await db.deleteFrom('exam_publication_questions').where('question_id', '<>', asked!).execute()
  })
  const ids = async (used: string) =>
    (await call(examQuestions.list, { as, query: { used } })).body.exam_questions.list.map(({ id }) => id).toSorted()
  expect(await ids(lesson.id)).toEqual([named, asked].toSorted())
  expect(await ids('none')).toEqual(others.toSorted())
  expect(await ids(course.lessons[1]!.id)).toEqual([])
  expect((await call(exams.list, { as })).body.exams).toEqual([
    { lesson_id: lesson.id, degree_id: course.id, title: expect.any(String) },
  ])
})

it("reaches nothing of another school's", async () => {
  const { call, northside, riverside } = await world()
  const made = await call(examQuestions.create, { as: riverside.admin, body: written() })
  const params = { id: made.body.exam_question.id }
  const as = northside.admin
  const answers = [
    await call(examQuestions.get, { as, params }),
    await call(examQuestions.save, { as, params, body: written() }),
    await call(examQuestions.copy, { as, params }),
    await call(examQuestions.archive, { as, params, body: { is_archived: true } }),
    await call(examQuestions.remove, { as, params }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect((await call(examQuestions.list, { as, query: { search: 'levain' } })).body.exam_questions.total).toBe(0)
  const course = await riverside.tx((db) =>
    db.insertInto('courses').values({ title: 'Alheio', link: 'alheio' }).returning('id').executeTakeFirstOrThrow(),
  )
  const foreign = await call(examQuestions.create, { as, body: written({ degree_id: course.id }) })
  expect(foreign).toMatchObject({ status: 404, body: { code: 'degree_not_found' } })
})
