import type { Platform } from '@escola/db'
import type { Config } from '../config.ts'
import type { FileStore } from '../files/store.ts'

/** Tools that services need from outside themselves; made once per process. A school's rows come with the scope, never from here. */
export interface Tools {
  config: Config
  files: FileStore
  /** The one clock. */
  now(): Date
}

/**
 * Tools with the platform's handle, for the features that work above the schools: accounts, credentials, domains, email-changes, own-data, platform,
 * profiles, sales, schools, security, sessions and the delivery of messages.
 */
export interface PlatformTools extends Tools {
  platform: Platform
}
