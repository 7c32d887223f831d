import type { accounts } from '@escola/contract/accounts.contract'
import { messages } from '@escola/contract/messages'
import { capitalizeName } from '@escola/contract/people'
import { refusals } from '@escola/contract/refusals'
import type { RouteOutput } from '@escola/contract/route'
import { minuteOf } from '@escola/contract/time'
import { done } from '@escola/contract/wire'
import type { PlatformDb } from '@escola/db'
import { AppError, invalidField } from '../../core/app-error.ts'
import { basePathOf } from '../../core/base-path.ts'
import type { Call, School, Signed, Visited } from '../../core/scope.ts'
import type { Clock, PlatformTools } from '../../core/tools.ts'
import { imageUrl } from '../../files/image-url.ts'
import { hashNewPassword } from '../../security/passwords.ts'
import { enterPublicCohort } from '../enrollments/public-cohort.service.ts'
import { queueMessageFor } from '../messages/messages.service.ts'
import { keepAcceptedTerms } from '../pages/pages.service.ts'
import { joinSchool } from '../people/members.service.ts'
import { confirmEmail, leaveUnproven, setDarkMode, takeEmail, updatePerson } from '../people/user-accounts.service.ts'
import { moveSchoolEmail } from '../schools/registration.service.ts'
import {
  choosePassword,
  findMailedLink,
  isClaimed,
  rememberAddress,
  spendLink,
  voidLinks,
} from '../sessions/credentials.service.ts'
import { holdsPassword, openSession } from '../sessions/open-session.service.ts'
import type { SignInTools } from '../sessions/sessions.service.ts'
import { requireOwnPassword } from '../sessions/sign-in.service.ts'
import { findPersonAndSchool, findSchoolVisibility, insertConsents, listConsents } from './accounts.queries.ts'
import { recordConsent } from './joining.service.ts'
import { openOwnSchool } from './own-school.service.ts'

export interface AccountTools extends SignInTools {
  openSchool(id: string): School
}

/** An owner and their school, whole or not at all; the activation link is mailed (part 1 §2.4). */
export async function signUpOwner(input: RouteOutput<typeof accounts.signUpOwner>['body'], tools: PlatformTools) {
  const passwordHash = await hashNewPassword(input.password)
  return tools.platform.withPlatform(async (db) => {
    const name = capitalizeName(input.user_name)
    const person = await takeEmail(db, { email: input.email, name, passwordHash })
    if (!person) throw makeEmailTaken()
    const owner = { userId: person.userId, name, email: input.email }
    const school = { name: input.school_name, isAcademy: input.isAcademy === 1 }
    const schoolId = await openOwnSchool(db, owner, school, tools)
    await sendProofLink(db, schoolId, person, tools)
    return { schoolId }
  })
}

const makeEmailTaken = () => new AppError('email_taken', { fields: { email: messages.emailTaken } })

/**
 * The link that proves the e-mail. It activates the password of a new person; a person whom a school had written down before may choose one
 * with it, so that no other password ever opens what the school gave them.
 */
async function sendProofLink(
  db: PlatformDb,
  schoolId: string,
  { userId, isNew }: { userId: string; isNew: boolean },
  tools: PlatformTools,
) {
  if (isNew) return queueMessageFor(db, schoolId, { userId, kind: 'activation', dedupeKey: `activation:${userId}` })
  return queueMessageFor(db, schoolId, {
    userId,
    kind: 'invitation',
    dedupeKey: `invitation:${userId}:${minuteOf(tools.now())}`,
  })
}

/**
 * Corrects an e-mail that was mistyped at sign-up. The account under it is left behind with no password and no school, and the links that
 * were mailed there open nothing; the school that was signed up for goes to the other e-mail, as if that one had been typed.
 */
export async function correctEmail(
  call: Call,
  { email, password, newEmail }: RouteOutput<typeof accounts.correctEmail>['body'],
  tools: SignInTools,
) {
  const { id } = await requireOwnPassword(call, { email, password }, tools)
  return tools.platform.withPlatform(async (db) => {
    // The consents go with the account that is left.
    const consents = await listConsents(db, id)
    const left = await leaveUnproven(db, id)
    if (!left) throw invalidField('newEmail', refusals.emailConfirmed)
    await voidLinks(db, id, tools)
    const person = await takeEmail(db, { email: newEmail, name: left.name, passwordHash: left.passwordHash })
    if (!person) throw new AppError('email_taken', { fields: { newEmail: messages.emailTaken } })
    await joinSchool(db, { ...left, userId: person.userId, email: newEmail }, tools.now())
    if (consents.length > 0)
      await insertConsents(
        db,
        consents.map((each) => ({ ...each, user_id: person.userId })),
      )
    if (left.isStudent) await enterPublicCohort(db, left.schoolId, { userId: person.userId, now: tools.now() })
    await moveSchoolEmail(db, left.schoolId, { from: email, to: newEmail })
    await sendProofLink(db, left.schoolId, person, tools)
    return done
  })
}

