import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PDFPageProxy, StructTreeNode } from 'pdfjs-dist/types/src/display/api.js'

interface Piece {
  str: string
  transform: number[]
  width: number
}

/** Reads a PDF as a program does. `pages` counts them; `text` is that of all, `pieces` and `size` are those of the first. */
export async function readPdf(bytes: Buffer) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)))
  const pieces = await Promise.all(pages.map(listPieces))
  const { info, metadata } = await pdf.getMetadata()
  return {
    pages: pdf.numPages,
    size: pages[0]!.view.slice(2),
    info: info as Record<string, unknown>,
    metadata,
    pieces: pieces[0]!,
    text: pieces
      .flat()
      .map((piece) => piece.str)
      .join(' ')
      .replace(/\s+/g, ' '),
    /** Parts of the structure in the order of reading, and how much text stands outside of it. */
    structure: (await Promise.all(pages.map(async (page) => listNodes(await page.getStructTree())))).flat(),
    untagged: (await Promise.all(pages.map(listUntagged))).flat(),
  }
}

/** Texts as a search or a copy finds them: the reader would take ligatures apart by itself. */
const listPieces = async (page: PDFPageProxy): Promise<Piece[]> =>
  (await page.getTextContent({ disableNormalization: true })).items.filter(
    (item): item is typeof item & Piece => 'str' in item,
  )

function listNodes(node: StructTreeNode | null): { role: string; alt: string | undefined; bbox: unknown }[] {
  if (!node) return []
  const { role, alt, bbox } = node as { role: string; alt?: string; bbox?: unknown }
  const children = node.children.filter((child): child is StructTreeNode => 'role' in child)
  return [{ role, alt, bbox }, ...children.flatMap(listNodes)]
}

/** Texts that are in no element of the structure and aren't marked as ornament. */
async function listUntagged(page: PDFPageProxy): Promise<string[]> {
  const found: string[] = []
  let depth = 0
  for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
    if ('str' in item) {
      if (depth === 0 && item.str.trim()) found.push(item.str)
    } else if (item.type === 'endMarkedContent') depth--
    else depth++
  }
  return found
}
