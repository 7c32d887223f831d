import { strFromU8, strToU8, type UnzipFileInfo, unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import type { Line } from './line.ts'
import type { ListProblem, Sheet } from './sheet.ts'

/** Bytes of all parts that are read, once unpacked. A list of ten thousand people has less than a tenth of it. */
export const unpackedMax = 64 * 1024 * 1024

/** Cells of all sheets, empty ones included: the library makes a place for each up to the last, wherever that lies. */
const cellsMax = 5_000_000

/** Further sheets of a workbook are not read. */
const sheetsMax = 20

/** Pictures, charts and the like stay packed. */
const isRead = ({ name }: UnzipFileInfo) =>
  (/\.(xml|rels)$/.test(name) && !/(^|\/)(media|drawings|charts|theme)\//.test(name)) || name === 'mimetype'

/**
 * Reads the sheets of a workbook that people see. A packed file says how large each part becomes, and the unpacker never writes more than that; the
 * library gets the parts unpacked already, so that it unpacks nothing itself.
 */
export async function readXlsx(bytes: Uint8Array): Promise<{ sheets: Sheet[] } | { problem: ListProblem }> {
  let unpacked = 0
  try {
    const parts = unzipSync(bytes, {
      filter: (file) => {
        if (!isRead(file)) return false
        unpacked += file.originalSize
        if (unpacked > unpackedMax) throw new RangeError()
        return true
      },
    })
    if (parts.mimetype && strFromU8(parts.mimetype).includes('opendocument')) return { problem: 'ods' }
    let cells = 0
    for (const [name, part] of Object.entries(parts)) {
      if (!name.startsWith('xl/worksheets/')) continue
      const sheet = strFromU8(part)
      cells += cellsOf(sheet)
      parts[name] = strToU8(withoutUncomputed(sheet))
    }
    if (cells > cellsMax) return { problem: 'large' }
    const names = visibleSheets(strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array()))
    const plain = zipSync(parts, { level: 0 })
    const sheets: Sheet[] = []
    for (const name of names.slice(0, sheetsMax)) {
      const lines = await linesOf(plain, name)
      if (lines) sheets.push({ name, lines })
    }
    return sheets.length > 0 ? { sheets } : { problem: 'unreadable' }
  } catch {
    return { problem: unpacked > unpackedMax ? 'large' : 'unreadable' }
  }
}

/** Rows of a sheet; none of one that the library can't read, as a chart of its own is. */
async function linesOf(workbook: Uint8Array, name: string): Promise<Line[] | undefined> {
  try {
    const rows = await readSheet(workbook.slice().buffer, name)
    return rows.map((cells, at) => ({ line: at + 1, cells: cells.map(textOf) }))
  } catch {
    return undefined
  }
}

/** Names of the sheets in their order, without hidden ones. */
const visibleSheets = (workbook: string): string[] =>
  [...workbook.matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g)].flatMap(([, attributes]) => {
    const isHidden = /\bstate\s*=\s*["'](very)?hidden["']/i.test(attributes!)
    const name = /\bname\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes!)
    return isHidden || !name ? [] : [plainAttribute(name[1] ?? name[2]!)]
  })

const entities: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plainAttribute = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name] ?? whole
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))
  })

/** Number of places from the first cell to the last that the text of a sheet names. */
function cellsOf(sheet: string): number {
  let [rows, columns] = [0, 0]
  for (const [, letters, digits] of sheet.matchAll(/[":]([A-Z]{1,7})(\d{1,9})"/g)) {
    rows = Math.max(rows, Number(digits))
    columns = Math.max(columns, columnOf(letters!))
  }
  return rows * columns
}

/** Empties cells whose formula is not computed yet: the library refuses the whole sheet for one. */
const withoutUncomputed = (sheet: string) =>
  sheet.includes('<f')
    ? sheet.replace(
        /<c\s([^>]*[^>/])>\s*<f\b(?:[^>]*\/>|[^>]*>[^<]*<\/f>)\s*(?:<v\s*\/>|<v>\s*<\/v>)?\s*<\/c>/g,
        (_, kept: string) => {
          const place = /\br\s*=\s*["'][A-Z]+\d+["']/.exec(kept)?.[0] ?? ''
          return `<c ${place}/>`
        },
      )
    : sheet

const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

const textOf = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? 'sim' : 'não'
  return cell instanceof Date ? momentOf(cell) : String(cell)
}

/** A sheet knows no time zones; a day is a moment at midnight. */
const momentOf = (cell: Date) => cell.toISOString().replace(/(T00:00:00)?\.\d+Z$/, '')
