import { randomUUID } from 'node:crypto'
import { ratesPerMinute } from '@escola/contract/limits'
import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { expect, it } from 'vitest'
import { stopClock } from '../../../testing/clock.ts'
import { world } from '../../../testing/world.ts'

const allowed = 3
const build = () => world({ RATE_FACTOR: String(allowed / ratesPerMinute.payment) })

it.each(['pay', 'startCard', 'saveCard', 'setCard'] as const)(
  'bounds how often cards are tried by %s',
  async (route) => {
    stopClock()
    const { call, northside } = await build()
    const as = northside.admin
    const order = { item: 'basic', paymentMethod: 'pm_none' } as const
    const calls = {
      pay: () => call(payments.pay, { as, body: { paymentId: randomUUID(), ...order } }),
      startCard: () => call(payments.startCard, { as }),
      saveCard: () => call(payments.saveCard, { as, body: { setupIntent: 'seti_none' } }),
      setCard: () => call(subscriptions.setCard, { as, body: { id: '1' } }),
    }
    const refused: boolean[] = []
    for (let at = 0; at <= allowed; at++) refused.push((await calls[route]()).error.code === 'too_many_requests')
    expect(refused).toEqual([...Array(allowed).fill(false), true])
  },
)
