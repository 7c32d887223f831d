import type PDFDocument from 'pdfkit'
import { type Fit, type FittedText, fitText } from './fitted-text.ts'
import { type FontName, makePrintable, wordSource } from './fonts.ts'

export type Document = InstanceType<typeof PDFDocument>

export const page = { width: 841.89, height: 595.28 }

export interface Box {
  x: number
  y: number
  width: number
  height: number
}
export type Align = 'left' | 'center'

/** Draws on a document whose every mark is either read, as an element of its structure, or only seen. */
export interface Pen {
  doc: Document
  addRead(tag: string, draw: () => void, figure?: { alt: string; box: Box }): void
  addSeen(draw: () => void): void
}

export interface Fitted extends FittedText {
  font: FontName
  height: number
}
const leading = 1.24

export function fit({ doc }: Pen, written: string, wanted: FontName, limits: Fit): Fitted {
  const { text, font } = makePrintable(written, wanted)
  doc.font(wordSource(font))
  const fitted = fitText(doc, text, limits)
  return { ...fitted, font, height: fitted.lines.length * fitted.size * leading }
}

/** Writes fitted lines into the width of a place. */
export function write(
  { doc }: Pen,
  { font, size, lines }: Fitted,
  { x, y, width, color, align }: { x: number; y: number; width: number; color: string; align: Align },
) {
  doc.font(wordSource(font)).fontSize(size).fillColor(color)
  for (const [index, line] of lines.entries()) {
    const left = align === 'center' ? x + (width - line.width) / 2 : x
    doc.text(line.text, left, y + index * size * leading, { lineBreak: false })
  }
}

/** A text with its look. */
export interface Row {
  tag: string
  text: string
  font: FontName
  color: string
  maxSize: number
  minSize: number
  maxLines: number
  /** Above it. */
  gap: number
}

const smallest = 0.4

/** Writes rows below one another, centred in the height of a box and as large as fits into it; rows without text are left out. */
export function drawRows(pen: Pen, rows: Row[], box: Box, align: Align, valign: 'top' | 'middle' | 'bottom'): void {
  const written = rows.filter(({ text }) => text !== '')
  const setAt = (scale: number) =>
    written.map((row, index) => {
      const maxSize = row.maxSize * scale
      const limits = { ...row, maxSize, minSize: Math.min(row.minSize, maxSize), maxWidth: box.width }
      return { ...row, gap: index === 0 ? 0 : row.gap * scale, fitted: fit(pen, row.text, row.font, limits) }
    })
  let scale = 1
  let set = setAt(scale)
  const heightOf = (all: typeof set) => all.reduce((sum, { gap, fitted }) => sum + gap + fitted.height, 0)
  while (heightOf(set) > box.height && scale > smallest) {
    scale -= 0.06
    set = setAt(scale)
  }
  const freeHeight = Math.max(0, box.height - heightOf(set))
  let y = box.y + { top: 0, middle: freeHeight / 2, bottom: freeHeight }[valign]
  for (const { tag, gap, fitted, color } of set) {
    const top = y + gap
    pen.addRead(tag, () => write(pen, fitted, { x: box.x, y: top, width: box.width, color, align }))
    y = top + fitted.height
  }
}

/** Draws a picture as large as fits into a box. */
export function drawPicture(
  pen: Pen,
  picture: Buffer,
  alt: string,
  box: Box,
  align: Align,
  valign: 'center' | 'bottom',
) {
  const horizontal = align === 'center' ? { align } : {}
  pen.addRead(
    'Figure',
    () => void pen.doc.image(picture, box.x, box.y, { fit: [box.width, box.height], ...horizontal, valign }),
    { alt, box },
  )
}
