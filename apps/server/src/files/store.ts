import type { Readable } from 'node:stream'

/** The one port for bytes. Keys start with the school's id. */
export interface FileStore {
  put(key: string, body: Buffer | Readable, contentType: string): Promise<void>
  /** Throws a FileMissing when there is nothing under the key. */
  read(key: string): Promise<Readable>
  delete(key: string): Promise<void>
}

export class FileMissing extends Error {}
