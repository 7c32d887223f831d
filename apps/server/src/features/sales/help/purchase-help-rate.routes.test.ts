import { ratesPerMinute } from '@escola/contract/limits'
import { salesLimits } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { expect, it } from 'vitest'
import { world } from '../../../testing/world.ts'

it('takes no more than its limits from one address and for one school', async () => {
  const factor = 0.4
  const { call, northside } = await world({ RATE_FACTOR: String(factor), TRUST_PROXY: '127.0.0.1' })
  let address = 0
  const askFrom = async (ip: string) =>
    (
      await call(sales.askHelp, {
        params: { schoolId: northside.id },
        body: { code: 'HP1' },
        headers: { 'x-forwarded-for': ip },
      })
    ).status
  const byOne = Math.ceil(ratesPerMinute.recovery * factor)
  for (let at = 0; at < byOne; at++) expect(await askFrom('198.51.100.7')).toBe(202)
  expect(await askFrom('198.51.100.7')).toBe(429)
  const bySchool = Math.ceil(salesLimits.helpPerMinute * factor)
  for (let at = byOne; at < bySchool; at++) expect(await askFrom(`203.0.113.${++address}`)).toBe(202)
  expect(await askFrom(`203.0.113.${++address}`)).toBe(429)
})
