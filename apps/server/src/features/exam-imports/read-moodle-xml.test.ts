import { type ExamImportItem, examImportLimits } from '@escola/contract/exam-import-items'
import { importBreaks, importReasons } from '@escola/contract/exam-import-texts'
import { listPictures } from '@escola/contract/question-text'
import { expect, it } from 'vitest'
import { MoodleReader, readMoodleXml } from './read-moodle-xml.ts'
import { samples, verdictsOf } from './samples.testing.ts'

async function read(...chunks: (string | Uint8Array)[]) {
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
  const items: ExamImportItem[] = []
  for await (const item of readMoodleXml(bytes)) items.push(item)
  return items
}
const asked = (text: string, more = '') =>
  `<question type="truefalse"><questiontext><text>${text}</text></questiontext>${more}<answer fraction="100"><text>true</text></answer></question>`
const quiz = (...questions: string[]) => `<?xml version="1.0"?><quiz>${questions.join('')}</quiz>`
const statementOf = async (file: string | Uint8Array) => {
  const [item] = await read(file)
  return item?.verdict === 'question' ? item.question.statement : item
}

it("reads an export of Moodle with a verdict on each of its questions' kinds", async () => {
  expect(verdictsOf(await read(samples.moodle))).toMatchInlineSnapshot(`
    [
      "1 Fermento 1 one: 1",
      "2 Hidratação fixa one: 2",
      "3 Parcial one: 1 / Os comentários de cada resposta ficam de fora / A pontuação parcial vira certa/errada",
      "4 Três certas several: 1, 2, 3",
      "5 Três certas sem desconto several: 1, 2, 3 / A pontuação parcial vira certa/errada: valem as certas menos as erradas",
      "6 Pesos desiguais several: 1, 2 / A pontuação parcial vira certa/errada: valem as certas menos as erradas",
      "7 Com figura one: 1",
      "8 Figuras nas opções one: 1 / Uma imagem sem descrição ficou com o nome do arquivo: procure “Sem descrição” no banco e descreva-a para quem não pode vê-la",
      "9 Figura que falta refused: enunciado: A imagem sumiu.png não está no arquivo",
      "10 Figura de fora one: 1 / Uma imagem de outro endereço ficou de fora",
      "11 Fórmula one: 1",
      "12 Sem certa refused: resposta certa: Falta dizer qual é a resposta certa",
      "13 Onze opções refused: alternativas: São no máximo 10 alternativas",
      "14 Opções iguais refused: alternativa B: Esta opção é igual a outra",
      "15 Texto simples one: 1",
      "16 Markdown one: 1",
      "17 Formato do Moodle one: 1",
      "18 Glúten truth: true / Os comentários de cada resposta ficam de fora",
      "19 Sal mata truth: false",
      "20 Entidades truth: true",
      "21 Forno number: 200 ± 10",
      "22 Pi number: 3.14 ± 0.005",
      "23 Peso number: 0.05 ± 0.005 kg / Fica só a unidade principal",
      "24 Dois acertos number: 12 ± 0 / Os comentários de cada resposta ficam de fora / A pontuação parcial vira certa/errada / Os outros números e faixas ficam de fora",
      "25 Longo demais refused: resposta certa: “2.718281828” não é um número com até 9 algarismos inteiros e 6 decimais, como 12,5",
      "26 Dois certos refused: resposta certa: Mais de um número vale 100%; aqui a questão tem um só, com tolerância",
      "27 Científico number: 1000000 ± 500000",
      "28 Capital text: levain, Le Levain / Os comentários de cada resposta ficam de fora / A pontuação parcial vira certa/errada",
      "29 Curinga text: geladeira / Maiúsculas e minúsculas passam a valer o mesmo / As respostas com o curinga * ficam de fora",
      "30 Só curinga refused: resposta certa: A resposta usa o curinga *, que aqui não existe",
      "31 Asterisco text: *, asterisco",
      "32 Conte open: <p>Vale citar o tempo de descanso.</p>",
      "33 Associe refused: alternativas: Com dois pares, escreva ao menos mais uma resposta, que não combina com nenhum",
      "34 Lacunas refused: tipo: “lacunas (cloze)” não existe aqui",
      "35 Calculada refused: tipo: “calculada” não existe aqui",
      "36 Arraste refused: tipo: “arrastar palavras para o texto” não existe aqui",
      "37 Texto refused: tipo: “descrição (texto sem pergunta)” não existe aqui",
      "38 Código refused: tipo: “coderunner” não existe aqui",
      "39 Sem enunciado refused: enunciado: Escreva o enunciado",
      "40 Script one: 1",
      "41 Associe com sobra pairs: 1-1, 2-1, 3-2 of 3",
      "42 Ordene order: 1, 2, 3 / A questão passa a pedir todos os itens, e não uma parte deles",
    ]
  `)
})

it('reads the same however the file is cut', async () => {
  const bytes = Buffer.from(samples.moodle)
  const whole = await read(bytes)
  for (const size of [1, 7, 4096]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    )
    expect(await read(...pieces)).toEqual(whole)
  }
})

