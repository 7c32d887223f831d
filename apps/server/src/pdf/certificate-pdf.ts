import { paletteOf } from '@escola/contract/palettes'
import PDFDocument from 'pdfkit'
import { drawBack } from './back.ts'
import type { CertificateData } from './certificate-data.ts'
import { wordSource } from './fonts.ts'
import { drawFront } from './front.ts'
import { titleOf } from './front-texts.ts'
import { layouts } from './layouts/layouts.ts'
import type { Document, Pen } from './pen.ts'
import { preparePictures } from './pictures.ts'

/** The certificate as a PDF in A4, landscape: the front and, where it lists anything, the back. The same data always gives the same bytes. */
export async function drawCertificate(data: CertificateData): Promise<Buffer> {
  const palette = paletteOf(data.theme)
  const layout = layouts[data.layout](palette)
  const { head } = layout
  const logo = head.isDark ? (data.darkLogo ?? data.logo) : data.logo
  const hasLogoTile = head.isDark && logo !== undefined && !data.darkLogo
  const [logoOnGround, ...signatures] = await preparePictures([
    { picture: logo, ground: hasLogoTile ? '#ffffff' : head.ground },
    ...data.signers.map(({ signature }) => ({ picture: signature, ground: layout.paper })),
  ])
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    // Its types don't name it yet.
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    displayTitle: true,
    lang: 'pt-BR',
    pdfVersion: '1.7',
    font: wordSource('text'),
    info: {
      Title: `${data.title}: ${titleOf(data)}`,
      Author: data.schoolName,
      Subject: `Certificado de ${data.studentName}, código ${data.code}`,
      Keywords: data.code,
      Creator: 'Escola',
      Producer: 'Escola',
      CreationDate: data.issuedOn,
      ModDate: data.issuedOn,
    },
  })
  setFileId(doc, data.salt)
  const bytes = collect(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  const pen = makePen(doc, root)
  drawFront(pen, layout, data, { logo: logoOnGround, hasLogoTile, signatures })
  if (data.hasSyllabus || data.courses.length > 1) drawBack(pen, data, palette[7]!)
  root.end()
  escapeMetadata(doc)
  doc.end()
  return bytes
}

const makePen = (doc: Document, root: ReturnType<Document['struct']>): Pen => ({
  doc,
  addRead: (tag, draw, figure) => {
    const options = figure && {
      alt: figure.alt,
      bbox: [figure.box.x, figure.box.y, figure.box.x + figure.box.width, figure.box.y + figure.box.height],
    }
    root.add(doc.struct(tag, options as { alt?: string }, draw))
  },
  addSeen: (draw) => {
    doc.markContent('Artifact', { type: 'Layout' })
    draw()
    doc.endMarkedContent()
  },
})

/** Parts of pdfkit that its types leave out. */
interface Internals {
  _id: Buffer
  info: Record<string, unknown>
  endMetadata(): void
}

const setFileId = (doc: Document, salt: string) => {
  ;(doc as unknown as Internals)._id = Buffer.from(salt, 'hex')
}

/** Pdfkit writes texts into its metadata, which is XML, as they are. */
function escapeMetadata(doc: Document): void {
  const internals = doc as unknown as Internals
  const end = internals.endMetadata
  internals.endMetadata = () => {
    const escaped = Object.entries(internals.info).map(([key, value]) => [
      key,
      typeof value === 'string' ? escapeXml(value) : value,
    ])
    internals.info = Object.fromEntries(escaped)
    end.call(doc)
  }
}

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const collect = (doc: Document) =>
  new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
