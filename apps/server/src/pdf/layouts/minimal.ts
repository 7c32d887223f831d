import { page } from '../pen.ts'
import type { Layout } from './layout.ts'
import { ink, quiet } from './layout.ts'

const left = 66
const right = page.width - 66

/** White paper, one edge and one line in the school's colour, everything from the left. */
export const makeMinimal = ([, , , , , bright, , accent]: string[]): Layout => ({
  paper: '#ffffff',
  drawGround: ({ doc }) => {
    doc.rect(0, 0, 10, page.height).fill(accent!)
    doc.rect(left, 120, 64, 3).fill(bright!)
    doc.lineWidth(0.5).strokeColor('#D8D4DC')
    doc.moveTo(left, 516).lineTo(right, 516).stroke()
  },
  head: {
    logo: { x: left, y: 36, width: 230, height: 50 },
    name: { x: left, y: 92, width: right - left, height: 14 },
    nameAlone: { x: left, y: 52, width: 560, height: 44 },
    align: 'left',
    ground: '#ffffff',
    isDark: false,
    ink,
    quiet,
  },
  text: {
    box: { x: left, y: 142, width: right - left, height: 254 },
    align: 'left',
    ink,
    quiet,
    accent: accent!,
    titleSize: 25,
    studentFont: 'strong',
    studentSize: 40,
  },
  signers: { box: { x: left, y: 400, width: 470, height: 112 }, align: 'left', ink, quiet, line: '#9A94A1' },
  proof: { box: { x: right - 90, y: 404, width: 76, height: 76 }, align: 'center', ink, quiet, hasTile: false },
  register: { box: { x: 556, y: 438, width: 116, height: 50 }, align: 'left', ink, quiet },
  foot: { box: { x: left, y: 526, width: right - left, height: 34 }, align: 'left', ink, quiet },
})
