import { createReadStream } from 'node:fs'
import path from 'node:path'
import { fileTypeFromFile } from 'file-type'

const makeKind = (contentType: string, ...detected: string[]) => ({ contentType, detected })
const office = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'
/** Kinds of content that a file may have, by the extension that must agree with it. A browser runs none of them. */
const kinds: Record<string, { detected: string[]; contentType: string }> = {
  pdf: makeKind('application/pdf', 'pdf'),
  doc: makeKind('application/msword', 'cfb'),
  xls: makeKind('application/vnd.ms-excel', 'cfb'),
  ppt: makeKind('application/vnd.ms-powerpoint', 'cfb'),
  docx: makeKind(`${office}.wordprocessingml.document`, 'docx'),
  xlsx: makeKind(`${office}.spreadsheetml.sheet`, 'xlsx'),
  pptx: makeKind(`${office}.presentationml.presentation`, 'pptx'),
  odt: makeKind(`${openDocument}.text`, 'odt'),
  ods: makeKind(`${openDocument}.spreadsheet`, 'ods'),
  odp: makeKind(`${openDocument}.presentation`, 'odp'),
  rtf: makeKind('application/rtf', 'rtf'),
  epub: makeKind('application/epub+zip', 'epub'),
  zip: makeKind('application/zip', 'zip'),
  rar: makeKind('application/vnd.rar', 'rar'),
  '7z': makeKind('application/x-7z-compressed', '7z'),
  mp3: makeKind('audio/mpeg', 'mp3'),
  m4a: makeKind('audio/mp4', 'm4a'),
  wav: makeKind('audio/wav', 'wav'),
  ogg: makeKind('audio/ogg', 'ogg', 'oga'),
  mp4: makeKind('video/mp4', 'mp4', 'm4v'),
  mov: makeKind('video/quicktime', 'mov'),
  webm: makeKind('video/webm', 'webm'),
  jpg: makeKind('image/jpeg', 'jpg'),
  jpeg: makeKind('image/jpeg', 'jpg'),
  png: makeKind('image/png', 'png'),
  gif: makeKind('image/gif', 'gif'),
  webp: makeKind('image/webp', 'webp'),
  avif: makeKind('image/avif', 'avif'),
  heic: makeKind('image/heic', 'heic'),
}

/** Type of a video that browsers play by themselves, whatever it is called; undefined for any other file. */
export async function detectVideoType(file: string): Promise<'video/mp4' | 'video/webm' | undefined> {
  const found = (await fileTypeFromFile(file))?.ext
  if (found === 'webm') return 'video/webm'
  return found === 'mp4' || found === 'm4v' ? 'video/mp4' : undefined
}

const texts: Record<string, string> = { txt: 'text/plain', csv: 'text/csv', md: 'text/markdown' }
/** Encodings of text files. Windows-1252 is "ANSI" in Notepad in Brazil; it accepts any byte, so it is tried last. */
const encodings = ['utf-8', 'windows-1252']

const extensionOf = (filename: string) => path.extname(filename).slice(1).toLowerCase()
export const isKnownType = (filename: string) =>
  Object.hasOwn(kinds, extensionOf(filename)) || Object.hasOwn(texts, extensionOf(filename))

/** The content type of a file whose content is what its name says; undefined for any other. */
export async function detectContentType(file: string, filename: string): Promise<string | undefined> {
  const extension = extensionOf(filename)
  const detected = await fileTypeFromFile(file)
  const expected = Object.hasOwn(kinds, extension) ? kinds[extension] : undefined
  if (expected) return detected && expected.detected.includes(detected.ext) ? expected.contentType : undefined
  if (!Object.hasOwn(texts, extension) || detected) return undefined
  for (const encoding of encodings)
    if (await isPlainText(file, encoding)) return `${texts[extension]}; charset=${encoding}`
  return undefined
}

// A tag's name stands right behind its bracket, so nothing here can be tried in more than one way.
const markup = /<\/?(?:!doctype|\?xml|html|head|body|script|style|svg|iframe|object|embed|form|img|link|meta|base)\b/i
const binary = /[^\P{Cc}\t\n\r\f]/u
/** Longer than any tag that `markup` knows, so that none hides between two chunks. */
const overlap = 64

/** Plain text is in that encoding throughout, without control characters and without HTML. */
async function isPlainText(file: string, encoding: string): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let tail = ''
  try {
    for await (const chunk of createReadStream(file)) {
      const text = tail + decoder.decode(chunk as Buffer, { stream: true })
      if (binary.test(text) || markup.test(text)) return false
      tail = text.slice(-overlap)
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
