import { ImportFileRow } from '@escola/contract/import-file'
import type { ImportRow } from '@escola/contract/imports.contract'
import { refusals } from '@escola/contract/refusals'
import { Tokenizer, TokenizerError, TokenParser, TokenParserError, TokenType } from '@streamparser/json'
import { AppError, invalidField } from '../../core/app-error.ts'

/** No row that the contract allows comes near this, however it is escaped. */
const longestRow = 64 * 1024
const largestLine = 2 ** 31 - 1

/**
 * Cuts the rows out of a JSON array while it arrives, so that a file of any size takes the memory of one row.
 * Throws invalid_file on everything that is not an array of rows, and refuses lines that do not rise: a refused row is known by its line.
 */
export class RowParser {
  readonly #tokenizer = new Tokenizer()
  /** The parser keeps nothing of the list but the row that it is in. */
  readonly #parser = new TokenParser({ paths: ['$.*'], keepStack: false })
  #rows: ImportRow[] = []
  #isList = false
  /** Number of bytes in the chunks in which no row has ended. */
  #sinceRow = 0
  #line = 0

  constructor() {
    this.#tokenizer.onToken = (token) => {
      this.#isList ||= token.token === TokenType.LEFT_BRACKET
      if (!this.#isList) throw new AppError('invalid_file')
      this.#parser.write(token)
    }
    this.#parser.onEnd = () => this.#tokenizer.isEnded || this.#tokenizer.end()
    this.#parser.onValue = ({ value }) => {
      this.#sinceRow = 0
      this.#rows.push(this.#inOrder(value))
    }
  }

  push(chunk: Uint8Array): ImportRow[] {
    this.#rows = []
    this.#sinceRow += chunk.length
    throwInvalid(() => this.#tokenizer.write(chunk))
    if (this.#sinceRow > longestRow && !this.#parser.isEnded) throw new AppError('invalid_file')
    return this.#rows
  }

  end(): void {
    if (!this.#parser.isEnded) throw new AppError('invalid_file')
  }

  #inOrder(value: unknown): ImportRow {
    const row = ImportFileRow.safeParse(value)
    if (!row.success) throw new AppError('invalid_file')
    const line = row.data.line ?? this.#line + 1
    if (line > largestLine) throw new AppError('invalid_file')
    if (line <= this.#line) throw invalidField('file', refusals.linesNotRising)
    this.#line = line
    return { ...row.data, line }
  }
}

function throwInvalid(read: () => void): void {
  try {
    read()
  } catch (error) {
    throw isUnreadable(error) ? new AppError('invalid_file') : error
  }
}

const isUnreadable = (error: unknown) =>
  error instanceof TokenizerError ||
  error instanceof TokenParserError ||
  (error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
