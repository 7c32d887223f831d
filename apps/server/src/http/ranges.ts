import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../core/app-error.ts'
import type { ByteRange } from '../core/file-store.ts'
import type { SeekableBytes } from './replies.ts'

/**
 * Range of bytes that a Range header asks for (RFC 9110, 14.2): one part; 'none' of them; undefined for all. A caller that asks for several
 * parts, or for nothing that can be understood, gets all.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size - 1 } : 'none'
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : 'none'
}

/** Sends the part that was asked for. What never changes under its tag needs no date. */
export async function sendSeekable(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { size, tag, headers: own, open }: SeekableBytes,
) {
  reply.headers({ ...own, etag: tag, 'accept-ranges': 'bytes' })
  // A caller that asks only for the headers gets those of the whole, and nothing is opened.
  if (method === 'HEAD') return reply.header('content-length', size).send(Readable.from([]))
  const ifRange = headers['if-range']
  const range = ifRange === undefined || ifRange === tag ? rangeOf(headers.range, size) : undefined
  if (range === 'none') {
    reply.header('content-range', `bytes */${size}`)
    throw new AppError('range_not_satisfiable')
  }
  const body = await open(range)
  if (!range) return reply.header('content-length', size).send(body)
  const { start, end } = range
  return reply
    .status(206)
    .headers({ 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 })
    .send(body)
}
