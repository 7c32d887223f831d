import { type Pen, page } from '../pen.ts'
import type { Layout } from './layout.ts'
import { ink, quiet } from './layout.ts'

const band = 218
const inset = 34

/** A dark band on the left with the school and the proof, the text beside it. */
export const makeModern = ([, , pale, , soft, bright, , accent, deep]: string[]): Layout => ({
  paper: '#ffffff',
  drawGround: (pen) => drawBand(pen, { accent: accent!, deep: deep!, bright: bright!, soft: soft! }),
  head: {
    logo: { x: inset, y: 46, width: band - 2 * inset, height: 62 },
    name: { x: inset, y: 122, width: band - 2 * inset, height: 44 },
    nameAlone: { x: inset, y: 46, width: band - 2 * inset, height: 110 },
    align: 'left',
    ground: accent!,
    isDark: true,
    ink: '#ffffff',
    quiet: pale!,
  },
  text: {
    box: { x: 266, y: 56, width: 524, height: 336 },
    align: 'left',
    ink,
    quiet,
    accent: accent!,
    titleSize: 34,
    studentFont: 'display',
    studentSize: 36,
  },
  signers: { box: { x: 266, y: 402, width: 524, height: 112 }, align: 'left', ink, quiet, line: accent! },
  proof: {
    box: { x: inset + 9, y: 416, width: 88, height: 88 },
    align: 'left',
    ink: '#ffffff',
    quiet: pale!,
    hasTile: true,
  },
  register: {
    box: { x: inset, y: 346, width: band - 2 * inset, height: 50 },
    align: 'left',
    ink: '#ffffff',
    quiet: pale!,
  },
  foot: { box: { x: 266, y: 528, width: 540, height: 34 }, align: 'left', ink, quiet },
})

function drawBand(
  { doc }: Pen,
  { accent, deep, bright, soft }: { accent: string; deep: string; bright: string; soft: string },
) {
  doc.rect(0, 0, band, page.height).fill(accent)
  doc.save()
  doc.rect(0, 0, band, page.height).clip()
  doc.circle(-40, 430, 190).fill(deep)
  doc.lineWidth(1).strokeColor(bright)
  for (const radius of [205, 219, 233, 247]) doc.circle(-40, 430, radius).stroke()
  doc.restore()
  doc.rect(band, 0, 5, page.height).fill(soft)
}
