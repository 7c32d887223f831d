import type { Config } from '../config.ts'
import { createFolderStore } from './folder-store.ts'
import { createS3Store } from './s3-store.ts'
import type { FileStore } from './store.ts'

export const createFileStore = ({ s3, filesDir }: Pick<Config, 's3' | 'filesDir'>): FileStore =>
  s3 ? createS3Store(s3) : createFolderStore(filesDir)
