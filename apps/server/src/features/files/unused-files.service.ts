import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { deleteImage } from '../../files/images.ts'
import { deleteUnusedFiles, markUnusedFiles } from './files.queries.ts'

/** Long enough to change one's mind, and for a backup of the database to find its files. */
const keptDays = 7

/** Removes uploads that no course, lesson or import has named for a week; a draft counts like what is published. */
export async function removeUnusedFiles(school: School, { files }: Pick<Tools, 'files'>): Promise<void> {
  const removed = await school.tx(async (db) => {
    await markUnusedFiles(db)
    return deleteUnusedFiles(db, keptDays)
  })
  // Afterwards: a run that dies here leaves bytes that nothing names, never a name without bytes.
  for (const { purpose, storage_key } of removed) {
    if (purpose === 'course_cover') await deleteImage(files, storage_key)
    else await files.delete(storage_key)
  }
}
