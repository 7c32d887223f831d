import { ImportRow } from '@escola/contract/imports.contract'

const longest = ImportRow.shape.email.maxLength ?? 0

/** Cells longer than the server reads are cut: they are refused or replaced all the same, row by row and not the whole file. */
export const importRow = ({ line, ...cells }: ImportRow): ImportRow => ({
  line,
  name: cells.name.slice(0, longest),
  email: cells.email.slice(0, longest),
  cellphone: cells.cellphone.slice(0, longest),
})
