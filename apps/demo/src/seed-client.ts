import { callsOf } from '@escola/contract/call'
import type { FastifyInstance } from 'fastify'

/** Calls the API as a person would, without a network: the demonstration school is made by the product's own rules. */
export const seedClient = (app: FastifyInstance, token?: string) =>
  callsOf(async (url, init) => {
    const request = new Request(`http://localhost${url}`, init)
    const { statusCode, rawPayload } = await app.inject({
      method: request.method as 'GET',
      url,
      headers: Object.fromEntries(request.headers),
      payload: init.body ? Buffer.from(await request.arrayBuffer()) : undefined,
    })
    return new Response(new Uint8Array(rawPayload), { status: statusCode })
  }, token)

export type Call = ReturnType<typeof seedClient>
