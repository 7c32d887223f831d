import type { SalesPlatformName } from '@escola/contract/sales'
import { isEmpty } from './body.ts'
import { cakto, isCakto } from './cakto.ts'
import { eduzz, isEduzz } from './eduzz.ts'
import { createGenericPlatform } from './generic.ts'
import { hotmart } from './hotmart.ts'
import { hubla } from './hubla.ts'
import { isKirvano, kirvano } from './kirvano.ts'
import { isKiwify, kiwify } from './kiwify.ts'
import { mercadopago } from './mercadopago.ts'
import { octapay } from './octapay.ts'
import { other } from './other.ts'
import type { Delivery, SalesPlatform } from './platform.ts'
import { isTicto, ticto } from './ticto.ts'
import { textOf } from './values.ts'

export const platforms: Record<SalesPlatformName, SalesPlatform> = {
  hotmart,
  eduzz,
  octapay,
  mercadopago,
  kiwify,
  hubla,
  cakto,
  ticto,
  kirvano,
  other,
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
  // Some of its events begin as those of Hotmart do, which names no sale at the root of the body.
  if (!isHotmarts(delivery) && isKirvano(delivery)) return 'kirvano'
  if (isHotmart(delivery)) return 'hotmart'
  if (isEduzz(delivery)) return 'eduzz'
  if (textOf(delivery.body.transacao) && textOf(delivery.body.status_transacao_codigo)) return 'octapay'
  if (isKiwify(delivery)) return 'kiwify'
  if (delivery.headers['x-hubla-token']) return 'hubla'
  if (isCakto(delivery)) return 'cakto'
  if (isTicto(delivery)) return 'ticto'
  return isMercadoPago(delivery) ? 'mercadopago' : undefined
}

/** A call that tests whether the address answers, from an unknown platform: it proves nothing, and is answered as a delivery is. */
export const isCheck = ({ body }: Delivery): boolean =>
  isEmpty(body) ||
  textOf(body.event) === 'ping' ||
  textOf(body.type) === 'abandonment' ||
  /^(invoice|contract|cart)_/.test(textOf(body.event_name))

/** Only Hotmart has a hottok. */
const isHotmarts = ({ headers, body }: Delivery) => Boolean(headers['x-hotmart-hottok']) || textOf(body.hottok) !== ''
const isHotmart = (delivery: Delivery) =>
  isHotmarts(delivery) ||
  /^(PURCHASE|SUBSCRIPTION|CLUB)_|^SWITCH_PLAN$|^UPDATE_SUBSCRIPTION/.test(textOf(delivery.body.event))

const isMercadoPago = ({ query, body }: Delivery) =>
  Boolean(query['data.id']) || Boolean(query.topic && query.id) || textOf(body.action).startsWith('payment.')
