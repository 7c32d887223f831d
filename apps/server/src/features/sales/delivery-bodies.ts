import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { seal, unseal } from '../../security/sealed.ts'

const sealPurpose = 'sales-body'

type Owner = Pick<School, 'id'>
type Secrets = Pick<Tools, 'config'>

/**
 * Seals what a platform sent, in which the secrets of the account stand.
 * @param body base64 of its bytes
 */
export const sealBody = ({ id: of }: Owner, body: string, { config }: Secrets): string =>
  seal(config.secret, sealPurpose, { text: body, of })

/** Opens the body of a delivery; one that was kept before bodies were sealed is plain. */
export const openBody = (
  { id: of }: Owner,
  { sealed_body: sealed, body }: { sealed_body: string | null; body: string },
  { config }: Secrets,
): Buffer => Buffer.from(sealed === null ? body : unseal(config.secret, sealPurpose, { sealed, of }), 'base64')
