import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { legalNameMax } from '@escola/contract/certificate-issuers.contract'
import { certificateLayouts } from '@escola/contract/certificates.contract'
import { isOnPath } from '@escola/dev-services/programs'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import type { CertificateData } from './certificate-data.ts'
import { drawCertificate } from './certificate-pdf.ts'
import { listLetters } from './fonts.ts'
import { formatHoursInWords } from './hours-in-words.ts'
import { listPrintable, toPrintable } from './printable.ts'
import { qrPath } from './qr-path.ts'
import { readPdf } from './read-pdf.testing.ts'

const lessons = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `Aula ${index + 1}: sova`, seconds: 60 * (index % 5) }))
const course = {
  title: 'Panificação: fermentação, açúcar e pão de ló',
  fromSchool: '',
  workloadMinutes: 2400,
  modules: [{ title: 'Massas', lessons: lessons(3) }],
}
const data: CertificateData = {
  layout: 'classic',
  title: 'Certificado de formação',
  studentName: 'João Gonçalves de Araújo',
  cpf: '52998224725',
  courses: [course],
  workloadMinutes: 2400,
  mark: undefined,
  hasSyllabus: false,
  schoolName: 'Escola Coração',
  legalName: 'Coração & Pão Ltda.',
  taxId: '11222333000181',
  place: 'Recife',
  signers: [{ name: 'Conceição Magalhães', role: 'Direção', signature: undefined }],
  startedOn: new Date('2026-01-10T12:00:00Z'),
  // Already the next day in UTC.
  completedOn: new Date('2026-03-01T01:30:00Z'),
  issuedOn: new Date('2026-03-03T12:00:00Z'),
  code: '7K3M-9QZP-X2AV',
  number: 2,
  register: { number: 12, book: 2026 },
  verifyUrl: 'https://escola.example/coracao/v/7K3M-9QZP-X2AV',
  lastingUrl: 'https://escola.example/escola/7/v/7K3M-9QZP-X2AV',
  theme: 'jabuticaba',
  logo: undefined,
  darkLogo: undefined,
  salt: '000102030405060708090a0b0c0d0e0f',
}
const hundred =
  'Maria Aparecida da Conceição dos Santos Albuquerque Cavalcanti de Vasconcellos e Gonçalves Magalhães'.slice(0, 100)

it('says of a sum which of its courses are of another school, once for all where all are', async () => {
  const of = (title: string, fromSchool: string) => ({ ...course, title, fromSchool })
  const print = async (...courses: CertificateData['courses']) =>
    (await readPdf(await drawCertificate({ ...data, courses }))).text
  expect(await print(of('Pães', 'Rede'), of('Bolos', ''))).toContain('1 curso de Rede')
  expect(await print(of('Pães', 'Rede'), of('Bolos', 'Rede'))).toContain('Cursos de Rede')
})

it('counts no lessons where none were studied', async () => {
  const { text } = await readPdf(
    await drawCertificate({ ...data, hasSyllabus: true, courses: [{ ...course, modules: [] }] }),
  )
  expect(text).not.toContain('aulas estudadas')
})

it('draws the signatures of two people of one name each in its place', async () => {
  const signature = async (color: string) =>
    sharp({ create: { width: 90, height: 30, channels: 4, background: color } })
      .png()
      .toBuffer()
  const signer = { name: 'Ana Prado', role: 'Direção' }
  const one = await signature('#f00')
  const both = (second: Buffer) =>
    drawCertificate({
      ...data,
      signers: [
        { ...signer, signature: one },
        { ...signer, signature: second },
      ],
    })
  const [same, different] = [await both(one), await both(await signature('#00f'))]
  expect(same.equals(different)).toBe(false)
})

it('writes letters that a search finds, also where the face has a ligature', async () => {
  for (const layout of certificateLayouts) {
    const names = { title: 'Certificado de eficácia e fluência', studentName: 'Sofia Flores Raffaelli' }
    const { text } = await readPdf(await drawCertificate({ ...data, ...names, layout }))
    for (const name of Object.values(names)) expect(text).toContain(name)
  }
})

it('drops signs that show nothing, and refuses an order that reads otherwise and marks that pile up', () => {
  expect(toPrintable('Ana\u200b\u200e So\u00aduza')).toBe('Ana Souza')
  expect(toPrintable('Nguyễn Thị Ế')).toBe('Nguyễn Thị Ế')
  expect([toPrintable('Ana \u202eazuoS'), toPrintable('A\u0301\u0302\u0303\u0304na')]).toEqual([undefined, undefined])
})

