import type { Font } from 'fontkit'
import { type Fit, fitText } from './fitted-text.ts'
import { type FontName, fontSource, makePrintable } from './fonts.ts'

interface Written extends Fit {
  font: FontName
  color: string
}

/** Parts of the size: from the top of a text to its first baseline, from there to the next one, and below the last. */
const [rise, lead, fall] = [0.78, 1.16, 0.24]

/** The fonts are parsed by fontkit; pdfkit's types know only their files. */
const parsedFont = (name: FontName) => fontSource(name) as unknown as Font

/**
 * A text as one SVG path from the origin to the right and down, so that it is drawn the same on a machine without fonts.
 * @throws UnprintableText
 */
export function textPath(text: string, { font: wanted, color, ...fit }: Written) {
  const printable = makePrintable(text, wanted)
  const font = parsedFont(printable.font)
  const { size, lines } = fitText(widthsOf(font), printable.text, fit)
  const scale = size / font.unitsPerEm
  const paths = lines.flatMap((line, index) => {
    const run = font.layout(line.text, { calt: false })
    const baseline = size * (rise + index * lead)
    let pen = 0
    return run.glyphs.map((glyph, index) => {
      const { xAdvance, xOffset, yOffset } = run.positions[index]!
      const path = glyph.path.transform(scale, 0, 0, -scale, pen + xOffset * scale, baseline - yOffset * scale)
      pen += xAdvance * scale
      return path.toSVG()
    })
  })
  return {
    svg: `<path fill="${color}" d="${paths.join('')}"/>`,
    width: Math.max(...lines.map(({ width }) => width)),
    height: size * (rise + (lines.length - 1) * lead + fall),
  }
}

/** Measures as a PDF document does. */
const widthsOf = (font: Font) => ({
  fontSize: (size: number) => ({
    widthOfString: (text: string) => (font.layout(text, { calt: false }).advanceWidth * size) / font.unitsPerEm,
  }),
})
