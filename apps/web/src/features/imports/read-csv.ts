import { splitCsv } from '../../ui/spreadsheet/split-csv.ts'
import { isEmailCell, isKnownHeading } from './columns.ts'
import { type Table, tableOf } from './table.ts'

export const readCsv = (text: string): Table => tableOf(splitCsv(text, { isKnownCell: isEmailCell, isKnownHeading }))
