import type { Credentials } from '../../sales-accounts/account-proofs.service.ts'
import { parseBody } from './body.ts'
import type { Delivery, PaymentLookup, Sale, SalesPlatform } from './platform.ts'

export const code = 'codigo-de-teste'
export const credentials: Credentials = { code, accessToken: '' }

/** A call as a platform makes it. A body that is an object goes as JSON, a text as it is. */
export function deliveryOf(
  body: unknown,
  { headers = {}, query = {} }: { headers?: Record<string, string>; query?: Record<string, string> } = {},
): Delivery {
  const raw = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return { headers, query, raw, body: parseBody(raw) }
}

const emptyLookup: PaymentLookup = {
  fetchPayment: async () => {
    throw new Error('only Mercado Pago is asked about payments')
  },
}
export const readBy = (platform: SalesPlatform, body: unknown): Promise<Sale> =>
  platform.read(deliveryOf(body), emptyLookup, credentials)

/** Decision of a table of events about one: the action, and on which sales. */
export const decisionOf = ({ action, revokes, amends, isFinal }: Sale): string =>
  revokes ? `${action} ${isFinal ? 'for good' : revokes}` : amends ? `${action} ${amends}` : action
