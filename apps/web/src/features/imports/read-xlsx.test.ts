import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { readXlsx, unpackedMax } from '../../ui/spreadsheet/read-xlsx.ts'
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
/** Milliseconds of work, which other processes don't lengthen. */
const millisSince = (before: NodeJS.CpuUsage) => process.cpuUsage(before).user / 1000

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
  const used = process.cpuUsage()
  expect(await readXlsx(bomb)).toEqual({ problem: 'large' })
  expect(millisSince(used)).toBeLessThan(200)
  expect(await previewAny('bomba.xlsx', bomb)).toEqual({ problem: expect.stringMatching(/grande demais/) })
})

it('leaves pictures, drawings and charts packed, however large they become', async () => {
  const large = new Uint8Array(unpackedMax + 1)
  for (const name of ['xl/media/logo.png', 'xl/drawings/drawing1.xml', 'xl/charts/chart1.xml', 'xl/theme/theme1.xml'])
    expect(await readXlsx(workbook(students, { [name]: large })), name).toMatchObject({ lines: { length: 4 } })
})

it('unpacks no more than a part says that it has', async () => {
  const bomb = workbook(students, { 'xl/sharedStrings.xml': new Uint8Array(unpackedMax) })
  const view = new DataView(bomb.buffer, bomb.byteOffset)
  // The directory at the end says the sizes; the bytes of this part go on behind its own.
  for (let at = 0; at < bomb.length - 46; at++)
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) === unpackedMax)
      view.setUint32(at + 24, 1000, true)
  const used = process.cpuUsage()
  const result = await readXlsx(bomb)
  expect(millisSince(used)).toBeLessThan(5000)
  expect(result).not.toEqual({ problem: 'large' })
})

it('reads a sheet whose last cell lies far away', async () => {
  const far = `${students}<row r="1048576">${cell('XFD1048576', 'longe')}</row>`
  const used = process.cpuUsage()
  const result = await readXlsx(workbook(far))
  expect(millisSince(used)).toBeLessThan(5000)
  expect(result).toEqual({ problem: 'large' })
})

it.each([
  ['an archive that is no workbook', zipSync({ 'leia.txt': strToU8('oi') })],
  ['a broken archive', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0)],
])('says that it cannot open %s', async (_, bytes) => {
  expect(await previewAny('x.xlsx', bytes)).toEqual({ problem: expect.stringMatching(/^Esse arquivo é uma planilha/) })
})
