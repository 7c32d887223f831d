import type { Readable } from 'node:stream'

/** The one port for bytes. Keys start with the school's id. */
export interface FileStore {
  put(key: string, body: Buffer | Readable, contentType: string): Promise<void>
  /** Throws a FileMissing when there is nothing under the key. */
  read(key: string): Promise<Readable>
  delete(key: string): Promise<void>
  /** The keys under a school's that were last written before that moment, some at a time. */
  list(schoolId: string, before: Date, atOnce?: number): AsyncIterable<string[]>
  /** Gives up what a killed process began to put before that moment and nobody will end. */
  dropUnfinished(schoolId: string, before: Date): Promise<void>
}

export class FileMissing extends Error {}
