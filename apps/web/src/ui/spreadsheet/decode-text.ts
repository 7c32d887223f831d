/** A file whose text can't be read here: a packed one, a spreadsheet of old Excel, or a printed page. */
export type Undecodable = 'packed' | 'old' | 'pdf'
export type DecodedFile = { text: string } | { problem: Undecodable }

const hasPrefix = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)

/** A spreadsheet of today's programs (xlsx), whatever its name says. */
export const isZip = (bytes: Uint8Array) => hasPrefix(bytes, 0x50, 0x4b, 0x03, 0x04)

/** Decodes a text of common programs: UTF-8, also where it was encoded twice, or UTF-16 with or without a mark, else Windows' Latin-1. */
export function decodeText(bytes: Uint8Array): DecodedFile {
  if (isZip(bytes)) return { problem: 'packed' }
  if (hasPrefix(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { problem: 'old' }
  if (hasPrefix(bytes, 0x25, 0x50, 0x44, 0x46)) return { problem: 'pdf' }
  const wide = hasPrefix(bytes, 0xff, 0xfe) ? 'utf-16le' : hasPrefix(bytes, 0xfe, 0xff) ? 'utf-16be' : wideOf(bytes)
  if (wide) return { text: new TextDecoder(wide).decode(bytes) }
  try {
    return { text: decodeTwice(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes) }
  }
}

const allBytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const byteOf = new Map(Array.from(new TextDecoder('windows-1252').decode(allBytes), (letter, byte) => [letter, byte]))

/** Reads 'JoÃ£o', which a program made that took UTF-8 for Latin-1: the letters are the bytes of another text. No other text is read so as a whole. */
function decodeTwice(text: string): string {
  if (!/[ÃÂ][^\p{ASCII}]/u.test(text)) return text
  const bytes = Array.from(text, (letter) => byteOf.get(letter))
  if (bytes.includes(undefined)) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes as number[]))
  } catch {
    return text
  }
}

const sampledBytes = 2000

/** UTF-16 without a mark: nearly every letter of a list has an empty byte on one side, and no other text has any. */
function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = Math.floor(Math.min(bytes.length, sampledBytes) / 2)
  let [first, second] = [0, 0]
  for (let at = 0; at < pairs; at++) {
    if (bytes[at * 2] === 0) first++
    if (bytes[at * 2 + 1] === 0) second++
  }
  if (second > pairs * 0.7 && first < pairs * 0.1) return 'utf-16le'
  return first > pairs * 0.7 && second < pairs * 0.1 ? 'utf-16be' : undefined
}
