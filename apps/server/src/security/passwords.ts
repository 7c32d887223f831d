import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'

/** OWASP's minimum for argon2id; stored in each hash, so it may grow later. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

// Each hash takes 19 MiB and a core: more at once would only make all of them slower.
const slots = { free: availableParallelism(), waiting: [] as (() => void)[] }

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(password, salt, cost)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`
}

/** Takes the same time whether or not there is a hash to compare with. */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const match = (stored ?? '').match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/)
  if (!match) {
    await derive(password, Buffer.alloc(16), cost)
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
  const actual = await derive(password, Buffer.from(salt, 'base64'), {
    memory: +memory,
    passes: +passes,
    parallelism: +parallelism,
  })
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

async function derive(password: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost): Promise<Buffer> {
  if (slots.free > 0) slots.free--
  else await new Promise<void>((resolve) => slots.waiting.push(resolve))
  try {
    return await new Promise<Buffer>((resolve, reject) =>
      argon2(
        'argon2id',
        { message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength },
        (error, tag) => (error ? reject(error) : resolve(Buffer.from(tag))),
      ),
    )
  } finally {
    const next = slots.waiting.shift()
    if (next) next()
    else slots.free++
  }
}
