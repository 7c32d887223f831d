import { formatLongDate } from '@escola/contract/time'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { mailColors } from '../mail/palette.ts'
import { type Fit, type FittedText, fitText } from './fitted-text.ts'
import { type FontName, makePrintable, wordSource } from './fonts.ts'
import { qrPath } from './qr-path.ts'

export interface CertificateData {
  studentName: string
  courseTitle: string
  /** '40 horas', or empty when the course says none. */
  workload: string
  schoolName: string
  signatureName: string
  code: string
  completedOn: Date
  issuedOn: Date
  /** Address that checks the code: by the school's own path, to be read and typed. */
  verifyUrl: string
  /** Address of the verification page that never changes, for the QR: paper outlives the path that a school chose. */
  lastingUrl: string
  /** The school's ui_theme. */
  theme: string
  /** Any picture; transparent parts come out white, as the paper is. */
  logo: Buffer | undefined
  signature: Buffer | undefined
}

type Document = InstanceType<typeof PDFDocument>

const page = { width: 841.89, height: 595.28 }
const centre = page.width / 2
const textWidth = 620
/** Between the school's name and the signature. */
const blockTop = 118
const blockBottom = 396
const nameFit: Fit = { maxSize: 34, minSize: 13, maxWidth: textWidth, maxLines: 2 }
const courseFit: Fit = { maxSize: 21, minSize: 9, maxWidth: textWidth, maxLines: 3 }
const ink = '#1F1B24'
const quiet = '#5F5A66'

/** The certificate as a PDF: one A4 page, landscape. The same data always gives the same bytes. */
export async function drawCertificate(data: CertificateData): Promise<Buffer> {
  const [logo, signature] = await Promise.all([onPaper(data.logo, 720, 240), onPaper(data.signature, 720, 240)])
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    tagged: true,
    displayTitle: true,
    lang: 'pt-BR',
    pdfVersion: '1.7',
    font: wordSource('text'),
    info: {
      Title: `Certificado de conclusão: ${data.courseTitle}`,
      Author: data.schoolName,
      Subject: `Certificado de ${data.studentName}, código ${data.code}`,
      Keywords: data.code,
      Creator: 'Escola',
      Producer: 'Escola',
      CreationDate: data.issuedOn,
      ModDate: data.issuedOn,
    },
  })
  const bytes = collect(doc)
  drawPage(doc, data, { accent: mailColors(data.theme).deep, logo, signature })
  doc.end()
  return bytes
}

interface Drawing {
  accent: string
  logo: Buffer | undefined
  signature: Buffer | undefined
}

function drawPage(doc: Document, data: CertificateData, { accent, logo, signature }: Drawing) {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const tagged: Tagged = (tag, draw, options = {}) => root.add(doc.struct(tag, options, draw))

  doc.markContent('Artifact', { type: 'Layout' })
  drawFrame(doc, accent)
  doc.endMarkedContent()

  drawHead(doc, data, logo, tagged)
  const block: Row[] = [
    { tag: 'H1', text: 'Certificado de conclusão', font: 'display', color: accent, fit: oneLine(36), gap: 0 },
    { tag: 'P', text: 'Certificamos que', font: 'text', color: quiet, fit: oneLine(12.5), gap: 26 },
    { tag: 'H2', text: data.studentName, font: 'display', color: ink, fit: nameFit, gap: 9 },
    { tag: 'P', text: 'concluiu o curso', font: 'text', color: quiet, fit: oneLine(12.5), gap: 13 },
    { tag: 'H2', text: data.courseTitle, font: 'strong', color: ink, fit: courseFit, gap: 9 },
  ]
  if (data.workload) {
    const text = `com carga horária de ${data.workload}`
    block.push({ tag: 'P', text, font: 'text', color: quiet, fit: oneLine(12.5), gap: 9 })
  }
  const fitted = block.map((row) => ({ ...row, ...fit(doc, row.text, row.font, row.fit) }))
  const height = fitted.reduce((sum, row) => sum + row.gap + row.height, 0)
  let y = blockTop + Math.max(0, (blockBottom - blockTop - height) / 2)
  for (const row of fitted) {
    y += row.gap
    const top = y
    tagged(row.tag, () => write(doc, row, top, row.color))
    y += row.height
  }
  drawFoot(doc, data, { accent, logo, signature }, tagged)
  root.end()
}

const footLine = 482
const columns = { date: 168, signature: centre, code: page.width - 168 }

type Tagged = (tag: string, draw: () => void, options?: { alt?: string }) => void

/** The school: its logo with its name below, or its name alone. */
function drawHead(doc: Document, { schoolName }: CertificateData, logo: Buffer | undefined, tagged: Tagged) {
  if (logo) {
    tagged('Figure', () => doc.image(logo, centre - 100, 46, { fit: [200, 44], align: 'center', valign: 'center' }), {
      alt: `Logotipo de ${schoolName}`,
    })
  }
  const size = logo ? 10 : 15
  const limits: Fit = { maxSize: size, minSize: 7, maxWidth: textWidth, maxLines: 1 }
  tagged('P', () => line(doc, schoolName, logo ? 96 : 78, logo ? 'text' : 'strong', logo ? quiet : ink, limits))
}

