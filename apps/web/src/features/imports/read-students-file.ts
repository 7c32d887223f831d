import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { askWorker } from '../../ui/spreadsheet/ask-worker.ts'
import { tidyPasted } from './pasted.ts'
import { type PreviewResult, previewFile } from './preview.ts'

/** Understands a pasted list, which is no longer than a person can copy. */
export const readPastedList = (text: string): PreviewResult =>
  previewFile('Lista colada', new TextEncoder().encode(tidyPasted(text)))

/** Reads a file in a worker, so that a long one doesn't freeze the page. Rejects when it can't be read. */
export async function readStudentsFile(file: File): Promise<PreviewResult> {
  if (file.size > limits.importBytes) return { problem: messages.fileTooLarge(file.name) }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (typeof Worker === 'undefined') {
    const { previewAny } = await import('./preview-any.ts')
    return previewAny(file.name, bytes)
  }
  const worker = new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module' })
  return askWorker<PreviewResult>(worker, { name: file.name, bytes }, [bytes.buffer])
}
