import type { Platform } from '@escola/db'
import type { Config } from '../config.ts'
import type { FileStore } from '../files/store.ts'

/** What services need from outside themselves; made once per process. A school's rows come with the scope, never from here. */
export interface Tools {
  config: Config
  files: FileStore
  /** The one clock. */
  now(): Date
}

/** For the features that work above the schools: accounts, domains, platform, profiles, sales, schools, security, sessions and the delivery of messages. */
export interface PlatformTools extends Tools {
  platform: Platform
}
