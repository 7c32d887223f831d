import type { Database } from '@escola/db'
import type { Config } from '../config.ts'
import type { FileStore } from '../files/store.ts'

/** What services need from outside themselves; made once per process. */
export interface Tools {
  config: Config
  database: Database
  files: FileStore
}
