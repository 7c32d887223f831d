import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createWorkerMetrics } from '../jobs/worker-metrics.ts'
import { refusingMailServer } from '../testing/refusing-mail-server.ts'
import { world } from '../testing/world.ts'
import { mailLog } from './mail-log.ts'

it("logs the server's words without the address in them, and counts what became of each try", async () => {
  const lines: { level: number; msg: string; words?: string }[] = []
  const log = mailLog(pino({}, { write: (line) => void lines.push(JSON.parse(line)) }))
  const { database } = await world()
  const metrics = createWorkerMetrics(database, () => [])
  const { mailer, answers, events } = await refusingMailServer({ RCPT: '550 5.7.1 <rui@mar.example>: quota exceeded' })
  const mail = { messageId: '<m-1-2@x>', fromName: 'Mar', replyTo: undefined, subject: 'Oi', html: 'Oi', text: 'Oi' }
  const send = () => mailer.send({ ...mail, to: { name: 'Rui', address: 'rui@mar.example' } }).catch(() => undefined)
  await send()
  delete answers.RCPT
  await send()
  for (const event of [...events, { result: 'stopped', schoolId: '0', words: 'paused' } as const]) {
    log(event)
    metrics.countMail(event)
  }
  expect(lines.map(({ level }) => level)).toEqual([40, 50])
  expect(lines[0]).toMatchObject({ mail: '<m-1-2@x>', words: expect.stringContaining('quota exceeded') })
  expect(JSON.stringify(lines)).not.toContain('rui@')
  const text = await metrics.registry.getSingleMetricAsString('mails_total')
  for (const result of ['later', 'taken', 'stopped']) expect(text).toContain(`mails_total{result="${result}"} 1`)
})
