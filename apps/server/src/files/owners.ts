import type { SchoolDb } from '@escola/db'
import type { Expression } from 'kysely'
import type { FileStore } from '../core/file-store.ts'

/** Purposes of a stored file, and whether it counts as something that the school uploaded. */
const purposes = {
  lesson_file: { isUpload: true },
  lesson_video: { isUpload: true },
  course_cover: { isUpload: true },
  avatar: { isUpload: true },
  import: { isUpload: true },
  logo: { isUpload: true },
  signature: { isUpload: true },
  question_picture: { isUpload: true },
  question_import: { isUpload: true },
  certificate: { isUpload: false },
} as const

export type FilePurpose = keyof typeof purposes
/** Purposes that count against a school's quota. */
export type UploadPurpose = {
  [P in FilePurpose]: (typeof purposes)[P]['isUpload'] extends true ? P : never
}[FilePurpose]
export type MadePurpose = Exclude<FilePurpose, UploadPurpose>

export const filePurposes = Object.keys(purposes) as FilePurpose[]
export const uploadPurposes = filePurposes.filter((purpose) => purposes[purpose].isUpload) as UploadPurpose[]

/** Declares which files of one purpose a feature's rows reference; unreferenced files are removed after a while. */
export interface FileOwner {
  purpose: FilePurpose
  /** One statement for the whole school, drafts included; it joins files by a key of theirs. What lies elsewhere than files do is read before. */
  named(db: SchoolDb): Expression<NamedFile> | Promise<Expression<NamedFile>>
  /** Deletes a file that is more than the bytes under its key. */
  deleteBytes?(store: FileStore, key: string): Promise<void>
}
export interface NamedFile {
  school_id: string
  id: string
}

/** Refuses to start a worker that would take files for unused because they have no owner. */
export function assertOneOwnerEach(owners: FileOwner[]): void {
  const problems = filePurposes.flatMap((purpose) => {
    const count = owners.filter((owner) => owner.purpose === purpose).length
    return count === 1 ? [] : [`${purpose} has ${count === 0 ? 'no owner' : `${count} owners`}`]
  })
  if (problems.length) throw new Error(`files of each purpose need exactly one owner: ${problems.join(', ')}`)
}
