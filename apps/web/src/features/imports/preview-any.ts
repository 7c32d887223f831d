import { isZip } from '../../ui/spreadsheet/decode-text.ts'
import { type PreviewResult, previewFile, previewTable, unreadableSpreadsheet } from './preview.ts'
import { tableOf } from './table.ts'

/** Understands a file of any kind. The reader of spreadsheets comes with the first of them. */
export async function previewAny(filename: string, bytes: Uint8Array): Promise<PreviewResult> {
  if (!isZip(bytes)) return previewFile(filename, bytes)
  const { readXlsx } = await import('../../ui/spreadsheet/read-xlsx.ts')
  const read = await readXlsx(bytes)
  if ('lines' in read) return previewTable(filename, tableOf(read.lines))
  return {
    problem:
      read.problem === 'large'
        ? `${filename} é grande demais depois de aberto. Deixe só a lista de alunos, ou exporte-a como CSV.`
        : unreadableSpreadsheet(filename),
  }
}