it.each(certificateLayouts)('prints all that was issued, readable for screen readers: %s', async (layout) => {
  const bytes = await drawCertificate({ ...data, layout, courses: [{ ...course, fromSchool: 'Escola Irmã' }] })
  const { pages, size, info, metadata, text, structure, untagged } = await readPdf(bytes)
  expect([pages, size.map(Math.round)]).toEqual([1, [842, 595]])
  for (const part of [
    'Certificado de formação',
    'Certificamos que João Gonçalves de Araújo CPF 529.982.247-25 concluiu o curso',
    course.title,
    'Curso de Escola Irmã',
    'com carga horária de 40 horas (quarenta horas), de 10 de janeiro de 2026 a 28 de fevereiro de 2026',
    'Recife, 3 de março de 2026',
    'Conceição Magalhães',
    'Direção',
    'Escola Coração',
    'Coração & Pão Ltda. · CNPJ 11.222.333/0001-81',
    'Registro nº 12',
    'Livro 2026',
    '2ª via',
    data.code,
    data.verifyUrl,
  ])
    expect(text).toContain(part)
  const title = `Certificado de formação: ${course.title}`
  expect(info).toMatchObject({ Title: title, Author: 'Escola Coração', Language: 'pt-BR' })
  expect(metadata.get('dc:title')).toBe(title)
  expect(JSON.stringify([info, metadata.getRaw()])).not.toMatch(/529\.?982/)
  expect(metadata.getRaw()).toContain('<pdfuaid:part>1</pdfuaid:part>')
  expect(untagged).toEqual([])
  const roles = structure.map(({ role }) => role)
  expect(roles.filter((role) => role.startsWith('H'))).toEqual(['H1', 'H2', 'H2'])
  for (const { alt, bbox } of structure.filter(({ role }) => role === 'Figure'))
    expect([alt, bbox]).toEqual([expect.stringMatching(/\S/), expect.anything()])
})

it('prints what is not given as nothing, and masks the CPF of a school', async () => {
  const nothing = { cpf: '', legalName: '', taxId: '', place: '', workloadMinutes: 0, register: undefined, number: 1 }
  const { text } = await readPdf(await drawCertificate({ ...data, ...nothing, startedOn: undefined }))
  expect(text).toContain('concluído em 28 de fevereiro de 2026 Emitido em 3 de março de 2026')
  expect(text).not.toMatch(/CPF|CNPJ|Registro|via|carga|undefined|null/)
  const masked = await readPdf(await drawCertificate({ ...data, taxId: '52998224725' }))
  expect(masked.text.replaceAll(' ', '')).toContain('·CPF***.982.247-**')
})

const cases = certificateLayouts.flatMap((layout) => [
  { layout, kind: 'words', name: hundred },
  { layout, kind: 'one word', name: 'W'.repeat(100) },
])
it.each(cases)(
  'keeps names of a hundred letters whole and inside the page: $layout, $kind',
  async ({ layout, name }) => {
    const legalName = `${name}${name.slice(0, legalNameMax - name.length)}`
    const signers = [1, 2, 3].map(() => ({ name, role: name.slice(0, 60), signature: undefined }))
    const names = {
      studentName: name,
      schoolName: name,
      legalName,
      place: name,
      title: name.slice(0, 80),
      signers,
    }
    const courses = [{ ...course, title: `${name} ${name}`, fromSchool: name }]
    const { pages, pieces, text } = await readPdf(await drawCertificate({ ...data, ...names, layout, courses }))
    expect(pages).toBe(1)
    const count = text.replaceAll(' ', '').split(name.replaceAll(' ', '')).length - 1
    expect(count).toBeGreaterThanOrEqual(2)
    expect(text.replaceAll(' ', '')).toContain(`${legalName.replaceAll(' ', '')}·CNPJ11.222.333/0001-81`)
    for (const { str, width, transform } of pieces.filter((piece) => piece.str.trim())) {
      expect(transform[4], str).toBeGreaterThan(30)
      expect(transform[4]! + width, str).toBeLessThan(842 - 30)
      expect(transform[5], str).toBeGreaterThan(30)
      expect(transform[5], str).toBeLessThan(595 - 30)
    }
  },
)

