import type { School } from '../../../core/scope.ts'
import type { Tools } from '../../../core/tools.ts'
import { seal, unseal } from '../../../security/sealed.ts'
import { parseBody, UnreadableBody } from '../platforms/body.ts'
import type { Delivery } from '../platforms/platform.ts'
import type { DeliveryRow } from '../sales.queries.ts'

const sealPurpose = 'sales-body'

type Owner = Pick<School, 'id'>
type Secrets = Pick<Tools, 'config'>

/**
 * Seals what a platform sent, in which the secrets of the account stand.
 * @param body base64 of its bytes
 */
export const sealBody = ({ id: of }: Owner, body: string, { config }: Secrets): string =>
  seal(config.secret, sealPurpose, { text: body, of })

type KeptBody = Pick<DeliveryRow, 'body' | 'sealed_body'>

/** Tells whether the body of a delivery is still kept. */
export const hasBody = ({ sealed_body, body }: KeptBody): boolean => sealed_body !== null || body !== ''

/** Opens what a platform sent; a body that is gone is empty. */
export function openDelivery(
  school: Owner,
  { headers, query, ...kept }: KeptBody & Pick<DeliveryRow, 'headers' | 'query'>,
  tools: Secrets,
): Delivery {
  const raw = openBody(school, kept, tools)
  return { headers, query, raw, body: parseBody(raw) }
}

/** @returns undefined for a body that an earlier release took and this one does not read */
export function openReadable(...[school, row, tools]: Parameters<typeof openDelivery>): Delivery | undefined {
  try {
    return openDelivery(school, row, tools)
  } catch (error) {
    if (error instanceof UnreadableBody) return undefined
    throw error
  }
}

/** Opens a body; one that was kept before bodies were sealed is plain. */
const openBody = ({ id: of }: Owner, { sealed_body: sealed, body }: KeptBody, { config }: Secrets): Buffer =>
  Buffer.from(sealed === null ? body : unseal(config.secret, sealPurpose, { sealed, of }), 'base64')
