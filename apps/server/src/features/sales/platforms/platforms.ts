import type { SalesPlatformName } from '@escola/contract/sales'
import { eduzz, isEduzz } from './eduzz.ts'
import { createGenericPlatform } from './generic.ts'
import { hotmart } from './hotmart.ts'
import { mercadopago } from './mercadopago.ts'
import { octapay } from './octapay.ts'
import type { Delivery, SalesPlatform } from './platform.ts'
import { textOf } from './values.ts'

export const platforms: Record<SalesPlatformName, SalesPlatform> = {
  hotmart,
  eduzz,
  octapay,
  mercadopago,
  bravapay: createGenericPlatform('bravapay'),
  fornece: createGenericPlatform('fornece'),
}

/**
 * Platform whose delivery came to the address that all share. Two platforms are known by the address and never by their shape, of which
 * nothing is published; a delivery to their address is theirs, whatever it looks like.
 */
export function recognizePlatform(delivery: Delivery): SalesPlatformName | undefined {
  const provider = textOf(delivery.query.provider).toLowerCase()
  if (provider === 'bravapay' || provider === 'fornece') return provider
  if (isHotmart(delivery)) return 'hotmart'
  if (isEduzz(delivery)) return 'eduzz'
  if (textOf(delivery.body.transacao) && textOf(delivery.body.status_transacao_codigo)) return 'octapay'
  return isMercadoPago(delivery) ? 'mercadopago' : undefined
}

const isHotmart = ({ headers, body }: Delivery) =>
  Boolean(headers['x-hotmart-hottok']) ||
  textOf(body.hottok) !== '' ||
  /^(PURCHASE|SUBSCRIPTION|CLUB)_|^SWITCH_PLAN$|^UPDATE_SUBSCRIPTION/.test(textOf(body.event))

const isMercadoPago = ({ query, body }: Delivery) =>
  Boolean(query['data.id']) || Boolean(query.topic && query.id) || textOf(body.action).startsWith('payment.')
