import { Readable } from 'node:stream'
import { refusals } from '@escola/contract/refusals'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError, invalidField } from '../core/app-error.ts'
import { wholeOf } from './raw-body.ts'
import type { Upload } from './replies.ts'

/**
 * Reads a form whose text fields come before its one file, so that the file can be streamed.
 * The fields are checked here because the framework sees only a stream.
 */
export async function readMultipart(
  request: FastifyRequest,
  { fields, maxBytes }: { fields: z.ZodObject; maxBytes: number },
): Promise<{ fields: unknown; file: Upload }> {
  if (!request.isMultipart()) throw invalidField('file', refusals.fileMissing)
  const part = await request
    .file({ limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 10_000 } })
    // Whatever keeps the form from being read is the sender's: no boundary, an early end, a connection that was cut.
    .catch(() => undefined)
  if (!part) throw invalidField('file', refusals.fileMissing)
  const text: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(part.fields)) {
    if (Array.isArray(value) && Object.hasOwn(fields.shape, name)) {
      part.file.resume()
      throw invalidField(name, refusals.fieldTwice)
    }
    if (value && !Array.isArray(value) && value.type === 'field') text[name] = value.value
  }
  const parsed = fields.safeParse(text)
  if (!parsed.success) {
    part.file.resume()
    const issue = parsed.error.issues[0]!
    throw invalidField(issue.path.join('.'), issue.message)
  }
  return { fields: parsed.data, file: uploadOf(part) }
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
  const name = (sentName ?? '')
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\p{Cc}/gu, '')
  const extension = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  const stem = [...name.slice(0, name.length - extension.length)]
  return `${stem.slice(0, nameMax - extension.length).join('')}${extension}` || 'arquivo'
}