it('gives each picture with its bytes under the key by which the text names it', async () => {
  const items = await read(samples.moodle)
  const item = items.find((each) => each.verdict === 'question' && each.title === 'Com figura')
  if (item?.verdict !== 'question') throw new Error('refused')
  const [picture, ...others] = item.pictures
  expect(others).toEqual([])
  expect(picture?.name).toBe('pão francês.png')
  expect([...picture!.bytes.subarray(1, 4)]).toEqual([...Buffer.from('PNG')])
  expect(listPictures(item.question.statement)).toEqual([picture!.key])
})

it.each([
  ['broken letters', '!!!', importReasons.pictureUnread('a.png')],
  ['too many bytes', 'A'.repeat(5 * 1024 * 1024), importReasons.pictureLarge('a.png')],
])('refuses a picture of %s, and reads on', async (_, data, reason) => {
  const text = '<![CDATA[<p>Veja <img src="@@PLUGINFILE@@/a.png" alt="a"></p>]]>'
  const file = `<file name="a.png" encoding="base64">${data}</file>`
  const items = await read(quiz(asked(text).replace('</questiontext>', `${file}</questiontext>`), asked('Segunda')))
  expect(items).toMatchObject([{ verdict: 'refused', problems: [{ reason }] }, { verdict: 'question' }])
})

it.each([
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${quiz(asked('Pão'))}`)],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${quiz(asked('Pão'))}`, 'utf16le')],
  ['UTF-16 without a mark', Buffer.from(quiz(asked('Pão')), 'utf16le')],
  ['UTF-16, the other way', Buffer.from(`\uFEFF${quiz(asked('Pão'))}`, 'utf16le').swap16()],
  ['Latin-1', Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?><quiz>${asked('Pão')}</quiz>`, 'latin1')],
])('reads %s', async (_, bytes) => {
  expect(await statementOf(bytes)).toBe('<p>Pão</p>')
})

const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha">${'bcdefghij'
  .split('')
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)
  .join('')}]>`
it.each([
  ['nothing', '', importBreaks.notMoodle],
  ['another text', 'Pergunta um', importBreaks.notMoodle],
  ['another document', '<html><body></body></html>', importBreaks.notMoodle],
  ['no question', '<quiz></quiz>', importBreaks.empty],
  ['a zip', Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0]), importBreaks.encoding],
  ['a billion laughs', `${laughs}<quiz>${asked('&j;')}</quiz>`, importBreaks.doctype],
  [
    'a file of the machine',
    `<!DOCTYPE quiz [<!ENTITY a SYSTEM "file:///etc/passwd">]><quiz>${asked('&a;')}</quiz>`,
    importBreaks.doctype,
  ],
  ['an entity of its own', quiz(asked('&a;')), importBreaks.xml(1)],
  ['a tag that is not closed', `<quiz>\n<question type="essay">\n<name>\n</question></quiz>`, importBreaks.xml(4)],
  ['a thousand levels', `<quiz>${'<a>'.repeat(1000)}`, importBreaks.deep],
  ['a question of a million elements', quiz(`<question>${'<a/>'.repeat(6000)}</question>`), importBreaks.crowded],
  ['an end in the middle', quiz(asked('Pão')).slice(0, -30), importBreaks.cut],
  ['Latin-1 that says nothing', Buffer.from(quiz(asked('Pão')), 'latin1'), importBreaks.encoding],
  [
    'an encoding that does not exist',
    '<?xml version="1.0" encoding="klingon"?><quiz/>',
    importBreaks.encodingUnknown('klingon'),
  ],
])('says why it can not read %s', async (_, file, reason) => {
  expect((await read(file)).at(-1)).toMatchObject({ verdict: 'broken', reason })
})

it('keeps what came before a broken place', async () => {
  const items = await read(quiz(asked('Um'), asked('Dois'), '<question><'))
  expect(items.map(({ verdict }) => verdict)).toEqual(['question', 'question', 'broken'])
})

it('stops at the limits of questions and bytes', async () => {
  const one = Buffer.from('<question type="essay"/>')
  const reader = new MoodleReader()
  reader.push(Buffer.from('<quiz>'))
  let items = 0
  for (let at = 0; at < examImportLimits.items; at++) items += reader.push(one).length
  expect(items).toBe(examImportLimits.items)
  expect(reader.push(one)).toMatchObject([{ verdict: 'broken', reason: importBreaks.many }])
  expect([...reader.push(one), ...reader.end()]).toEqual([])

  const padding = Buffer.alloc(examImportLimits.bytes, ' ')
  expect(await read('<quiz>', padding)).toMatchObject([{ verdict: 'broken', reason: importBreaks.large }])
})

it('reads hostile texts in the time of harmless ones', async () => {
  const hostile = ['\\\\(', '$$', '<img "', "<img src='", '<b', '[tex]', '<p>'].map((part) => part.repeat(50_000))
  const items = await read(quiz(...hostile.map((text) => asked(`<![CDATA[${text}]]>`))))
  expect(items.map(({ verdict }) => verdict)).toEqual(hostile.map(() => 'refused'))
})
