import { fillPath } from '@escola/contract/call'
import { cohorts } from '@escola/contract/cohorts.contract'
import { makeDelivery } from '@escola/server/features/sales/histories/made-deliveries.testing'
import type { BenchSchool } from './bench-schools.ts'
import type { LoadRequest } from './load.ts'

/** Platforms that prove their sales in each of the ways that there are: by a secret, and by a signature in a header or in the address. */
export const soldOn = ['hotmart', 'eduzz', 'kiwify'] as const
export type SoldOn = (typeof soldOn)[number]

/** A school whose class is sold on each of these platforms. */
export interface BenchSeller extends BenchSchool {
  productId: string
}

/** Event of a purchase, as a platform tells it. */
export interface SaleEvent {
  kind: 'paid' | 'complete' | 'refused' | 'refunded' | 'chargeback' | 'moved'
  purchase: string
  email: string
  at: number
  subscription?: string
  /** Moment of the next charge. */
  until?: number
}

const codeOf = (seller: Pick<BenchSchool, 'id'>, platform: SoldOn) => `codigo-${platform}-${seller.id}`

/** Makes the class of a school one that is sold, as its administrator would. */
export async function makeSeller(apiUrl: string, school: BenchSchool): Promise<BenchSeller> {
  const seller = { ...school, productId: String(7_000_000 + Number(school.id)) }
  const integrations = soldOn.map((gateway) => ({
    gateway,
    code: codeOf(school, gateway),
    ids: seller.productId,
    keeps_paid_period: true,
  }))
  const path = fillPath(cohorts.update.path, { schoolId: school.id, id: school.cohortId })
  const answer = await fetch(`${apiUrl}/api${path}`, {
    method: cohorts.update.method,
    headers: { authorization: `Bearer ${school.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ integrations }),
  })
  if (!answer.ok) throw new Error(`the class is not sold: ${await answer.text()}`)
  return seller
}

/** The call that reports it, signed as its platform signs. */
export function deliveryOf(seller: BenchSeller, platform: SoldOn, { at, until, ...event }: SaleEvent): LoadRequest {
  const { path, headers, body } = makeDelivery(
    platform,
    {
      ...event,
      at: new Date(at),
      ...(until !== undefined && { until: new Date(until) }),
      ...{ name: 'Compradora Medida', cellphone: '11987654321', productName: 'Curso medido' },
    },
    { id: seller.id, code: codeOf(seller, platform), productId: seller.productId },
  )
  return {
    method: 'POST',
    path: path ?? '/webhook',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}
