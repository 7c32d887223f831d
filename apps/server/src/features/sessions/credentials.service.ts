import { limits } from '@escola/contract/limits'
import type { PlatformDb } from '@escola/db'
import type { Tools } from '../../core/tools.ts'
import { hashToken, sign } from '../../security/signatures.ts'
import {
  confirmEmail,
  dropTokensOf,
  type EmailToken,
  findEmailToken,
  findProof,
  keepProof,
  type LinkPurpose,
  markTokenUsed,
  setPassword,
} from './sessions.queries.ts'
import { networkOf } from './sign-in-attempts.ts'

export { confirmEmail }

/** Whom a mailed link is for; undefined when it was never sent or is too old. Locks it until the transaction ends. */
export async function findMailedLink(
  db: PlatformDb,
  token: string,
  ...purposes: LinkPurpose[]
): Promise<EmailToken | undefined> {
  const found = await findEmailToken(db, hashToken(token), purposes)
  return found?.expired ? undefined : found
}

export const spendLink = (db: PlatformDb, token: string) => markTokenUsed(db, hashToken(token))

/** A password of the person's own, proven by a link to their mailbox; every other link of that purpose is void. */
export async function choosePassword(
  db: PlatformDb,
  token: string,
  { userId, purpose, passwordHash }: { userId: string; purpose: 'invitation' | 'recovery'; passwordHash: string },
) {
  await spendLink(db, token)
  await dropTokensOf(db, userId, purpose)
  await setPassword(db, userId, passwordHash)
}

/** Somebody at an address: a person who has signed in or opened a mailed link there, or an outsider who tries. */
interface Presence {
  userId: string
  ip: string
}

/** What outsiders try elsewhere doesn't hold the person up at this address from now on. */
export const rememberAddress = (db: PlatformDb, { config }: Pick<Tools, 'config'>, { userId, ip }: Presence) =>
  keepProof(db, userId, addressHash(config.secret, userId, ip), familiarSince())

/** When the person last proved at this address who they are; undefined to an outsider. */
export const findFamiliar = (db: PlatformDb, { config }: Pick<Tools, 'config'>, { userId, ip }: Presence) =>
  findProof(db, userId, addressHash(config.secret, userId, ip), familiarSince())

const addressHash = (secret: string, userId: string, ip: string) =>
  sign(secret, 'familiar address', `${userId} ${networkOf(ip)}`)
const familiarSince = () => new Date(Date.now() - limits.familiarAddressDays * 86_400_000)
