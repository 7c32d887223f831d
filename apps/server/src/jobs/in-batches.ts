import type { SchoolDb } from '@escola/db'
import type { School } from '../core/scope.ts'

/**
 * Does long work of a school some at a time, each batch in a transaction of its own, so that others never wait long for it. A batch records how far the
 * work is beside what it changes: a job that is stopped or killed goes on where the last one ended.
 * @param doBatch does the next batch, and says whether more is left
 */
export async function workInBatches(
  school: School,
  signal: AbortSignal,
  doBatch: (db: SchoolDb) => Promise<boolean>,
): Promise<void> {
  for (let isMore = true; isMore; signal.throwIfAborted()) isMore = await school.tx(doBatch)
}
