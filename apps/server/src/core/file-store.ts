import type { Readable } from 'node:stream'

/** The first and the last byte of a part of a file. */
export interface ByteRange {
  start: number
  end: number
}

/** Multipart upload that is not finished. */
export interface Unfinished {
  /** Key under which the whole will be. */
  key: string
  /** Id of the upload in the store. */
  id: string
}

/** Port to the file storage. Every key starts with the school's id. */
export interface FileStore {
  put(key: string, body: Buffer | Readable, contentType: string): Promise<void>
  /** Throws a FileMissing when there is nothing under the key. */
  read(key: string, range?: ByteRange): Promise<Readable>
  delete(key: string): Promise<void>
  /** The keys under a school's that were last written before that moment, some at a time. */
  list(schoolId: string, before: Date, atOnce?: number): AsyncIterable<string[]>
  /** Whether it has no file of any school: a backup is restored into an empty store only. */
  isEmpty(): Promise<boolean>
  /** Throws with a sentence when the store refuses this process, and with a StoreAway when it doesn't answer. */
  requireAccess(): Promise<void>
  /** Gives up the files that a killed process began to put before that moment and that will never end. */
  dropUnfinished(schoolId: string, before: Date): Promise<void>

  /**
   * Begins a file that comes in parts. Nothing is under its key before it is finished; any process may go on with it.
   * @returns id by which the store calls it
   */
  begin(key: string): Promise<string>
  /**
   * A part that is put again takes the place of the first. Throws a FileMissing once the whole is finished or given up.
   * @param number counted from 1
   * @returns mark of the part that finish wants to hear
   */
  putPart(whole: Unfinished, number: number, body: Readable, size: number): Promise<string>
  /**
   * Puts the parts together. It may be asked twice; throws a FileMissing when it was given up.
   * @param marks marks of all parts, in their order
   */
  finish(whole: Unfinished, marks: string[]): Promise<void>
  /** Forgets all parts; also twice. */
  giveUp(whole: Unfinished): Promise<void>
}

export class FileMissing extends Error {}

/** The store does not answer, or refuses every call: this says nothing about a single file. */
export class StoreAway extends Error {}
