import type { z } from 'zod'
import type { ratesPerMinute } from './limits.ts'
import type { May } from './permissions.ts'

/**
 * Callers that a route accepts. public: all callers. session: signed-in users. School routes have visitor: all callers, in that school;
 * member: people of the school; admin: its team, each by their rights. platform: the platform's administrators.
 */
export type Access = 'public' | 'session' | 'platform' | 'visitor' | 'member' | 'admin'

/** Named budgets, counted per address; see limits.ts. */
export type RateLimit = keyof typeof ratesPerMinute

export type RouteDefinition = RouteFacts & (TeamFacts | { access: Exclude<Access, 'admin'> })

interface TeamFacts {
  access: 'admin'
  /** Rights that the call takes. */
  may: May
  /** Lets pass who has the right in chosen courses alone; the handler asks for the course that is meant. */
  byCourse?: true
}

interface RouteFacts {
  method: 'GET' | 'POST' | 'DELETE'
  /** Path below /api. School routes begin with /school/:schoolId. */
  path: string
  summary: string
  /** Marks a call of a platform administrator who has no second factor yet; all others are refused until there is one. */
  beforeFactor?: true
  /**
   * Proof of who the caller is that the call asks for (decision 43), by the second factor or a passkey for those who have one. recent: of the last minutes, which the
   * server asks before anything runs. sometimes: recent, for some of what may be sent. A screen wraps each of these calls in `withProof`.
   */
  proof?: 'recent' | 'sometimes'
  /** Marks a read of what belongs to its member and not to the school, which a blocked school answers too. */
  whileBlocked?: true
  /** Marks a POST that changes nothing, so that the log of a platform administrator's visit does not count it as a change. */
  reads?: true
  /** Marks a download, or an act of the team through a route of all members, that the log of the school keeps; it keeps each change of the team's own routes. */
  isLogged?: true
  /** Marks a call whose caller keeps what it sends and sends it again later: the first that is refused when more come than can be answered. */
  isDeferrable?: true
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Marks a body that may come as application/x-www-form-urlencoded, too. */
  takesForms?: true
  /** Largest body, where it may be longer than the longest text. */
  maxBytes?: number
  /** Fields beside one file in a multipart form; the file's own field is named file. */
  multipart?: { fields: z.ZodObject; maxBytes: number; isFileOptional?: true }
  /** Marks a streamed body of application/octet-stream; the handler limits its size. */
  bytes?: true
  /**
   * Marks a body of any type, of at most maxBytes. The handler gets its very bytes, headers and query, because a signature is about them.
   */
  rawBody?: true
  rateLimit?: RateLimit
  status?: 200 | 201 | 202
  /** Zod schema for JSON; 'stream' for bytes or a redirect; 'events' for server-sent events. */
  response: z.ZodType | 'stream' | 'events'
}

/** Types a route. Its object is written out name by name, because browsers are given the method and the path alone (decision 13). */
export const defineRoute = <const R extends RouteDefinition>(route: R): R => route

type Input<S> = S extends z.ZodType ? z.input<S> : undefined
type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type Field<R, K extends string> = R extends Record<K, infer S> ? S : undefined

/** Parsed values that a handler receives. */
export interface RouteOutput<R extends RouteDefinition> {
  params: Output<Field<R, 'params'>>
  query: Output<Field<R, 'query'>>
  body: Output<Field<R, 'body'>>
  fields: R extends { multipart: { fields: infer F } } ? Output<F> : undefined
}
/** Values that a caller sends. */
export type ParamsOf<R extends RouteDefinition> = Input<Field<R, 'params'>>
export type QueryOf<R extends RouteDefinition> = Input<Field<R, 'query'>>
export type BodyOf<R extends RouteDefinition> = Input<Field<R, 'body'>>
export type FieldsOf<R extends RouteDefinition> = R extends { multipart: { fields: infer F } } ? Input<F> : undefined
/** ResponseInput is a handler's value before it is serialised; a caller gets ResponseOf. */
export type ResponseInput<R extends RouteDefinition> = R['response'] extends z.ZodType ? z.input<R['response']> : never
export type ResponseOf<R extends RouteDefinition> = R['response'] extends z.ZodType ? z.output<R['response']> : never
