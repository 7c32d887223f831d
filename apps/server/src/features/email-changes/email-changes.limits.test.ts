import { emailChangeLimits, emailChanges } from '@escola/contract/email-changes.contract'
import { ratesPerMinute } from '@escola/contract/limits'
import { expect, it } from 'vitest'
import { stopClock } from '../../testing/clock.ts'
import { world } from '../../testing/world.ts'
import { emailSteps, newEmail } from './email-changes.testing.ts'

it('mails few codes an hour for one user, and to one mailbox for all users together', async () => {
  stopClock()
  const w = await world({ RATE_FACTOR: '1', TRUST_PROXY: '127.0.0.1' })
  const { mailsTo, work } = await emailSteps(w)
  const asks = asksFrom(w)
  const max = emailChangeLimits.asksPerHour
  const [lia, ana, bia] = await Promise.all([0, 1, 2].map(() => w.northside.make.student()))
  const emails = Array.from({ length: max + 1 }, () => newEmail())
  expect(await asks(emails.map((email) => ({ as: lia!, email })))).toEqual([...Array(max).fill(200), 429])
  const one = newEmail('alvo')
  const others = [ana!, bia!, ...(await Promise.all(Array.from({ length: max - 1 }, () => w.northside.make.student())))]
  expect(await asks(others.map((as) => ({ as, email: one })))).toEqual([...Array(max).fill(200), 429])
  await work()
  expect(await mailsTo(one)).toHaveLength(max)
})

/** Asks one after the other, each from an address of its own, where the limit of one address is not met. */
const asksFrom = (w: Awaited<ReturnType<typeof world>>) => {
  let address = ratesPerMinute.recovery
  return async (asked: { as: { token: string }; email: string }[]) => {
    const statuses: number[] = []
    for (const { as, email } of asked) {
      const headers = { 'x-forwarded-for': `203.0.113.${address++}` }
      statuses.push((await w.call(emailChanges.ask, { as, headers, body: { email } })).status)
    }
    return statuses
  }
}
