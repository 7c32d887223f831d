import { dayMs } from '@escola/contract/durations'
import type { SchoolDb } from '@escola/db'
import type { Clock, Tools } from '../../core/tools.ts'
import type { FileOwner } from '../../files/owners.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueMany } from '../../jobs/enqueue.ts'

/** A backup copies the files after its dump of the database: whatever the dump names has to be there until the copy ends. */
const keptMs = dayMs
const filesPerJob = 100

interface ForgottenFile {
  purpose: string
  key: string
}

/** Has the bytes of files deleted a day after their rows. Asked in the transaction that deletes the rows. */
export async function forgetBytes(db: SchoolDb, files: ForgottenFile[], { now }: Clock): Promise<void> {
  const payloads = []
  for (let at = 0; at < files.length; at += filesPerJob) payloads.push({ files: files.slice(at, at + filesPerJob) })
  await enqueueMany(db, jobs.deleteBytes, payloads, new Date(now().getTime() + keptMs))
}

export async function deleteForgottenBytes(
  forgotten: ForgottenFile[],
  owners: FileOwner[],
  { files }: Pick<Tools, 'files'>,
): Promise<void> {
  for (const { purpose, key } of forgotten) {
    const owner = owners.find((each) => each.purpose === purpose)
    await (owner?.deleteBytes ? owner.deleteBytes(files, key) : files.delete(key))
  }
}
