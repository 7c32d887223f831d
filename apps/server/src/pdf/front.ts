import type { CertificateData } from './certificate-data.ts'
import { makePrintable } from './fonts.ts'
import { type FrontTexts, makeFrontTexts } from './front-texts.ts'
import type { Layout } from './layouts/layout.ts'
import { type Box, drawPicture, drawRows, fit, type Pen, type Row, write } from './pen.ts'
import { qrPath } from './qr-path.ts'

export interface FrontPictures {
  logo: Buffer | undefined
  /** Whether the logo stands on white ground of its own. */
  hasLogoTile: boolean
  signatures: (Buffer | undefined)[]
}

export function drawFront(pen: Pen, layout: Layout, data: CertificateData, pictures: FrontPictures): void {
  const texts = makeFrontTexts(data)
  pen.addSeen(() => layout.drawGround(pen))
  drawHead(pen, layout, data, pictures)
  drawText(pen, layout, data, texts)
  drawSigners(pen, layout, data, pictures.signatures)
  drawRegister(pen, layout, texts)
  drawProof(pen, layout, data)
  const { box, align, ink, quiet } = layout.foot
  const issuer: Row = { ...row('P', texts.issuer, 'strong', ink, 9.5), minSize: 5, maxLines: 2, gap: 0 }
  const check: Row = { ...row('P', texts.check, 'text', quiet, 7.5), minSize: 5.5, gap: 4 }
  drawRows(pen, [issuer, check], box, align, 'middle')
}

const row = (tag: string, text: string, font: Row['font'], color: string, maxSize: number): Row => ({
  tag,
  text,
  font,
  color,
  maxSize,
  minSize: maxSize * 0.75,
  maxLines: 1,
  gap: 0,
})

/** The school: its logo with its name, or its name alone. */
function drawHead(pen: Pen, { head }: Layout, { schoolName }: CertificateData, { logo, hasLogoTile }: FrontPictures) {
  const { align } = head
  if (!logo) {
    const alone: Row = { ...row('P', schoolName, 'strong', head.ink, 17), minSize: 8, maxLines: 4 }
    drawRows(pen, [alone], head.nameAlone, align, align === 'left' ? 'top' : 'middle')
    return
  }
  if (hasLogoTile) pen.addSeen(() => drawTile(pen, head.logo, 8))
  drawPicture(pen, logo, `Logotipo de ${schoolName}`, head.logo, align, 'center')
  drawRows(pen, [{ ...row('P', schoolName, 'text', head.quiet, 10), minSize: 5, maxLines: 3 }], head.name, align, 'top')
}

const drawTile = ({ doc }: Pen, { x, y, width, height }: Box, padding: number) =>
  void doc.roundedRect(x - padding, y - padding, width + 2 * padding, height + 2 * padding, 6).fill('#ffffff')

function drawText(pen: Pen, { text }: Layout, data: CertificateData, texts: FrontTexts) {
  const { ink, quiet, accent, box, align } = text
  const rows: Row[] = [
    { ...row('H1', data.title, 'display', accent, text.titleSize), minSize: 16, maxLines: 2 },
    { ...row('P', texts.intro, 'text', quiet, 12.5), gap: 20 },
    { ...row('H2', texts.student, text.studentFont, ink, text.studentSize), minSize: 8, maxLines: 4, gap: 7 },
    { ...row('P', texts.cpf, 'text', quiet, 10.5), gap: 7 },
    { ...row('P', texts.verb, 'text', quiet, 12.5), gap: 10 },
    { ...row('H2', texts.courses, 'strong', ink, 21), minSize: 9, maxLines: 4, gap: 7 },
    { ...row('P', texts.origin, 'text', quiet, 10.5), minSize: 7, maxLines: 2, gap: 4 },
    { ...row('P', texts.study, 'text', quiet, 12.5), minSize: 9, maxLines: 2, gap: 9 },
    { ...row('P', texts.mark, 'text', quiet, 12.5), minSize: 9, gap: 5 },
    { ...row('P', texts.placeAndDate, 'text', ink, 11.5), minSize: 8, maxLines: 2, gap: 13 },
  ]
  drawRows(pen, rows, box, align, 'middle')
}

