import { securityLimits } from '@escola/contract/limits'
import { refusals } from '@escola/contract/refusals'
import type { RouteOutput } from '@escola/contract/route'
import { passkeyName, type ShownPasskey, type security } from '@escola/contract/security.contract'
import { done } from '@escola/contract/wire'
import type { PlatformDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import type { Signed } from '../../core/scope.ts'
import type { PlatformTools, Tools } from '../../core/tools.ts'
import { sign } from '../../security/signatures.ts'
import { tellOfPasskey } from '../messages/security-mails.service.ts'
import type { OneTimeToken } from './one-time-tokens.queries.ts'
import { keepToken, spendToken } from './one-time-tokens.service.ts'
import { deletePasskey, findPasskey, insertPasskey, listPasskeys, recordPasskeyUse } from './passkeys.queries.ts'
import { findEmail } from './second-factor.queries.ts'

/** Some 250 modules, an eighth of what a process loads, come when the first passkey does. */
const loadLibrary = () => import('@simplewebauthn/server')

/** Passkeys are for the platform's own address; a school's own domain has none. */
export const passkeyHostOf = ({ publicUrl }: Tools['config']) => new URL(publicUrl).hostname
const expectedOf = ({ config }: Pick<Tools, 'config'>) => ({
  expectedOrigin: new URL(config.publicUrl).origin,
  expectedRPID: passkeyHostOf(config),
  requireUserVerification: true,
})

// EdDSA, ES256 and RS256: every device supports one of them, and newer algorithms are experimental in Node.js.
const algorithms = { supportedAlgorithmIDs: [-8, -7, -257] }

const refusePasskey = () => new AppError('passkey_refused')

/** The challenge of an answer, which is spent before anything else of it is looked at. */
async function spendChallenge(
  { clientDataJSON }: { clientDataJSON: string },
  purpose: OneTimeToken['purpose'],
  tools: PlatformTools,
) {
  const challenge = readChallenge(clientDataJSON)
  const found = challenge && (await tools.platform.withPlatform((db) => spendToken(db, challenge, purpose, tools)))
  if (!found) throw refusePasskey()
  return { challenge, userId: found.user_id }
}

function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

export async function startPasskey(scope: Signed, tools: PlatformTools) {
  const { config, platform } = tools
  const { userId } = scope.actor
  const { person, passkeys } = await platform.withPlatform(async (db) => ({
    person: await findEmail(db, userId),
    passkeys: await listPasskeys(db, userId),
  }))
  if (passkeys.length >= securityLimits.passkeys) throw invalidField('passkey', refusals.tooManyPasskeys)
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpName: 'Escola',
    rpID: passkeyHostOf(config),
    userName: person.email,
    userDisplayName: person.name,
    // The id is kept on the device, and tells a reader there nothing of ours.
    userID: new Uint8Array(Buffer.from(sign(config.secret, 'passkey person', userId), 'base64url')),
    excludeCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
    ...algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await platform.withPlatform((db) =>
    keepToken(db, options.challenge, { purpose: 'new_passkey', user_id: userId, session_school_id: null }, tools),
  )
  return { options: { ...options } }
}

export async function addPasskey(
  scope: Signed,
  { answer }: RouteOutput<typeof security.addPasskey>['body'],
  tools: PlatformTools,
) {
  const { userId } = scope.actor
  const spent = await spendChallenge(answer.response, 'new_passkey', tools)
  if (spent.userId !== userId) throw refusePasskey()
  const expected = { ...expectedOf(tools), ...algorithms, expectedChallenge: spent.challenge }
  const { verifyRegistrationResponse } = await loadLibrary()
  // An answer that can't be read is refused like one that is wrong.
  const checked = await verifyRegistrationResponse({ response: answer as never, ...expected }).catch(() => undefined)
  if (!checked?.verified) throw refusePasskey()
  const { id, publicKey, counter } = checked.registrationInfo.credential
  const row = {
    id,
    user_id: userId,
    name: scope.device || passkeyName,
    public_key: Buffer.from(publicKey).toString('base64url'),
    sign_count: String(counter),
    transports: answer.response.transports,
    utc_created_on: tools.now(),
  }
  const passkey = await tools.platform.withPlatform(async (db) => {
    const inserted = await insertPasskey(db, row)
    if (inserted) await tellOfPasskey(db, scope, { userId, passkeyId: id }, tools)
    return inserted
  })
  if (!passkey) throw new AppError('conflict')
  return { passkey: toWire(passkey) }
}

export const toWire = ({ id, name, utc_created_on, utc_used_on }: Omit<Listed, 'transports'>) => ({
  id,
  name,
  utc_created_on: utc_created_on.toISOString(),
  utc_used_on: utc_used_on?.toISOString() ?? null,
})
type Listed = Awaited<ReturnType<typeof listPasskeys>>[number]

export async function removePasskey(scope: Signed, { id }: { id: string }, tools: PlatformTools) {
  if (!(await tools.platform.withPlatform((db) => deletePasskey(db, scope.actor.userId, id)))) throw notFound()
  return done
}

/** The answer itself shows who the person is: the device knows its people. */
export async function askPasskey(tools: PlatformTools) {
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: passkeyHostOf(tools.config),
    userVerification: 'required',
  })
  await tools.platform.withPlatform((db) =>
    keepToken(db, options.challenge, { purpose: 'passkey', user_id: null, session_school_id: null }, tools),
  )
  return { options: { ...options } }
}

/** @returns owner of the passkey that was shown, and a function that records its use in the transaction that follows */
export async function checkPasskey(answer: ShownPasskey, tools: PlatformTools) {
  const { challenge } = await spendChallenge(answer.response, 'passkey', tools)
  const passkey = await tools.platform.withPlatform((db) => findPasskey(db, answer.id))
  if (!passkey) throw refusePasskey()
  const { id, user_id: userId, public_key, sign_count, transports } = passkey
  const publicKey = new Uint8Array(Buffer.from(public_key, 'base64url'))
  const credential = { id, publicKey, counter: Number(sign_count), transports }
  const expected = { ...expectedOf(tools), expectedChallenge: challenge }
  const { verifyAuthenticationResponse } = await loadLibrary()
  const checked = await verifyAuthenticationResponse({ response: answer as never, credential, ...expected }).catch(
    () => undefined,
  )
  if (!checked?.verified) throw refusePasskey()
  const count = checked.authenticationInfo.newCounter
  const recordUse = async (db: PlatformDb) => {
    if (!(await recordPasskeyUse(db, { id, count, now: tools.now() }))) throw refusePasskey()
  }
  return { userId, recordUse }
}
