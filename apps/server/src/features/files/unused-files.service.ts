import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { type FileOwner, type UploadPurpose, uploadPurposes } from '../../files/owners.ts'
import { deleteUnusedFiles, keepNamedFiles, markUnusedFiles } from './files.queries.ts'
import { mendCounter, uncountUploads } from './quota.service.ts'

/** Long enough to change one's mind, and for a backup of the database to find its files. */
const keptMs = 7 * 24 * 60 * 60 * 1000

/** Removes the files that none of their owners has named for a week; a draft counts like what is published. */
export async function removeUnusedFiles(
  school: School,
  owners: FileOwner[],
  { files, now }: Pick<Tools, 'files' | 'now'>,
): Promise<void> {
  const { removed, fault } = await school.tx(async (db) => {
    const fault = await mendCounter(db)
    await keepNamedFiles(db, owners)
    const removed = await deleteUnusedFiles(db, new Date(now().getTime() - keptMs))
    const uploads = removed.filter(({ purpose }) => uploadPurposes.includes(purpose as UploadPurpose))
    await uncountUploads(
      db,
      uploads.reduce((sum, file) => sum + Number(file.size_bytes), 0),
    )
    await markUnusedFiles(db, owners, now())
    return { removed, fault }
  })
  // Afterwards: a run that dies here leaves bytes that nothing names, never a name without bytes.
  for (const { purpose, storage_key } of removed) {
    const owner = owners.find((each) => each.purpose === purpose)
    await (owner?.deleteBytes ? owner.deleteBytes(files, storage_key) : files.delete(storage_key))
  }
  // A job that fails is logged and counted, which is what this deserves. The next try finds nothing wrong.
  if (fault) throw new Error(`the quota of school ${school.id} was wrong and is mended: ${fault}`)
}
