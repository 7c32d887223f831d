import { errors } from '@escola/contract/errors'
import { examImportTexts } from '@escola/contract/exam-import-texts'
import { AppError } from '../../core/app-error.ts'
import { FileMissing } from '../../core/file-store.ts'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { findReading, lockImportAt, markChecked } from './exam-import-batch.queries.ts'
import { checkBatch, type Numbered } from './exam-import-checking.service.ts'
import { type WritingTools, writeBatch } from './exam-import-writing.service.ts'
import { endImport } from './exam-imports.queries.ts'
import { readItems } from './read-items.ts'

/** Items of one transaction, so that others never wait long for it, or for the bank. */
const batchSize = 50

/**
 * Reads a file from its start and does the items behind the cursor: keeps their verdicts, or adds them to the bank. A batch is one transaction that also
 * moves the cursor, so it happens once, whatever other worker reads the file too.
 */
export async function processExamImport(
  school: School,
  importId: string,
  tools: WritingTools,
  signal: AbortSignal,
  atOnce = batchSize,
): Promise<void> {
  try {
    while (await goOn(school, importId, { tools, signal, atOnce }));
  } catch (error) {
    // Another try would find neither the file nor more room.
    if (error instanceof FileMissing) await failExamImport(school, importId, tools)
    else if (error instanceof AppError) await failExamImport(school, importId, tools, errors[error.code].pt)
    else throw error
  }
}

interface Reader {
  tools: WritingTools
  signal: AbortSignal
  atOnce: number
}

/** @returns whether another worker has moved the import meanwhile; the rest is then read again from there */
async function goOn(school: School, importId: string, { tools, signal, atOnce }: Reader): Promise<boolean> {
  const reading = await school.tx((db) => findReading(db, importId))
  if (!reading) return false
  const doBatch = (batch: Numbered[]) => {
    signal.throwIfAborted()
    const from = batch[0]!.number - 1
    return reading.status === 'checking'
      ? checkBatch(school, reading, from, batch)
      : writeBatch(school, reading, from, batch, tools)
  }
  let batch: Numbered[] = []
  let number = 0
  for await (const item of readItems(reading.format, await tools.files.read(reading.storage_key))) {
    number += 1
    if (number <= reading.processed) continue
    batch.push({ number, item })
    if (batch.length < atOnce) continue
    if (!(await doBatch(batch))) return true
    batch = []
  }
  if (batch.length > 0 && !(await doBatch(batch))) return true
  await school.tx(async (db) => {
    if (!(await lockImportAt(db, reading, number))) return
    if (reading.status === 'checking') await markChecked(db, reading.id)
    else await endImport(db, reading.id, { status: 'done', on: tools.now() })
  })
  return false
}

/** Ends an import whose job has used up its tries, or whose file can't be read. */
export const failExamImport = (
  school: School,
  importId: string,
  { now }: Clock,
  failure: string = examImportTexts.failed,
): Promise<void> =>
  school.tx(async (db) => {
    await endImport(db, importId, { status: 'failed', failure, on: now() })
  })
