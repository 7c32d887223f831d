import type { PlatformDb } from '@escola/db'
import { hashToken } from '../../security/signatures.ts'
import {
  confirmEmail,
  dropTokensOf,
  type EmailToken,
  findEmailToken,
  markTokenUsed,
  setPassword,
} from './sessions.queries.ts'

export { confirmEmail }

/** Whom a mailed link is for; undefined when it was never sent or is too old. Locks it until the transaction ends. */
export async function findMailedLink(
  db: PlatformDb,
  token: string,
  purpose: 'activation' | 'invitation' | 'recovery',
): Promise<EmailToken | undefined> {
  const found = await findEmailToken(db, hashToken(token), purpose)
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
