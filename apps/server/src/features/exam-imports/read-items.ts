import type { ExamImportItem } from '@escola/contract/exam-import-items'
import { importBreaks } from '@escola/contract/exam-import-texts'
import type { ExamImportFormat } from '@escola/contract/exam-imports.contract'
import { z } from 'zod'
import { decodeText } from './decoded-chunks.ts'
import { readGift } from './read-gift.ts'
import { readMoodleXml } from './read-moodle-xml.ts'
import { readPasted } from './read-pasted.ts'
import { readTable } from './read-table.ts'

type Reader = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<ExamImportItem> | Promise<Iterable<ExamImportItem>>

const readers: Record<ExamImportFormat, Reader> = {
  moodle: readMoodleXml,
  gift: async (chunks) => readGift(await readWhole(chunks)),
  table: async (chunks) => readRows(await readWhole(chunks)),
  text: async (chunks) => readPasted(await readWhole(chunks)),
}

/** Reads the items of a file. No contents of it throw. */
export async function* readItems(
  format: ExamImportFormat,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ExamImportItem> {
  yield* await readers[format](chunks)
}

async function readWhole(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return decodeText(Buffer.concat(all))
}

const Rows = z.array(
  z.object({ line: z.number().int().min(1).max(2_000_000_000), cells: z.array(z.string()).max(1000) }),
)

function* readRows(text: string): Generator<ExamImportItem> {
  const rows = Rows.safeParse(parseJson(text))
  if (rows.success) yield* readTable(rows.data)
  else yield { verdict: 'broken', line: 1, reason: importBreaks.rows }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const signatures = [
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  'PK\x03\x04',
  '%PDF',
  '\xd0\xcf\x11\xe0',
  '\x1f\x8b',
  'Rar!',
  '7z\xbc\xaf',
]
/** Whether the first bytes of a file are those of a picture, an archive or another file that is no text. */
export function isNoText(head: Buffer): boolean {
  const start = head.toString('latin1')
  if (signatures.some((signature) => start.startsWith(signature))) return true
  const isWide = /^(?:\xff\xfe|\xfe\xff|<\0|\0<)/.test(start)
  return !isWide && start.includes('\0')
}
