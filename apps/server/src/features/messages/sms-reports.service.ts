import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueMany } from '../../jobs/enqueue.ts'
import type { SmsSender } from '../../sms/sms.ts'
import { makeSmsToken } from '../../sms/sms-token.ts'
import { returnSms } from '../charges/sms-charges.service.ts'
import { messageParams } from './message-kinds.ts'
import * as queries from './sms.queries.ts'

const hourMs = 3_600_000

/** Times after a message at which its provider is asked what became of it; what it reports later gives nothing back. */
const looksAtMs = [hourMs, 24 * hourMs, 72 * hourMs]

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
  await school.tx(async (db) => {
    if (report === 'open') return planLook(db, { messageId, looks: looks + 1 }, tools)
    if (report === 'delivered') return void (await queries.markSmsDelivered(db, messageId))
    const marked = await queries.markSmsUndelivered(db, messageId)
    if (marked) await returnSms(db, { messageId, userId: marked.user_id }, tools)
  })
}
