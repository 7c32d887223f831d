import { drawCertificate } from '@escola/server/pdf/certificate-pdf'
import { fontSource } from '@escola/server/pdf/fonts'
import PDFDocument from 'pdfkit'
import type { Figure } from './figure.ts'
import { median } from './in-turns.ts'

const count = 30
const rounds = 5

/** Ours against bare pdfkit drawing one page with the same fonts embedded and as much text. */
export async function benchCertificates(): Promise<Figure[]> {
  await perSecond(bare, 10)
  await perSecond(ours, 10)
  const pairs: { floor: number; value: number }[] = []
  for (let round = 0; round < rounds; round++)
    pairs.push({ floor: await perSecond(bare, count), value: await perSecond(ours, count) })
  const ratio = median(pairs.map(({ floor, value }) => value / floor))
  return [
    {
      name: 'certificates',
      value: `${median(pairs.map(({ value }) => value)).toFixed(1)} /s`,
      floor: `${median(pairs.map(({ floor }) => floor)).toFixed(1)} /s (bare pdfkit, same fonts and text)`,
      ratio,
      percent: true,
      target: 'at least 70 %',
      ok: ratio >= 0.7,
    },
  ]
}

async function perSecond(draw: (number: number) => Promise<Buffer>, times: number): Promise<number> {
  const start = performance.now()
  for (let number = 0; number < times; number++) await draw(number)
  return times / ((performance.now() - start) / 1000)
}

const student = (number: number) => `Maria da Conceição Gonçalves ${number}`
const course = 'Fermentação natural do zero'

const ours = (number: number) =>
  drawCertificate({
    studentName: student(number),
    courseTitle: course,
    workload: '8 horas',
    schoolName: 'Ateliê do Pão',
    signatureName: 'Helena Duarte',
    code: 'ABCD-EFGH-JKLM',
    completedOn: new Date(),
    issuedOn: new Date(),
    verifyUrl: 'https://escola.example/atelie-do-pao/v/ABCD-EFGH-JKLM',
    lastingUrl: 'https://escola.example/escola/7/v/ABCD-EFGH-JKLM',
    theme: 'jabuticaba',
    logo: undefined,
    signature: undefined,
  })

function bare(number: number): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', layout: 'landscape', font: fontSource('text') })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))))
  for (const [name, text] of [
    ['display', 'Certificado de conclusão'],
    ['display', student(number)],
    ['text', `concluiu o curso ${course}, com carga horária de 8 horas, em 21 de novembro de 2026.`],
    ['text', 'Ateliê do Pão · Helena Duarte · ABCD-EFGH-JKLM · https://escola.example/atelie-do-pao/v/ABCD-EFGH-JKLM'],
  ] as const)
    document.font(fontSource(name)).fontSize(20).text(text)
  document.end()
  return finished
}
