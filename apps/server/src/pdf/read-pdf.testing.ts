import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface Piece {
  str: string
  transform: number[]
  width: number
}

/** Reads the first page of a PDF as a program does. */
export async function readPdf(bytes: Buffer) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise
  const page = await pdf.getPage(1)
  const pieces = (await page.getTextContent()).items.filter((item): item is typeof item & Piece => 'str' in item)
  const { info } = await pdf.getMetadata()
  return {
    pages: pdf.numPages,
    size: page.view.slice(2),
    info: info as Record<string, unknown>,
    pieces,
    text: pieces
      .map((piece) => piece.str)
      .join(' ')
      .replace(/\s+/g, ' '),
  }
}
