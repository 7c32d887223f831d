import type { RouteOutput } from '@escola/contract/route'
import type { sessions } from '@escola/contract/sessions.contract'
import { minuteOf } from '@escola/contract/time'
import { done } from '@escola/contract/wire'
import type { z } from 'zod'
import type { Call } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueuePlatformJob } from '../../jobs/enqueue.ts'
import { seal, unseal } from '../../security/sealed.ts'
import { queueOwnMessage } from '../messages/messages.service.ts'
import { findPerson } from './sessions.queries.ts'
import type { SignInTools } from './sessions.service.ts'
import { requireOwnPassword } from './sign-in.service.ts'

type MailRequest = z.output<typeof jobs.answerMailRequest.payload>
type MailTools = Pick<PlatformTools, 'platform' | 'config' | 'now'>

const sealPurpose = 'mail request'

export const resendActivation = (
  _: Call,
  input: RouteOutput<typeof sessions.resendActivation>['body'],
  tools: MailTools,
) => acceptMailRequest({ ...input, kind: 'activation' }, tools)

export function requestRecovery(
  call: Call,
  input: RouteOutput<typeof sessions.requestRecovery>['body'],
  tools: SignInTools,
) {
  // No user is named: the answer must not depend on whether the address is a user's.
  tools.securityLog.record('recovery_asked', call, {})
  return acceptMailRequest({ ...input, kind: 'recovery' }, tools)
}

/** The password shows that the caller is the user whom a sign-in has just told to confirm the e-mail. */
export async function resendOwnActivation(
  call: Call,
  { email, password, schoolId }: RouteOutput<typeof sessions.resendOwnActivation>['body'],
  tools: SignInTools,
) {
  await requireOwnPassword(call, { email, password }, tools)
  return resendActivation(call, { email, schoolId }, tools)
}

/** A known and an unknown address cause the same statements and the same answer, so neither tells that there is such a user. */
async function acceptMailRequest(
  { email, schoolId, kind }: { email: string; schoolId?: string | undefined; kind: MailRequest['kind'] },
  { platform, config, now }: MailTools,
) {
  const sealedEmail = seal(config.secret, sealPurpose, { text: email, of: kind })
  const request = { kind, sealedEmail, schoolId: schoolId ?? null, minute: String(minuteOf(now())) }
  await platform.withPlatform((db) => enqueuePlatformJob(db, jobs.answerMailRequest, request))
  return done
}

/** Queues the mail when there is a user to write to; one mail a minute at most, however often it was asked for and however often this runs. */
export async function answerMailRequest(
  { kind, sealedEmail, schoolId, minute }: MailRequest,
  { platform, config }: MailTools,
): Promise<void> {
  const email = unseal(config.secret, sealPurpose, { sealed: sealedEmail, of: kind })
  await platform.withPlatform(async (db) => {
    const person = await findPerson(db, email)
    // A confirmed address has nothing left to activate.
    if (!person || (kind === 'activation' && person.confirmed)) return
    const dedupeKey = `${kind}:${person.id}:${minute}`
    await queueOwnMessage(db, schoolId ?? undefined, { userId: person.id, kind, dedupeKey })
  })
}
