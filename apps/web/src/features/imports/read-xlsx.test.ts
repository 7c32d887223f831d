import { strToU8, zipSync } from 'fflate'
import { expect, it, vi } from 'vitest'
import { readXlsx, unpackedMax } from '../../ui/spreadsheet/read-xlsx.ts'
import { previewSheet } from './preview.ts'
import { previewAny } from './preview-any.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const related = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
const workbook = (sheet: string, more: Record<string, Uint8Array> = {}) =>
  zipSync({
    '[Content_Types].xml': strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    ),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${main}" xmlns:r="${related}"><sheets><sheet name="Alunos" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${related}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`),
    ...more,
  })
const students = [
  `<row r="1">${cell('A1', 'Nome')}${cell('B1', 'E-mail')}${cell('C1', 'Celular')}</row>`,
  `<row r="2">${cell('A2', 'João da Conceição')}${cell('B2', 'joao@exemplo.com')}<c r="C2"><v>11912345678</v></c></row>`,
  `<row r="4">${cell('A4', 'Ana Maria')}${cell('B4', 'ana@')}</row>`,
].join('')

it('reads the first sheet of a workbook, with the lines of the sheet', async () => {
  const result = await previewAny('alunos.xlsx', workbook(students))
  expect(result).toMatchObject({
    preview: {
      goodRows: [{ line: 2, name: 'João da Conceição', email: 'joao@exemplo.com', cellphone: '11912345678' }],
      bad: [{ line: 4, email: 'ana@', reason: 'invalid_email' }],
    },
  })
})

it('refuses a workbook that becomes too large, before it unpacks it', async () => {
  const bomb = workbook(students, { 'xl/sharedStrings.xml': new Uint8Array(unpackedMax) })
  expect(bomb.length).toBeLessThan(100_000)
  const taken = vi.spyOn(bomb, 'subarray')
  expect(await readXlsx(bomb)).toEqual({ problem: 'large' })
  // Parts before it are unpacked, which have a few hundred bytes each.
  const lengths = taken.mock.calls.map(([from = 0, to = bomb.length]) => to - from)
  expect(Math.max(...lengths)).toBeLessThan(2000)
  expect(await previewAny('bomba.xlsx', bomb)).toEqual({ problem: expect.stringMatching(/grande demais/) })
})

it('leaves pictures, drawings and charts packed, however large they become', async () => {
  const large = new Uint8Array(unpackedMax + 1)
  for (const name of ['xl/media/logo.png', 'xl/drawings/drawing1.xml', 'xl/charts/chart1.xml', 'xl/theme/theme1.xml'])
    expect(await readXlsx(workbook(students, { [name]: large })), name).toMatchObject({
      sheets: [{ lines: { length: 4 } }],
    })
})

it('unpacks no more than a part says that it has', async () => {
  const bomb = workbook(students, { 'xl/sharedStrings.xml': new Uint8Array(unpackedMax) })
  const view = new DataView(bomb.buffer, bomb.byteOffset)
  // The directory at the end says the sizes; the bytes of this part go on behind its own.
  for (let at = 0; at < bomb.length - 46; at++)
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) === unpackedMax)
      view.setUint32(at + 24, 1000, true)
  expect(await readXlsx(bomb)).not.toEqual({ problem: 'large' })
})

it('reads a sheet whose last cell lies far away', async () => {
  const far = `${students}<row r="1048576">${cell('XFD1048576', 'longe')}</row>`
  expect(await readXlsx(workbook(far))).toEqual({ problem: 'large' })
})

it.each([
  ['an archive that is no workbook', zipSync({ 'leia.txt': strToU8('oi') })],
  ['a broken archive', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0)],
])('says that it cannot open %s', async (_, bytes) => {
  expect(await previewAny('x.xlsx', bytes)).toEqual({ problem: expect.stringMatching(/^Esse arquivo é uma planilha/) })
})

const sheetXml = (rows: string) => strToU8(`<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`)
const person = (name: string, email: string) => `<row r="1">${cell('A1', name)}${cell('B1', email)}</row>`
/** A workbook of several sheets; a name with a star is hidden. */
const workbookOf = (sheets: [name: string, rows: string][]) =>
  workbook('', {
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${main}" xmlns:r="${related}"><sheets>${sheets
        .map(
          ([name], at) =>
            `<sheet name="${name.replace('*', '')}" sheetId="${at + 1}"${name.endsWith('*') ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
        .map(
          (_, at) =>
            `<Relationship Id="rId${at + 1}" Type="${related}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
        )
        .join('')}</Relationships>`,
    ),
    ...Object.fromEntries(sheets.map(([, rows], at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(rows)])),
  })
const emailsOf = (result: Awaited<ReturnType<typeof previewAny>>) =>
  'preview' in result ? result.preview.goodRows.map(({ email }) => email) : result.problem

it('reads the first sheet with e-mails that people see, and offers the others that have some', async () => {
  const cover = `<row r="1">${cell('A1', 'Escola Pão')}</row>`
  const bytes = workbookOf([
    ['Antigos*', person('Segredo Antigo', 'segredo@loja.com.br')],
    ['Capa', cover],
    ['Turma &amp; 1', person('Ana Lima', 'ana@exemplo.com')],
    ['Turma 2', person('Bia Souza', 'bia@exemplo.com')],
  ])
  const result = await previewAny('alunos.xlsx', bytes)
  expect(emailsOf(result)).toEqual(['ana@exemplo.com'])
  const sheets = 'preview' in result ? result.preview.sheets : undefined
  expect([sheets?.name, sheets?.all.map(({ name }) => name)]).toEqual(['Turma & 1', ['Turma & 1', 'Turma 2']])
  expect(emailsOf(previewSheet('alunos.xlsx', sheets!.all, sheets!.all[1]!))).toEqual(['bia@exemplo.com'])
})

it('reads a sheet with formulas that are not computed yet, and with errors', async () => {
  const rows = `<row r="1">${cell('A1', 'Nome')}${cell('B1', 'E-mail')}</row><row r="2"><c r="A2" t="str"><f>A9</f></c>${cell('B2', 'ana.lima@exemplo.com')}</row><row r="3"><c r="A3" t="e"><v>#N/A</v></c>${cell('B3', 'bia.souza@exemplo.com')}</row>`
  const result = await previewAny('alunos.xlsx', workbook(rows))
  expect('preview' in result && result.preview.goodRows.map(({ name }) => name)).toEqual(['Ana Lima', 'Bia Souza'])
})

it('says what helps with a spreadsheet of LibreOffice', async () => {
  const ods = zipSync({
    mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
    'content.xml': strToU8('<x/>'),
  })
  expect(await previewAny('alunos.ods', ods)).toEqual({ problem: expect.stringMatching(/\.ods.*salve como XLSX/) })
})
