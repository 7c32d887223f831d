import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'

/** An answer that fits one packet arrives no sooner for being smaller. */
const smallest = 1400
const isText = /^(?:application\/(?:json|manifest\+json)|text\/)/

/** To hand less than this to another thread, and to take it back, costs the main thread more than to compress it. */
const atOnce = 64 * 1024
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const asBrotli = (content: Buffer) => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  return content.length < atOnce ? brotliCompressSync(content, { params }) : brotli(content, { params })
}
const asGzip = (content: Buffer) =>
  content.length < atOnce ? gzipSync(content, { level: 4 }) : zip(content, { level: 4 })

/**
 * Compresses pages and longer answers; the longest off the main thread. No answer of ours mixes a secret with what a stranger may choose: a session is
 * shown in a header, which no other site's page can make a browser send.
 */
export function compressAnswers(app: FastifyInstance) {
  app.addHook<string | Buffer>('onSend', (request, reply, payload, next) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return next(null, payload)
    if (payload.length < smallest || reply.hasHeader('content-encoding')) return next(null, payload)
    if (!isText.test(String(reply.getHeader('content-type') ?? ''))) return next(null, payload)
    const varies = reply.getHeader('vary')
    reply.header('vary', varies ? `${varies}, accept-encoding` : 'accept-encoding')
    const encoding = negotiate(String(request.headers['accept-encoding'] ?? ''), ['br', 'gzip'])
    if (!encoding) return next(null, payload)
    const content = Buffer.from(payload)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    const compressed = encoding === 'br' ? asBrotli(content) : asGzip(content)
    if (Buffer.isBuffer(compressed)) next(null, compressed)
    else compressed.then((bytes) => next(null, bytes), next)
  })
}
