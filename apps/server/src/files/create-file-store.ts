import type { Config } from '../config.ts'
import type { FileStore } from '../core/file-store.ts'
import { createFolderStore } from './folder-store.ts'

/** Amazon's client takes thirty megabytes, so it is loaded only where files are behind it. */
export const createFileStore = async ({ s3, filesDir }: Pick<Config, 's3' | 'filesDir'>): Promise<FileStore> =>
  s3 ? (await import('./s3-store.ts')).createS3Store(s3) : createFolderStore(filesDir)
