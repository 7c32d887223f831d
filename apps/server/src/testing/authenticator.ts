import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (text: string) => createHash('sha256').update(text).digest()
/** Writes byte strings and texts of CBOR, by their major type. */
const cbor = (major: number, bytes: Buffer | string) => {
  const content = Buffer.from(bytes)
  const { length } = content
  const head = length < 24 ? [length] : length < 256 ? [24, length] : [25, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([major * 32 + head[0]!, ...head.slice(1)]), content])
}

/** Acts as a phone or a security key for tests of the server: it makes passkeys and shows them. */
export function authenticator({ origin = 'http://localhost:3000', host = 'localhost' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let count = 0
  /** @param flags 0x05: the user was present, and was recognised */
  const dataOf = (flags: number, rest = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++count)
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter, rest])
  }
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const credential = { id: base64(id), rawId: base64(id), type: 'public-key' as const, clientExtensionResults: {} }

  return {
    make({ challenge }: { challenge: string }) {
      // A key of P-256, for signatures with SHA-256.
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        cbor(2, Buffer.from(x!, 'base64url')),
        Buffer.from([0x22]),
        cbor(2, Buffer.from(y!, 'base64url')),
      ])
      const data = dataOf(0x45, Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]))
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cbor(3, 'fmt'),
        cbor(3, 'none'),
        cbor(3, 'attStmt'),
        Buffer.from([0xa0]),
        cbor(3, 'authData'),
        cbor(2, data),
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: base64(clientData('webauthn.create', challenge)),
          attestationObject: base64(attestation),
        },
      }
    },
    show({ challenge }: { challenge: string }, { flags = 0x05 } = {}) {
      const client = clientData('webauthn.get', challenge)
      const data = dataOf(flags)
      const signature = sign('sha256', Buffer.concat([data, sha256(client.toString())]), privateKey)
      return {
        ...credential,
        response: { clientDataJSON: base64(client), authenticatorData: base64(data), signature: base64(signature) },
      }
    },
  }
}
