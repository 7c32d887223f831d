import type { Platform } from '@escola/db'
import type { Config } from '../config.ts'
import type { FileStore } from '../files/store.ts'

/** Tools that services need from outside themselves; made once per process. A school's rows come with the scope, never from here. */
export interface Tools {
  config: Config
  files: FileStore
  /** Tells whether schools pay for what they use: where the installation takes no payments, all is free. */
  billing: { isOn: boolean }
  /** The one clock. */
  now(): Date
}

export const makeTools = (config: Config, files: FileStore): Tools => ({
  config,
  files,
  billing: { isOn: config.stripe !== undefined },
  now: () => new Date(),
})

/**
 * Tools with the platform's handle, for the features that work above the schools: accounts, credentials, domains, email-changes, own-data, platform,
 * profiles, sales, schools, security, sessions and the delivery of messages.
 */
export interface PlatformTools extends Tools {
  platform: Platform
}
