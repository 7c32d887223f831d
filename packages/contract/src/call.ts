import type { BodyOf, FieldsOf, ParamsOf, QueryOf, ResponseOf, RouteDefinition } from './route.ts'

/** Fills the parameters into a route's path. */
export const fillPath = (path: string, params: Record<string, unknown>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    if (params[name] === undefined) throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(String(params[name]))
  })

interface Address {
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
}

/** Builds the whole address of a route. Undefined and null values of its query stay out. */
export function addressOf(route: RouteDefinition, { params = {}, query = {} }: Address): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return `/api${fillPath(route.path, params)}${search.size > 0 ? `?${search}` : ''}`
}

interface Input<R extends RouteDefinition> {
  params?: ParamsOf<R>
  query?: QueryOf<R>
  body?: BodyOf<R>
  fields?: FieldsOf<R>
  file?: { bytes: Buffer; filename: string }
}

/** Calls routes with one person's session, for programs: it throws on any answer but a good one. The web has a client of its own. */
export const callsOf =
  (send: (address: string, init: RequestInit) => Promise<Response>, token?: string) =>
  async <R extends RouteDefinition>(
    route: R,
    { params, query, body, fields, file }: Input<R> = {},
  ): Promise<ResponseOf<R>> => {
    const address = addressOf(route, { params, query })
    const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {})
    if (body !== undefined) headers.set('content-type', 'application/json')
    const form = file && new FormData()
    for (const [name, value] of Object.entries(fields ?? {})) form?.append(name, String(value))
    if (file) form?.append('file', new File([new Uint8Array(file.bytes)], file.filename))
    const response = await send(address, {
      method: route.method,
      headers,
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
    })
    if (!response.ok)
      throw new Error(`${route.method} ${address} answered ${response.status}: ${await response.text()}`)
    return response.json() as Promise<ResponseOf<R>>
  }
