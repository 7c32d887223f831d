import { Readable } from 'node:stream'
import { refusals } from '@escola/contract/refusals'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError, invalidField } from '../core/app-error.ts'
import type { Upload } from '../files/upload.ts'
import { wholeOf } from './raw-body.ts'

interface Form {
  fields: z.ZodObject
  maxBytes: number
  isFileOptional?: true
}

/**
 * Reads a form whose text fields come before its one file, so that the file can be streamed.
 * The fields are checked here because the framework sees only a stream.
 */
export async function readMultipart(
  request: FastifyRequest,
  { fields, maxBytes, isFileOptional }: Form,
): Promise<{ fields: unknown; file: Upload | undefined }> {
  if (!request.isMultipart()) throw invalidField('file', refusals.fileMissing)
  const { texts, file } = await readParts(request, maxBytes)
    // Whatever keeps the form from being read is the sender's: no boundary, an early end, a connection that was cut.
    .catch(() => ({ texts: [], file: undefined, isBroken: true }) as Parts)
    .then((parts) => {
      if (parts.isBroken || (!parts.file && !isFileOptional)) throw invalidField('file', refusals.fileMissing)
      return parts
    })
  const refuse = (name: string, message: string) => {
    file?.file.resume()
    return invalidField(name, message)
  }
  const text: Record<string, unknown> = {}
  for (const [name, value] of texts) {
    if (Object.hasOwn(text, name) && Object.hasOwn(fields.shape, name)) throw refuse(name, refusals.fieldTwice)
    text[name] = value
  }
  const parsed = fields.safeParse(text)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw refuse(issue.path.join('.'), issue.message)
  }
  return { fields: parsed.data, file: file && uploadOf(file) }
}

interface Parts {
  texts: [name: string, value: unknown][]
  file: MultipartFile | undefined
  isBroken?: boolean
}

/** Reads fields up to the file, or to the end of a form without one. */
async function readParts(request: FastifyRequest, maxBytes: number): Promise<Parts> {
  const parts = request.parts({ limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 100_000 } })
  const texts: Parts['texts'] = []
  // The loop is left without ending the iterator, which would end the file's stream.
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    if (next.value.type === 'file') return { texts, file: next.value }
    texts.push([next.value.fieldname, next.value.value])
  }
  return { texts, file: undefined }
}

function uploadOf({ filename, file }: MultipartFile): Upload {
  const isTruncated = () => file.truncated
  const stream = Object.defineProperty(Readable.from(wholeOf(file, 'file')), 'truncated', { get: isTruncated })
  return {
    filename: cleanFilename(filename),
    stream,
    bytes: async () => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      if (file.truncated) throw new AppError('file_too_large')
      return Buffer.concat(chunks)
    },
  }
}

const nameMax = 200

/** The last part of the name, without control characters; it is only ever shown, never used as a path. A long one keeps its extension. */
export function cleanFilename(sentName: string | undefined): string {
  // Macs send accents as letters of their own.
  const name = (sentName ?? '')
    .toWellFormed()
    .normalize('NFC')
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\p{Cc}/gu, '')
  const extension = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  const stem = [...name.slice(0, name.length - extension.length)]
  return `${stem.slice(0, nameMax - extension.length).join('')}${extension}` || 'arquivo'
}
