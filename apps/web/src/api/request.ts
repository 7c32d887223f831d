import { addressOf } from '@escola/contract/call'
import type { BodyOf, FieldsOf, ParamsOf, QueryOf, RouteDefinition } from '@escola/contract/route'
import { makeSeenHeader } from './seen-place.ts'
import { readToken } from './token.ts'

type Empty = Record<never, never>
/** A part that a route doesn't have can't be given; one whose every field is optional needn't be. */
type Part<K extends string, T> = [T] extends [undefined] ? Empty : Empty extends T ? { [P in K]?: T } : { [P in K]: T }

export type Address<R extends RouteDefinition> = Part<'params', ParamsOf<R>> & Part<'query', QueryOf<R>>
export type Input<R extends RouteDefinition> = Address<R> &
  Part<'body', BodyOf<R>> & {
    signal?: AbortSignal
    /** Key of a call that makes something; see makeOnce. */
    idempotencyKey?: string
  }
export type Upload<R extends RouteDefinition> = Address<R> &
  Part<'fields', FieldsOf<R>> & {
    file: R extends { multipart: { isFileOptional: true } } ? Blob | undefined : Blob
    filename?: string
    /** Progress from 0 to 1. */
    onProgress?: (done: number) => void
    signal?: AbortSignal
  }
export type Bytes<R extends RouteDefinition> = Address<R> & {
  bytes: Blob
  /** Progress from 0 to 1. */
  onProgress?: (done: number) => void
  signal?: AbortSignal
}
/** The input may be left out where nothing in it is required. */
export type Args<Input> = Empty extends Input ? [input?: Input] : [input: Input]

export interface AnyRequest {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
  idempotencyKey?: string
}

/** The address of a route, for pictures and links. */
export const urlOf = <R extends RouteDefinition>(route: R, ...[input]: Args<Address<R>>): string =>
  addressOf(route, (input ?? {}) as AnyRequest)

/** @param token names another session than the page's own */
export const makeBearer = (token = readToken()): Record<string, string> =>
  token ? { authorization: `Bearer ${token}`, ...makeSeenHeader() } : {}

/** Request that fetch is given for a call. */
export interface Request {
  address: string
  init: { method: string; headers: Record<string, string>; body?: string }
}

const toRequest = (route: RouteDefinition, input: AnyRequest): Request => {
  const hasBody = input.body !== undefined
  return {
    address: addressOf(route, input),
    init: {
      method: route.method,
      headers: {
        ...makeBearer(),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...(input.idempotencyKey ? { 'idempotency-key': input.idempotencyKey } : {}),
      },
      ...(hasBody ? { body: JSON.stringify(input.body) } : {}),
    },
  }
}

export const requestOf = <R extends RouteDefinition>(route: R, ...[input]: Args<Input<R>>): Request =>
  toRequest(route, (input ?? {}) as AnyRequest)
