import { examImportLimits } from '@escola/contract/exam-import-items'
import { importBreaks } from '@escola/contract/exam-import-texts'
import { askWorker } from '../../ui/spreadsheet/ask-worker.ts'
import type { Line } from '../../ui/spreadsheet/line.ts'
import type { QuestionFile } from './exam-imports.queries.ts'
import { type Understood, understandText } from './understand-file.ts'

export type ReadFile = { file: QuestionFile } | { problem: string }

/** Reads a file in a worker, so that a long one doesn't freeze the page. Rejects when it can't be read. */
export async function readQuestionFile(file: File): Promise<ReadFile> {
  if (file.size > examImportLimits.bytes) return { problem: importBreaks.large }
  const bytes = new Uint8Array(await file.arrayBuffer())
  return toFile(file.name, file, await understand(file.name, bytes))
}

/** Reads a pasted text on the page's own thread: none is so long that it would freeze the page. */
export const readPastedQuestions = (text: string): ReadFile =>
  toFile('Texto colado', new Blob([text]), understandText(text))

async function understand(name: string, bytes: Uint8Array): Promise<Understood> {
  if (typeof Worker === 'undefined') return (await import('./understand-file.ts')).understandFile(name, bytes)
  const worker = new Worker(new URL('./understand-file.worker.ts', import.meta.url), { type: 'module' })
  return askWorker<Understood>(worker, { name, bytes }, [bytes.buffer])
}

function toFile(filename: string, text: Blob, understood: Understood): ReadFile {
  if ('problem' in understood) return understood
  if ('rows' in understood) return { file: { filename, format: 'table', body: bodyOf(understood.rows) } }
  return { file: { filename, format: understood.format, body: text } }
}

const bodyOf = (rows: Line[]) => new Blob([JSON.stringify(rows)], { type: 'application/json' })
