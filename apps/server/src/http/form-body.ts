import { errorCodes, type FastifyInstance } from 'fastify'

export const formType = 'application/x-www-form-urlencoded'

/**
 * Reads forms into objects of texts for the routes that take them, which check them as they check JSON. Others answer 415, as to anything that
 * they don't know.
 */
export function acceptForms(app: FastifyInstance) {
  app.addContentTypeParser(formType, { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.takesForms) return done(null, Object.fromEntries(new URLSearchParams(String(body))))
    return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(formType))
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    takesForms?: boolean
  }
}
