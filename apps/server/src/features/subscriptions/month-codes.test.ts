import { dayMs, minuteMs } from '@escola/contract/durations'
import type { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { findDue } from '../../jobs/scheduled-jobs.ts'
import { findById } from '../payments/payments.queries.ts'
import { interrupt, ProcessCrash } from '../payments/sequences/interruption.testing.ts'
import { askForMonth } from './month-codes.service.ts'
import { followSubscription } from './renewals.service.ts'
import { findSubscription } from './subscriptions.queries.ts'
import { usePlanWorld } from './use-plan-world.testing.ts'

const p = usePlanWorld()

it.each([
  ['has made an intent', { at: 1, isAfter: true }],
  ['is about to confirm it', { at: 2, isAfter: false }],
  ['has confirmed it', { at: 2, isAfter: true }],
])('makes one code of a month where another run of the job comes while the first one %s', async (when, moment) => {
  const school = await p.w.makeSchool(`Dois trabalhadores: ${when}`)
  await p.subscribeByPix(school, 'middle')
  const rowOf = async () => (await school.tx(findSubscription))!
  await p.move(((await rowOf()).utc_paid_until.getTime() - p.later().now().getTime()) / dayMs - 4)
  const { provider } = p
  // The customer is looked at first, and then the intent is made.
  const late = interrupt({ ...moment, how: 'wait' }, () => askForMonth(school, provider, p.later()))
  const slow = { ...provider, ask: <T>(work: (stripe: Stripe) => Promise<T>) => late(() => provider.ask(work)) }
  await askForMonth(school, slow, p.later())
  const codes = await p.listCodes(school)
  expect(codes).toHaveLength(1)
  const shown = await p.listEvents('payment_intent.requires_action')
  expect(shown.filter(({ data }) => (data.object as { id: string }).id === codes[0]!.id)).toHaveLength(1)
  const { payment_id } = await rowOf()
  expect(await school.tx((db) => findById(db, payment_id!))).toMatchObject({
    intent_id: codes[0]!.id,
    status: 'requires_action',
  })
  await p.payCode(school)
  await p.prove(school)
})

it('makes the code of a try that broke off once no call of it can go on, and plans that moment', async () => {
  const school = await p.w.makeSchool('Trabalhador interrompido')
  await p.subscribeByPix(school, 'middle')
  const { utc_paid_until } = (await school.tx(findSubscription))!
  await p.move((utc_paid_until.getTime() - p.later().now().getTime()) / dayMs - 4)
  const die = interrupt({ at: 2, isAfter: false, how: 'die' }, async () => {})
  const dying = { ...p.provider, ask: <T>(work: (stripe: Stripe) => Promise<T>) => die(() => p.provider.ask(work)) }
  await expect(askForMonth(school, dying, p.later())).rejects.toThrow(ProcessCrash)
  await followSubscription(school, p.later())
  expect(await p.listCodes(school)).toEqual([])
  const due = (await school.tx((db) => findDue(db, jobs.followSubscription)))!
  expect(due.getTime() - p.later().now().getTime()).toBeLessThanOrEqual(minuteMs)
  await p.move(2 / 1440)
  await p.settle(school)
  await p.payCode(school)
  await p.prove(school)
})
