import { strFromU8, type UnzipFileInfo, unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import type { Line } from './line.ts'

/** Bytes of all parts that are read, once unpacked. A list of ten thousand people has less than a tenth of it. */
export const unpackedMax = 64 * 1024 * 1024

/** Cells of a sheet, empty ones included: the library makes a place for each up to the last, wherever that lies. */
const cellsMax = 5_000_000

export type ReadSpreadsheet = { lines: Line[] } | { problem: 'large' | 'unreadable' }

/** Pictures, charts and the like stay packed. */
const isRead = ({ name }: UnzipFileInfo) =>
  /\.(xml|rels)$/.test(name) && !/(^|\/)(media|drawings|charts|theme)\//.test(name)

/**
 * Reads the first sheet of a workbook. A packed file says how large each part becomes, and the unpacker never writes more than that; the library gets
 * the parts unpacked already, so that it unpacks nothing itself.
 */
export async function readXlsx(bytes: Uint8Array): Promise<ReadSpreadsheet> {
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
    for (const [name, part] of Object.entries(parts))
      if (name.startsWith('xl/worksheets/') && cellsOf(strFromU8(part)) > cellsMax) return { problem: 'large' }
    const plain = zipSync(parts, { level: 0 })
    const rows = await readSheet(plain.slice().buffer)
    return { lines: rows.map((cells, at) => ({ line: at + 1, cells: cells.map(textOf) })) }
  } catch {
    return { problem: unpacked > unpackedMax ? 'large' : 'unreadable' }
  }
}

/** Number of places from the first cell to the last that the text of a sheet names. */
function cellsOf(sheet: string): number {
  let [rows, columns] = [0, 0]
  for (const [, letters, digits] of sheet.matchAll(/[":]([A-Z]{1,7})(\d{1,9})"/g)) {
    rows = Math.max(rows, Number(digits))
    columns = Math.max(columns, columnOf(letters!))
  }
  return rows * columns
}

const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

const textOf = (cell: unknown): string =>
  cell === null || cell === undefined ? '' : cell instanceof Date ? momentOf(cell) : String(cell)

/** A sheet knows no time zones; a day is a moment at midnight. */
const momentOf = (cell: Date) => cell.toISOString().replace(/(T00:00:00)?\.\d+Z$/, '')
