import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueMany } from '../../jobs/enqueue.ts'
import { smsReportHours } from '../../jobs/message-jobs.ts'
import type { SmsReport, SmsSender } from '../../sms/sms.ts'
import { makeSmsToken } from '../../sms/sms-token.ts'
import { returnSms } from '../charges/sms-charges.service.ts'
import { messageParams } from './message-kinds.ts'
import * as queries from './sms.queries.ts'

const hourMs = 3_600_000
const reportsCountMs = smsReportHours * hourMs

/** Times after a message at which its provider is asked what became of it; what it reports later gives nothing back. */
const looksAtMs = [hourMs, 24 * hourMs, reportsCountMs]

export interface SmsTools extends Tools {
  sms: SmsSender
}

interface Look {
  messageId: string
  /** Looks that came before. */
  looks: number
}

/** Plans the next look at a message whose provider can be asked. */
export async function planLook(
  db: SchoolDb,
  { messageId, looks }: Look,
  { sms, now }: Pick<SmsTools, 'sms' | 'now'>,
): Promise<void> {
  const waitMs = looksAtMs[looks]
  if (!sms.report || waitMs === undefined) return
  const runOn = new Date(now().getTime() + waitMs - (looksAtMs[looks - 1] ?? 0))
  await enqueueMany(db, jobs.followSms, [{ messageId, looks }], runOn)
}

/** Asks the provider what became of a message; one that did not arrive costs nothing. */
export async function followSms(school: School, { messageId, looks }: Look, tools: SmsTools): Promise<void> {
  const { sms, config } = tools
  const row = await school.tx((db) => queries.findFollowedSms(db, messageId))
  if (!row || !sms.report) return
  const report = await sms.report({
    providerId: row.provider_id ?? undefined,
    to: messageParams.access_link_sms.parse(row.params).cellphone,
    mark: makeSmsToken(config.secret, school.id, messageId),
  })
  await school.tx((db) =>
    report === 'open'
      ? planLook(db, { messageId, looks: looks + 1 }, tools)
      : noteReport(db, { messageId, report }, tools),
  )
}

/** The provider was away at one look: the next one is taken all the same. */
export const skipLook = (school: School, { messageId, looks }: Look, tools: Pick<SmsTools, 'sms' | 'now'>) =>
  school.tx((db) => planLook(db, { messageId, looks: looks + 1 }, tools))

interface Report {
  messageId: string
  report: Exclude<SmsReport, 'open'>
}

async function noteReport(db: SchoolDb, { messageId, report }: Report, tools: Pick<Tools, 'now'>): Promise<void> {
  if (report === 'delivered') return void (await queries.markSmsDelivered(db, messageId))
  const marked = await queries.markSmsUndelivered(db, messageId)
  if (marked) await returnSms(db, { messageId, userId: marked.user_id }, tools)
}

interface ToldReport extends Report {
  providerId: string
  heardOn: string
}

/**
 * Notes what the provider told of a message by itself.
 * @throws while it is not written down yet that the provider took the message
 */
export async function hearSms(
  school: School,
  { messageId, providerId, report, heardOn }: ToldReport,
  tools: Pick<Tools, 'now'>,
): Promise<void> {
  await school.tx(async (db) => {
    const row = await queries.findToldSms(db, { id: messageId, providerId })
    if (!row) return
    if (row.status !== 'sent' && row.status !== 'failed') throw new Error('the message is still being sent')
    const age = new Date(heardOn).getTime() - (row.utc_sent_on ?? row.utc_created_on).getTime()
    if (age <= reportsCountMs) await noteReport(db, { messageId, report }, tools)
  })
}
