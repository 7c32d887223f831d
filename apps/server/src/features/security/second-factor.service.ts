import { randomInt } from 'node:crypto'
import { securityLimits } from '@escola/contract/limits'
import { done } from '@escola/contract/wire'
import type { PlatformDb } from '@escola/db'
import { Secret, TOTP } from 'otpauth'
import QRCode from 'qrcode'
import { AppError } from '../../core/app-error.ts'
import type { Signed } from '../../core/scope.ts'
import type { PlatformTools, Tools } from '../../core/tools.ts'
import type { Gate } from '../../http/gate.ts'
import { seal, unseal } from '../../security/sealed.ts'
import { sign } from '../../security/signatures.ts'
import { warnUser } from '../messages/security-mails.service.ts'
import {
  confirmSecret,
  deleteSecondFactor,
  findEmail,
  findSecondFactor,
  offerSecret,
  replaceCodes,
  takeRecoveryCode,
  takeStep,
} from './second-factor.queries.ts'

/** Tools of the calls after which the session reaches more. */
type FactorTools = PlatformTools & { gate: Pick<Gate, 'forget'> }
type CodeTools = Pick<Tools, 'config' | 'now'>
const purpose = 'second factor'
const letters = 'abcdefghijklmnopqrstuvwxyz234567'
const codeLength = 10

/** Whether signing in asks this person for a code. */
export const hasSecondFactor = async (db: PlatformDb, userId: string): Promise<boolean> =>
  (await findSecondFactor(db, userId))?.utc_confirmed_on != null

/** Whether this is a code of theirs that was never used: of the app, now or a step away, or of recovery. It is used then. */
export async function takeCode(
  db: PlatformDb,
  { userId, code }: { userId: string; code: string },
  tools: CodeTools,
): Promise<boolean> {
  const factor = await findSecondFactor(db, userId)
  if (!factor?.utc_confirmed_on) return false
  if (code.length === codeLength) return takeRecoveryCode(db, userId, hashCode(userId, code, tools))
  return takeAppCode(db, { userId, code, sealed: factor.sealed_secret }, tools)
}

async function takeAppCode(
  db: PlatformDb,
  { userId, code, sealed }: { userId: string; code: string; sealed: string },
  { config, now }: CodeTools,
): Promise<boolean> {
  const secret = Secret.fromBase32(unseal(config.secret, purpose, { sealed, of: userId }))
  const totp = new TOTP({ secret })
  const timestamp = now().getTime()
  const drift = totp.validate({ token: code, timestamp, window: 1 })
  return drift !== null && takeStep(db, userId, totp.counter({ timestamp }) + drift)
}

const hashCode = (userId: string, code: string, { config }: CodeTools) =>
  sign(config.secret, 'recovery code', `${userId} ${code}`)

async function makeCodes(db: PlatformDb, userId: string, tools: CodeTools): Promise<{ codes: string[] }> {
  const codes = Array.from({ length: securityLimits.recoveryCodes }, () =>
    Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join(''),
  )
  await replaceCodes(
    db,
    userId,
    codes.map((code) => hashCode(userId, code, tools)),
  )
  return { codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`) }
}

/** Nothing is asked for until a code of this secret was confirmed; starting again replaces it. */
export async function startSecondFactor(scope: Signed, tools: PlatformTools) {
  const { userId } = scope.actor
  const secret = new Secret({ size: 20 }).base32
  const email = await tools.platform.withPlatform(async (db) => {
    const sealed = seal(tools.config.secret, purpose, { text: secret, of: userId })
    if (!(await offerSecret(db, { user_id: userId, sealed_secret: sealed, utc_created_on: tools.now() })))
      throw new AppError('conflict')
    return (await findEmail(db, userId)).email
  })
  const url = new TOTP({ issuer: 'Escola', label: email, secret: Secret.fromBase32(secret) }).toString()
  const qr = await QRCode.toString(url, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return { secret, url, qr: `data:image/svg+xml;base64,${Buffer.from(qr).toString('base64')}` }
}

export async function confirmSecondFactor(scope: Signed, { code }: { code: string }, tools: FactorTools) {
  const { userId, sessionId } = scope.actor
  const codes = await tools.platform.withPlatform(async (db) => {
    const factor = await findSecondFactor(db, userId)
    if (!factor || factor.utc_confirmed_on) throw new AppError('conflict')
    if (!(await takeAppCode(db, { userId, code, sealed: factor.sealed_secret }, tools)))
      throw new AppError('invalid_code')
    await confirmSecret(db, userId, tools.now())
    const act = String(tools.now().getTime())
    await warnUser(db, scope, { userId, kind: 'second_factor_added', act }, tools)
    return makeCodes(db, userId, tools)
  })
  // The gate's memory of a platform administrator's session says that there is none.
  tools.gate.forget(sessionId)
  return codes
}

export async function removeSecondFactor(scope: Signed, tools: PlatformTools) {
  const { userId } = scope.actor
  await tools.platform.withPlatform(async (db) => {
    const confirmedOn = (await findSecondFactor(db, userId))?.utc_confirmed_on
    await deleteSecondFactor(db, userId)
    const act = String(confirmedOn?.getTime())
    if (confirmedOn) await warnUser(db, scope, { userId, kind: 'second_factor_removed', act }, tools)
  })
  return done
}

/** Deletes the factor without a proof. @returns false when there is none that counts */
export async function dropSecondFactor(db: PlatformDb, userId: string): Promise<boolean> {
  if (!(await hasSecondFactor(db, userId))) return false
  await deleteSecondFactor(db, userId)
  return true
}

export async function renewCodes(scope: Signed, tools: PlatformTools) {
  const { userId } = scope.actor
  return tools.platform.withPlatform(async (db) => {
    if (!(await hasSecondFactor(db, userId))) throw new AppError('not_found')
    return makeCodes(db, userId, tools)
  })
}
