import { listKeyTexts } from '@escola/contract/exam-content'
import { examImportLimits } from '@escola/contract/exam-import-items'
import { importBreaks, importNotes, importReasons } from '@escola/contract/exam-import-texts'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { importingSchool, moodleFile, moodlePicture, moodleQuestion } from './exam-imports.testing.ts'
import { samples } from './samples.testing.ts'

const drawing = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#7a1fa2' } })
    .png()
    .toBuffer()

it('checks a file without adding to the bank, and then adds what can be added', async () => {
  const { check, get, items, confirm, work, bank } = await importingSchool('Moodle')
  const id = await check('moodle', samples.moodle)
  const checked = await get(id)
  expect(checked.status).toBe('checked')
  const verdicts = await items(id)
  expect(verdicts.length).toBe(checked.fresh + checked.refused)
  expect(checked.refused).toBeGreaterThan(0)
  expect(await bank()).toEqual([])
  const answer = await confirm(id, { tags: ['Importadas'], difficulty: 'hard' })
  expect([answer.status, answer.body.exam_import.status]).toEqual([202, 'writing'])
  await work()
  const questions = await bank()
  expect(questions.length).toBe(checked.fresh)
  expect(new Set(questions.map(({ difficulty }) => difficulty))).toEqual(new Set(['hard']))
  expect(questions.every(({ tags }) => tags[0] === 'importadas' && tags.length <= 10)).toBe(true)
  expect(await get(id)).toMatchObject({ status: 'done', written: checked.fresh })
  // A confirmation that is repeated adds nothing.
  await confirm(id)
  await work()
  expect((await bank()).length).toBe(checked.fresh)
})

it('passes over what is in the bank already unless it is asked for', async () => {
  const { check, get, confirm, work, bank } = await importingSchool('Repetida')
  const file = moodleFile(moodleQuestion('A massa CRESCE?'), moodleQuestion('Assinale a correta', { right: 'Uma' }))
  const first = await check('moodle', file)
  await confirm(first)
  await work()
  // Other options make it another question.
  const again = await check(
    'moodle',
    moodleFile(moodleQuestion('A massa cresce?'), moodleQuestion('Assinale a correta', { right: 'Outra' })),
  )
  expect(await get(again)).toMatchObject({ fresh: 1, known: 1 })
  await confirm(again)
  await work()
  expect((await bank()).length).toBe(3)
  const third = await check('moodle', file)
  expect(await get(third)).toMatchObject({ fresh: 0, known: 2 })
  await confirm(third, { takes_known: true })
  await work()
  expect((await bank()).length).toBe(5)
})

it('stores pictures by what they are, and refuses others', async () => {
  const { check, items, confirm, work, bank, call, as, school } = await importingSchool('Figuras')
  const good = moodlePicture(await drawing(), 'miolo aberto.png')
  const bad = moodlePicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'x.svg')
  const id = await check(
    'moodle',
    moodleFile(moodleQuestion(`Veja ${good.tag}`, good), moodleQuestion(`Veja ${bad.tag}`, bad)),
  )
  expect(await items(id)).toMatchObject([
    { verdict: 'fresh', notes: [importNotes.pictureNamed] },
    { verdict: 'refused', problems: [{ field: 'imagens', reason: importReasons.pictureKind('x.svg') }] },
  ])
  await confirm(id)
  await work()
  const [question] = await bank()
  const { body } = await call(examQuestions.get, { as, params: { id: question!.id } })
  expect(body.exam_question.statement).toMatch(
    /^<p>Veja <img data-picture="[0-9a-f-]{36}" alt="Sem descrição: miolo aberto" width="300" height="200" \/><\/p>$/,
  )
  expect(body.exam_question.statement).not.toContain('00000000-0000-4000')
  const found = await call(examQuestions.list, { as, query: { search: 'sem descricao' } })
  expect(found.body.exam_questions.total).toBe(1)
  const files = await school.tx((db) => db.selectFrom('files').select('purpose').orderBy('id').execute())
  expect(files).toEqual([{ purpose: 'question_import' }, { purpose: 'question_picture' }])
})

it('shows the stored picture of a left text of pairs', async () => {
  const { check, confirm, work, bank, call, as } = await importingSchool('Pares')
  const { files, tag } = moodlePicture(await drawing())
  const pair = (left: string, right: string) =>
    `<subquestion format="html"><text><![CDATA[${left}]]></text>${left === tag ? files : ''}<answer><text>${right}</text></answer></subquestion>`
  const pairs = [pair(tag, 'Pão'), pair('Água', 'Bebida'), pair('', 'Fruta')].join('')
  const question = `<question type="matching"><questiontext><text>Associe</text></questiontext>${pairs}</question>`
  await confirm(await check('moodle', moodleFile(question)))
  await work()
  const { body } = await call(examQuestions.get, { as, params: { id: (await bank())[0]!.id } })
  expect(listKeyTexts(body.exam_question.key)[0]).toMatch(
    /^<p><img data-picture="(?!00000000-0000-4000)[0-9a-f-]{36}" alt="[^"]+" width="300" height="200" \/><\/p>$/,
  )
})

it('reads GIFT, tables and pasted texts', async () => {
  const { check, get } = await importingSchool('Formatos')
  const rows = [
    { line: 1, cells: ['enunciado', 'alternativa A', 'alternativa B', 'certa(s)'] },
    { line: 2, cells: ['Qual?', 'Esta', 'Aquela', 'A'] },
  ]
  expect(await get(await check('table', JSON.stringify(rows), 'lista.csv'))).toMatchObject({ fresh: 1, refused: 0 })
  expect(await get(await check('gift', samples.gift))).toMatchObject({ status: 'checked', format: 'gift' })
  expect(await get(await check('text', samples.pasted))).toMatchObject({ status: 'checked', format: 'text' })
})

it.each([
  ['an empty file', '', importBreaks.empty],
  ['a picture', '\x89PNG\r\n\x1a\n0000', importBreaks.noText],
])('refuses %s with a sentence', async (_, bytes, reason) => {
  const { send } = await importingSchool('Errados')
  const { status, error } = await send('gift', Buffer.from(bytes, 'latin1'))
  expect([status, error.fields]).toEqual([400, { file: reason }])
})

it('refuses a file that is too large', async () => {
  const { send } = await importingSchool('Grandes')
  const { status } = await send('gift', Buffer.alloc(examImportLimits.bytes + 1, 'a'))
  expect(status).toBe(413)
})

it.each([
  [
    'bombs',
    'moodle' as const,
    `<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><quiz>&b;</quiz>`,
    importBreaks.doctype,
  ],
  ['broken rows', 'table' as const, '[{"line":', importBreaks.rows],
  ['another XML', 'moodle' as const, '<html></html>', importBreaks.notMoodle],
])('says of %s why they can’t be read', async (_, format, text, reason) => {
  const { check, items, get } = await importingSchool('Quebrados')
  const id = await check(format, text)
  expect(await items(id)).toMatchObject([{ verdict: 'broken', problems: [{ field: 'arquivo', reason }] }])
  expect(await get(id)).toMatchObject({ status: 'checked', fresh: 0, refused: 1 })
})