/** A student who comes by themselves, and is put into the public class; only where the school is open. */
export async function signUpStudent(
  school: Visited,
  input: RouteOutput<typeof accounts.signUpStudent>['body'],
  tools: PlatformTools,
) {
  const passwordHash = await hashNewPassword(input.password)
  const version = await keepAcceptedTerms(school, tools)
  await tools.platform.withPlatform(async (db) => {
    const visibility = await findSchoolVisibility(db, school.id)
    if (!visibility || visibility.is_private || visibility.is_blocked) throw new AppError('forbidden')
    const person = await takeEmail(db, { email: input.email, name: input.name, passwordHash })
    if (!person) throw makeEmailTaken()
    const { name, email } = input
    const student = { schoolId: school.id, userId: person.userId, name, email, isAdmin: false, isStudent: true }
    await joinSchool(db, { ...student, origin: 'school-register' }, tools.now())
    const consent = { schoolId: school.id, userId: person.userId, version, whose: 'school', way: 'sign-up' } as const
    await recordConsent(db, consent, tools)
    await enterPublicCohort(db, school.id, { userId: person.userId, now: tools.now() })
    await sendProofLink(db, school.id, person, tools)
  })
  return done
}

/**
 * Opening the link again is fine: mail programs and impatient people do. When the password that was typed is gone, for a school has
 * written the person down since, nothing is confirmed and the link is an invitation to choose another.
 */
export function activate({ ip }: Call, token: string, tools: PlatformTools) {
  return tools.platform.withPlatform(async (db) => {
    const found = await findMailedLink(db, token, ['activation'], tools)
    if (!found?.school_id) throw new AppError('invalid_token')
    const has_password = await confirmEmail(db, found.user_id, tools.now())
    if (has_password && !found.used) {
      await spendLink(db, token, tools)
      await rememberAddress(db, { userId: found.user_id, ip }, tools)
    }
    const row = await findPersonAndSchool(db, found.user_id, found.school_id)
    if (!row) throw new AppError('invalid_token')
    const { name, email } = row
    return { user: { name, email, has_password }, school: { name: row.school_name, base_path: basePathOf(row) } }
  })
}

export function getInvited(token: string, tools: PlatformTools) {
  return tools.platform.withPlatform(async (db) => {
    const { row } = await openInvitation(db, token, tools)
    return { user: { name: row.name, email: row.email }, school: { name: row.school_name, base_path: basePathOf(row) } }
  })
}

/** The link went to the person's mailbox alone, so it proves the e-mail and the password is their own. */
export async function acceptInvitation(
  call: Call,
  { token, ...input }: RouteOutput<typeof accounts.acceptInvitation>['body'] & { token: string },
  tools: AccountTools,
) {
  const { ip, device } = call
  const passwordHash = await hashNewPassword(input.password)
  const { schoolId } = await tools.platform.withPlatform(async (db) => {
    const { row } = await openInvitation(db, token, tools)
    return { schoolId: row.id }
  })
  const version = await keepAcceptedTerms(tools.openSchool(schoolId), tools)
  const { userId, school } = await tools.platform.withPlatform(async (db) => {
    const { found, row } = await openInvitation(db, token, tools)
    await choosePassword(db, token, { userId: found.user_id, purpose: 'invitation', passwordHash }, tools)
    await updatePerson(db, found.user_id, { name: input.name })
    await rememberAddress(db, { userId: found.user_id, ip }, tools)
    const consent = { schoolId, userId: found.user_id, whose: 'school', version, way: 'invitation' } as const
    await recordConsent(db, consent, tools)
    return { userId: found.user_id, school: row }
  })
  const holds = holdsPassword({ userId, schoolId: null, passwordHash })
  const signedIn = await openSession({ userId, schoolId: null, device, confirm: holds }, tools)
  tools.securityLog.record('sign_in', call, { userId })
  const role = [...(school.is_team ? (['admin'] as const) : []), ...(school.is_student ? (['student'] as const) : [])]
  return {
    ...signedIn,
    school: {
      id: school.id,
      name: school.school_name,
      role,
      base_path: basePathOf(school),
      logo_square_url: imageUrl(school.id, school.logo_square_key),
    },
  }
}

/**
 * An invitation is for a person who has not proven this e-mail yet; afterwards recovery is the way. A password that was chosen without
 * proof (an outsider may have signed up with the e-mail) does not close it: this link replaces that password. An activation link went to
 * the mailbox as well, so it invites its owner in the same way.
 */
async function openInvitation(db: PlatformDb, token: string, tools: Clock) {
  const found = await findMailedLink(db, token, ['invitation', 'activation'], tools)
  if (!found?.school_id || found.used) throw new AppError('not_found')
  const row = await findPersonAndSchool(db, found.user_id, found.school_id)
  if (!row || (await isClaimed(db, found.user_id))) throw new AppError('not_found')
  return { found, row }
}

/** A session that one school's administrator could have opened changes nothing outside that school. */
export async function chooseDarkMode({ actor }: Signed, { dark_mode }: { dark_mode: boolean }, tools: PlatformTools) {
  if (!actor.strong) throw new AppError('school_session_only')
  await tools.platform.withPlatform((db) => setDarkMode(db, actor.userId, dark_mode))
  return { user: { dark_mode } }
}
