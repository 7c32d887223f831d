import type { ZenviaEvent } from '@escola/contract/sms.contract'
import { done } from '@escola/contract/wire'
import { AppError, notFound } from '../../core/app-error.ts'
import type { PublicCall } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueFor } from '../../jobs/enqueue.ts'
import { hashToken, isSame } from '../../security/signatures.ts'
import { readSmsKey } from '../../sms/sms-key.ts'
import { findSentSms } from './sent-sms.queries.ts'

/** Codes that decide something: a message that was only handed on is on its way still. */
const reports = new Map([
  ['REJECTED', 'undelivered'],
  ['NOT_DELIVERED', 'undelivered'],
  ['DELIVERED', 'delivered'],
] as const)

/**
 * Leaves an event of Zenvia to a job of the school that sent the message. What tells nothing new, or is about no message of ours, is answered alike
 * and forgotten: Zenvia stops sending to an address that refuses many.
 */
export async function receiveZenvia(
  { authorization }: Pick<PublicCall, 'authorization'>,
  { type, message, messageId, messageStatus }: ZenviaEvent,
  { config, platform, now }: PlatformTools,
) {
  if (config.sms.provider !== 'zenvia') throw notFound()
  if (!isSame(hashToken(authorization ?? ''), hashToken(`Bearer ${config.sms.eventToken}`)))
    throw new AppError('webhook_refused')
  const providerId = message?.id ?? messageId
  const report = reports.get(messageStatus?.code as 'REJECTED')
  if (type !== 'MESSAGE_STATUS' || !providerId || !report) return done
  await platform.withPlatform(async (db) => {
    const taken = await findSentSms(db, providerId)
    if (taken && report === 'delivered') return
    const found = taken ?? readSmsKey(message?.externalId ?? '')
    if (!found) return
    const payload = { messageId: found.messageId, providerId, report, heardOn: now().toISOString() }
    await enqueueFor(db, found.schoolId, jobs.recordSmsReport, payload)
  })
  return done
}
