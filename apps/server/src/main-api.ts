import { setTimeout as wait } from 'node:timers/promises'
import { Unfit } from '@escola/db'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { logDestination } from './core/log-destination.ts'
import { logOptions } from './core/log-options.ts'
import { adviseSupport } from './core/support-advice.ts'
import { requireStore } from './files/require-store.ts'
import { loggableUrl } from './http/loggable-url.ts'

const config = readConfig(process.env)
const app = await buildApp(config, {
  ...logOptions(config),
  stream: logDestination(),
  serializers: {
    // Mailed links have their tokens in the address, so paths are logged without them.
    req: (request) => ({
      method: request.method,
      url: loggableUrl(request.url),
      host: request.host,
      remoteAddress: request.ip,
    }),
  },
})

// Without a database it begins all the same, and /readyz says when it has seen one.
await app.database.requireFit(config.secret).catch((error: Error) => {
  if (error instanceof Unfit && !error.mayPass) {
    app.http.log.fatal(error.message)
    process.exit(1)
  }
  app.http.log.warn(error.message)
})
await requireStore(app.tools.files, app.http.log)
const advice = adviseSupport(config)
if (advice) app.http.log.warn(advice)

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    // A request that never ends, such as a live progress stream, may not hold the process.
    setTimeout(() => process.exit(0), config.drainMs + 20_000).unref()
    app.drain()
    await wait(config.drainMs)
    await app.close()
    process.exit(0)
  })
}

await app.listen({ port: config.port, host: config.host })
