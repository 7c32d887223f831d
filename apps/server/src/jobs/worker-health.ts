import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Database } from '@escola/db'
import type { WorkerMetrics } from './worker-metrics.ts'

/** /healthz: 503 while it stops or cannot reach its database. /metrics: for Prometheus. */
export async function answerWorkerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { database, metrics, isStopping }: { database: Database; metrics: WorkerMetrics; isStopping: () => boolean },
): Promise<void> {
  try {
    if (request.url === '/metrics') {
      const body = await metrics.registry.metrics()
      response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(body)
    } else if (request.url === '/healthz') {
      await database.ping()
      response
        .writeHead(isStopping() ? 503 : 200, { 'content-type': 'application/json' })
        .end(`{"ok":${!isStopping()}}`)
    } else response.writeHead(404).end()
  } catch {
    response.writeHead(503).end()
  }
}
