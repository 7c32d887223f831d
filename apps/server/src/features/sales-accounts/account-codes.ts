import type { SalesPlatformName } from '@escola/contract/sales'
import { sign } from '../../security/signatures.ts'

export const sealPurpose = 'sales-code'

/** Hash that an account is found by. Some codes are chosen by people, so the hash alone must not allow guesses. */
export const hashCode = (secret: string, platform: SalesPlatformName, code: string) =>
  sign(secret, sealPurpose, `${platform}\n${code}`)