const signatureHeight = 52
const widestSigner = 220

function drawSigners(pen: Pen, { signers: place }: Layout, data: CertificateData, signatures: (Buffer | undefined)[]) {
  const { box, align, ink, quiet, line } = place
  // Each has the picture of their own place: two people may share name and role.
  const signers = data.signers
    .map((signer, place) => ({ ...signer, signature: signatures[place] }))
    .filter(({ name }) => name !== '')
  const gap = 22
  const width = Math.min(widestSigner, (box.width - gap * (signers.length - 1)) / signers.length)
  const used = width * signers.length + gap * (signers.length - 1)
  const lineY = box.y + signatureHeight + 4
  for (const [index, { name, role, signature }] of signers.entries()) {
    const x = box.x + (align === 'center' ? (box.width - used) / 2 : 0) + index * (width + gap)
    const above = { x, y: box.y, width, height: signatureHeight }
    if (signature) drawPicture(pen, signature, `Assinatura de ${name}`, above, align, 'bottom')
    else drawByHand(pen, name, above, place)
    pen.addSeen(() => {
      pen.doc.lineWidth(0.8).strokeColor(line)
      pen.doc
        .moveTo(x, lineY)
        .lineTo(x + width, lineY)
        .stroke()
    })
    const rows: Row[] = [
      { ...row('P', name, 'strong', ink, 11), minSize: 5, maxLines: 3 },
      { ...row('P', role || data.schoolName, 'text', quiet, 9), minSize: 6, maxLines: 2, gap: 2 },
    ]
    drawRows(pen, rows, { x, y: lineY + 5, width, height: box.y + box.height - lineY - 5 }, align, 'top')
  }
}

/** Until a signature is drawn, the signer's name in a script face stands for it; names that the face cannot write stand below the line alone. */
function drawByHand(pen: Pen, name: string, box: Box, { ink, align }: Layout['signers']) {
  if (makePrintable(name, 'script').font !== 'script') return
  const fitted = fit(pen, name, 'script', { maxSize: 28, minSize: 10, maxWidth: box.width, maxLines: 1 })
  // The name itself is read from below the line.
  pen.addSeen(() =>
    write(pen, fitted, { x: box.x, y: box.y + box.height - fitted.height, width: box.width, color: ink, align }),
  )
}

function drawRegister(pen: Pen, { register }: Layout, texts: FrontTexts) {
  const { box, align, ink, quiet } = register
  const [number = '', book = ''] = texts.register
  const rows: Row[] = [
    { ...row('P', number, 'strong', ink, 11), minSize: 5 },
    { ...row('P', book, 'text', quiet, 9.5), minSize: 6, gap: 2 },
    { ...row('P', texts.copy, 'text', quiet, 9.5), minSize: 6, gap: 2 },
  ]
  drawRows(pen, rows, box, align, 'middle')
}

function drawProof(pen: Pen, { proof }: Layout, data: CertificateData) {
  const { box, align, ink, hasTile } = proof
  if (hasTile) pen.addSeen(() => drawTile(pen, box, 9))
  pen.addRead(
    'Figure',
    () => void pen.doc.fillColor('#000000').addContent(qrPath(data.lastingUrl, box.x, box.y, box.width)),
    { alt: `Código QR que leva a ${data.lastingUrl}`, box },
  )
  const space = hasTile ? 14 : 5
  const below = {
    x: align === 'center' ? box.x - 30 : box.x - 9,
    y: box.y + box.height + space,
    width: box.width + 60,
    height: 16,
  }
  drawRows(pen, [{ ...row('P', data.code, 'strong', ink, 11) }], below, align, 'top')
}
