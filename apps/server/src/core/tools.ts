import type { Platform } from '@escola/db'
import type { Config } from '../config.ts'
import type { FileStore } from './file-store.ts'

export interface Clock {
  /** Returns the present moment; services read no other clock. */
  now(): Date
}

/** Tools that services need from outside themselves; made once per process. A school's rows come with the scope, never from here. */
export interface Tools extends Clock {
  config: Config
  files: FileStore
  /** Tells whether schools pay for what they use: where the installation takes no payments, all is free. */
  billing: { isOn: boolean }
}
/** Tools of work that may charge a school. */
export type BillingTools = Pick<Tools, 'now' | 'billing'>

export const makeTools = (config: Config, files: FileStore): Tools => ({
  config,
  files,
  billing: { isOn: config.stripe !== undefined },
  now: () => new Date(),
})

/** Tools with the platform's handle, for work above the schools; a wall (testing/walls/features.test.ts) lists the files that may use it. */
export interface PlatformTools extends Tools {
  platform: Platform
}
