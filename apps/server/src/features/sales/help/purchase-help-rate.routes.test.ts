import { ratesPerMinute } from '@escola/contract/limits'
import { salesLimits } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { expect, it } from 'vitest'
import { stopClock } from '../../../testing/clock.ts'
import { world } from '../../../testing/world.ts'

const build = () => world({ RATE_FACTOR: String(factor), TRUST_PROXY: '127.0.0.1' })
const factor = 0.4

it('takes no more than its limits from one address, from one network of many, and for one school', async () => {
  stopClock()
  const { call, northside } = await build()
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
  for (let at = 0; at < byOne; at++) expect(await askFrom(`2001:db8:2:1::${at}`)).toBe(202)
  expect(await askFrom('2001:db8:2:1::ff')).toBe(429)
  // Each /64 is a caller of its own; the /48 above them is one house.
  const ofNetwork = Math.ceil(salesLimits.helpPerMinuteOfNetwork * factor)
  for (let at = 0; at < ofNetwork; at++) expect(await askFrom(`2001:db8:1:${at}::1`)).toBe(202)
  expect(await askFrom('2001:db8:1:ff::1')).toBe(429)
  const bySchool = Math.ceil(salesLimits.helpPerMinute * factor)
  for (let at = 2 * byOne + ofNetwork; at < bySchool; at++) expect(await askFrom(`203.0.113.${++address}`)).toBe(202)
  expect(await askFrom(`203.0.113.${++address}`)).toBe(429)
})
