import type { RouteOutput } from '@escola/contract/route'
import type { sessions } from '@escola/contract/sessions.contract'
import { minuteOf } from '@escola/contract/time'
import { done } from '@escola/contract/wire'
import { AppError } from '../../core/app-error.ts'
import type { Call, Signed } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import type { AfterAnswers } from '../../http/after-answers.ts'
import type { Gate } from '../../http/gate.ts'
import { hashPassword } from '../../security/passwords.ts'
import { hashToken } from '../../security/signatures.ts'
import { queueMessageFor } from '../messages/messages.service.ts'
import { choosePassword, findMailedLink, rememberAddress } from './credentials.service.ts'
import type { SessionTools } from './open-session.service.ts'
import { describeLink, findMailSchool, findPerson, revokeSession } from './sessions.queries.ts'
import { requireOwnPassword } from './sign-in.service.ts'
import type { SignInAttempts } from './sign-in-attempts.ts'

/** What signing in and out needs besides: the count of failures, what is done after the answer, and the gate that forgets a session. */
export interface SignInTools extends SessionTools {
  attempts: SignInAttempts
  /** The same for the second half of a sign-in. */
  codeAttempts: SignInAttempts
  afterAnswers: AfterAnswers
  gate: Gate
}

export async function signOut({ actor }: Signed, { platform, gate, now }: SignInTools) {
  await platform.withPlatform((db) => revokeSession(db, { userId: actor.userId, id: actor.sessionId }, now()))
  gate.forget(actor.sessionId)
  return done
}

export const resendActivation = (
  call: Call,
  input: RouteOutput<typeof sessions.resendActivation>['body'],
  tools: SignInTools,
) => mailLater(call, { ...input, kind: 'activation' }, tools)

export const requestRecovery = (
  call: Call,
  input: RouteOutput<typeof sessions.requestRecovery>['body'],
  tools: SignInTools,
) => mailLater(call, { ...input, kind: 'recovery' }, tools)

/** Answers the same, and as soon, whether or not there is somebody to write to; one mail a minute at most. */
function mailLater(
  { requestId }: Call,
  { email, schoolId, kind }: { email: string; schoolId?: string | undefined; kind: 'activation' | 'recovery' },
  { platform, afterAnswers, now }: SignInTools,
) {
  const minute = minuteOf(now())
  afterAnswers.add(requestId, () =>
    platform.withPlatform(async (db) => {
      const person = await findPerson(db, email)
      // Nothing is left to activate.
      if (!person || (kind === 'activation' && person.confirmed)) return
      const school = await findMailSchool(db, person.id, schoolId)
      if (!school) return
      const dedupeKey = `${kind}:${person.id}:${minute}`
      await queueMessageFor(db, school.school_id, { userId: person.id, kind, dedupeKey })
    }),
  )
  return done
}

/** For somebody who was just told to confirm their e-mail: the password says that it is they who ask. */
export async function resendOwnActivation(
  call: Call,
  { email, password, schoolId }: RouteOutput<typeof sessions.resendOwnActivation>['body'],
  tools: SignInTools,
) {
  await requireOwnPassword(call, { email, password }, tools)
  return resendActivation(call, { email, schoolId }, tools)
}

/** Before anybody types a password twice for a link that opens nothing. */
export async function getMailedLink(token: string, { platform, now }: Pick<PlatformTools, 'platform' | 'now'>) {
  const link = await platform.withPlatform((db) => describeLink(db, hashToken(token), now()))
  if (!link) throw new AppError('invalid_token')
  return { link }
}

/** A new password ends every session of the person's, and every other recovery link. Whoever chose it may sign in at once. */
export async function setNewPassword(
  { ip }: Call,
  { token, password }: { token: string; password: string },
  tools: PlatformTools,
) {
  const passwordHash = await hashPassword(password)
  await tools.platform.withPlatform(async (db) => {
    const found = await findMailedLink(db, token, ['recovery'], tools)
    if (!found || found.used) throw new AppError('not_found')
    await choosePassword(db, token, { userId: found.user_id, purpose: 'recovery', passwordHash }, tools)
    await rememberAddress(db, { userId: found.user_id, ip }, tools)
  })
  return done
}
