import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'

const config = readConfig(process.env)
const app = await buildApp(config, {
  level: config.logLevel,
  // Tokens travel in headers and in the paths of mailed links; neither is ever written down.
  redact: ['req.headers.authorization', 'req.headers.cookie'],
  serializers: {
    req: (request) => ({
      method: request.method,
      url: maskUrl(request.url),
      host: request.host,
      remoteAddress: request.ip,
    }),
  },
})

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
await app.http.listen({ port: config.port, host: config.host })

function maskUrl(url: string): string {
  return url
    .replace(/\/(activate|welcome|recover|user-by-token|create-account|set-new-password|login)\/[^/?]+/, '/$1/…')
    .replace(/(signature|token)=[^&]+/g, '$1=…')
}
