import type { AccountProof } from '@escola/contract/account-proofs'

/** Fields of every way of proving, of which the chosen one uses some. */
export interface ProofValues {
  kind: AccountProof['kind']
  name: string
  algorithm: 'sha256' | 'sha1'
  encoding: 'hex' | 'base64'
  prefix: string
  timestamp: string
}

const usual: ProofValues = {
  kind: 'bearer',
  name: '',
  algorithm: 'sha256',
  encoding: 'hex',
  prefix: '',
  timestamp: '',
}

export const proofValuesOf = (proof: AccountProof | undefined): ProofValues => ({ ...usual, ...proof })

export function toProof({ kind, name, ...signature }: ProofValues): AccountProof {
  if (kind === 'bearer') return { kind }
  return kind === 'signature' ? { kind, name, ...signature } : { kind, name }
}
