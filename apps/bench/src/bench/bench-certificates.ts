import { loadavg } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { drawCertificate } from '@escola/server/pdf/certificate-pdf'
import { fontSource } from '@escola/server/pdf/fonts'
import PDFDocument from 'pdfkit'
import type { Figure } from './figure.ts'
import { median } from './in-turns.ts'

const count = 30
const rounds = 5

/** Ours against bare pdfkit drawing two pages with the same fonts embedded and as much text. */
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
      value: `${median(pairs.map(({ value }) => value)).toFixed(1)} /s, at load ${loadavg()[0]!.toFixed(1)}`,
      floor: `${median(pairs.map(({ floor }) => floor)).toFixed(1)} /s (bare pdfkit, same fonts and text)`,
      ratio,
      percent: true,
      target: 'at least 90 %',
      ok: ratio >= 0.9,
    },
    await measureMemory(),
  ]
}

const few = 100
const many = 10_000
/** Memory that many certificates may leave behind: less than a kilobyte each. */
const allowedMb = 8

/** Memory of this process, which draws one certificate after the other as the worker does: what is left on the heap, and what the machine gave. */
async function measureMemory(): Promise<Figure> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const holdAfter = async (from: number, to: number) => {
    let peak = 0
    for (let number = from; number < to; number++) {
      await ours(number)
      if (number % 50 === 0) peak = Math.max(peak, process.memoryUsage.rss())
    }
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return { held: heapUsed + external, peak }
  }
  const before = await holdAfter(0, few)
  const after = await holdAfter(few, many)
  const mb = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`
  const format = ({ held, peak }: typeof before) => `${mb(held)} held, ${mb(peak)} resident at its peak`
  return {
    name: `memory after ${many} certificates`,
    value: format(after),
    floor: `${format(before)} (after ${few})`,
    target: `at most ${allowedMb} MB more held`,
    ok: after.held - before.held <= allowedMb * 1_048_576,
  }
}

async function perSecond(draw: (number: number) => Promise<Buffer>, times: number): Promise<number> {
  const start = performance.now()
  for (let number = 0; number < times; number++) await draw(number)
  return times / ((performance.now() - start) / 1000)
}

const student = (number: number) => `Maria da Conceição Gonçalves ${number}`
const course = 'Fermentação natural do zero'
const modules = Array.from({ length: 4 }, (_, module) => ({
  title: `Módulo ${module + 1}`,
  lessons: Array.from({ length: 10 }, (_, lesson) => ({ title: `Aula ${lesson + 1}: massa madre`, seconds: 720 })),
}))

const ours = (number: number) =>
  drawCertificate({
    layout: 'classic',
    title: 'Certificado de conclusão',
    studentName: student(number),
    cpf: '52998224725',
    courses: [{ title: course, fromSchool: '', workloadMinutes: 480, modules }],
    workloadMinutes: 480,
    hasSyllabus: true,
    schoolName: 'Ateliê do Pão',
    legalName: 'Ateliê do Pão Ltda.',
    taxId: '11222333000181',
    place: 'Recife',
    signers: [{ name: 'Helena Duarte', role: 'Direção', signature: undefined }],
    startedOn: new Date(2026, 1, 1),
    completedOn: new Date(),
    issuedOn: new Date(),
    code: 'ABCD-EFGH-JKLM',
    number: 1,
    register: { number, book: 2026 },
    verifyUrl: 'https://escola.example/atelie-do-pao/v/ABCD-EFGH-JKLM',
    lastingUrl: 'https://escola.example/escola/7/v/ABCD-EFGH-JKLM',
    theme: 'jabuticaba',
    logo: undefined,
    darkLogo: undefined,
    salt: '000102030405060708090a0b0c0d0e0f',
  })

/** Two pages of plain lines with the texts and fonts of ours, without places, frames, QR and structure. */
function bare(number: number): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', layout: 'landscape', font: fontSource('text') })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))))
  const write = (font: 'display' | 'text' | 'strong' | 'script', text: string, size = 12) =>
    document.font(fontSource(font)).fontSize(size).text(text)
  write('display', 'Certificado de conclusão', 30)
  write('text', 'Certificamos que')
  write('display', student(number), 30)
  write('text', 'CPF 529.982.247-25, concluiu o curso')
  write('strong', course)
  write('text', 'com carga horária de 8 horas (oito horas), de 1 de fevereiro de 2026 a 21 de novembro de 2026')
  write('text', 'Recife, 21 de novembro de 2026')
  write('script', 'Helena Duarte')
  write('strong', 'Helena Duarte Ateliê do Pão Ltda. · CNPJ 11.222.333/0001-81 Registro nº 12')
  write('text', 'Direção Livro 2026 Ateliê do Pão')
  write('text', 'Confira a autenticidade em https://escola.example/atelie-do-pao/v/ABCD-EFGH-JKLM')
  document.addPage()
  write('display', 'Conteúdo estudado')
  write('text', `${student(number)} · Certificado de conclusão`)
  write('strong', course)
  write('text', 'Carga horária: 8 horas (oito horas), 40 aulas estudadas, 8 horas de gravações')
  for (const { title, lessons } of modules) {
    write('strong', `${title} 2 horas`, 8)
    for (const lesson of lessons) write('text', `${lesson.title} 12 minutos`, 6)
  }
  document.end()
  return finished
}
