import type { BodyOf, FieldsOf, ParamsOf, QueryOf, ResponseOf, RouteDefinition } from '@escola/contract/route'
import type { FastifyInstance } from 'fastify'

interface Options<R extends RouteDefinition> {
  params?: ParamsOf<R>
  query?: QueryOf<R>
  body?: BodyOf<R>
  fields?: FieldsOf<R>
  file?: { bytes: Buffer; filename: string }
}

/** Calls the API as a person would, without a network: the demonstration school is made by the product's own rules. */
export const seedClient =
  (app: FastifyInstance, token?: string) =>
  async <R extends RouteDefinition>(
    route: R,
    { params, query, body, fields, file }: Options<R> = {},
  ): Promise<ResponseOf<R>> => {
    const named: Record<string, unknown> = params ?? {}
    const url = `/api${route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(named[name])))}`
    const form = file && new FormData()
    for (const [name, value] of Object.entries(fields ?? {})) form?.append(name, String(value))
    if (file) form?.append('file', new File([new Uint8Array(file.bytes)], file.filename))
    const encoded = form && new Response(form)
    const response = await app.inject({
      method: route.method,
      url,
      ...(query ? { query: query as Record<string, string> } : {}),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(encoded ? { 'content-type': encoded.headers.get('content-type')! } : {}),
      },
      payload: encoded ? Buffer.from(await encoded.arrayBuffer()) : (body as object | undefined),
    })
    if (response.statusCode >= 300)
      throw new Error(`${route.method} ${url} answered ${response.statusCode}: ${response.body}`)
    return response.json()
  }
