import type { ImportRow } from '@escola/contract/imports.contract'
import type { Line } from '../../ui/spreadsheet/line.ts'
import { readBody, splitRemarks } from '../../ui/spreadsheet/list-body.ts'
import { type Columns, columnsOfContents, columnsOfHeading, isKnownHeading, studentOf } from './columns.ts'
import { importRow } from './import-row.ts'

/** Contents of a file with columns, and the column of each field of a student: guessed at first, then mapped by hand. */
export interface Table {
  heading?: string[]
  lines: Line[]
  columns: Columns
  /** Lines of titles, totals and notes, which are no rows. */
  leftOut: number[]
}

export function tableOf(all: Line[]): Table {
  const { heading, lines, leftOut } = readBody(all, isKnownHeading)
  const cells = lines.map((line) => line.cells)
  const columns = heading ? columnsOfHeading(heading, cells) : columnsOfContents(cells)
  const emails = [columns.email, ...columns.otherEmails].filter((at) => at !== undefined)
  const body = splitRemarks(lines, { name: columns.name, email: emails, cellphone: columns.cellphone })
  return {
    ...(heading && { heading }),
    lines: body.lines,
    columns,
    leftOut: [...leftOut, ...body.leftOut].sort((one, other) => one - other),
  }
}

export const rowsOf = ({ lines, columns }: Table): ImportRow[] =>
  lines.map(({ line, cells }) => importRow({ line, ...studentOf(cells, columns) }))

/** Meaning of a column for an administrator who maps it. */
export const meanings = {
  name: 'Nome',
  email: 'E-mail',
  otherEmail: 'Outro e-mail',
  cellphone: 'Telefone',
  areaCode: 'DDD',
  country: 'País ou DDI',
  none: 'Ignorar',
} as const
export type Meaning = keyof typeof meanings

export function meaningOf({ name, otherEmails, ...columns }: Columns, at: number): Meaning {
  if (name.includes(at)) return 'name'
  if (otherEmails.includes(at)) return 'otherEmail'
  const single = ['email', 'cellphone', 'areaCode', 'country'] as const
  return single.find((meaning) => columns[meaning] === at) ?? 'none'
}

/** Gives a column another meaning. A name may be spread over columns, and further e-mails stand in several; of all else there is one, and the column that had it is ignored. */
export function withMeaning(columns: Columns, at: number, meaning: Meaning): Columns {
  const free = (column: number | undefined) => (column === at ? undefined : column)
  const next: Columns = {
    name: columns.name.filter((column) => column !== at),
    email: free(columns.email),
    otherEmails: columns.otherEmails.filter((column) => column !== at),
    cellphone: free(columns.cellphone),
    areaCode: free(columns.areaCode),
    country: free(columns.country),
  }
  const inOrder = (one: number, other: number) => one - other
  if (meaning === 'name') next.name = [...next.name, at].sort(inOrder)
  else if (meaning === 'otherEmail') next.otherEmails = [...next.otherEmails, at].sort(inOrder)
  else if (meaning !== 'none') next[meaning] = at
  return next
}
