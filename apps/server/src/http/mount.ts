import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { isKept } from '@escola/contract/change-labels'
import { ErrorBody } from '@escola/contract/errors'
import { limits, ratesPerMinute } from '@escola/contract/limits'
import { refusals } from '@escola/contract/refusals'
import type { Access, ResponseInput, RouteDefinition, RouteOutput } from '@escola/contract/route'
import type { Plans } from '@escola/db'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { invalidField } from '../core/app-error.ts'
import { deviceOf } from '../core/device.ts'
import { requireProof } from '../core/require-proof.ts'
import {
  type Attended,
  type Call,
  type PublicCall,
  type School,
  type Signed,
  teamScopeOf,
  type Visit,
  type Visited,
} from '../core/scope.ts'
import type { Clock } from '../core/tools.ts'
import type { Upload } from '../files/upload.ts'
import { answerByRight, refusalByRight } from './by-right.ts'
import type { EventStreams } from './event-streams.ts'
import { formType } from './form-body.ts'
import type { Gate } from './gate.ts'
import { readMultipart } from './multipart.ts'
import type { OpenCalls } from './open-calls.ts'
import { type RouteLoad, refusalTurns } from './overload.ts'
import { sendSeekable } from './ranges.ts'
import { bytesOf } from './raw-body.ts'
import { Bytes, Events, SeekableBytes } from './replies.ts'
import { seenPlaceOf } from './seen-place.ts'
import { sendEvents } from './send-events.ts'
import { runKept, type TeamLog } from './team-log.ts'
import type { VisitLog } from './visit-log.ts'
import { withholderOf } from './withheld-fields.ts'
import { Written } from './writer.ts'

type ScopeOf<A extends Access> = A extends 'public'
  ? PublicCall
  : A extends 'session' | 'platform'
    ? Signed
    : A extends 'visitor'
      ? Visited
      : Attended
type Result<R extends RouteDefinition> = R['response'] extends 'stream'
  ? Bytes | SeekableBytes
  : R['response'] extends 'events'
    ? Events
    : ResponseInput<R> | Written<ResponseInput<R>>
type Request<R extends RouteDefinition> = RouteOutput<R> &
  (R extends { multipart: { isFileOptional: true } }
    ? { file: Upload | undefined }
    : R extends { multipart: object }
      ? { file: Upload }
      : object) &
  (R extends { bytes: true } ? { bytes: Readable } : object) &
  (R extends { rawBody: true } ? RawRequest : object)

interface RawRequest {
  incoming: Incoming
  /**
   * Counts the call for a school from now on, and no longer for the address that it came from: it has proven to know the school's code.
   * @throws Refused when the school's calls hold too much
   */
  countFor(schoolId: string): void
}

/** A call as it came, so that its signature can be checked. */
export interface Incoming {
  headers: IncomingHttpHeaders
  query: unknown
  body: Buffer
}

interface Addressed {
  schoolId?: string
}

/** Binds a route of the contract to its handler. Access is checked before the handler runs and before input is looked at. */
export type Mount = <const R extends RouteDefinition>(
  route: R,
  handler: (scope: ScopeOf<R['access']>, request: Request<R>) => Promise<Result<R>> | Result<R>,
  options?: MountOptions,
) => void
interface MountOptions {
  /** How the statements of the school's transactions are planned. */
  plans?: Plans
}

