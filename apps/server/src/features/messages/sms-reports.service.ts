import { hourMs } from '@escola/contract/durations'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Clock, PlatformTools, Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueMany } from '../../jobs/enqueue.ts'
import type { SentSms, SmsReport, SmsSender } from '../../sms/sms.ts'
import { makeSmsToken } from '../../sms/sms-token.ts'
import { findChargedOn, returnSms } from '../charges/sms-charges.service.ts'
import { messageParams } from './message-kinds.ts'
import { deleteSentBefore, findSent } from './sent-sms.queries.ts'
import * as queries from './sms.queries.ts'

/** Time after a message for which its provider's reports count (decision 68). */
const reportsCountMs = 72 * hourMs

/** Times after a message at which its provider is asked what became of it; what it reports later gives nothing back. */
const looksAtMs = [hourMs, 24 * hourMs, reportsCountMs]

export interface SmsTools extends Tools {
  sms: SmsSender
}

interface Look {
  messageId: string
  /** Provider's id of the message. The job carries it, because the student may be erased before the check. */
  providerId?: string | undefined
  /** Looks that came before. */
  looks: number
}

/** Plans the next look at a message whose provider can be asked. */
export async function scheduleSmsCheck(
  db: SchoolDb,
  { looks, ...message }: Look,
  { sms, now }: Pick<SmsTools, 'sms' | 'now'>,
): Promise<void> {
  const waitMs = looksAtMs[looks]
  if (!sms.report || waitMs === undefined) return
  const runOn = new Date(now().getTime() + waitMs - (looksAtMs[looks - 1] ?? 0))
  await enqueueMany(db, jobs.checkSmsStatus, [{ ...message, looks }], runOn)
}

/** Asks the provider what became of a message; one that did not arrive costs nothing. */
export async function checkSmsStatus(school: School, look: Look, tools: SmsTools): Promise<void> {
  const sent = await school.tx((db) => findFollowed(school, db, look, tools))
  const report = sent && (await tools.sms.report?.(sent))
  if (!report) return
  await school.tx((db) =>
    report === 'open' ? planNext(db, look, tools) : recordReport(db, { messageId: look.messageId, report }, tools),
  )
}

async function findFollowed(
  { id }: School,
  db: SchoolDb,
  { messageId, providerId }: Look,
  { config }: Pick<SmsTools, 'config'>,
): Promise<SentSms | undefined> {
  const mark = makeSmsToken(config.secret, id, messageId)
  const row = await queries.findFollowedSms(db, messageId)
  if (row) {
    const { cellphone } = messageParams.access_link_sms.parse(row.params)
    return { providerId: row.provider_id ?? undefined, to: cellphone, mark }
  }
  if (!providerId || (await queries.isThere(db, messageId))) return undefined
  return { providerId, to: '', mark }
}

const planNext = (db: SchoolDb, look: Look, tools: Pick<SmsTools, 'sms' | 'now'>) =>
  scheduleSmsCheck(db, { ...look, looks: look.looks + 1 }, tools)

/** The provider was away at one look: the next one is taken all the same. */
export const rescheduleSmsCheck = (school: School, look: Look, tools: Pick<SmsTools, 'sms' | 'now'>) =>
  school.tx((db) => planNext(db, look, tools))

interface Report {
  messageId: string
  report: Exclude<SmsReport, 'open'>
}

async function recordReport(db: SchoolDb, { messageId, report }: Report, tools: Clock): Promise<void> {
  if (report === 'delivered') return void (await queries.markSmsDelivered(db, messageId))
  const marked = await queries.markSmsUndelivered(db, messageId)
  if (marked) await returnSms(db, { messageId, userId: marked.user_id }, tools)
  else await returnErased(db, messageId, tools)
}

/** Returns the price of an undelivered message that was erased together with its student. */
export async function returnErased(db: SchoolDb, messageId: string, tools: Clock): Promise<void> {
  if (!(await queries.isThere(db, messageId))) await returnSms(db, { messageId, userId: undefined }, tools)
}

interface ProviderReport extends Report {
  providerId: string
  heardOn: string
}

/**
 * Records what the provider reported of a message by itself.
 * @throws while it is not written down yet that the provider took the message
 */
export async function recordSmsReport(
  school: School,
  { messageId, providerId, report, heardOn }: ProviderReport,
  tools: Clock,
): Promise<void> {
  await school.tx(async (db) => {
    const row = await queries.findReportedSms(db, { id: messageId, providerId })
    if (row && row.status !== 'sent' && row.status !== 'failed') throw new Error('the message is still being sent')
    const sentOn = row ? (row.utc_sent_on ?? row.utc_created_on) : await findErased(db, { messageId, providerId })
    if (!sentOn || new Date(heardOn).getTime() - sentOn.getTime() > reportsCountMs) return
    await recordReport(db, { messageId, report }, tools)
  })
}

/** Finds when a message was sent whose student was erased; one that the provider did not answer for counts from its charge. */
async function findErased(
  db: SchoolDb,
  { messageId, providerId }: Pick<ProviderReport, 'messageId' | 'providerId'>,
): Promise<Date | undefined> {
  if (await queries.isThere(db, messageId)) return undefined
  const sent = await findSent(db, messageId)
  if (!sent) return findChargedOn(db, messageId)
  return sent.provider_id === providerId ? sent.utc_sent_on : undefined
}

/** Deletes sent text messages whose provider reports are too late to count. */
export const forgetSentSms = ({ platform, now }: Pick<PlatformTools, 'platform' | 'now'>) =>
  platform.withPlatform(async (db) => void (await deleteSentBefore(db, new Date(now().getTime() - reportsCountMs))))
