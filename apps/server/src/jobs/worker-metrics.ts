import type { Database } from '@escola/db'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { registerVersion } from '../core/version.ts'
import type { MailEvent } from '../mail/mailer.ts'
import { getOutboxState } from './outbox.queries.ts'
import type { LateStep } from './relay-steps.ts'
import type { JobResult } from './worker.ts'

export interface WorkerMetrics {
  registry: Registry
  observe(result: JobResult): void
  countMail(event: MailEvent): void
}

export function createWorkerMetrics(database: Database, listLateSteps: () => LateStep[]): WorkerMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  registerVersion(registry)
  const ended = new Counter({
    name: 'jobs_total',
    help: 'Job runs, by how they ended',
    labelNames: ['job', 'result'],
    registers,
  })
  const seconds = new Histogram({
    name: 'job_seconds',
    help: 'Time that a run of a job took',
    labelNames: ['job'],
    buckets: [0.01, 0.05, 0.2, 1, 5, 30, 120],
    registers,
  })
  const failed = new Gauge({ name: 'outbox_failed', help: 'Jobs that were given up', registers })
  const oldest = new Gauge({ name: 'outbox_oldest_seconds', help: 'Age of the oldest job that is not done', registers })
  const open = new Gauge({
    name: 'outbox_open',
    help: 'Jobs that are not done',
    registers,
    collect: async () => {
      const state = await database.withPlatform(getOutboxState)
      open.set(state.open)
      failed.set(state.failed)
      oldest.set(state.oldestSeconds)
    },
  })
  const mails = new Counter({
    name: 'mails_total',
    help: 'Mails by what became of a try: taken, refused for their address or otherwise, server away, given up; and how often mail was stopped and opened',
    labelNames: ['result'],
    registers,
  })
  const late = new Gauge({
    name: 'relay_late_seconds',
    help: 'Time that a step of the relay should have been done earlier',
    labelNames: ['step'],
    registers,
    collect: () => {
      for (const { step, seconds } of listLateSteps()) late.set({ step }, seconds)
    },
  })
  return {
    registry,
    observe: (result) => {
      ended.inc({ job: result.name, result: result.result })
      seconds.observe({ job: result.name }, result.seconds)
    },
    countMail: ({ result }) => mails.inc({ result }),
  }
}
