import sharp from 'sharp'
import { expect, it } from 'vitest'
import { type CertificateData, drawCertificate } from './certificate-pdf.ts'
import { readPdf } from './read-pdf.testing.ts'

const data: CertificateData = {
  studentName: 'João Gonçalves de Araújo',
  courseTitle: 'Panificação: fermentação, açúcar e pão de ló',
  workload: '40 horas',
  schoolName: 'Escola Coração',
  signatureName: 'Conceição Magalhães',
  code: '7K3M-9QZP-X2AV',
  // Already the next day in UTC.
  completedOn: new Date('2026-03-01T01:30:00Z'),
  issuedOn: new Date('2026-03-01T01:30:00Z'),
  verifyUrl: 'https://escola.example/coracao/v/7K3M-9QZP-X2AV',
  lastingUrl: 'https://escola.example/escola/7/v/7K3M-9QZP-X2AV',
  theme: 'jabuticaba',
  logo: undefined,
  signature: undefined,
}

it('says in Portuguese which student finished what, for how long, when and where to check it', async () => {
  const { pages, size, info, text } = await readPdf(await drawCertificate(data))
  expect(pages).toBe(1)
  expect(size.map(Math.round)).toEqual([842, 595])
  for (const part of [
    'Certificado de conclusão',
    'João Gonçalves de Araújo',
    'concluiu o curso',
    'Panificação: fermentação, açúcar e pão de ló',
    'com carga horária de 40 horas',
    '28 de fevereiro de 2026',
    'Conceição Magalhães',
    'Escola Coração',
    '7K3M-9QZP-X2AV',
    'https://escola.example/coracao/v/7K3M-9QZP-X2AV',
  ])
    expect(text).toContain(part)
  expect(info).toMatchObject({
    Title: 'Certificado de conclusão: Panificação: fermentação, açúcar e pão de ló',
    Author: 'Escola Coração',
    Language: 'pt-BR',
  })
})

it.each([
  [
    'words',
    'Maria Aparecida da Conceição dos Santos Albuquerque Cavalcanti de Vasconcellos e Gonçalves Magalhães'.slice(
      0,
      100,
    ),
  ],
  ['one word', 'W'.repeat(100)],
])('keeps names of a hundred characters inside the frame: %s', async (_kind, name) => {
  const { pages, pieces, text } = await readPdf(
    await drawCertificate({
      ...data,
      studentName: name,
      signatureName: name,
      schoolName: name,
      courseTitle: name + name,
    }),
  )
  expect(pages).toBe(1)
  expect(text).toContain(name.slice(0, 15))
  for (const { str, width, transform } of pieces.filter((piece) => piece.str.trim())) {
    expect(transform[4], str).toBeGreaterThan(40)
    expect(transform[4]! + width, str).toBeLessThan(842 - 40)
    expect(transform[5], str).toBeGreaterThan(36)
  }
})

it('draws the same bytes for the same data, so that its fingerprint proves it', async () => {
  const [once, again, other] = await Promise.all([
    drawCertificate(data),
    drawCertificate(data),
    drawCertificate({ ...data, studentName: 'Outra Pessoa' }),
  ])
  expect(again.equals(once)).toBe(true)
  expect(other.equals(once)).toBe(false)
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
  expect(text).toContain(`Certificamos que ${printed} concluiu`)
})

it.each(['田中 花子', 'Ana 田中', 'محمد علي', 'דוד לוי', '१२३', '🎉'])(
  'refuses to print %s as something else',
  async (text) => {
    for (const field of ['studentName', 'courseTitle', 'schoolName', 'signatureName'] as const)
      await expect(drawCertificate({ ...data, [field]: text })).rejects.toMatchObject({ text })
  },
)

it('writes the name of the person who signs by hand until a signature is drawn', async () => {
  const picture = await sharp({ create: { width: 48, height: 16, channels: 4, background: '#0000ff80' } })
    .png()
    .toBuffer()
  const isByHand = async (own: Partial<CertificateData>) =>
    (await drawCertificate({ ...data, ...own })).toString('latin1').includes('GreatVibes')
  expect({
    name: await isByHand({}),
    drawn: await isByHand({ signature: picture }),
    nobody: await isByHand({ signatureName: '' }),
    greek: await isByHand({ signatureName: 'Αλέξανδρος' }),
  }).toEqual({ name: true, drawn: false, nobody: false, greek: false })
})

it('carries the logo and the signature as pictures', async () => {
  const picture = await sharp({ create: { width: 480, height: 160, channels: 4, background: '#0000ff80' } })
    .webp()
    .toBuffer()
  const [plain, pictured] = await Promise.all([
    drawCertificate(data),
    drawCertificate({ ...data, logo: picture, signature: picture }),
  ])
  expect(plain.toString('latin1').match(/\/Subtype \/Image/g)).toBeNull()
  expect(pictured.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(2)
})
