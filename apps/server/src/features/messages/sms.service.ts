import { randomUUID } from 'node:crypto'
import { tidyPhone } from '@escola/contract/phones'
import type { SentSms } from '@escola/contract/sent-sms'
import { smsLimits } from '@escola/contract/sms'
import { studentTexts } from '@escola/contract/student-texts'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField } from '../../core/app-error.ts'
import { schoolUrlOf } from '../../core/base-path.ts'
import type { School } from '../../core/scope.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import { forEachSettled } from '../../jobs/for-each-settled.ts'
import { hashToken } from '../../security/signatures.ts'
import { NumberRefused, SmsUnanswered } from '../../sms/sms.ts'
import { makeSmsKey } from '../../sms/sms-key.ts'
import { writeAccessSms } from '../../sms/sms-text.ts'
import { makeSmsToken } from '../../sms/sms-token.ts'
import { chargeSms, returnSms } from '../charges/sms-charges.service.ts'
import { getSender } from './delivery.queries.ts'
import { messageParams } from './message-kinds.ts'
import { insertMessages } from './messages.queries.ts'
import { enqueueDeliveries } from './messages.service.ts'
import { insertSentSms } from './sent-sms.queries.ts'
import * as queries from './sms.queries.ts'
import { returnErased, type SmsTools, scheduleSmsCheck } from './sms-reports.service.ts'

interface NewSms {
  userId: string
  cellphone: string
  /** The key is written once per school. */
  dedupeKey: string
}

/** Finds when the message of a key was written; undefined without one. */
export const findQueued = (db: SchoolDb, dedupeKey: string): Promise<Date | undefined> =>
  queries.findQueued(db, dedupeKey)

/**
 * Writes a text message with an access link, which leaves once the transaction has committed.
 * @returns the token of its link; undefined when the key is known, and nothing was written
 */
export async function queueAccessSms(
  school: Pick<School, 'id'>,
  db: SchoolDb,
  { userId, cellphone, dedupeKey }: NewSms,
  tools: Tools,
): Promise<string | undefined> {
  const kind = 'access_link_sms'
  const [id] = await insertMessages(db, kind, [{ userId, dedupeKey, params: { cellphone } }], tools.now())
  if (!id) return undefined
  await chargeSms(db, { messageId: id, userId }, tools)
  await requireFewSms(db, cellphone, tools)
  await enqueueDeliveries(db, kind, [id])
  return makeSmsToken(tools.config.secret, school.id, id)
}

/**
 * Bounds the messages of a school, and those to one number, which many students may have. The new one is counted already; where schools pay, charging it has
 * locked the sums, so that no other one comes between.
 */
async function requireFewSms(db: SchoolDb, cellphone: string, { now }: Clock): Promise<void> {
  const { ofDay, toNumber } = await queries.countSms(db, cellphone, now())
  if (toNumber > smsLimits.toNumberPerHour) throw new AppError('too_many_requests')
  if (ofDay > smsLimits.perDay) throw invalidField('type', studentTexts.smsOfDay)
}

/** Sends what is not sent yet. A message that may have left is not sent again, unless its provider knows the key. */
export async function deliverSms(
  school: School,
  messageIds: string[],
  tools: SmsTools,
  signal: AbortSignal,
): Promise<void> {
  await forEachSettled(messageIds, signal, (id) => deliverOne(school, id, tools))
}

async function deliverOne(school: School, id: string, tools: SmsTools) {
  const { sms, now } = tools
  const runId = randomUUID()
  const written = await school.tx((db) => claim(school, db, { id, runId }, tools))
  if (!written) return
  const fail = (outcome: queries.SmsOutcome, reason: string) =>
    school.tx((db) => failSms(db, id, { outcome, reason }, tools))
  let providerId: string
  try {
    providerId = await sms.send({ key: makeSmsKey({ schoolId: school.id, messageId: id }), ...written })
  } catch (error) {
    if (error instanceof NumberRefused) return fail('number_refused', error.message)
    if (error instanceof SmsUnanswered && !sms.isRepeatable) return fail('unknown', error.message)
    await school.tx(async (db) => {
      await queries.releaseSms(db, id, runId)
      if (!(error instanceof SmsUnanswered)) await returnErased(db, id, tools)
    })
    throw error
  }
  await school.tx(async (db) => {
    await queries.markSmsSent(db, { id, runId, providerId }, now())
    if (sms.hasEvents) await insertSentSms(db, { messageId: id, providerId }, now())
    await scheduleSmsCheck(db, { messageId: id, providerId, looks: 0 }, tools)
  })
}

