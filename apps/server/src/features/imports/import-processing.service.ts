import { type CheckedRow, checkImportRow, type ImportRow } from '@escola/contract/imports.contract'
import { refusals } from '@escola/contract/refusals'
import { AppError } from '../../core/app-error.ts'
import type { People } from '../../core/people.ts'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { FileMissing, type FileStore } from '../../files/store.ts'
import { holdCohort, noticeKey } from '../cohorts/cohorts.service.ts'
import { queueMessages } from '../messages/messages.service.ts'
import { notify } from '../notifications/notifications.service.ts'
import { advanceImport, enrollRows, insertRefusals, lockImportAt, type RefusedRow } from './import-batch.queries.ts'
import { findImportToRun, markImportFailed } from './imports.queries.ts'
import { RowParser } from './row-parser.ts'

const batchSize = 2000

export interface ProcessingTools extends Pick<Tools, 'files' | 'now'> {
  people: People
}

interface Batch {
  /** How many rows of the file come before it. */
  from: number
  good: CheckedRow[]
  refused: RefusedRow[]
}

/**
 * Goes on where the import stands. Rows before that are read only for their e-mails, which later rows must not repeat. A batch is
 * one transaction that also moves the cursor, so it happens once, whoever else is at work on the same import. While the database is
 * at one, the rows of the next are read and their people made.
 */
export async function processImport(
  school: School,
  importId: string,
  tools: ProcessingTools,
  signal: AbortSignal,
): Promise<void> {
  const found = await school.tx((db) => findImportToRun(db, importId))
  if (!found) return
  const seen = new Set<string>()
  const emptyAt = (from: number): Batch => ({ from, good: [], refused: [] })
  let position = 0
  let batch = emptyAt(found.processed)
  let applying = Promise.resolve()
  const apply = async () => {
    const people = tools.people.ensure(batch.good.map((row) => row.email))
    // Whoever waits for these hears of them; until then nobody listens.
    people.catch(() => {})
    await applying
    signal.throwIfAborted()
    applying = applyBatch(school, { importId, cohortId: found.cohort_id, people: await people }, batch, tools)
    applying.catch(() => {})
    batch = emptyAt(position)
  }
  try {
    for await (const row of storedRows(tools.files, found.storage_key)) {
      const verdict = checkImportRow(row, seen)
      position++
      if (position <= found.processed) continue
      if ('row' in verdict) batch.good.push(verdict.row)
      else batch.refused.push({ row, reason: verdict.reason })
      if (position - batch.from === batchSize) await apply()
    }
    if (position > batch.from) await apply()
    await applying
  } catch (error) {
    const cause = await applying.then(
      () => error,
      (failure: unknown) => failure,
    )
    // Trying again would not bring the file back, nor mend it.
    if (!(cause instanceof FileMissing || cause instanceof AppError)) throw cause
    await failImport(school, importId, tools)
  }
}

export const failImport = (school: School, importId: string, { now }: Pick<Tools, 'now'>) =>
  school.tx(async (db) => void (await markImportFailed(db, importId, refusals.importFailed, now())))

async function* storedRows(files: FileStore, key: string): AsyncGenerator<ImportRow> {
  const parser = new RowParser()
  for await (const chunk of await files.read(key)) yield* parser.push(chunk as Buffer)
  parser.end()
}

const applyBatch = (
  school: School,
  { importId, cohortId, people }: { importId: string; cohortId: string; people: Map<string, string> },
  { from, good, refused }: Batch,
  tools: Pick<Tools, 'now'>,
) =>
  school.tx(async (db) => {
    const now = tools.now()
    // The class before the import, as its deletion takes them; without its class an import is gone too.
    if (!(await holdCohort(db, cohortId))) return
    // Another run was faster; this one goes on with the next batch.
    if (!(await lockImportAt(db, importId, from))) return
    const enrolled = good.length ? await enrollRows(db, cohortId, good, { people, now }) : []
    const created = enrolled.filter((each) => each.isNew)
    // The same keys as when a student is added by hand: one invitation per school, one notice per class.
    const invited = created.map(({ userId }) => ({ userId, dedupeKey: `invitation:${userId}` }))
    const told = enrolled
      .filter((each) => !each.isNew)
      .map(({ userId }) => ({ userId, dedupeKey: noticeKey(cohortId, userId) }))
    await queueMessages(db, { kind: 'invitation', params: { cohortId }, recipients: invited }, tools)
    await queueMessages(db, { kind: 'enrollment', params: { cohortId }, recipients: told }, tools)
    const joined = enrolled.map(({ userId }) => userId)
    await notify(db, { kind: 'access_given', subjectId: cohortId }, joined, tools)
    if (refused.length) await insertRefusals(db, importId, refused)
    const counts = {
      processed: good.length + refused.length,
      created: created.length,
      enrolled: enrolled.length,
      unchanged: good.length - enrolled.length,
      refused: refused.length,
    }
    await advanceImport(db, importId, counts, now)
  })
