import { dayMs } from '@escola/contract/durations'
import { limits } from '@escola/contract/limits'
import type { SignedIn } from '@escola/contract/sessions.contract'
import type { PlatformDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import type { SecurityLog } from '../../core/security-events.ts'
import type { PlatformTools } from '../../core/tools.ts'
import type { SessionTokens } from '../../http/session-token.ts'
import { warnUser } from '../messages/security-mails.service.ts'
import type { Contexts } from '../schools/schools.service.ts'
import { holdPassword, insertSession, isNewDevice } from './sessions.queries.ts'

/** Tools that open a session: its signature, and the client's answer. */
export interface SessionTools extends PlatformTools {
  tokens: SessionTokens
  contexts: Contexts
  securityLog: SecurityLog
}

interface Opening {
  userId: string
  /** null: opened by what is the person's own, good for all their schools; else good for that school alone. */
  schoolId: string | null
  /** The browser and system, in words. */
  device: string
  /** The user has shown their second factor or a passkey. */
  byFactor?: boolean
  /** School where the person signs in, if it is known: a mail of it carries its name. */
  atSchoolId?: string | undefined
  /** Runs in the transaction that opens the session, before it; what it throws opens nothing. */
  confirm: (db: PlatformDb) => Promise<void>
}

/** The password that was compared opens nothing when it was changed meanwhile. */
export const holdsPassword =
  (credential: { userId: string; schoolId: string | null; passwordHash: string | null }) => async (db: PlatformDb) => {
    if (!(await holdPassword(db, credential))) throw new AppError('invalid_password')
  }

/** Opens a session and answers what a signed-in client keeps. */
export async function openSession(
  { userId, schoolId, device, byFactor = false, atSchoolId, confirm }: Opening,
  { platform, tokens, contexts, now }: SessionTools,
): Promise<SignedIn> {
  const strong = schoolId === null
  const opened = now()
  // A person who could be a school's administrator has proven nothing of the student.
  const provenOn = strong ? opened : null
  const factorProvenOn = byFactor ? provenOn : null
  const sessionId = await platform.withPlatform(async (db) => {
    await confirm(db)
    // A session that a school's password or link opens says nothing of the person's own devices.
    if (strong && (await isNewDevice(db, userId, device)))
      await warnUser(db, { device }, { userId, kind: 'new_device', act: device, schoolId: atSchoolId }, { now })
    return insertSession(db, {
      user_id: userId,
      school_id: schoolId,
      device,
      utc_created_on: opened,
      utc_expires_on: new Date(opened.getTime() + limits.sessionDays * dayMs),
      utc_proven_on: provenOn,
      utc_factor_proven_on: factorProvenOn,
    })
  })
  const proofs = { provenOn, factorProvenOn, hasFactor: byFactor, lacksFactor: false }
  const actor = { userId, sessionId, strong, sessionSchoolId: schoolId, platformRole: 'student', ...proofs }
  return { token: tokens.sign(sessionId, userId), ...(await contexts.ofPerson(actor)) }
}
