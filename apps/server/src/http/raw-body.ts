import { Readable } from 'node:stream'
import { refusals } from '@escola/contract/refusals'
import { errorCodes, type FastifyInstance } from 'fastify'
import { invalidField } from '../core/app-error.ts'

/** Hands bodies of bytes to the routes that take them, unread. Others answer 415, as to anything that they don't know. */
export function acceptRawBodies(app: FastifyInstance) {
  app.addContentTypeParser('application/octet-stream', (request, body, done) => {
    if (request.routeOptions.config.takesBytes) return done(null, body)
    return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('application/octet-stream'))
  })
}

/** The body that came, to be read once. */
export function bytesOf(body: unknown): Readable {
  if (!(body instanceof Readable)) throw invalidField('body', refusals.bytesMissing)
  return Readable.from(wholeOf(body))
}

/** An upload that breaks off, because its sender gave up or sent nonsense, is no fault of ours. */
export async function* wholeOf(stream: Readable, field = 'body'): AsyncGenerator<Buffer> {
  try {
    yield* stream as AsyncIterable<Buffer>
  } catch {
    throw invalidField(field, refusals.fileBroken)
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    takesBytes?: boolean
  }
}