it('lists two hundred lessons on the back, and stays under 150 KB with five large pictures', async () => {
  const noise = await sharp({
    create: {
      width: 960,
      height: 320,
      channels: 3,
      background: '#ffffff',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  const modules = ['Começo', 'Meio'].map((title) => ({ title, lessons: lessons(100) }))
  const signers = ['Ana Prado', 'Rui Costa', 'Bia Lima'].map((name) => ({ name, role: '', signature: noise }))
  const pictured = { logo: noise, darkLogo: noise, signers, courses: [{ ...course, modules }], hasSyllabus: true }
  const bytes = await drawCertificate({ ...data, ...pictured, layout: 'solemn' })
  expect(bytes.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(4)
  expect(bytes.length).toBeLessThan(150_000)
  const { pages, text, structure, untagged } = await readPdf(bytes)
  expect([pages > 2, untagged]).toEqual([true, []])
  for (const part of ['Conteúdo estudado', 'Meio', '200 aulas estudadas, 6h40 de gravações'])
    expect(text).toContain(part)
  expect(text.match(/Aula \d+: sova/g)).toHaveLength(200)
  expect(structure.filter(({ role }) => role === 'H4')).toHaveLength(2)
})

it('draws the same bytes for the same issue, and others for another salt', async () => {
  const salt = 'f'.repeat(32)
  const [once, again, other] = await Promise.all([
    drawCertificate(data),
    drawCertificate(data),
    drawCertificate({ ...data, salt }),
  ])
  expect(again.equals(once)).toBe(true)
  expect(other.equals(once)).toBe(false)
  expect(other.toString('latin1')).toContain(`/ID [<${salt}> <${salt}>]`)
})

it('keeps every letter readable after a document in which it stood with an accent', async () => {
  await drawCertificate({ ...data, studentName: 'Saúde' })
  const { text } = await readPdf(await drawCertificate({ ...data, studentName: 'Rui' }))
  expect(text).toContain('Certificamos que Rui CPF')
})

it('knows every letter of Inter without its font', () => {
  expect(listPrintable()).toEqual(listLetters('text'))
})

it.each([
  ['Ana 🎉 Łukasz 👩🏽‍🎓', 'Ana Łukasz'],
  ['🅰️ Nº 1️⃣ Ana', 'Nº 1 Ana'],
  ['Nguyễn Thị Ánh', 'Nguyễn Thị Ánh'],
  ['João'.normalize('NFD'), 'João'],
  ['Αλέξανδρος Иванов', 'Αλέξανδρος Иванов'],
  ['𝓐𝓷𝓪 Ｌｉｍａ', 'Ana Lima'],
  ['Ana 3ª, nº 12 ½', 'Ana 3ª, nº 12 ½'],
])('prints %s', async (studentName, printed) => {
  const { text } = await readPdf(await drawCertificate({ ...data, studentName }))
  expect(text).toContain(`Certificamos que ${printed} CPF`)
})

it('writes the name of the person who signs by hand until a signature is drawn', async () => {
  const signature = await sharp({ create: { width: 48, height: 16, channels: 4, background: '#0000ff80' } })
    .png()
    .toBuffer()
  const isByHand = async (own: Partial<CertificateData['signers'][0]>) =>
    (await drawCertificate({ ...data, signers: [{ ...data.signers[0]!, ...own }] }))
      .toString('latin1')
      .includes('GreatVibes')
  expect({
    name: await isByHand({}),
    drawn: await isByHand({ signature }),
    greek: await isByHand({ name: 'Αλέξανδρος' }),
  }).toEqual({ name: true, drawn: false, greek: false })
})

it('draws a QR that a decoder reads', async () => {
  const path = qrPath(data.lastingUrl, 20, 20, 200)
  const rectangles = [...path.matchAll(/(\S+) (\S+) (\S+) (\S+) re/g)].map(
    ([, x, y, width, height]) => `<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><rect width="240" height="240" fill="#fff"/>${rectangles.join('')}</svg>`
  const { data: pixels, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  // Its types speak of a module of another kind.
  const decode = jsqr as unknown as typeof jsqr.default
  expect(decode(new Uint8ClampedArray(pixels), info.width, info.height)?.data).toBe(data.lastingUrl)
})

it.skipIf(!isOnPath('qpdf'))('makes files in which qpdf, where it is installed, finds no fault', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'escola-pdf-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'certificate.pdf')
  await writeFile(file, await drawCertificate({ ...data, hasSyllabus: true }))
  const { status, stdout } = spawnSync('qpdf', ['--check', file], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, expect.stringContaining('No syntax or stream encoding errors')])
})

it.each([
  [60, '1 hora (uma hora)'],
  [45, '45 minutos (quarenta e cinco minutos)'],
  [90, '1h30 (uma hora e trinta minutos)'],
  [2400, '40 horas (quarenta horas)'],
  [120 * 60 + 1, '120h01 (cento e vinte horas e um minuto)'],
  [100 * 60, '100 horas (cem horas)'],
  [242 * 60, '242 horas (duzentas e quarenta e duas horas)'],
  [1001 * 60, '1001 horas (mil e uma horas)'],
  [1360 * 60, '1360 horas (mil trezentas e sessenta horas)'],
  [2200 * 60, '2200 horas (duas mil e duzentas horas)'],
  [0, ''],
])('writes %s minutes as %s', (minutes, words) => {
  expect(formatHoursInWords(minutes)).toBe(words)
})
