import type { RouteOutput } from '@escola/contract/route'
import type { sessions } from '@escola/contract/sessions.contract'
import { done } from '@escola/contract/wire'
import { AppError } from '../../http/app-error.ts'
import type { Gate } from '../../http/gate.ts'
import type { Signed } from '../../http/scope.ts'
import type { SessionTokens } from '../../http/session-token.ts'
import { hashPassword, verifyPassword } from '../../security/passwords.ts'
import type { Tools } from '../../tools.ts'
import { queueMessageFor } from '../messages/messages.service.ts'
import { choosePassword, findMailedLink } from './credentials.service.ts'
import { FailedSignIns } from './failed-sign-ins.ts'
import { openSession } from './open-session.ts'
import { findMailSchool, findMembership, findPerson, revokeSession, revokeSessionsOf } from './sessions.queries.ts'

const failures = new FailedSignIns()

/** The person's own password opens all their schools; one that a school's administrator set opens that school alone. */
export async function signIn(
  { email, password, schoolId }: RouteOutput<typeof sessions.signIn>['body'],
  tools: Tools,
  tokens: SessionTokens,
) {
  if (failures.isTooMany(email)) throw new AppError('too_many_requests')
  const found = await tools.database.withPlatform(async (db) => {
    const person = await findPerson(db, email)
    return { person, membership: person && schoolId ? await findMembership(db, schoolId, person.id) : undefined }
  })
  const { person, membership } = found
  const own = await verifyPassword(password, person?.password_hash)
  const schools = !own && membership?.password_hash ? await verifyPassword(password, membership.password_hash) : false
  if (!person || (!own && !schools)) {
    failures.record(email)
    throw new AppError('invalid_password')
  }
  if (own && !person.confirmed) throw new AppError('must_confirm_email')
  failures.forgive(email)
  return openSession(tools, tokens, { userId: person.id, schoolId: own ? null : schoolId! })
}

export async function signOut({ actor }: Signed, tools: Tools, gate: Gate) {
  await tools.database.withPlatform((db) => revokeSession(db, actor.sessionId))
  gate.forget(actor.sessionId)
  return done
}

/** Answers the same whether or not there is somebody to write to. */
export async function resendActivation({ email }: { email: string }, tools: Tools) {
  await tools.database.withPlatform(async (db) => {
    const person = await findPerson(db, email)
    if (!person || person.confirmed || !person.password_hash) return
    const school = await findMailSchool(db, person.id, undefined)
    if (school)
      await queueMessageFor(db, school.school_id, {
        userId: person.id,
        kind: 'activation',
        dedupeKey: `activation:${person.id}:${minute()}`,
      })
  })
  return done
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

/** A new password ends every session of the person's, and every other recovery link. */
export async function setNewPassword(token: string, { password }: { password: string }, tools: Tools) {
  const passwordHash = await hashPassword(password)
  await tools.database.withPlatform(async (db) => {
    const found = await findMailedLink(db, token, 'recovery')
    if (!found || found.used) throw new AppError('not_found')
    await choosePassword(db, token, { userId: found.user_id, purpose: 'recovery', passwordHash })
    await revokeSessionsOf(db, found.user_id)
  })
  return done
}

const minute = () => Math.floor(Date.now() / 60_000)