export function createMount(
  app: FastifyInstance,
  {
    gate,
    openSchool,
    ownerNameOf,
    config,
    visitLog,
    teamLog,
    openCalls,
    eventStreams,
    tools,
  }: {
    gate: Gate
    openSchool: (id: string, plans?: Plans) => School
    ownerNameOf: (school: School) => Promise<string>
    config: Config
    visitLog: VisitLog
    teamLog: TeamLog
    openCalls: OpenCalls
    eventStreams: EventStreams
    tools: Clock
  },
  mounted: Set<RouteDefinition>,
): Mount {
  return (route, handler, { plans } = {}) => {
    mounted.add(route)
    const run = handler as (scope: unknown, request: unknown) => unknown
    const withhold = route.response instanceof z.ZodType ? withholderOf(route.response) : undefined
    const check = (request: FastifyRequest) =>
      gate.check(route, request.headers.authorization, (request.params as Addressed).schoolId, seenPlaceOf(request))
    const url = `/api${route.path}`
    const options: RouteOptions = {
      method: route.method,
      url,
      schema: schemaOf(route) as RouteOptions['schema'] & object,
      onRequest: async (request) => {
        request.route = url
        const { schoolId } = request.params as Addressed
        const call = {
          ip: request.ip,
          requestId: request.id,
          device: deviceOf(request.headers['user-agent']),
          idempotencyKey: idempotencyKeyOf(request),
          authorization: request.headers.authorization,
        }
        if (route.access === 'public') {
          const caller = gate.describeCaller(call.authorization, route, seenPlaceOf(request))
          request.scope = { ...call, ...caller } satisfies PublicCall
          return
        }
        const pass = await check(request)
        // A visit that cannot be written down is refused.
        if (schoolId && pass.isPlatformView) request.visitId = await visitLog.recordVisit(schoolId, pass.actor!)
        const visit: Visit = { ...call, actor: pass.actor }
        request.scope = schoolId
          ? ({
              ...openSchool(schoolId, plans),
              ...visit,
              ...teamScopeOf(pass),
              isMember: pass.isMember,
              isPlatformView: pass.isPlatformView,
            } satisfies Visited)
          : visit
      },
      preValidation: async (request) => {
        const call = request.scope as Call
        if (call.idempotencyKey !== undefined) call.sentHash = hashSent(request.body)
        if (route.proof === 'recent') requireProof(request.scope as Signed, tools)
      },
      handler: async (request, reply) => {
        openCalls.begin()
        try {
          const result = await answerOf(request)
          if (result instanceof Events) return await watch(request, reply, result)
          if (result instanceof SeekableBytes) return sendSeekable(request, reply, result)
          return send(reply, route, withhold ? answerByRight(withhold, result, request.scope) : result)
        } catch (error) {
          throw await refusalByRight(error, request.scope, ownerNameOf)
        } finally {
          openCalls.end()
        }
      },
    }
    const watch = async (request: FastifyRequest, reply: FastifyReply, events: Events) => {
      const end = eventStreams.begin(request)
      await sendEvents(request, reply, events, () => check(request)).finally(end)
    }
    const answerOf = async (request: FastifyRequest) => {
      const { params, query, body } = request
      const form = route.multipart ? await readMultipart(request, route.multipart) : {}
      const raw = route.bytes ? { bytes: bytesOf(body) } : route.rawBody ? incomingOf(request) : {}
      const attempt = async () => run(request.scope, { params, query, body, ...form, ...raw })
      if (request.visitId) return runLogged(request, route, attempt)
      const school = request.scope as Attended
      return school.isTeam && isKept(route) ? runKept(teamLog, { school, route, request }, attempt) : attempt()
    }
    const runLogged = async (request: FastifyRequest, route: RouteDefinition, attempt: () => Promise<unknown>) => {
      if (route.method === 'GET' || route.reads) return attempt()
      const { schoolId } = request.params as Required<Addressed>
      const changeId = await visitLog.recordChange(schoolId, request.visitId!, route, request.body)
      return attempt().catch(async (error) => {
        await visitLog.recordRefusal(schoolId, changeId).catch((failure) => request.log.error(failure))
        throw error
      })
    }
    options.config = {
      ...(route.bytes ? { takesBytes: true } : {}),
      ...(route.takesForms ? { takesForms: true } : {}),
      load: loadOf(route),
      takesUploads: route.bytes === true || route.multipart !== undefined || (route.maxBytes ?? 0) > uploadBytes,
    }
    if (route.rateLimit) {
      options.config = {
        ...options.config,
        rateLimit: {
          max: Math.ceil(ratesPerMinute[route.rateLimit] * config.rateFactor),
          timeWindow: '1 minute',
          groupId: route.rateLimit,
        },
      }
    }
    // Multipart bodies are streamed and counted by their own limit; the JSON limit follows the longest text we accept.
    options.bodyLimit = route.multipart
      ? route.multipart.maxBytes + 64 * 1024
      : (route.maxBytes ?? limits.richTextMax * 8)
    app.route(options)
  }
}

/** A body that may have more bytes than this is given the time of an upload. */
const uploadBytes = 1024 * 1024

function loadOf(route: RouteDefinition): RouteLoad {
  const reads = route.method === 'GET' || route.reads
  const turn = route.isDeferrable ? 'position' : reads ? 'read' : 'write'
  const isLong = route.multipart || route.bytes || typeof route.response === 'string'
  return { turn: refusalTurns[turn], isShort: !isLong }
}

const incomingOf = (request: FastifyRequest): RawRequest => ({
  incoming: {
    headers: request.headers,
    query: request.query,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  },
  countFor: (schoolId: string) => request.countAs({ key: `school ${schoolId}` }),
})

/** A key that cannot be kept is refused: ignoring it would break the promise that it asks for. */
function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\w-]{8,64}$/.test(key)) return key
  throw invalidField('Idempotency-Key', refusals.idempotencyKey)
}

/** Hashes what was sent as JSON, before defaults of our own come to it; a stream and an empty body have no hash. */
function hashSent(body: unknown): string | undefined {
  if (!body || Object.getPrototypeOf(body) !== Object.prototype) return undefined
  return createHash('sha256').update(JSON.stringify(body)).digest('base64url')
}

function schemaOf(route: RouteDefinition) {
  const response =
    route.response instanceof z.ZodType
      ? { [route.status ?? 200]: route.response, '4xx': ErrorBody, '5xx': ErrorBody }
      : { '4xx': ErrorBody }
  return {
    summary: route.summary,
    tags: [route.path.split('/').find((part) => part && part !== 'school' && !part.startsWith(':')) ?? 'school'],
    ...(route.access === 'public' || route.access === 'visitor' ? {} : { security: [{ bearer: [] }] }),
    ...(route.params ? { params: route.params } : {}),
    ...(route.query ? { querystring: route.query } : {}),
    ...(route.body ? { body: route.body } : {}),
    ...(route.multipart ? { consumes: ['multipart/form-data'] } : {}),
    ...(route.bytes ? { consumes: ['application/octet-stream'] } : {}),
    ...(route.takesForms ? { consumes: ['application/json', formType] } : {}),
    response,
  }
}

async function send(reply: FastifyReply, route: RouteDefinition, result: unknown) {
  if (result instanceof Bytes) return reply.headers(result.headers).send(result.body)
  // An answer to one person is kept by no cache between us.
  reply.status(route.status ?? 200).header('cache-control', 'no-store')
  if (result instanceof Written) return reply.type('application/json; charset=utf-8').send(result.json)
  return reply.send(result)
}

declare module 'fastify' {
  interface FastifyRequest {
    scope: unknown
    /** Id of the visit while a platform administrator is in a school that is not theirs. */
    visitId: string | undefined
    /** The address of a mounted route, with its parameters' names. */
    route: string | undefined
  }
}

/** Fails the start when a route of the contract has no handler. */
export function assertAllMounted(all: { name: string; route: RouteDefinition }[], mounted: Set<RouteDefinition>) {
  const missing = all.filter(({ route }) => !mounted.has(route)).map(({ name }) => name)
  if (missing.length) throw new Error(`routes of the contract without a handler: ${missing.join(', ')}`)
}
