import type { AccountProof } from '@escola/contract/account-proofs'
import type { Delivery } from './platform.ts'
import { bearerOf, isCode, isMac } from './proof.ts'
import { getValue } from './values.ts'

/** Whether a delivery proves that it knows an account's code in the way that the school chose. */
export function provesAs(proof: AccountProof, delivery: Delivery, code: string): boolean {
  if (proof.kind === 'signature') return isSigned(proof, delivery, code)
  return isCode(shownProof(proof, delivery), code)
}

/** The secret that a delivery shows in the place that the school chose; null for a signature, and for none. */
export function shownProof(proof: AccountProof, { headers, query, body }: Delivery): string | null {
  if (proof.kind === 'signature') return null
  if (proof.kind === 'bearer') return bearerOf(headers) ?? null
  if (proof.kind === 'header') return textAt(headers, proof.name)
  if (proof.kind === 'query') return textAt(query, proof.name)
  return textAt(body, proof.name) ?? textAt(body, ...proof.name.split('.'))
}

/** The text as it was sent: a secret is compared to its last space. */
function textAt(values: unknown, ...path: string[]): string | null {
  const value = getValue(values, ...path)
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** The age of the timestamp is not checked: a replayed body is the same row, and changes nothing. */
function isSigned(
  { name, algorithm, encoding, prefix, timestamp }: Extract<AccountProof, { kind: 'signature' }>,
  { headers, raw }: Delivery,
  code: string,
): boolean {
  const given = textAt(headers, name)?.trim()
  const moment = timestamp ? textAt(headers, timestamp) : ''
  if (!given || moment === null || !given.toLowerCase().startsWith(prefix.toLowerCase())) return false
  const digits = given.slice(prefix.length).trim()
  const isWritten = encoding === 'hex' ? /^[0-9a-f]+$/i : /^[\w+/-]+={0,2}$/
  if (!isWritten.test(digits)) return false
  const signed = timestamp ? Buffer.concat([Buffer.from(`${moment}.`), raw]) : raw
  return isMac(Buffer.from(digits, encoding), code, signed, algorithm)
}
