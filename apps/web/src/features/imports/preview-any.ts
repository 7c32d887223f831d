import { isZip } from '../../ui/spreadsheet/decode-text.ts'
import { listProblems, readSheets } from '../../ui/spreadsheet/sheets.ts'
import { known, type PreviewResult, previewFile, previewSheet } from './preview.ts'

/** Understands a file of any kind. */
export async function previewAny(filename: string, bytes: Uint8Array): Promise<PreviewResult> {
  if (!isZip(bytes)) return previewFile(filename, bytes)
  const read = await readSheets(bytes, known)
  return 'sheets' in read ? previewSheet(filename, read.sheets) : { problem: listProblems[read.problem](filename) }
}
