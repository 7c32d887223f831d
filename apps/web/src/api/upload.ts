import { addressOf } from '@escola/contract/call'
import type { ResponseOf, RouteDefinition } from '@escola/contract/route'
import { makeOfflineError } from './api-error.ts'
import { answerOf, failureOf, refuse } from './client.ts'
import { type AnyRequest, type Bytes, makeBearer, type Upload } from './request.ts'

interface Watched {
  /** Progress from 0 to 1. */
  onProgress?: (done: number) => void
  signal?: AbortSignal
}

/** XMLHttpRequest, because fetch doesn't tell how much was sent. */
function send<R extends RouteDefinition>(route: R, input: AnyRequest & Watched, body: FormData | Blob) {
  const { onProgress, signal } = input
  const { promise, resolve, reject } = Promise.withResolvers<ResponseOf<R>>()
  const request = new XMLHttpRequest()
  request.open(route.method, addressOf(route, input))
  for (const [name, value] of Object.entries(makeBearer())) request.setRequestHeader(name, value)
  // A form says what it is by itself.
  if (body instanceof Blob) request.setRequestHeader('content-type', 'application/octet-stream')
  request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total)
  request.onload = () => {
    if (request.status >= 200 && request.status < 300) return resolve(answerOf(request.status, request.responseText))
    failureOf(request.status, request.responseText).then(refuse).catch(reject)
  }
  request.onerror = () => reject(makeOfflineError())
  request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
  signal?.addEventListener('abort', () => request.abort())
  request.send(body)
  return promise
}

/** Sends one file with its fields. */
export function upload<R extends RouteDefinition>(route: R, input: Upload<R>): Promise<ResponseOf<R>> {
  const { fields = {}, file, filename } = input as Upload<R> & { fields?: Record<string, unknown> }
  const form = new FormData()
  // Fields first: the server reads them before it takes the file.
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  if (file) form.append('file', file, filename ?? (file instanceof File ? file.name : 'arquivo'))
  return send(route, input as AnyRequest & Watched, form)
}

/** Sends bytes as they are. */
export const sendBytes = <R extends RouteDefinition>(route: R, input: Bytes<R>): Promise<ResponseOf<R>> =>
  send(route, input as AnyRequest & Watched, input.bytes)
