import { ImportRow } from '@escola/contract/imports.contract'
import { AppError, invalidField } from '../../core/app-error.ts'

/** No row that the contract allows comes near this, however it is escaped. */
const longestRow = 64 * 1024
const largestLine = 2 ** 31 - 1

const code = (character: string) => character.charCodeAt(0)
const [quote, backslash, comma, openList, closeList, openRow, closeRow] = [...'"\\,[]{}'].map(code)
const isSpace = (character: number) => character === 32 || (character >= 9 && character <= 13)

/**
 * Cuts the rows out of a JSON array while it arrives, so that a file of any size takes the memory of one row.
 * Throws invalid_file on everything that is not an array of rows, and refuses lines that do not rise: a refused row is known by its line.
 */
export class RowParser {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #expected: 'list' | 'row or end' | 'row' | 'comma or end' | 'nothing' = 'list'
  #depth = 0
  #inText = false
  #escaped = false
  #unfinished = ''
  #line = 0

  push(chunk: Uint8Array): ImportRow[] {
    return this.#read(this.#decode(chunk, true))
  }

  end(): void {
    this.#read(this.#decode(new Uint8Array(), false))
    if (this.#expected !== 'nothing') throw new AppError('invalid_file')
  }

  #decode(chunk: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder.decode(chunk, { stream })
    } catch {
      throw new AppError('invalid_file')
    }
  }

  #read(text: string): ImportRow[] {
    const rows: ImportRow[] = []
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const character = text.charCodeAt(at)
      if (this.#depth === 0) {
        if (this.#between(character)) from = at
      } else if (this.#closes(character)) {
        rows.push(this.#inOrder(parseRow(this.#unfinished + text.slice(from, at + 1))))
        this.#unfinished = ''
        this.#expected = 'comma or end'
      }
    }
    if (this.#depth > 0) this.#unfinished += text.slice(from)
    if (this.#unfinished.length > longestRow) throw new AppError('invalid_file')
    return rows
  }

  /** @returns true when a row begins */
  #between(character: number): boolean {
    if (isSpace(character)) return false
    const expected = this.#expected
    if (character === openList && expected === 'list') this.#expected = 'row or end'
    else if (character === comma && expected === 'comma or end') this.#expected = 'row'
    else if (character === closeList && (expected === 'row or end' || expected === 'comma or end'))
      this.#expected = 'nothing'
    else if (character === openRow && (expected === 'row' || expected === 'row or end')) {
      this.#depth = 1
      return true
    } else throw new AppError('invalid_file')
    return false
  }

  /** @returns true when the row that began ends here */
  #closes(character: number): boolean {
    if (this.#escaped) this.#escaped = false
    else if (this.#inText) {
      if (character === backslash) this.#escaped = true
      else if (character === quote) this.#inText = false
    } else if (character === quote) this.#inText = true
    else if (character === openRow || character === openList) this.#depth++
    else if (character === closeRow || character === closeList) this.#depth--
    return this.#depth === 0
  }

  #inOrder(row: ImportRow): ImportRow {
    if (row.line <= this.#line) throw invalidField('file', 'Cada linha deve ter um número maior que o da anterior')
    this.#line = row.line
    return row
  }
}

function parseRow(json: string): ImportRow {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new AppError('invalid_file')
  }
  const row = ImportRow.safeParse(value)
  if (!row.success || row.data.line > largestLine) throw new AppError('invalid_file')
  return row.data
}
