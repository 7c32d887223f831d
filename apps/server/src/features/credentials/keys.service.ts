import { createPrivateKey, generateKeyPair, type JsonWebKey, randomUUID, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { addressOf } from '@escola/contract/call'
import { credentials } from '@escola/contract/credentials.contract'
import { notFound } from '../../core/app-error.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { seal, unseal } from '../../security/sealed.ts'
import { findSigningKey, insertKey, type KeyPair, listPublicKeys, retireKey } from './keys.queries.ts'

export type SigningTools = Pick<PlatformTools, 'platform' | 'now'> & {
  config: Pick<PlatformTools['config'], 'publicUrl' | 'secret'>
}

const purpose = 'credential-key'
const generateRsa = promisify(generateKeyPair)

async function generateKey({ secret, publicUrl }: SigningTools['config']): Promise<KeyPair> {
  const { publicKey, privateKey } = await generateRsa('rsa', { modulusLength: 2048 })
  const id = randomUUID()
  const text = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return {
    id,
    kid: `${publicUrl}${addressOf(credentials.key, { params: { id } })}`,
    publicJwk: publicKey.export({ format: 'jwk' }),
    sealedPrivateKey: seal(secret, purpose, { text, of: id }),
  }
}

/** The first credential makes the first key. The private half is read each time: once it is destroyed, no process signs with it. */
async function openSigningKey({ platform, config, now }: SigningTools) {
  const find = () => platform.withPlatform(findSigningKey)
  let key = await find()
  if (!key) {
    const pair = await generateKey(config)
    await platform.withPlatform((db) => insertKey(db, pair, now()))
    key = await find()
  }
  if (!key) throw new Error('a key that signs credentials went while it was made')
  const pem = unseal(config.secret, purpose, { sealed: key.sealed_private_key, of: key.id })
  return { kid: key.kid, privateKey: createPrivateKey(pem) }
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** @returns a JWT, signed with the installation's key */
export async function signToken(payload: object, tools: SigningTools): Promise<string> {
  const { kid, privateKey } = await openSigningKey(tools)
  const signed = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(payload)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
}

/** Public halves as a JWKS. */
export async function listKeys({ platform }: Pick<SigningTools, 'platform'>) {
  const rows = await platform.withPlatform(listPublicKeys)
  return { keys: rows.map(jwkOf) }
}

export async function getKey(id: string, { platform }: Pick<SigningTools, 'platform'>) {
  const rows = await platform.withPlatform(listPublicKeys)
  const row = rows.find((each) => each.id === id)
  if (!row) throw notFound()
  return jwkOf(row)
}

const jwkOf = ({ kid, public_jwk }: Awaited<ReturnType<typeof listPublicKeys>>[number]) => ({
  ...(public_jwk as JsonWebKey),
  kid,
  alg: 'RS256',
  use: 'sig',
})

/**
 * Replaces the key that signs and destroys its private half; its public half still proves what it signed.
 * @returns the new key's address; undefined when another rotation at the same moment was first
 */
export async function rotateKey({ platform, config, now }: SigningTools): Promise<string | undefined> {
  const pair = await generateKey(config)
  const isWritten = await platform.withPlatform(async (db) => {
    await retireKey(db, now())
    return insertKey(db, pair, now())
  })
  return isWritten ? pair.kid : undefined
}
