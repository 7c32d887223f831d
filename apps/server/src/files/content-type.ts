import { createReadStream } from 'node:fs'
import path from 'node:path'
import { fileTypeFromFile } from 'file-type'

const office = 'application/vnd.openxmlformats-officedocument'
/** What a file's content may be, by the extension that must agree with it. Never anything that a browser runs. */
const kinds: Record<string, { detected: string[]; contentType: string }> = {
  pdf: { detected: ['pdf'], contentType: 'application/pdf' },
  docx: { detected: ['docx'], contentType: `${office}.wordprocessingml.document` },
  xlsx: { detected: ['xlsx'], contentType: `${office}.spreadsheetml.sheet` },
  pptx: { detected: ['pptx'], contentType: `${office}.presentationml.presentation` },
  zip: { detected: ['zip'], contentType: 'application/zip' },
  epub: { detected: ['epub'], contentType: 'application/epub+zip' },
  mp3: { detected: ['mp3'], contentType: 'audio/mpeg' },
  mp4: { detected: ['mp4', 'm4v'], contentType: 'video/mp4' },
  jpg: { detected: ['jpg'], contentType: 'image/jpeg' },
  jpeg: { detected: ['jpg'], contentType: 'image/jpeg' },
  png: { detected: ['png'], contentType: 'image/png' },
  webp: { detected: ['webp'], contentType: 'image/webp' },
}
const texts: Record<string, string> = {
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
}

/** The content type of a file whose content is what its name says; undefined for any other. */
export async function contentTypeOf(file: string, filename: string): Promise<string | undefined> {
  const extension = path.extname(filename).slice(1).toLowerCase()
  const detected = await fileTypeFromFile(file)
  const kind = Object.hasOwn(kinds, extension) ? kinds[extension] : undefined
  if (kind) return detected && kind.detected.includes(detected.ext) ? kind.contentType : undefined
  if (!Object.hasOwn(texts, extension) || detected) return undefined
  return (await isPlainText(file)) ? texts[extension] : undefined
}

const markup =
  /<\s*\/?\s*(?:!doctype|\?xml|html|head|body|script|style|svg|iframe|object|embed|form|img|link|meta|base)\b/i
const binary = /[^\P{Cc}\t\n\r\f]/u
/** Longer than any tag that `markup` knows, so that none hides between two chunks. */
const overlap = 64

/** UTF-8 throughout, without control characters and without HTML. */
async function isPlainText(file: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
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
