import type { FastifyInstance } from 'fastify'

const anyType = 'application/octet-stream'

/** Routes that programs of others ask take a body of whatever type, or of none, and are given the bytes that came. */
export function acceptAnyBody(scope: FastifyInstance) {
  // A content type that is none would be refused before the route sees the body.
  scope.addHook('onRequest', async ({ headers }) => {
    if (!/^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/.test(headers['content-type'] ?? anyType))
      headers['content-type'] = anyType
  })
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}
