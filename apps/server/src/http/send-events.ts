import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Events } from './replies.ts'

const heartbeatMs = 15_000

/**
 * Writes server-sent events until the items end or the reader leaves.
 * @param assertMayRead throws once the reader may no longer pass; asked before each thing that is sent, because a stream outlives its request
 */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  events: Events,
  assertMayRead: () => Promise<unknown>,
) {
  const over = new AbortController()
  const { raw } = reply
  raw.on('close', () => over.abort())
  // A reader that left while the first event was looked up has closed already, and that is not reported twice.
  if (raw.destroyed) over.abort()
  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'x-request-id': request.id,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  const send = async (text: string) => {
    await assertMayRead().catch((error) => over.abort(error))
    if (!over.signal.aborted) raw.write(text)
  }
  // Proxies close quiet connections; a comment keeps them open.
  const heartbeat = setInterval(() => void send(': \n\n'), heartbeatMs)
  try {
    for await (const { event, data } of events.items(over.signal)) {
      await send(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      if (over.signal.aborted) break
    }
  } catch (error) {
    if (!over.signal.aborted) request.log.error(error, 'events ended early')
  } finally {
    clearInterval(heartbeat)
    over.abort()
    raw.end()
  }
}
