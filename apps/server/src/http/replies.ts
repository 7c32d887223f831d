import type { Readable } from 'node:stream'
import type { ByteRange } from '../core/file-store.ts'

/** Bytes to send as they are. */
export class Bytes {
  readonly body: Readable | Buffer
  readonly headers: Record<string, string>
  constructor(body: Readable | Buffer, headers: Record<string, string>) {
    this.body = body
    this.headers = headers
  }
}

/** Bytes of which a part may be asked for: a player begins in the middle, and a download that broke off goes on. */
export class SeekableBytes {
  readonly size: number
  /** The tag differs for other bytes; it has its quotes. */
  readonly tag: string
  readonly headers: Record<string, string>
  readonly open: (range: ByteRange | undefined) => Promise<Readable>
  constructor({ size, tag, headers, open }: Pick<SeekableBytes, 'size' | 'tag' | 'headers' | 'open'>) {
    this.size = size
    this.tag = tag
    this.headers = headers
    this.open = open
  }
}

/** Server-sent events, one per item; the stream ends when the items do or the reader leaves (the signal aborts). */
export class Events {
  readonly items: (signal: AbortSignal) => AsyncIterable<{ event: string; data: unknown }>
  constructor(items: (signal: AbortSignal) => AsyncIterable<{ event: string; data: unknown }>) {
    this.items = items
  }
}
