import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Deriving a key takes a hundred times as long as opening a text with it. */
const keys = new LRUCache<string, Buffer>({
  max: 50,
  memoMethod: (name) => {
    const [purpose, secret] = JSON.parse(name) as [string, string]
    return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  },
})
const keyFor = (secret: string, purpose: string) => keys.memo(JSON.stringify([purpose, secret]))

/**
 * Keeps a text so that the database alone does not reveal it.
 * @param of id of the owner: a text sealed for one person opens for no other
 */
export function seal(secret: string, purpose: string, { text, of }: { text: string; of: string }): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), nonce).setAAD(Buffer.from(of))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @throws when it was sealed otherwise, or changed since */
export function unseal(secret: string, purpose: string, { sealed, of }: { sealed: string; of: string }): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const cipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), bytes.subarray(0, 12), { authTagLength: 16 })
  cipher.setAAD(Buffer.from(of)).setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
}
