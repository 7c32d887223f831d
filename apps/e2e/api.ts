import type { BodyOf, FieldsOf, ParamsOf, QueryOf, ResponseOf, RouteDefinition } from '@escola/contract/route'

interface Options<R extends RouteDefinition> {
  params?: ParamsOf<R>
  query?: QueryOf<R>
  body?: BodyOf<R>
  fields?: FieldsOf<R>
  file?: { bytes: Buffer; filename: string }
}

/** Calls the API in the types of the contract: what a journey needs before it begins is not clicked together. */
export const callsOf =
  (token?: string) =>
  async <R extends RouteDefinition>(
    route: R,
    { params, query, body, fields, file }: Options<R> = {},
  ): Promise<ResponseOf<R>> => {
    const named: Record<string, unknown> = params ?? {}
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(named[name])))
    const url = new URL(`/api${path}`, process.env.E2E_URL)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value))
    const form = file && new FormData()
    for (const [name, value] of Object.entries(fields ?? {})) form?.append(name, String(value))
    if (file) form?.append('file', new File([new Uint8Array(file.bytes)], file.filename))
    const response = await fetch(url, {
      method: route.method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
    })
    if (!response.ok) throw new Error(`${route.method} ${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
