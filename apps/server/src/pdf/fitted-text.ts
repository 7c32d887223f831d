/** Measures texts in one font, as a PDF document does. */
interface Document {
  fontSize(size: number): { widthOfString(text: string): number }
}

export interface Fit {
  maxSize: number
  minSize: number
  maxWidth: number
  maxLines: number
}
export interface FittedText {
  size: number
  lines: { text: string; width: number }[]
}

/** The largest size at which the text, in the document's current font, stays inside; at the smallest, what is too long ends in '…'. */
export function fitText(doc: Document, text: string, { maxSize, minSize, maxWidth, maxLines }: Fit): FittedText {
  // One line a little smaller reads better than two lines a little larger.
  const oneLine = Math.min(maxSize, (maxSize * maxWidth) / (measureWidth(doc, text, maxSize) || 1))
  if (oneLine >= Math.max(minSize, maxSize * 0.7)) return makeFittedText(doc, [text], oneLine)
  for (let size = maxSize; size >= minSize; size -= 1) {
    const lines = wrap(doc, text, size, maxWidth)
    if (lines.length <= maxLines) return makeFittedText(doc, lines, size)
  }
  const lines = wrap(doc, text, minSize, maxWidth).slice(0, maxLines)
  lines.push(shorten(doc, lines.pop()!, minSize, maxWidth))
  return makeFittedText(doc, lines, minSize)
}

const measureWidth = (doc: Document, text: string, size: number) => doc.fontSize(size).widthOfString(text)

const makeFittedText = (doc: Document, lines: string[], size: number): FittedText => ({
  size,
  lines: lines.map((text) => ({ text, width: measureWidth(doc, text, size) })),
})

/** Breaks between words, and inside a word only where it is wider than a whole line. */
function wrap(doc: Document, text: string, size: number, maxWidth: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((each) => splitWord(doc, each, size, maxWidth))) {
    const longer = line ? `${line} ${word}` : word
    if (line && measureWidth(doc, longer, size) > maxWidth) {
      lines.push(line)
      line = word
    } else line = longer
  }
  lines.push(line)
  return lines
}

function splitWord(doc: Document, word: string, size: number, maxWidth: number): string[] {
  const width = measureWidth(doc, word, size)
  if (width <= maxWidth) return [word]
  const letters = [...word]
  const perLine = Math.max(1, Math.floor((letters.length * maxWidth) / width) - 1)
  const [head, tail] = [letters.slice(0, perLine).join(''), letters.slice(perLine).join('')]
  return [...splitWord(doc, head, size, maxWidth), ...splitWord(doc, tail, size, maxWidth)]
}

function shorten(doc: Document, text: string, size: number, maxWidth: number): string {
  let letters = [...text]
  while (letters.length > 1 && measureWidth(doc, `${letters.join('')}…`, size) > maxWidth)
    letters = letters.slice(0, -1)
  return `${letters.join('').trimEnd()}…`
}
