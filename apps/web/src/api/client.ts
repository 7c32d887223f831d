import { minuteMs } from '@escola/contract/durations'
import type { ErrorBody } from '@escola/contract/errors'
import type { ResponseOf, RouteDefinition } from '@escola/contract/route'
import { ApiError, makeOfflineError } from './api-error.ts'
import { takeEarly } from './early.ts'
import { type Address, type AnyRequest, type Args, type Input, requestOf } from './request.ts'
import { loadPage } from './token.ts'
import { translateMessage } from './translations.ts'

export { ApiError } from './api-error.ts'

let sessionLost: (error: ApiError) => void = () => {}
/** Sets the handler that runs when an answer ends the session, or says that it lacks a second factor. */
export const onSessionLost = (handler: (error: ApiError) => void) => {
  sessionLost = handler
}

const bodyOf = (status: number, text: string): Partial<ErrorBody> => {
  try {
    return (JSON.parse(text) as ErrorBody | null) ?? {}
  } catch {
    // A proxy's page, not our server's answer.
    return status === 503 ? { code: 'unavailable', message: 'Temporarily unavailable' } : {}
  }
}

export const failureOf = async (status: number, text: string): Promise<ApiError> => {
  const body = bodyOf(status, text)
  return new ApiError(status, { ...body, message: await translateMessage(body.message) })
}

/** Part 1 §8: a refusal leads to the address that it names, or to the login page where it ends the session; others are shown. */
export const refuse = (error: ApiError): never => {
  if (error.redirectUrl) loadPage(error.redirectUrl)
  else if (error.endsSession || error.lacksFactor) sessionLost(error)
  throw error
}

/** Reads the content of a successful answer; 204 and 205 have none. */
export const answerOf = (status: number, text: string) =>
  status === 204 || status === 205 ? undefined : JSON.parse(text)

const sent = async (request: Promise<Response>): Promise<Response> => {
  const response = await request.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw makeOfflineError()
  })
  if (response.ok) return response
  return refuse(await failureOf(response.status, await response.text()))
}

const call = (route: RouteDefinition, input: AnyRequest) => {
  const request = requestOf<RouteDefinition>(route, input as never)
  return sent(takeEarly(request) ?? fetch(request.address, { ...request.init, signal: input.signal }))
}

/** Calls a route of the contract. Answers are typed, not parsed: the server serialises them by the same schema. */
export async function api<R extends RouteDefinition>(route: R, ...[input]: Args<Input<R>>): Promise<ResponseOf<R>> {
  const response = await call(route, (input ?? {}) as AnyRequest)
  return answerOf(response.status, await response.text()) as ResponseOf<R>
}

/** Fetches the bytes that a route answers. */
export async function fetchBytes<R extends RouteDefinition>(route: R, input: Input<R>): Promise<ArrayBuffer> {
  const response = await call(route, input as AnyRequest)
  return response.arrayBuffer()
}

/** Fetches the bytes of a route that needs the session and hands them to the browser as a file. */
export async function download<R extends RouteDefinition>(route: R, input: Address<R>, filename: string) {
  const response = await call(route, input as AnyRequest)
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), minuteMs)
}

/** Server-sent events over fetch, which unlike EventSource carries the session. Resolves when the server ends the stream. */
export async function listenToEvents<R extends RouteDefinition>(
  route: R,
  input: Address<R> & { onEvent: (event: string, data: unknown) => void; signal?: AbortSignal },
): Promise<void> {
  const response = await call(route, input as AnyRequest)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (input.signal?.aborted) throw error
      throw makeOfflineError()
    })
    if (done) return
    const blocks = (rest + value.replaceAll('\r', '')).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const lines = block.split('\n')
      const field = (name: string) =>
        lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trimStart())
      const data = field('data')
      if (data.length > 0) input.onEvent(field('event')[0] ?? 'message', JSON.parse(data.join('\n')))
    }
  }
}
