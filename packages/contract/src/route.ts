import type { z } from 'zod'

/**
 * Who may call a route.
 * public: anybody. session: anybody signed in. For school routes: visitor: anybody, in that school; member: who belongs to the
 * school; admin: its administrators. platform: the platform's administrators.
 */
export type Access = 'public' | 'session' | 'platform' | 'visitor' | 'member' | 'admin'

/** Named budgets, counted per address; see limits.ts. */
export type RateLimit =
  | 'signIn'
  | 'signUp'
  | 'recovery'
  | 'upload'
  | 'mail'
  | 'question'
  | 'domain'
  | 'certificate'
  | 'videoPart'
  | 'webhook'
  | 'accessApi'

export interface RouteDefinition {
  method: 'GET' | 'POST' | 'DELETE'
  /** Under /api. School routes begin with /school/:schoolId. */
  path: string
  summary: string
  access: Access
  /** A POST that changes nothing: no visit of a platform administrator counts it as a change. */
  reads?: true
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Of a body that may be longer than the longest text. */
  maxBytes?: number
  /** Fields that come beside one file in a multipart form; the file's own field is named file. */
  multipart?: { fields: z.ZodObject; maxBytes: number }
  /** A body of application/octet-stream, which is streamed; the handler says how much it takes. */
  bytes?: true
  /** A body of any type, handed over as it came, with its headers and query: a signature is about the very bytes. At most maxBytes. */
  rawBody?: true
  rateLimit?: RateLimit
  status?: 200 | 201 | 202
  /** A zod schema for JSON; 'stream' for bytes or a redirect; 'events' for server-sent events. */
  response: z.ZodType | 'stream' | 'events'
}

/** Written out, name by name: browsers are given the method and the path alone (decision 13). */
export const defineRoute = <const R extends RouteDefinition>(route: R): R => route

type Input<S> = S extends z.ZodType ? z.input<S> : undefined
type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type Field<R, K extends string> = R extends Record<K, infer S> ? S : undefined

/** What a handler receives. */
export interface RouteOutput<R extends RouteDefinition> {
  params: Output<Field<R, 'params'>>
  query: Output<Field<R, 'query'>>
  body: Output<Field<R, 'body'>>
  fields: R extends { multipart: { fields: infer F } } ? Output<F> : undefined
}
/** What a caller sends. */
export type ParamsOf<R extends RouteDefinition> = Input<Field<R, 'params'>>
export type QueryOf<R extends RouteDefinition> = Input<Field<R, 'query'>>
export type BodyOf<R extends RouteDefinition> = Input<Field<R, 'body'>>
export type FieldsOf<R extends RouteDefinition> = R extends { multipart: { fields: infer F } } ? Input<F> : undefined
/** What a handler returns before it is serialised, and what a caller gets. */
export type ResponseInput<R extends RouteDefinition> = R['response'] extends z.ZodType ? z.input<R['response']> : never
export type ResponseOf<R extends RouteDefinition> = R['response'] extends z.ZodType ? z.output<R['response']> : never
