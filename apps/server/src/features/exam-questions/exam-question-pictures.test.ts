import { examQuestionTexts } from '@escola/contract/exam-question-texts'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'

const drawing = () =>
  sharp({ create: { width: 960, height: 640, channels: 3, background: '#7a1fa2' } })
    .png()
    .toBuffer()

async function pictures(name: string) {
  const { call, makeSchool } = await world()
  const school = await makeSchool(name)
  const as = school.admin
  const send = async () => {
    const file = { bytes: await drawing(), filename: 'miolo.png' }
    return (await call(examQuestions.uploadPicture, { as, fields: {}, file })).body.picture
  }
  const create = (statement: string) =>
    call(examQuestions.create, {
      as,
      body: {
        statement,
        explanation: '',
        is_shuffled: false,
        key: { kind: 'truth', right: true },
        difficulty: 'easy',
        tags: [],
        degree_id: null,
      },
    })
  return { school, send, create }
}
const show = (key: string, alt = 'Um pão') =>
  `<p><img data-picture="${key}" alt="${alt}" width="600" height="400" /></p>`

it('shows a picture that was sent, and is found by its words', async () => {
  const { school, send, create } = await pictures('Imagens')
  const { key, ...size } = await send()
  expect(size).toEqual({ width: 960, height: 640 })
  const { status, body } = await create(show(key))
  expect(status).toBe(201)
  expect(body.exam_question).toMatchObject({ statement: show(key), summary: 'Um pão' })
  const rows = await school.tx((db) => db.selectFrom('exam_question_versions').select('pictures').execute())
  expect(rows).toEqual([{ pictures: [key] }])
})

it('refuses a picture without words, and one that is not the school’s', async () => {
  const { send, create } = await pictures('Recusadas')
  const { send: sendElsewhere } = await pictures('Vizinha')
  const { key } = await send()
  expect(await create(show(key, ' '))).toMatchObject({
    status: 400,
    body: { fields: { statement: examQuestionTexts.pictureNameless } },
  })
  const { key: foreign } = await sendElsewhere()
  expect(await create(show(foreign))).toMatchObject({
    status: 400,
    body: { fields: { statement: examQuestionTexts.pictureGone } },
  })
})

it('takes away pictures of elsewhere, and everything of a picture but its words and size', async () => {
  const { send, create } = await pictures('Limpas')
  const { key } = await send()
  const hostile = `<p>a<img src="https://x.example/p.png" alt="x"><img data-picture="${key}" alt="Um pão" src="//x" onerror="x" class="y"></p>`
  const { body } = await create(hostile)
  expect(body.exam_question.statement).toBe(`<p>a<img data-picture="${key}" alt="Um pão" /></p>`)
})

it('keeps a picture that was about to be removed', async () => {
  const { school, send, create } = await pictures('Guardadas')
  const { key } = await send()
  await school.tx((db) =>
    db.updateTable('files').set({ utc_unused_on: new Date() }).where('purpose', '=', 'question_picture').execute(),
  )
  await create(show(key))
  const files = await school.tx((db) =>
    db.selectFrom('files').select('utc_unused_on').where('purpose', '=', 'question_picture').execute(),
  )
  expect(files).toEqual([{ utc_unused_on: null }])
})
