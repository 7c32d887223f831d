import type { FastifyInstance } from 'fastify'

/** For routes that are asked by programs of others: a body of whatever type, or of none, is handed over as the bytes that came. */
export function takeAnyBody(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}
