import { type Pen, page } from '../pen.ts'
import type { Layout } from './layout.ts'
import { ink, quiet } from './layout.ts'

/** Two fine frames with a diamond on each corner, everything around the middle. */
export const makeClassic = ([, , , , , , , accent]: string[]): Layout => ({
  paper: '#ffffff',
  drawGround: (pen) => drawFrame(pen, accent!),
  head: {
    logo: { x: 296, y: 46, width: 250, height: 46 },
    name: { x: 111, y: 94, width: 620, height: 15 },
    nameAlone: { x: 111, y: 58, width: 620, height: 40 },
    align: 'center',
    ground: '#ffffff',
    isDark: false,
    ink,
    quiet,
  },
  text: {
    box: { x: 91, y: 118, width: 660, height: 278 },
    align: 'center',
    ink,
    quiet,
    accent: accent!,
    titleSize: 36,
    studentFont: 'display',
    studentSize: 33,
  },
  signers: {
    box: { x: 191, y: 404, width: 460, height: 112 },
    align: 'center',
    ink,
    quiet,
    line: accent!,
  },
  proof: { box: { x: 685, y: 410, width: 72, height: 72 }, align: 'center', ink, quiet, hasTile: false },
  register: { box: { x: 56, y: 448, width: 130, height: 50 }, align: 'center', ink, quiet },
  foot: { box: { x: 71, y: 522, width: 700, height: 34 }, align: 'center', ink, quiet },
})

function drawFrame({ doc }: Pen, accent: string) {
  doc.lineWidth(1.6).strokeColor(accent)
  doc.rect(24, 24, page.width - 48, page.height - 48).stroke()
  doc.lineWidth(0.5)
  doc.rect(31, 31, page.width - 62, page.height - 62).stroke()
  for (const x of [31, page.width - 31]) {
    for (const y of [31, page.height - 31]) {
      doc.moveTo(x, y - 5).lineTo(x + 5, y)
      doc.lineTo(x, y + 5).lineTo(x - 5, y)
      doc.closePath()
    }
  }
  doc.fillColor(accent).fill()
}
