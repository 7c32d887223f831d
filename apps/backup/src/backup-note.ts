import { createHmac } from 'node:crypto'

export const noteFile = 'backup.json'
/** Sums of all files, in the form that `sha256sum -c` reads. */
export const sumsFile = 'SHA256SUMS'

/** Folder of a backup in which the data folder lies. */
export const dataFolder = 'data'

/** Description of a backup. It is written last: a folder without it is no whole backup. */
export interface BackupNote {
  /** Earlier releases wrote 1, without a mark of the list. */
  format: 1 | 2
  /** A copy of the data folder with its embedded database, or a dump of a database beside its files. */
  kind: 'data' | 'dump'
  utcMadeOn: string
  /** Mark of the installation's secret, which is not in the backup. */
  secretMark: string
  /** Ids of the schools whose files were copied from the store. */
  schoolIds: string[]
  /** Folders that have nothing in them: a copy of a backup may lose them, and PostgreSQL wants its own. */
  emptyFolders: string[]
  /** Proof, by the installation's secret, of this note and of the list of sums. */
  listMark?: string
}

/** Proof of a note and of its list of sums: without the secret no line can be taken away, added or changed. */
export function listMarkOf({ listMark: _, ...note }: BackupNote, sums: string, secret: string): string {
  const text = `backup list\n${JSON.stringify(note)}\n${sums}`
  return createHmac('sha256', secret).update(text).digest('base64url')
}
