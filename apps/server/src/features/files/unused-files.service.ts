import { dayMs } from '@escola/contract/durations'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { type FileOwner, type UploadPurpose, uploadPurposes } from '../../files/owners.ts'
import { deleteUnusedFiles, keepNamedFiles, markUnusedFiles } from './files.queries.ts'
import { forgetBytes } from './forgotten-bytes.service.ts'
import { mendCounter, uncountUploads } from './quota.service.ts'

/** Time for which an unused file is kept, so that its author may take it back. */
const keptMs = 7 * dayMs

/** Removes the files that none of their owners has named for a week; a draft counts like what is published. Their bytes go a day later. */
export async function removeUnusedFiles(school: School, owners: FileOwner[], tools: Clock): Promise<void> {
  const fault = await school.tx(async (db) => {
    const fault = await mendCounter(db)
    await keepNamedFiles(db, owners)
    const removed = await deleteUnusedFiles(db, new Date(tools.now().getTime() - keptMs))
    const uploads = removed.filter(({ purpose }) => uploadPurposes.includes(purpose as UploadPurpose))
    await uncountUploads(
      db,
      uploads.reduce((sum, file) => sum + Number(file.size_bytes), 0),
    )
    await forgetBytes(
      db,
      removed.map(({ purpose, storage_key }) => ({ purpose, key: storage_key })),
      tools,
    )
    await markUnusedFiles(db, owners, tools.now())
    return fault
  })
  // A job that fails is logged and counted, which is what this deserves. The next try finds nothing wrong.
  if (fault) throw new Error(`the quota of school ${school.id} was wrong and is mended: ${fault}`)
}
