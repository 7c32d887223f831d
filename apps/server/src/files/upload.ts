import type { Readable } from 'node:stream'

/** A file that came with a multipart request; it is read once. */
export interface Upload {
  filename: string
  stream: Readable
  /** Reads it all; throws file_too_large past the route's limit. */
  bytes(): Promise<Buffer>
}
