import type { FastifyInstance } from 'fastify'

const anyType = 'application/octet-stream'

/** For routes that are asked by programs of others: a body of whatever type, or of none, is handed over as the bytes that came. */
export function takeAnyBody(scope: FastifyInstance) {
  // A type that is none would be refused before anybody looks.
  scope.addHook('onRequest', async ({ headers }) => {
    if (!/^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/.test(headers['content-type'] ?? anyType))
      headers['content-type'] = anyType
  })
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}