/** Takes a message that still waits, and writes its text. */
async function claim(
  school: School,
  db: SchoolDb,
  { id, runId }: { id: string; runId: string },
  tools: SmsTools,
): Promise<{ to: string; text: string } | undefined> {
  const { config, sms } = tools
  const row = await queries.lockSms(db, id)
  if (!row) return undefined
  const fail = async (outcome: queries.SmsOutcome, reason: string) => {
    await failSms(db, id, { outcome, reason }, tools)
    return undefined
  }
  if (row.status === 'sending' && !sms.isRepeatable) return fail('unknown', 'a run ended while it sent the message')
  const sender = await getSender(db)
  const token = makeSmsToken(config.secret, school.id, id)
  if (sender.is_blocked) return fail('unsent', 'the school is blocked')
  if (!row.is_student || row.is_team) return fail('unsent', 'the student is none any more')
  if (row.access_token_hash !== hashToken(token)) return fail('unsent', 'another link has taken the place of this one')
  const link = `${schoolUrlOf(config.publicUrl, { ...sender, id: school.id })}/login/${token}`
  const text = writeAccessSms({ schoolName: sender.name, link })
  if (!text) return fail('unsent', 'the link is too long for a text message')
  await queries.markSending(db, id, runId)
  return { to: messageParams.access_link_sms.parse(row.params).cellphone, text }
}

/** A message that the provider surely did not take costs nothing; the provider is asked about one that may have left. */
async function failSms(
  db: SchoolDb,
  id: string,
  failure: { outcome: queries.SmsOutcome; reason: string },
  tools: Pick<SmsTools, 'now' | 'sms'>,
) {
  const failed = await queries.markSmsFailed(db, id, failure)
  if (failure.outcome === 'unknown') return failed && scheduleSmsCheck(db, { messageId: id, looks: 0 }, tools)
  if (!failed) return returnErased(db, id, tools)
  await returnSms(db, { messageId: id, userId: failed.user_id }, tools)
}

/** The last try has failed: a message that a run was about to send may have left. */
export const failUnsentSms = (
  school: School,
  messageIds: string[],
  reason: string,
  tools: Pick<SmsTools, 'now' | 'sms'>,
) =>
  school.tx(async (db) => {
    for (const id of messageIds) {
      const row = await queries.lockSms(db, id)
      if (row) await failSms(db, id, { outcome: row.status === 'sending' ? 'unknown' : 'unsent', reason }, tools)
    }
  })

/** Gives the price of the messages back that a user waits for and that no run has begun to send. The caller erases the user with them. */
export async function returnWaitingSms(db: SchoolDb, userId: string, tools: Clock): Promise<void> {
  for (const { id } of await queries.lockWaiting(db, userId)) await returnSms(db, { messageId: id, userId }, tools)
}

const shownSms = 5

export const listSms = async (db: SchoolDb, userId: string): Promise<SentSms[]> =>
  (await queries.listSms(db, userId, shownSms)).map((row) => ({
    id: row.id,
    cellphone: tidyPhone(`+${messageParams.access_link_sms.parse(row.params).cellphone}`),
    state: stateOf(row),
    utc_on: (row.utc_sent_on ?? row.utc_created_on).toISOString(),
  }))

function stateOf({ status, outcome }: { status: string; outcome: string | null }): SentSms['state'] {
  if (status === 'sent') return 'sent'
  if (status === 'failed') return (outcome as queries.SmsOutcome | null) ?? 'unsent'
  return 'waiting'
}
