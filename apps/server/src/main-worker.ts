import './jobs/small-heap.ts'
import { createServer } from 'node:http'
import { connectDatabase, Unfit } from '@escola/db'
import { pino } from 'pino'
import { readConfig } from './config.ts'
import { logSlowStatements, logStatements } from './core/debug-sql.ts'
import { endWhenStuck } from './core/end-when-stuck.ts'
import { logDestination } from './core/log-destination.ts'
import { logOptions } from './core/log-options.ts'
import { openSchool } from './core/scope.ts'
import { makeTools } from './core/tools.ts'
import { createDns } from './dns/dns.ts'
import { createFileStore } from './files/create-file-store.ts'
import { requireStore } from './files/require-store.ts'
import { jobAnswerMillis } from './jobs/job-answer.ts'
import { untilFit } from './jobs/until-fit.ts'
import { startWatchdog } from './jobs/watchdog.ts'
import { startWorkers, type Workers } from './jobs/worker.ts'
import { answerWorkerRequest } from './jobs/worker-health.ts'
import { createWorkerMetrics } from './jobs/worker-metrics.ts'
import { mailLog } from './mail/mail-log.ts'
import { createMailer } from './mail/mailer.ts'
import { createPaymentProvider } from './payments/payment-provider.ts'
import { createMercadoPago } from './sales-platforms/mercado-pago.ts'
import { createSmsSender } from './sms/create-sms-sender.ts'
import { workerHandlers } from './worker-handlers.ts'

const config = readConfig(process.env)
const log = pino(logOptions(config), logDestination())

// A killed worker loses nothing, so an unexpected fault ends it: the next start goes on from a known state.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error) => {
    log.fatal({ err: error }, 'the worker crashed')
    process.exit(1)
  })
}

// A worker that spins is ended, and its supervisor starts another.
const watchdog = startWatchdog({ patienceMs: 30_000, name: 'the worker' })
const database = connectDatabase(config.database, {
  wire: config.databaseWire,
  readsFromNodes: config.readsFromNodes,
  onStatement: config.debugSql ? logStatements(log) : logSlowStatements(log),
  answerWithinMillis: jobAnswerMillis,
  onStuck: endWhenStuck(log),
})
let workers: Workers | undefined
let isStopping = false
const metrics = createWorkerMetrics(database, () => workers?.listLateSteps() ?? [])
const logMail = mailLog(log)
const mailer = createMailer(config, (event) => {
  logMail(event)
  metrics.countMail(event)
})
const health = config.workerPort
  ? createServer((request, response) =>
      answerWorkerRequest(request, response, { database, registry: metrics.registry, workers, isStopping }),
    ).listen(config.workerPort, config.host)
  : undefined

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, async () => {
    if (isStopping) return
    isStopping = true
    log.info('the worker stops')
    // One that has not begun has nothing to finish.
    if (!workers) process.exit(0)
    await workers.close()
    mailer.close()
    health?.close()
    await database.close()
    watchdog.stop()
    process.exit(0)
  })
}

const files = await createFileStore(config)
await requireStore(files, log)
await untilFit(database, config.secret, log).catch((error: Error) => {
  if (!(error instanceof Unfit)) throw error
  log.fatal(error.message)
  process.exit(1)
})
workers = await startWorkers({
  database,
  tools: makeTools(config, files),
  handlers: workerHandlers({
    mailer,
    sms: createSmsSender(config, mailer),
    platform: database,
    openSchool: (id) => openSchool(database, id),
    dns: createDns(config.dnsServers),
    mercadoPago: createMercadoPago(config.mercadoPagoUrl),
    provider: createPaymentProvider(config.stripe),
  }),
  config,
  log,
  onResult: metrics.observe,
})
log.info({ queues: config.redisUrl ? 'redis' : 'postgres' }, 'the worker is ready')
