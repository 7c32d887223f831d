import type { RouteOutput } from '@escola/contract/route'
import type { sessions } from '@escola/contract/sessions.contract'
import { done } from '@escola/contract/wire'
import { AppError } from '../../core/app-error.ts'
import type { Signed, Visit } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import type { Gate } from '../../http/gate.ts'
import type { SessionTokens } from '../../http/session-token.ts'
import { hashPassword, verifyPassword } from '../../security/passwords.ts'
import { queueMessageFor } from '../messages/messages.service.ts'
import { choosePassword, findFamiliar, findMailedLink, rememberAddress } from './credentials.service.ts'
import { openSession } from './open-session.ts'
import { findMailSchool, findMembership, findPerson, revokeSession, revokeSessionsOf } from './sessions.queries.ts'
import type { SignInAttempts } from './sign-in-attempts.ts'

/** The person's own password opens all their schools; one that a school's administrator set opens that school alone. */
export async function signIn(
  { ip }: Visit,
  { email, password, schoolId }: RouteOutput<typeof sessions.signIn>['body'],
  tools: Tools,
  { tokens, attempts }: { tokens: SessionTokens; attempts: SignInAttempts },
) {
  const { person, membership, provenOn } = await beginAttempt({ email, ip, schoolId }, tools, attempts)
  const own = await verifyPassword(password, person?.password_hash)
  const schools = !own && membership?.password_hash ? await verifyPassword(password, membership.password_hash) : false
  if (!person || (!own && !schools)) throw new AppError('invalid_password')
  attempts.succeeded(email, ip, provenOn)
  if (own && !person.confirmed) throw new AppError('must_confirm_email')
  if (!own)
    return openSession(tools, tokens, {
      userId: person.id,
      schoolId: schoolId!,
      passwordHash: membership!.password_hash,
    })
  const { id: userId, password_hash: passwordHash } = person
  const signedIn = await openSession(tools, tokens, { userId, schoolId: null, passwordHash })
  // Not for a password that a school has set: its administrator could make any number of addresses familiar with it.
  await tools.database.withPlatform((db) => rememberAddress(db, tools, { userId, ip }))
  return signedIn
}

/** Counts the attempt before any password is looked at, and finds whom it is about. */
async function beginAttempt(
  { email, ip, schoolId }: { email: string; ip: string; schoolId?: string | undefined },
  tools: Tools,
  attempts: SignInAttempts,
) {
  const found = await tools.database.withPlatform(async (db) => {
    const person = await findPerson(db, email)
    return {
      person,
      membership: person && schoolId ? await findMembership(db, schoolId, person.id) : undefined,
      provenOn: person && (await findFamiliar(db, tools, { userId: person.id, ip })),
    }
  })
  const wait = attempts.begin(email, ip, found.provenOn)
  if (wait) throw new AppError('too_many_sign_ins', { retryAfter: wait })
  return found
}

export async function signOut({ actor }: Signed, tools: Tools, gate: Gate) {
  await tools.database.withPlatform((db) => revokeSession(db, actor.sessionId))
  gate.forget(actor.sessionId)
  return done
}

/** Answers the same whether or not there is somebody to write to; one mail a minute at most. */
export async function resendActivation(
  { email, schoolId }: { email: string; schoolId?: string | undefined },
  tools: Tools,
) {
  await tools.database.withPlatform(async (db) => {
    const person = await findPerson(db, email)
    if (!person || person.confirmed) return
    const school = await findMailSchool(db, person.id, schoolId)
    if (school)
      await queueMessageFor(db, school.school_id, {
        userId: person.id,
        kind: 'activation',
        dedupeKey: `activation:${person.id}:${minute()}`,
      })
  })
  return done
}

/** For somebody who was just told to confirm their e-mail: the password says that it is they who ask. */
export async function resendOwnActivation(
  { ip }: Visit,
  { email, password, schoolId }: RouteOutput<typeof sessions.resendOwnActivation>['body'],
  tools: Tools,
  attempts: SignInAttempts,
) {
  const { person, provenOn } = await beginAttempt({ email, ip }, tools, attempts)
  if (!(await verifyPassword(password, person?.password_hash))) throw new AppError('invalid_password')
  attempts.succeeded(email, ip, provenOn)
  return resendActivation({ email, schoolId }, tools)
}

/** Answers the same whether or not there is somebody to write to; one mail a minute at most. */
export async function requestRecovery(
  { email, schoolId }: { email: string; schoolId?: string | undefined },
  tools: Tools,
) {
  await tools.database.withPlatform(async (db) => {
    const person = await findPerson(db, email)
    const school = person && (await findMailSchool(db, person.id, schoolId))
    if (person && school)
      await queueMessageFor(db, school.school_id, {
        userId: person.id,
        kind: 'recovery',
        dedupeKey: `recovery:${person.id}:${minute()}`,
      })
  })
  return done
}

/** A new password ends every session of the person's, and every other recovery link. Whoever chose it may sign in at once. */
export async function setNewPassword({ ip }: Visit, token: string, { password }: { password: string }, tools: Tools) {
  const passwordHash = await hashPassword(password)
  await tools.database.withPlatform(async (db) => {
    const found = await findMailedLink(db, token, 'recovery')
    if (!found || found.used) throw new AppError('not_found')
    await choosePassword(db, token, { userId: found.user_id, purpose: 'recovery', passwordHash })
    await revokeSessionsOf(db, found.user_id)
    await rememberAddress(db, tools, { userId: found.user_id, ip })
  })
  return done
}

const minute = () => Math.floor(Date.now() / 60_000)
