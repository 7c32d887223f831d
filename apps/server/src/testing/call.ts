import { fillPath } from '@escola/contract/call'
import type { ErrorBody } from '@escola/contract/errors'
import type { BodyOf, FieldsOf, ParamsOf, QueryOf, ResponseOf, RouteDefinition } from '@escola/contract/route'
import type { FastifyInstance, InjectOptions } from 'fastify'

export interface Person {
  userId: string
  name: string
  email: string
  schoolId: string
  sessionId: string
  token: string
}

export interface CallOptions<R extends RouteDefinition> {
  /** Absent for a call without a session. */
  as?: Person | { token: string }
  params?: Partial<NonNullable<ParamsOf<R>>>
  query?: QueryOf<R>
  body?: BodyOf<R>
  fields?: FieldsOf<R>
  file?: { bytes: Buffer; filename: string; type?: string }
  /** Body of plain bytes. */
  bytes?: Buffer
  headers?: Record<string, string>
}

export interface CallResult<R extends RouteDefinition> {
  status: number
  body: ResponseOf<R>
  error: ErrorBody
  headers: Record<string, unknown>
  bytes: Buffer
}

/** Calls a route of the contract through the whole server. Without a schoolId it takes the person's. */
export const callsOf = (app: FastifyInstance) => ({
  call: async <R extends RouteDefinition>(route: R, options: CallOptions<R> = {}): Promise<CallResult<R>> => {
    const schoolId = options.as && 'schoolId' in options.as ? options.as.schoolId : undefined
    const request: InjectOptions = {
      method: route.method,
      url: `/api${fillPath(route.path, { ...(schoolId ? { schoolId } : {}), ...options.params })}`,
      headers: { ...(options.as ? { authorization: `Bearer ${options.as.token}` } : {}), ...options.headers },
    }
    if (options.query)
      request.query = Object.fromEntries(Object.entries(options.query).map(([name, value]) => [name, String(value)]))
    if (options.file || options.fields)
      Object.assign(request, multipart(options.fields ?? {}, options.file, request.headers as Record<string, string>))
    else if (options.bytes)
      Object.assign(request, {
        payload: options.bytes,
        headers: { 'content-type': 'application/octet-stream', ...request.headers },
      })
    else if (options.body !== undefined) request.payload = options.body as object
    const response = await app.inject(request)
    const json = String(response.headers['content-type'] ?? '').includes('json') ? response.json() : undefined
    return {
      status: response.statusCode,
      body: json,
      error: json,
      headers: response.headers,
      bytes: response.rawPayload,
    }
  },
})

/** Writes a form as browsers send it. */
export function multipart(
  fields: object,
  file: { bytes: Buffer; filename: string; type?: string } | undefined,
  headers: Record<string, string>,
) {
  const boundary = '----escola-test'
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  if (file) {
    const type = file.type ?? 'application/octet-stream'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.filename}"\r\nContent-Type: ${type}\r\n\r\n`
    parts.push(Buffer.from(head), file.bytes, Buffer.from('\r\n'))
  }
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
