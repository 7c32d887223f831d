import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError, invalidField } from './app-error.ts'
import type { Upload } from './replies.ts'

/**
 * Reads a form whose text fields come before its one file, so that the file can be streamed.
 * The fields are checked here because the framework sees only a stream.
 */
export async function readMultipart(
  request: FastifyRequest,
  { fields, maxBytes }: { fields: z.ZodObject; maxBytes: number },
): Promise<{ fields: unknown; file: Upload }> {
  if (!request.isMultipart()) throw invalidField('file', 'Envie um arquivo')
  const part = await request.file({ limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 10_000 } })
  if (!part) throw invalidField('file', 'Envie um arquivo')
  const text: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(part.fields)) {
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

const uploadOf = (part: MultipartFile): Upload => ({
  filename: cleanFilename(part.filename),
  stream: part.file,
  bytes: async () => {
    const chunks: Buffer[] = []
    for await (const chunk of part.file) chunks.push(chunk as Buffer)
    if (part.file.truncated) throw new AppError('file_too_large')
    return Buffer.concat(chunks)
  },
})

/** The last part of the name, without control characters; it is only ever shown, never used as a path. */
const cleanFilename = (name: string) =>
  (name ?? '')
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\p{Cc}/gu, '')
    .slice(0, 200) || 'arquivo'
