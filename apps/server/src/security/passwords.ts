import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { refusals } from '@escola/contract/refusals'
import { SharedPlaces } from '@escola/db'
import PQueue from 'p-queue'
import { AppError, invalidField } from '../core/app-error.ts'
import { currentCaller } from '../core/current-caller.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Told of every password that is hashed, and nothing of it: who must not reach the hasher is counted here. */
const hashed = channel('escola.password-hashed')

/** OWASP's minimum for argon2id; stored in each hash, so it may grow later. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
const argon2id = promisify(argon2)

// Each hash takes 19 MiB and a core: more at once would only make all of them slower.
const queue = new PQueue({ concurrency: availableParallelism() })
/**
 * A core makes some seventy hashes a second: no caller waits much longer than a second, and one too many is refused at once. A class that signs in
 * behind one address takes less than half of the places.
 */
export const passwordPlaces = Math.max(128, 64 * availableParallelism())
/** Places of passwords that wait: of outsiders, and of people at a familiar address. */
const places = { outside: new SharedPlaces(), familiar: new SharedPlaces() }
/** Puts each familiar person before every outsider. */
const familiarFirst = 1_000_000

/** A person at an address where they have proven who they are goes first, and has places that no outsider takes. */
interface Presence {
  familiar?: boolean
}

/** Hashes a password that a user chooses now, and refuses one that is tried first; those that were chosen before stay good. */
export async function hashNewPassword(password: string): Promise<string> {
  if (await isCommonPassword(password)) throw invalidField('password', refusals.commonPassword)
  return hashPassword(password)
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(password, salt, cost)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`
}

/** Takes the same time whether or not there is a hash to compare with. */
export async function verifyPassword(
  password: string,
  stored: string | null | undefined,
  presence: Presence = {},
): Promise<boolean> {
  const match = (stored ?? '').match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/)
  if (!match) {
    await derive(password, Buffer.alloc(16), cost, presence)
    return false
  }
  const [, memory, passes, parallelism, salt, tag] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const expected = Buffer.from(tag, 'base64')
  const paid = { memory: +memory, passes: +passes, parallelism: +parallelism }
  const actual = await derive(password, Buffer.from(salt, 'base64'), paid, presence)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

async function derive(
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: typeof cost,
  { familiar = false }: Presence = {},
): Promise<Buffer> {
  const caller = currentCaller()
  const taken = familiar ? places.familiar : places.outside
  if (taken.refuses(caller, passwordPlaces)) throw new AppError('unavailable', { retryAfter: 1 })
  // The next password of a caller who has many waiting is hashed after those of others.
  const priority = (familiar ? familiarFirst : 0) - (caller ? taken.heldBy(caller) : 0)
  taken.take(caller)
  hashed.publish({})
  const message = password.normalize('NFKC')
  return queue.add(
    () => {
      taken.free(caller)
      return argon2id('argon2id', { message, nonce, memory, passes, parallelism, tagLength })
    },
    { priority },
  )
}
