import type { RouteOutput } from '@escola/contract/route'
import type { sessions } from '@escola/contract/sessions.contract'
import { minuteOf } from '@escola/contract/time'
import { done } from '@escola/contract/wire'
import { AppError } from '../../core/app-error.ts'
import type { Signed, Visit } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import type { AfterAnswers } from '../../http/after-answers.ts'
import type { Gate } from '../../http/gate.ts'
import { hashPassword, verifyPassword } from '../../security/passwords.ts'
import { hashToken } from '../../security/signatures.ts'
import { queueMessageFor } from '../messages/messages.service.ts'
import { choosePassword, findFamiliar, findMailedLink, rememberAddress } from './credentials.service.ts'
import { openSession, type SessionTools } from './open-session.service.ts'
import {
  describeLink,
  findMailSchool,
  findMembership,
  findPerson,
  type Person,
  revokeSession,
  revokeSessionsOf,
} from './sessions.queries.ts'
import type { SignInAttempts } from './sign-in-attempts.ts'

/** What signing in and out needs besides: the count of failures, what is done after the answer, and the gate that forgets a session. */
export interface SignInTools extends SessionTools {
  attempts: SignInAttempts
  afterAnswers: AfterAnswers
  gate: Gate
}

/** The person's own password opens all their schools; one that a school's administrator set opens that school alone. */
export async function signIn(
  { ip }: Visit,
  { email, password, schoolId }: RouteOutput<typeof sessions.signIn>['body'],
  tools: SignInTools,
) {
  const { person, membership, provenOn, own, schools } = await attempt({ email, password, ip, schoolId }, tools)
  if (!person || (!own && !schools)) throw new AppError('invalid_password')
  await tools.attempts.succeeded(email, ip, provenOn)
  if (own && !person.confirmed) throw new AppError('must_confirm_email')
  if (!own)
    return openSession({ userId: person.id, schoolId: schoolId!, passwordHash: membership!.password_hash }, tools)
  const { id: userId, password_hash: passwordHash } = person
  const signedIn = await openSession({ userId, schoolId: null, passwordHash }, tools)
  // Not for a password that a school has set: its administrator could make any number of addresses familiar with it.
  await tools.platform.withPlatform((db) => rememberAddress(db, { userId, ip }, tools))
  return signedIn
}

/**
 * Counts the attempt before any password is looked at, finds whom it is about, and says whether the password is their own, or else one that
 * the school has set.
 */
async function attempt(
  { email, password, ip, schoolId }: { email: string; password: string; ip: string; schoolId?: string | undefined },
  tools: SignInTools,
) {
  const found = await tools.platform.withPlatform(async (db) => {
    const person = await findPerson(db, email)
    return {
      person,
      membership: person && schoolId ? await findMembership(db, schoolId, person.id) : undefined,
      provenOn: person && (await findFamiliar(db, { userId: person.id, ip }, tools)),
    }
  })
  const wait = await tools.attempts.begin(email, ip, found.provenOn)
  if (wait) throw new AppError('too_many_sign_ins', { retryAfter: wait })
  try {
    const presence = { familiar: found.provenOn !== undefined }
    const own = await verifyPassword(password, found.person?.password_hash, presence)
    const setBySchool = found.membership?.password_hash
    const schools = !own && setBySchool ? await verifyPassword(password, setBySchool, presence) : false
    return { ...found, own, schools }
  } catch (error) {
    await tools.attempts.withdraw(email, ip, found.provenOn)
    throw error
  }
}

export async function signOut({ actor }: Signed, { platform, gate, now }: SignInTools) {
  await platform.withPlatform((db) => revokeSession(db, actor.sessionId, now()))
  gate.forget(actor.sessionId)
  return done
}

export const resendActivation = (
  visit: Visit,
  input: RouteOutput<typeof sessions.resendActivation>['body'],
  tools: SignInTools,
) => mailLater(visit, { ...input, kind: 'activation' }, tools)

export const requestRecovery = (
  visit: Visit,
  input: RouteOutput<typeof sessions.requestRecovery>['body'],
  tools: SignInTools,
) => mailLater(visit, { ...input, kind: 'recovery' }, tools)

/** Answers the same, and as soon, whether or not there is somebody to write to; one mail a minute at most. */
function mailLater(
  { requestId }: Visit,
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
  visit: Visit,
  { email, password, schoolId }: RouteOutput<typeof sessions.resendOwnActivation>['body'],
  tools: SignInTools,
) {
  await requireOwnPassword(visit, { email, password }, tools)
  return resendActivation(visit, { email, schoolId }, tools)
}

/** Whose own password this is; a wrong one counts as a sign-in that failed. */
export async function requireOwnPassword(
  { ip }: Visit,
  { email, password }: { email: string; password: string },
  tools: SignInTools,
): Promise<Person> {
  const { person, provenOn, own } = await attempt({ email, password, ip }, tools)
  if (!person || !own) throw new AppError('invalid_password')
  await tools.attempts.succeeded(email, ip, provenOn)
  return person
}

/** Before anybody types a password twice for a link that opens nothing. */
export async function getMailedLink(token: string, { platform, now }: Pick<PlatformTools, 'platform' | 'now'>) {
  const link = await platform.withPlatform((db) => describeLink(db, hashToken(token), now()))
  if (!link) throw new AppError('invalid_token')
  return { link }
}

/** A new password ends every session of the person's, and every other recovery link. Whoever chose it may sign in at once. */
export async function setNewPassword(
  { ip }: Visit,
  { token, password }: { token: string; password: string },
  tools: PlatformTools,
) {
  const passwordHash = await hashPassword(password)
  await tools.platform.withPlatform(async (db) => {
    const found = await findMailedLink(db, token, ['recovery'], tools)
    if (!found || found.used) throw new AppError('not_found')
    await choosePassword(db, token, { userId: found.user_id, purpose: 'recovery', passwordHash }, tools)
    await revokeSessionsOf(db, found.user_id, tools.now())
    await rememberAddress(db, { userId: found.user_id, ip }, tools)
  })
  return done
}
