import type { ImportRow } from '@escola/contract/imports.contract'
import { type Line, listFilled } from '../../ui/spreadsheet/line.ts'
import { type Columns, columnsOfContents, columnsOfHeading, isHeading, studentOf } from './columns.ts'
import { importRow } from './import-row.ts'

/** Contents of a file with columns, and the column of each field of a student: guessed at first, then mapped by hand. */
export interface Table {
  heading?: string[]
  lines: Line[]
  columns: Columns
}

export function tableOf(all: Line[]): Table {
  const marked = listFilled(all)
  const heading = marked[0] && isHeading(marked[0].cells) ? marked[0].cells : undefined
  const data = heading ? marked.slice(1) : marked
  const cells = data.map((line) => line.cells)
  return heading
    ? { heading, lines: data, columns: columnsOfHeading(heading, cells) }
    : { lines: data, columns: columnsOfContents(cells) }
}

export const rowsOf = ({ lines, columns }: Table): ImportRow[] =>
  lines.map(({ line, cells }) => importRow({ line, ...studentOf(cells, columns) }))

/** Meaning of a column for an administrator who maps it. */
export const meanings = {
  name: 'Nome',
  email: 'E-mail',
  cellphone: 'Telefone',
  areaCode: 'DDD',
  none: 'Ignorar',
} as const
export type Meaning = keyof typeof meanings

export function meaningOf({ name, email, cellphone, areaCode }: Columns, at: number): Meaning {
  if (name.includes(at)) return 'name'
  return at === email ? 'email' : at === cellphone ? 'cellphone' : at === areaCode ? 'areaCode' : 'none'
}

/** Gives a column another meaning. A name may be spread over columns; of all else there is one, and the column that had it is ignored. */
export function withMeaning(columns: Columns, at: number, meaning: Meaning): Columns {
  const free = (column: number | undefined) => (column === at ? undefined : column)
  const next: Columns = {
    name: columns.name.filter((column) => column !== at),
    email: free(columns.email),
    cellphone: free(columns.cellphone),
    areaCode: free(columns.areaCode),
  }
  if (meaning === 'name') next.name = [...next.name, at].sort((one, other) => one - other)
  else if (meaning !== 'none') next[meaning] = at
  return next
}
