import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Events } from './replies.ts'

const heartbeatMs = 15_000

/** Writes server-sent events until the items end or the reader leaves. */
export async function sendEvents(request: FastifyRequest, reply: FastifyReply, events: Events) {
  const gone = new AbortController()
  const { raw } = reply
  raw.on('close', () => gone.abort())
  reply.hijack()
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  // Proxies close quiet connections; a comment keeps them open.
  const heartbeat = setInterval(() => raw.write(': \n\n'), heartbeatMs)
  try {
    for await (const { event, data } of events.items(gone.signal)) {
      if (gone.signal.aborted) break
      raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    }
  } catch (error) {
    if (!gone.signal.aborted) request.log.error(error, 'events ended early')
  } finally {
    clearInterval(heartbeat)
    raw.end()
  }
}
