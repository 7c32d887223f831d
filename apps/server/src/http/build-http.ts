import { randomUUID } from 'node:crypto'
import { explain } from '@escola/contract/portuguese'
import { Refused } from '@escola/db'
import jwt from '@fastify/jwt'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import {
  createJsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { AppError } from '../core/app-error.ts'
import { compressAnswers } from './compress.ts'
import { answerError } from './error-handler.ts'
import { answerMalformed } from './malformed.ts'
import { requireHttps } from './require-https.ts'
import { prepareSecurityHeaders } from './security-headers.ts'
import { tokenRules } from './session-token.ts'
import { boundUnfinishedBodies } from './unfinished-bodies.ts'

/**
 * The bare server: security headers, sessions' signatures, multipart, documentation, one error handler. No routes.
 * @param scriptHashes hashes of the scripts that stand in our own page; no other may run
 */
export async function buildHttp(
  config: Config,
  logger: FastifyServerOptions['logger'],
  scriptHashes: string[] = [],
): Promise<FastifyInstance> {
  const headersFor = await prepareSecurityHeaders(config, scriptHashes)
  const app = Fastify({
    logger,
    // An address that cannot be read reaches no route and no hook.
    frameworkErrors: (error, request, reply) => {
      // No hook bounds a body that comes behind it.
      reply.headers({ ...headersFor(request).page, 'x-request-id': request.id, connection: 'close' })
      if (request.url.startsWith('/api/'))
        return answerError(error, request as FastifyRequest, reply as FastifyReply, config)
      return reply.redirect(readableUrl(request.url))
    },
    clientErrorHandler: answerMalformed(headersFor({ hostname: '' }).page),
    // Node.js would answer a request without a host by itself, with nothing in it.
    http: { requireHostHeader: false, headersTimeout: headersMs, connectionsCheckingInterval: 1000 },
    trustProxy: config.trustProxy,
    // A school may have typed a slash at its end, and a sales platform closes an address that is not found.
    rewriteUrl: ({ url = '/' }) => (plainPath.test(url) ? `/api${url.replace(/\/(?=$|\?)/, '')}` : url),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300 },
    // Calls to a server that closes are refused below, in the contract's words.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  }).withTypeProvider<ZodTypeProvider>() as unknown as FastifyInstance
  z.config({ customError: explain })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('scope', null)
  app.decorateRequest('visitId', undefined)
  app.decorateRequest('route', undefined)
  app.setErrorHandler<FastifyError>((error, request, reply) => answerError(error, request, reply, config))
  refuseGone(app)
  // Before all others, which may refuse the call and wait for its body no less.
  boundUnfinishedBodies(app)
  app.addHook('onRequest', (request, reply, next) => {
    const { page, file } = headersFor(request)
    reply.headers(request.raw.url?.startsWith('/assets/') ? file : page).header('x-request-id', request.id)
    next()
  })
  refuseWhileClosing(app)
  compressAnswers(app)
  requireHttps(app, config)
  app.addHook('onRequest', ({ headers, raw }, _reply, next) =>
    next(headers.host === undefined && raw.httpVersion === '1.1' ? new AppError('invalid_request') : undefined),
  )
  await app.register(jwt, { secret: config.secret, sign: { algorithm: 'HS256' }, verify: tokenRules })
  await app.register(multipart)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Escola',
        version: '1.0.0',
        description: 'Every route of the API. Errors: { message, code, fields?, requestId }.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: createJsonSchemaTransform({ skipList: [] }),
    transformObject: jsonSchemaTransformObject,
  })
  if (config.showsDocs) await app.register(swaggerUi, { routePrefix: '/api/docs' })
  return app
}

/** Time within which the headers of a call have to come; that of its body is bounded by route. */
const headersMs = 10_000

/** Paths that other systems call without /api, as the specification shows them to people. No school may take these names. */
const plainPath = /^\/(webhook(?=[/?]|$)|integration(?=\/))/

/** The page's address with its broken escapes taken as they were typed: the screens then say that it does not exist. */
const readableUrl = (url: string) => `/${url.replace(/^[\\/]+/, '').replaceAll('%', '%25')}`

/**
 * Refuses calls whose connection was reset before they were read: they have no address to count by, and no caller waits for the answer. An
 * address that was read once stays known.
 */
function refuseGone(app: FastifyInstance) {
  app.addHook('onRequest', ({ ip }: { ip: string | undefined }, _reply, next) =>
    next(ip === undefined ? new AppError('invalid_request') : undefined),
  )
}

/** Requests under way finish; new ones on a kept connection are sent elsewhere. */
function refuseWhileClosing(app: FastifyInstance) {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  app.addHook('onRequest', (_request, _reply, next) => next(isClosing ? new Refused('it is closing') : undefined))
}