function drawFoot(doc: Document, data: CertificateData, { accent, signature }: Drawing, tagged: Tagged) {
  const narrow: Fit = { maxSize: 12, minSize: 7, maxWidth: 216, maxLines: 2 }
  const small: Fit = { maxSize: 9, minSize: 6, maxWidth: 216, maxLines: 2 }
  tagged('P', () => {
    line(doc, formatLongDate(data.completedOn), footLine - 22, 'strong', ink, narrow, columns.date)
    line(doc, 'Data de conclusão', footLine + 8, 'text', quiet, small, columns.date)
  })
  if (signature) {
    tagged(
      'Figure',
      () =>
        doc.image(signature, columns.signature - 100, footLine - 66, {
          fit: [200, 62],
          align: 'center',
          valign: 'bottom',
        }),
      {
        alt: `Assinatura de ${data.signatureName}`,
      },
    )
  } else if (data.signatureName) writeByHand(doc, data.signatureName, columns.signature)
  tagged('P', () => {
    const height = data.signatureName
      ? line(doc, data.signatureName, footLine + 7, 'strong', ink, { ...narrow, maxSize: 11 }, columns.signature)
      : -2
    line(doc, data.schoolName, footLine + 10 + height, 'text', quiet, small, columns.signature)
  })
  const side = 74
  tagged(
    'Figure',
    () =>
      doc.fillColor('#000000').addContent(qrPath(data.lastingUrl, columns.code - side / 2, footLine - side - 6, side)),
    {
      alt: `Código QR que leva a ${data.lastingUrl}`,
    },
  )
  tagged('P', () => {
    line(doc, data.code, footLine + 7, 'strong', ink, { ...narrow, maxSize: 11, maxLines: 1 }, columns.code)
    line(
      doc,
      'Confira a autenticidade pelo código',
      footLine + 25,
      'text',
      quiet,
      { ...small, maxLines: 1 },
      columns.code,
    )
  })
  tagged('P', () =>
    line(doc, data.verifyUrl, page.height - 51, 'text', quiet, {
      maxSize: 7.5,
      minSize: 5.5,
      maxWidth: 640,
      maxLines: 1,
    }),
  )
  doc.markContent('Artifact', { type: 'Layout' })
  doc.lineWidth(0.8).strokeColor(accent).opacity(0.55)
  doc.moveTo(columns.date - 80, footLine).lineTo(columns.date + 80, footLine)
  doc
    .moveTo(columns.signature - 110, footLine)
    .lineTo(columns.signature + 110, footLine)
    .stroke()
  doc.opacity(1)
  doc.endMarkedContent()
}

/** Until a signature is drawn, the signer's name in a script face stands for it; names that the face cannot write stand below the line alone. */
function writeByHand(doc: Document, name: string, middle: number) {
  const limits: Fit = { maxSize: 30, minSize: 13, maxWidth: 210, maxLines: 1 }
  if (makePrintable(name, 'script').font !== 'script') return
  const fitted = fit(doc, name, 'script', limits)
  // The name itself is read from below the line.
  doc.markContent('Artifact', { type: 'Layout' })
  write(doc, fitted, footLine - 6 - fitted.height, ink, middle)
  doc.endMarkedContent()
}

/** Two fine frames, with a diamond on each corner of the inner one. */
function drawFrame(doc: Document, accent: string) {
  doc
    .lineWidth(1.6)
    .strokeColor(accent)
    .rect(24, 24, page.width - 48, page.height - 48)
    .stroke()
  doc
    .lineWidth(0.5)
    .rect(31, 31, page.width - 62, page.height - 62)
    .stroke()
  for (const x of [31, page.width - 31]) {
    for (const y of [31, page.height - 31]) {
      doc
        .moveTo(x, y - 5)
        .lineTo(x + 5, y)
        .lineTo(x, y + 5)
        .lineTo(x - 5, y)
        .closePath()
    }
  }
  doc.fillColor(accent).fill()
}

const oneLine = (size: number): Fit => ({ maxSize: size, minSize: size, maxWidth: textWidth, maxLines: 1 })

interface Row {
  tag: string
  text: string
  font: FontName
  color: string
  fit: Fit
  /** Above it. */
  gap: number
}
interface Fitted extends FittedText {
  font: FontName
  height: number
}

const leading = 1.24

function fit(doc: Document, written: string, wanted: FontName, limits: Fit): Fitted {
  const { text, font } = makePrintable(written, wanted)
  doc.font(wordSource(font))
  const fitted = fitText(doc, text, limits)
  return { ...fitted, font, height: fitted.lines.length * fitted.size * leading }
}

/** Writes fitted lines around a middle. */
function write(doc: Document, { font, size, lines }: Fitted, y: number, color: string, middle = centre) {
  doc.font(wordSource(font)).fontSize(size).fillColor(color)
  for (const [index, { text, width }] of lines.entries()) {
    doc.text(text, middle - width / 2, y + index * size * leading, { lineBreak: false })
  }
}

/** Writes text around a middle, as large as fits; returns how high it came out. */
function line(
  doc: Document,
  text: string,
  y: number,
  font: FontName,
  color: string,
  limits: Fit,
  middle = centre,
): number {
  const fitted = fit(doc, text, font, limits)
  write(doc, fitted, y, color, middle)
  return fitted.height
}

/** Flattened onto white and no larger than print needs: a PDF keeps transparency apart, at several times the cost. */
const onPaper = async (picture: Buffer | undefined, width: number, height: number) =>
  picture &&
  (await sharp(picture)
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer())

const collect = (doc: Document) =>
  new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
