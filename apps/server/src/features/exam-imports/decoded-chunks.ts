import { TextDecoder } from 'node:util'
import { importBreaks } from '@escola/contract/exam-import-texts'

/** A file that can't be read from here on; its message is for the teacher. */
export class BrokenFile extends Error {}

const marks: [bytes: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  // The first character of XML in UTF-16 without a byte order mark.
  [[0x3c, 0x00], 'utf-16le'],
  [[0x00, 0x3c], 'utf-16be'],
]
const headBytes = 200
/** Characters that XML forbids and old systems left in their exports. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Decodes an XML file while it arrives, by its byte order mark or its first line, else as UTF-8. */
export class ChunkDecoder {
  #decoder: TextDecoder | undefined
  #head = new Uint8Array()

  push(chunk: Uint8Array): string {
    if (this.#decoder) return this.#decode(chunk, true)
    this.#head = joinBytes(this.#head, chunk)
    return this.#head.length < headBytes ? '' : this.#begin(true)
  }

  end(): string {
    return this.#decoder ? this.#decode(new Uint8Array(), false) : this.#begin(false)
  }

  #begin(isGoingOn: boolean): string {
    const head = this.#head
    this.#head = new Uint8Array()
    this.#decoder = decoderOf(head)
    return this.#decode(head, isGoingOn)
  }

  #decode(bytes: Uint8Array, isGoingOn: boolean): string {
    try {
      return this.#decoder!.decode(bytes, { stream: isGoingOn }).replace(forbidden, '')
    } catch {
      throw new BrokenFile(importBreaks.encoding)
    }
  }
}

function joinBytes(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.length + other.length)
  all.set(one)
  all.set(other, one.length)
  return all
}

function decoderOf(head: Uint8Array): TextDecoder {
  const marked = marks.find(([bytes]) => bytes.every((byte, at) => head[at] === byte))?.[1]
  const start = new TextDecoder('latin1').decode(head.subarray(0, headBytes))
  const named = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1]
  const name = marked ?? named ?? 'utf-8'
  try {
    return new TextDecoder(name, { fatal: true })
  } catch {
    throw new BrokenFile(importBreaks.encodingUnknown(name))
  }
}

/** Decodes a whole text: by its byte order mark, else as UTF-8, else as Windows' Latin-1. */
export function decodeText(bytes: Uint8Array): string {
  const marked = marks.slice(0, 3).find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1]
  if (marked) return new TextDecoder(marked).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
