import path from 'node:path/posix'
import { dayMs } from '@escola/contract/durations'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { listForgottenKeys, listKeysOf } from './files.queries.ts'

/** No upload takes so long, and a backup of the database that is put back still finds the bytes of its rows. */
const strayAfterMs = 7 * dayMs

/** Removes bytes that no row names: their process was killed before it wrote one, or after it had deleted it. */
export async function removeStrayBytes(
  school: School,
  { files, now }: Pick<Tools, 'files' | 'now'>,
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(now().getTime() - strayAfterMs)
  await files.dropUnfinished(school.id, before)
  for await (const keys of files.list(school.id, before)) {
    signal?.throwIfAborted()
    // A picture's row names the folder of its widths.
    const named = new Set(
      await school.tx(async (db) => [
        ...(await listKeysOf(db, [...keys, ...keys.map(path.dirname)])),
        // A row that was deleted today leaves its bytes to its job: they may be older than a week.
        ...(await listForgottenKeys(db, jobs.deleteBytes.name)),
      ]),
    )
    for (const key of keys) if (!named.has(key) && !named.has(path.dirname(key))) await files.delete(key)
  }
}
