import { importBreaks } from '@escola/contract/exam-import-texts'
import type { ExamImportFormat } from '@escola/contract/exam-imports.contract'
import { withoutAccents } from '@escola/contract/text'
import { decodeText, isZip } from '../../ui/spreadsheet/decode-text.ts'
import { type Line, listFilled } from '../../ui/spreadsheet/line.ts'
import type { Sheet } from '../../ui/spreadsheet/sheet.ts'
import { listProblems, readSheets, readTextLines } from '../../ui/spreadsheet/sheets.ts'

/** Contents of a file: the rows of a table, or a text that goes to the server as it is. */
export type Understood = { rows: Line[] } | { format: Exclude<ExamImportFormat, 'table'> } | { problem: string }

const headings =
  /^(tipo|enunciado|pergunta|questao|(alternativa|opcao) [a-j]|certas?|correta|resposta|gabarito|tolerancia|unidade|embaralhar|dificuldade|nivel|etiquetas?|tags?|tema|assunto|explicacao|comentario)\b/
const isKnownHeading = (cell: string) => headings.test(withoutAccents(cell).toLowerCase().trim())
const known = { isKnownCell: () => false, isKnownHeading }

/** A title may stand above the headings. */
const headingRows = 20
const hasHeadings = (lines: Line[]) =>
  listFilled(lines)
    .slice(0, headingRows)
    .some(({ cells }) => cells.filter(isKnownHeading).length > 1)

const isXml = (text: string) => /^\s*<(\?xml|quiz)\b/.test(text)
const isGift = (text: string) => /\{\s*(?:[=~#]|T|F|TRUE|FALSE|\})/.test(text) || /^\s*(?:::|\$CATEGORY:)/m.test(text)

/** Finds out what a file holds by reading it, never by its name. */
export async function understandFile(name: string, bytes: Uint8Array): Promise<Understood> {
  if (bytes.length === 0) return { problem: importBreaks.empty }
  if (isZip(bytes)) {
    const read = await readSheets(bytes, known)
    return 'sheets' in read ? { rows: rowsOf(read.sheets) } : { problem: listProblems[read.problem](name) }
  }
  const decoded = decodeText(bytes)
  if ('problem' in decoded) return { problem: decoded.problem === 'old' ? listProblems.old(name) : importBreaks.noText }
  return understandText(decoded.text, name)
}

export function understandText(text: string, name = ''): Understood {
  if (text.includes('\0')) return { problem: importBreaks.noText }
  if (isXml(text)) return { format: 'moodle' }
  const lines = readTextLines(text, known)
  if (hasHeadings(lines) || /\.(csv|tsv)$/i.test(name)) return { rows: lines }
  return { format: isGift(text) ? 'gift' : 'text' }
}

/** The first sheet with the headings, else the first one. */
const rowsOf = (sheets: Sheet[]): Line[] => (sheets.find(({ lines }) => hasHeadings(lines)) ?? sheets[0])?.lines ?? []
