import { type Pen, page } from '../pen.ts'
import type { Layout } from './layout.ts'
import { ink, quiet } from './layout.ts'

const paper = '#FDFBF4'
const seal = { x: 120, y: 468 }

/** Cream paper within interlaced waves, a rosette below the text, the name as if by hand and the register in a seal. */
export const makeSolemn = ([, pale, soft, , , , , accent]: string[]): Layout => ({
  paper,
  drawGround: (pen) => drawOrnaments(pen, { pale: pale!, soft: soft!, accent: accent! }),
  head: {
    logo: { x: 296, y: 58, width: 250, height: 44 },
    name: { x: 141, y: 105, width: 560, height: 14 },
    nameAlone: { x: 141, y: 66, width: 560, height: 40 },
    align: 'center',
    ground: paper,
    isDark: false,
    ink,
    quiet,
  },
  text: {
    box: { x: 111, y: 126, width: 620, height: 268 },
    align: 'center',
    ink,
    quiet,
    accent: accent!,
    titleSize: 34,
    studentFont: 'script',
    studentSize: 46,
  },
  signers: { box: { x: 196, y: 400, width: 450, height: 108 }, align: 'center', ink, quiet, line: accent! },
  proof: { box: { x: 686, y: 414, width: 68, height: 68 }, align: 'center', ink, quiet, hasTile: false },
  register: {
    box: { x: seal.x - 28, y: seal.y - 24, width: 56, height: 48 },
    align: 'center',
    ink: '#ffffff',
    quiet: '#ffffff',
  },
  foot: { box: { x: 111, y: 511, width: 620, height: 32 }, align: 'center', ink, quiet },
})

function drawOrnaments({ doc }: Pen, { pale, soft, accent }: { pale: string; soft: string; accent: string }) {
  doc.rect(0, 0, page.width, page.height).fill(paper)
  doc.lineWidth(0.5).strokeColor(pale).addContent(rosette)
  doc.lineWidth(0.7).strokeColor(soft).addContent(waves)
  doc.lineWidth(1.4).strokeColor(accent)
  doc.rect(22, 22, page.width - 44, page.height - 44).stroke()
  doc.lineWidth(0.6)
  doc.rect(46, 46, page.width - 92, page.height - 92).stroke()
  doc.fillColor(accent).addContent(sealEdge)
  doc.lineWidth(0.7).strokeColor(pale)
  doc.circle(seal.x, seal.y, 37).stroke()
}

type Point = readonly [x: number, y: number]
const at = (value: number) => Number(value.toFixed(1))
const makePath = (points: Point[]) => points.map(([x, y], index) => `${at(x)} ${at(y)} ${index === 0 ? 'm' : 'l'}`)
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Waves that cross each other between the two frames. Paths are made once: they are the same in every certificate. */
const waves = makeWaves()
function makeWaves(): string {
  const [middle, height, step] = [34, 9, 4]
  const across = page.width - 2 * middle
  const down = page.height - 2 * middle
  const wave = (position: number, length: number, turn: number) =>
    height * Math.sin((position / length) * Math.round(length / 22) * 2 * Math.PI + turn)
  const sides = [0, Math.PI / 2, Math.PI, 1.5 * Math.PI].flatMap((turn) => {
    const along = (length: number, place: (position: number, offset: number) => Point) =>
      makePath(
        range(Math.floor(length / step) + 1).map((index) => {
          const position = Math.min(length, index * step)
          return place(position, wave(position, length, turn))
        }),
      )
    return [
      ...along(across, (position, offset) => [middle + position, middle + offset]),
      ...along(across, (position, offset) => [middle + position, page.height - middle + offset]),
      ...along(down, (position, offset) => [middle + offset, middle + position]),
      ...along(down, (position, offset) => [page.width - middle + offset, middle + position]),
    ]
  })
  return `${sides.join('\n')}\nS`
}

const rosette = makeRosette()
function makeRosette(): string {
  const [x, y] = [page.width / 2, 268]
  const rings = [0, 1, 2, 3].map((ring) => {
    const petals = range(241).map((index): Point => {
      const angle = (index / 240) * 2 * Math.PI
      const radius = 118 + 34 * Math.sin(12 * angle + (ring * Math.PI) / 2)
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
    })
    return makePath(petals).join('\n')
  })
  return `${rings.join('\n')}\nS`
}

const sealEdge = makeSealEdge()
function makeSealEdge(): string {
  const edge = range(289).map((index): Point => {
    const angle = (index / 288) * 2 * Math.PI
    const radius = 43 + 2 * Math.sin(24 * angle)
    return [seal.x + radius * Math.cos(angle), seal.y + radius * Math.sin(angle)]
  })
  return `${makePath(edge).join('\n')}\nf`
}
