import sharp from 'sharp'
import { expect, it } from 'vitest'
import { importingSchool, moodleFile, moodlePicture, moodleQuestion } from './exam-imports.testing.ts'

it('stores the pictures of left texts and of things to put in order', async () => {
  const { check, confirm, work, get, school } = await importingSchool('Pares')
  const bytes = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { files, tag } = moodlePicture(bytes)
  const statement = '<questiontext format="html"><text>Veja</text></questiontext>'
  const shown = `<text><![CDATA[<p>${tag}</p>]]></text>${files}`
  const pairs = `<question type="matching">${statement}
    <subquestion format="html">${shown}<answer><text>um</text></answer></subquestion>
    <subquestion format="html"><text>b</text><answer><text>dois</text></answer></subquestion>
    <subquestion format="html"><text></text><answer><text>três</text></answer></subquestion></question>`
  const order = `<question type="ordering">${statement}<answer fraction="1" format="html">${shown}</answer>
    <answer fraction="2"><text>b</text></answer><answer fraction="3"><text>c</text></answer></question>`
  const id = await check('moodle', moodleFile(pairs, order, moodleQuestion('Depois')))
  await confirm(id)
  await work()
  expect(await get(id)).toMatchObject({ status: 'done', written: 3 })
  const versions = await school.tx((db) => db.selectFrom('exam_question_versions').select('pictures').execute())
  expect(versions.map(({ pictures }) => pictures.length).toSorted()).toEqual([0, 1, 1])
})

it('comes to its end with texts that a database refuses, wherever a row of a table has them', async () => {
  const { check, get, confirm, work } = await importingSchool('Estranha')
  const columns = ['tipo', 'enunciado', 'certa(s)', 'opção a', 'opção b', 'etiquetas', 'dificuldade', 'unidade']
  for (const odd of ['a\0b', '\ud83dx', 'x\ude00']) {
    const kinds = ['uma', 'v/f', 'número', 'texto', 'ordenar', 'associar', odd]
    const rows = [columns, ...kinds.map((kind) => [kind, `Qual ${odd}`, odd, `A ${odd}`, `B ${odd}`, odd, odd, odd])]
    const id = await check('table', JSON.stringify(rows.map((cells, at) => ({ line: at + 1, cells }))))
    expect((await get(id)).status).toBe('checked')
    await confirm(id, { takes_known: true })
    await work()
    expect((await get(id)).status).toBe('done')
  }
})
