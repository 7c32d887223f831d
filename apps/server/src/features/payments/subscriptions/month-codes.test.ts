import type { Stripe } from 'stripe'
import { beforeAll, expect, it } from 'vitest'
import { findById } from '../payments.queries.ts'
import { interrupt } from '../sequences/interruption.testing.ts'
import { askForMonth } from './month-codes.service.ts'
import { dayMs, type PlanWorld, planWorld } from './plans.testing.ts'
import { findSubscription } from './subscriptions.queries.ts'

let p: PlanWorld
beforeAll(async () => {
  p = await planWorld()
})

it('shows one code of a month where another run of the job begins a try while the first one makes an intent', async () => {
  const school = await p.w.makeSchool('Dois trabalhadores')
  await p.subscribeByPix(school, 'middle')
  const rowOf = async () => (await school.tx(findSubscription))!
  await p.move(((await rowOf()).utc_paid_until.getTime() - p.later().now().getTime()) / dayMs - 4)
  const { provider } = p
  // The customer is looked at first, and then the intent is made.
  const late = interrupt({ at: 1, isAfter: true, how: 'wait' }, () => askForMonth(school, provider, p.later()))
  const slow = { ...provider, ask: <T>(work: (stripe: Stripe) => Promise<T>) => late(() => provider.ask(work)) }
  await askForMonth(school, slow, p.later())
  const codes = await p.listCodes(school)
  expect(codes).toHaveLength(1)
  const { payment_id } = await rowOf()
  expect(await school.tx((db) => findById(db, payment_id!))).toMatchObject({
    intent_id: codes[0]!.id,
    status: 'requires_action',
  })
  await p.payCode(school)
  await p.prove(school)
})
