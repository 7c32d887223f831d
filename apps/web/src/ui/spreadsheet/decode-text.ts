export type DecodedFile = { text: string } | { problem: 'spreadsheet' }

const hasPrefix = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)

/** A spreadsheet of today's programs (xlsx), whatever its name says. */
export const isZip = (bytes: Uint8Array) => hasPrefix(bytes, 0x50, 0x4b, 0x03, 0x04)

/** Decodes a text of common programs: UTF-8 with or without a mark, UTF-16 with one, else Windows' Latin-1. */
export function decodeText(bytes: Uint8Array): DecodedFile {
  // A zip (xlsx, ods) or an old Office file, whatever its name says.
  if (isZip(bytes) || hasPrefix(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    return { problem: 'spreadsheet' }
  }
  if (hasPrefix(bytes, 0xff, 0xfe)) return { text: new TextDecoder('utf-16le').decode(bytes) }
  if (hasPrefix(bytes, 0xfe, 0xff)) return { text: new TextDecoder('utf-16be').decode(bytes) }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes) }
  }
}
