import sharp from 'sharp'
import { mailColors } from '../mail/palette.ts'
import type { Fit } from './fitted-text.ts'
import type { FontName } from './fonts.ts'
import { textPath } from './text-path.ts'

export interface ShareData {
  studentName: string
  /** Words between the student and what was completed. */
  verb: string
  /** Title of the certificate. */
  title: string
  courseTitle: string
  /** Schools that made the courses, where they are others; else ''. */
  origin: string
  schoolName: string
  code: string
  /** The school's ui_theme. */
  theme: string
  /** Any picture; transparent parts come out white. */
  logo: Buffer | undefined
}

/** Size that LinkedIn, WhatsApp and others show whole. */
const size = { width: 1200, height: 627 }
const left = 96
const right = size.width - left
const maxWidth = right - left
const ink = '#1F1B24'
const quiet = '#5F5A66'
const logoBox = { width: 320, height: 72 }
const top = 80
/** Height of the line above school and code, and the middle of what stands below it. */
const line = 496
const middle = 543

/** A certificate as a picture for a post. @throws UnprintableText */
export async function drawSharePicture(data: ShareData): Promise<Buffer> {
  const { deep, pale } = mailColors(data.theme)
  const logo = await onWhite(data.logo)
  const body = stack(
    [
      { font: 'strong', color: deep, text: data.title, fit: upTo(26, 16), gap: 0 },
      { font: 'display', color: ink, text: data.studentName, fit: upTo(68, 34), gap: 26 },
      { font: 'text', color: quiet, text: data.verb, fit: oneLine(26), gap: 26 },
      { font: 'strong', color: deep, text: data.courseTitle, fit: upTo(42, 26), gap: 14 },
      ...(data.origin ? [{ font: 'text', color: quiet, text: data.origin, fit: upTo(24, 16), gap: 12 } as const] : []),
    ],
    logo ? top + logoBox.height + 20 : top,
    line - 20,
  )
  const school = textPath(data.schoolName, {
    ...{ font: 'strong', color: ink },
    ...{ maxSize: 24, minSize: 16, maxWidth: maxWidth - 440, maxLines: 2 },
  })
  const code = textPath(`Código ${data.code}`, { font: 'text', color: quiet, ...oneLine(24) })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
<rect width="100%" height="100%" fill="${deep}"/>
<rect x="32" y="32" width="${size.width - 64}" height="${size.height - 64}" rx="20" fill="#fff"/>
<rect x="${left}" y="${line}" width="${maxWidth}" height="2" fill="${pale}"/>
${body}
${place(school, left, middle - school.height / 2)}
${place(code, right - code.width, middle - code.height / 2)}
</svg>`
  return sharp(Buffer.from(svg))
    .composite(logo ? [{ input: logo, left, top }] : [])
    .png({ palette: true, quality: 90 })
    .toBuffer()
}

interface Row {
  font: FontName
  color: string
  text: string
  fit: Fit
  /** Space above. */
  gap: number
}
type Drawn = ReturnType<typeof textPath>

const upTo = (maxSize: number, minSize: number): Fit => ({ maxSize, minSize, maxWidth, maxLines: 2 })
const oneLine = (size: number): Fit => ({ maxSize: size, minSize: size, maxWidth, maxLines: 1 })

const place = ({ svg }: Drawn, x: number, y: number) => `<g transform="translate(${x} ${y})">${svg}</g>`

/** Rows below each other, in the middle between two heights. */
function stack(rows: Row[], from: number, to: number): string {
  const drawn = rows.map(({ text, fit, gap, ...look }) => ({ gap, text: textPath(text, { ...look, ...fit }) }))
  const height = drawn.reduce((sum, { gap, text }) => sum + gap + text.height, 0)
  let y = from + Math.max(0, (to - from - height) / 2)
  return drawn
    .map(({ gap, text }) => {
      const row = place(text, left, y + gap)
      y += gap + text.height
      return row
    })
    .join('\n')
}

/** A logo that cannot be read is left out: the picture says the same without it. */
const onWhite = (logo: Buffer | undefined) =>
  logo &&
  sharp(logo)
    .resize({ ...logoBox, fit: 'inside' })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer()
    .catch(() => undefined)
