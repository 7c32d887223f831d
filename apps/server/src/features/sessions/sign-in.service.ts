import type { ErrorCode } from '@escola/contract/errors'
import type { RouteOutput } from '@escola/contract/route'
import type { ShownPasskey } from '@escola/contract/security.contract'
import type { sessions } from '@escola/contract/sessions.contract'
import { isId } from '@escola/contract/wire'
import type { PlatformDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import type { Call } from '../../core/scope.ts'
import type { SecurityEvent } from '../../core/security-events.ts'
import { verifyPassword } from '../../security/passwords.ts'
import { hashToken, randomToken } from '../../security/signatures.ts'
import { findTokenStudent, spendToken as spendApiToken } from '../access-api/api-tokens.service.ts'
import { keepToken, readToken, spendToken } from '../security/one-time-tokens.service.ts'
import { checkPasskey } from '../security/passkeys.service.ts'
import { hasSecondFactor, takeCode } from '../security/second-factor.service.ts'
import { findFamiliar, rememberAddress } from './credentials.service.ts'
import { holdsPassword, openSession } from './open-session.service.ts'
import { findMembership, findPerson, holdAccessLink, type Person } from './sessions.queries.ts'
import type { SignInTools } from './sessions.service.ts'

/** The person's own password opens all their schools; one that a school's administrator set opens that school alone. */
export async function signIn(
  call: Call,
  { email, password, schoolId }: RouteOutput<typeof sessions.signIn>['body'],
  tools: SignInTools,
) {
  const input = { email, password, schoolId, event: 'sign_in_failed' } as const
  const { person, membership, own } = await requirePassword(call, input, tools)
  if (own && !person.confirmed) {
    tools.securityLog.record('sign_in_failed', call, { userId: person.id, reason: 'must_confirm_email' })
    throw new AppError('must_confirm_email')
  }
  const credential = own
    ? { userId: person.id, schoolId: null, passwordHash: person.password_hash }
    : { userId: person.id, schoolId: schoolId!, passwordHash: membership!.password_hash }
  // A student's password that the school set opens nothing that its administrators can't open anyway, so it asks for no code. For an administrator it
  // would be a way around the second factor.
  if (own || membership!.is_team) await askSecondFactor(call, credential, tools)
  return openRememberedSession(call, { ...credential, atSchoolId: schoolId, confirm: holdsPassword(credential) }, tools)
}

type Credential = Parameters<typeof holdsPassword>[0]

/** @throws second_factor_needed with what takes the code, where the person has a second factor */
async function askSecondFactor(call: Call, credential: Credential, tools: SignInTools) {
  const { userId, schoolId } = credential
  const challenge = await tools.platform.withPlatform(async (db) => {
    if (!(await hasSecondFactor(db, userId))) return undefined
    // A password that was changed meanwhile lets no sign-in go on; one that is changed from now on voids the challenge.
    await holdsPassword(credential)(db)
    const token = randomToken()
    await keepToken(db, token, { purpose: 'second_factor', user_id: userId, session_school_id: schoolId }, tools)
    return token
  })
  if (!challenge) return
  tools.securityLog.record('second_factor_asked', call, { userId })
  throw new AppError('second_factor_needed', { challenge })
}

interface Credentials {
  userId: string
  schoolId: string | null
  atSchoolId?: string | undefined
  byFactor?: boolean
  confirm: (db: PlatformDb) => Promise<void>
}

async function openRememberedSession(call: Call, credentials: Credentials, tools: SignInTools) {
  const { ip, device } = call
  const signedIn = await openSession({ ...credentials, device }, tools)
  const { userId, schoolId } = credentials
  // An address is not remembered for a password of a school: its administrator could make any number of addresses familiar with it.
  if (schoolId === null) await tools.platform.withPlatform((db) => rememberAddress(db, { userId, ip }, tools))
  tools.securityLog.record('sign_in', call, { userId, schoolId: schoolId ?? undefined })
  return signedIn
}

/** The second half: the challenge is spent by a right code, and a wrong one counts as a guess. */
export async function signInByCode(
  call: Call,
  { challenge, code }: RouteOutput<typeof sessions.signInByCode>['body'],
  tools: SignInTools,
) {
  const found = await tools.platform.withPlatform((db) => readToken(db, challenge, 'second_factor', tools))
  if (!found?.user_id) {
    tools.securityLog.record('second_factor_failed', call, { reason: 'invalid_token' })
    throw new AppError('invalid_token')
  }
  const { user_id: userId, session_school_id: schoolId } = found
  return guessCode(call, userId, tools, () => {
    const confirm = async (db: PlatformDb) => {
      if (!(await spendToken(db, challenge, 'second_factor', tools))) throw new AppError('invalid_token')
      if (!(await takeCode(db, { userId, code }, tools))) throw new AppError('invalid_code')
    }
    return openRememberedSession(call, { userId, schoolId, byFactor: true, confirm }, tools)
  })
}

/** Codes may be guessed as often as passwords; the two are counted apart. */
async function guessCode<T>(call: Call, userId: string, tools: SignInTools, work: () => Promise<T>): Promise<T> {
  const { ip } = call
  const provenOn = await tools.platform.withPlatform((db) => findFamiliar(db, { userId, ip }, tools))
  const wait = await tools.codeAttempts.begin(userId, ip, provenOn)
  const logFailure = (reason: ErrorCode) => tools.securityLog.record('second_factor_failed', call, { userId, reason })
  if (wait) {
    logFailure('too_many_sign_ins')
    throw new AppError('too_many_sign_ins', { retryAfter: wait })
  }
  try {
    const result = await work()
    await tools.codeAttempts.clear(userId, ip, provenOn)
    return result
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_code') logFailure(error.code)
    else await tools.codeAttempts.withdraw(userId, ip, provenOn)
    throw error
  }
}

/**
 * A student's access link, which a school's administrator may make: '{school}-{32 random bytes}', of which the membership keeps a hash. It
 * reaches that school alone. An administrator's membership has none: a bearer of the link would have their powers. The link that the access
 * API gives another system reads and reaches the same, and is over after a day, or after its one use.
 */
export const signInByToken = (call: Call, { token }: { token: string }, tools: SignInTools) =>
  tools.securityLog.recordRefusal('sign_in_failed', call, openByToken(call, token, tools))

async function openByToken(call: Call, token: string, tools: SignInTools) {
  const [schoolId = ''] = token.split('-')
  if (!isId(schoolId)) throw new AppError('invalid_token')
  const place = { schoolId, hash: hashToken(token), now: tools.now() }
  const { userId } = await tools.platform.withPlatform((db) => findLinked(db, place))
  const confirm = async (db: PlatformDb) => {
    const found = await findLinked(db, place)
    if (found.userId !== userId) throw new AppError('invalid_token')
    if (found.isSingleUse) await spendApiToken(db, place)
  }
  return openRememberedSession(call, { userId, schoolId, confirm }, tools)
}

async function findLinked(db: PlatformDb, place: Parameters<typeof findTokenStudent>[1]) {
  const linked = await holdAccessLink(db, place.schoolId, place.hash)
  const found = linked ? { userId: linked, isSingleUse: false } : await findTokenStudent(db, place)
  if (!found) throw new AppError('invalid_token')
  return found
}

/** A passkey is something that the person has and that asks for what they know or are: it counts as both factors. */
export async function signInByPasskey(call: Call, { answer }: { answer: ShownPasskey }, tools: SignInTools) {
  const shown = checkPasskey(answer, tools)
  const { userId, recordUse } = await tools.securityLog.recordRefusal('sign_in_failed', call, shown)
  return openRememberedSession(call, { userId, schoolId: null, byFactor: true, confirm: recordUse }, tools)
}

interface Typed {
  email: string
  password: string
  schoolId?: string | undefined
  /** Name under which a wrong password is logged. */
  event: SecurityEvent
}

/** Requires a password of the user's, and logs one that is wrong or is one too many. */
async function requirePassword(call: Call, { event, ...typed }: Typed, tools: SignInTools) {
  const { ip } = call
  const { wait, person, own, schools, provenOn, membership } = await checkPasswords({ ...typed, ip }, tools)
  const refuse = (error: AppError) => {
    tools.securityLog.record(event, call, { userId: person?.id, reason: error.code })
    return error
  }
  if (wait) throw refuse(new AppError('too_many_sign_ins', { retryAfter: wait }))
  if (!person || (!own && !schools)) throw refuse(new AppError('invalid_password'))
  await tools.attempts.clear(typed.email, ip, provenOn)
  return { person, membership, own }
}

/**
 * Counts the attempt before any password is looked at, finds whom it is about, and says whether the password is their own, or else one that
 * the school has set.
 */
async function checkPasswords(
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
  if (wait) return { ...found, wait, own: false, schools: false }
  try {
    const presence = { familiar: found.provenOn !== undefined }
    const own = await verifyPassword(password, found.person?.password_hash, presence)
    // A missing password is verified, too: else the time would tell which members the school has given one.
    const schools = !own && schoolId ? await verifyPassword(password, found.membership?.password_hash, presence) : false
    return { ...found, wait, own, schools }
  } catch (error) {
    await tools.attempts.withdraw(email, ip, found.provenOn)
    throw error
  }
}

/** Requires the person's own password; a wrong one counts as a sign-in that failed. */
export async function requireOwnPassword(
  call: Call,
  typed: { email: string; password: string },
  tools: SignInTools,
): Promise<Person> {
  const { person } = await requirePassword(call, { ...typed, event: 'proof_failed' }, tools)
  return person
}

/** Requires a code of a person who is signed in and proves again who they are. */
export const requireCode = (call: Call, { userId, code }: { userId: string; code: string }, tools: SignInTools) =>
  guessCode(call, userId, tools, async () => {
    if (!(await tools.platform.withPlatform((db) => takeCode(db, { userId, code }, tools))))
      throw new AppError('invalid_code')
  })
