import { dayMs, minuteMs } from '@escola/contract/durations'
import { limits } from '@escola/contract/limits'
import type { PlatformDb } from '@escola/db'
import { networkOf } from '../../core/networks.ts'
import type { Call, Signed } from '../../core/scope.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import { hashToken, randomToken, sign } from '../../security/signatures.ts'
import { warnUser } from '../messages/security-mails.service.ts'
import { setPassword } from '../people/user-accounts.service.ts'
import { voidTokens } from '../security/one-time-tokens.service.ts'
import {
  deleteAddresses,
  deleteTraces,
  type EmailToken,
  findClaimed,
  findEmailToken,
  findProof,
  insertRecovery,
  keepProof,
  type LinkPurpose,
  markTokenUsed,
  revokeSessionsOf,
  voidTokensOf,
} from './sessions.queries.ts'

/** Owner of a mailed link; undefined when it was never sent or is too old. Locks it until the transaction ends. */
export async function findMailedLink(
  db: PlatformDb,
  token: string,
  purposes: LinkPurpose[],
  { now }: Clock,
): Promise<EmailToken | undefined> {
  const found = await findEmailToken(db, hashToken(token), purposes, now())
  return found?.expired ? undefined : found
}

export const spendLink = (db: PlatformDb, token: string, { now }: Clock) => markTokenUsed(db, hashToken(token), now())

/** Links that let their bearer into the account. */
const waysIn: LinkPurpose[] = ['activation', 'invitation', 'recovery']
export const denials = ['sign_up_denial', 'passkey_denial', 'second_factor_denial'] as const satisfies LinkPurpose[]

/** Voids all links that were mailed to this person: one that denies leads to a new password as well. */
export const voidLinks = (db: PlatformDb, userId: string, { now }: Clock) =>
  voidTokensOf(db, userId, [...waysIn, ...denials], now())

/** Tells whether the account is the user's by now, so that no invitation opens it. */
export const isClaimed = async (db: PlatformDb, userId: string) => (await findClaimed(db, userId)) !== undefined

/** Ends the person's sessions everywhere. */
export const endSessions = async (db: PlatformDb, userId: string, { now }: Clock): Promise<void> =>
  void (await revokeSessionsOf(db, userId, now()))

/**
 * Ends what opened an account until now: sessions and links that were mailed, and sign-ins that are half done.
 * @param keptSessionId the session that the person does it in, when there is one
 * @param keepsDenials The mailbox is still the user's, so its denial links stay valid.
 * @returns the sessions that ended
 */
export async function endOpenings(
  db: PlatformDb,
  { userId, keptSessionId, keepsDenials }: { userId: string; keptSessionId?: string; keepsDenials?: true },
  tools: Clock,
) {
  if (keepsDenials) await voidTokensOf(db, userId, waysIn, tools.now())
  else await voidLinks(db, userId, tools)
  await voidTokens(db, userId)
  return revokeSessionsOf(db, userId, tools.now(), keptSessionId)
}

/** Makes a link to choose a new password for a person who has proven their mailbox just now. @returns its token */
export async function makeRecoveryLink(db: PlatformDb, userId: string, { now }: Clock): Promise<string> {
  const token = randomToken()
  const expiresOn = new Date(now().getTime() + limits.recoveryMinutes * minuteMs)
  await insertRecovery(db, { hash: hashToken(token), userId, expiresOn })
  return token
}

/** Forgets the network addresses from which the person has signed in. */
export const forgetAddresses = (db: PlatformDb, userId: string) => deleteAddresses(db, userId)

/** Forgets where and with what the person has signed in, and all links that were mailed to them. */
export const forgetSessions = (db: PlatformDb, userId: string): Promise<void> => deleteTraces(db, userId)

/** A password of the person's own, proven by a link to their mailbox; every other link of that purpose is void, and they are signed out everywhere. */
export async function choosePassword(
  db: PlatformDb,
  token: string,
  { userId, purpose, passwordHash }: { userId: string; purpose: 'invitation' | 'recovery'; passwordHash: string },
  tools: Clock,
) {
  await spendLink(db, token, tools)
  await voidTokensOf(db, userId, [purpose], tools.now())
  await replacePassword(db, { userId, passwordHash }, tools)
}

/**
 * Sessions of the old password end, and sign-ins that are half done do not go on.
 * @param change.spared the session that the person changes it in, when there is one
 * @returns the sessions that ended
 */
export async function replacePassword(
  db: PlatformDb,
  { userId, passwordHash, keptSessionId }: { userId: string; passwordHash: string; keptSessionId?: string },
  { now }: Clock,
) {
  await setPassword(db, userId, passwordHash, now())
  await voidTokens(db, userId)
  return revokeSessionsOf(db, userId, now(), keptSessionId)
}

/** Warns a user that another password opens their account from now on. */
export const warnOfPassword = (
  db: PlatformDb,
  call: Pick<Call, 'device'>,
  { userId, schoolId }: { userId: string; schoolId: string | undefined },
  tools: Clock,
) => warnUser(db, call, { userId, kind: 'password_changed', act: String(tools.now().getTime()), schoolId }, tools)

/** Replaces the password of a person who is signed in, and stays so here: mailed links to choose a password no longer work. */
export async function replaceOwnPassword(
  db: PlatformDb,
  scope: Signed,
  { passwordHash, schoolId }: { passwordHash: string; schoolId: string | undefined },
  tools: Pick<Tools, 'config' | 'now'>,
) {
  const {
    actor: { userId, sessionId },
    ip,
  } = scope
  const ended = await replacePassword(db, { userId, passwordHash, keptSessionId: sessionId }, tools)
  await voidTokensOf(db, userId, ['recovery', 'invitation'], tools.now())
  await rememberAddress(db, { userId, ip }, tools)
  await warnOfPassword(db, scope, { userId, schoolId }, tools)
  return ended
}

/** A visitor at an address: a person who has signed in or opened a mailed link there, or an outsider who tries. */
interface Presence {
  userId: string
  ip: string
}
type PresenceTools = Pick<Tools, 'config' | 'now'>

/** Attempts of outsiders elsewhere don't hold the person up at this address from now on. */
export const rememberAddress = (db: PlatformDb, { userId, ip }: Presence, { config, now }: PresenceTools) =>
  keepProof(
    db,
    { userId, addressHash: addressHash(config.secret, userId, ip) },
    { since: familiarSince(now()), now: now() },
  )

/** Finds the moment when the person last proved at this address who they are; undefined to an outsider. */
export const findFamiliar = (db: PlatformDb, { userId, ip }: Presence, { config, now }: PresenceTools) =>
  findProof(db, userId, addressHash(config.secret, userId, ip), familiarSince(now()))

const addressHash = (secret: string, userId: string, ip: string) =>
  sign(secret, 'familiar address', `${userId} ${networkOf(ip)}`)
const familiarSince = (now: Date) => new Date(now.getTime() - limits.familiarAddressDays * dayMs)
