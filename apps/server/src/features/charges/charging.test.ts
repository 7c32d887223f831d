import { plans } from '@escola/contract/prices'
import { expect, it } from 'vitest'
import type { DatedBillingState } from '../plans/plans.service.ts'
import { assignPlaces, costOf, countingMomentOf, domainPriceOf } from './charging.ts'

const day = (number: number) => new Date(Date.UTC(2026, 9, number))
const month = { from: day(10), until: day(20) }
const since = (from: number, plan: keyof typeof plans = 'onDemand', isBlocked = false): DatedBillingState => ({
  plan: plans[plan],
  isBlocked,
  from: day(from),
})

it('charges those beyond the free places, the smaller id first', () => {
  const { onDemand } = plans
  expect(assignPlaces(onDemand, 14, ['10', '9'])).toEqual([
    { userId: '9', place: 15, cents: 0 },
    { userId: '10', place: 16, cents: 100 },
  ])
  expect(assignPlaces(plans.middle, 999, ['1', '2']).map(({ cents }) => cents)).toEqual([0, 80])
  expect(assignPlaces(plans.super, 9999, ['1', '2']).map(({ cents }) => cents)).toEqual([0, 50])
  expect([costOf(onDemand, 14, 1), costOf(onDemand, 14, 2), costOf(onDemand, 20, 2)]).toEqual([0, 100, 200])
  expect([costOf(plans.middle, 999, 2), costOf(plans.super, 10_000, 1), costOf(onDemand, 99, 0)]).toEqual([80, 50, 0])
})

it.each([
  ['never blocked', [since(1)], day(10)],
  ['blocked all the time', [since(1), since(5, 'onDemand', true)], undefined],
  ['blocked before and open again before', [since(1), since(5, 'onDemand', true), since(6)], day(10)],
  ['blocked from the first moment', [since(1), since(10, 'onDemand', true)], undefined],
  ['open again within', [since(1), since(5, 'onDemand', true), since(12)], day(12)],
  ['blocked within', [since(1), since(12, 'onDemand', true)], day(10)],
  ['blocked and open again within', [since(1), since(12, 'onDemand', true), since(14)], day(14)],
  ['open again afterwards', [since(1), since(5, 'onDemand', true), since(20)], undefined],
  ['on another plan within', [since(1), since(12, 'middle')], day(10)],
])('counts the students of a month at its opening: a school %s', (_, states, opening) => {
  expect(countingMomentOf(states, month)).toEqual(opening)
})

it.each([
  ['all the time', [since(1)], { from: day(1), until: undefined }, 50],
  ['before', [since(1)], { from: day(1), until: day(10) }, 0],
  ['for a moment', [since(1)], { from: day(1), until: new Date(day(10).getTime() + 1) }, 50],
  ['on a plan with free domains', [since(1), since(2, 'middle')], { from: day(1), until: undefined }, 0],
  ['until the plan began', [since(1), since(12, 'super')], { from: day(11), until: undefined }, 50],
  ['after the plan began', [since(1), since(12, 'super')], { from: day(12), until: undefined }, 0],
  ['when the plan ended', [since(1), since(2, 'super'), since(19)], { from: day(12), until: undefined }, 50],
  ['in a blocked school', [since(1), since(9, 'onDemand', true)], { from: day(1), until: undefined }, 0],
])('charges a domain that is in use while it costs something: %s', (_, states, use, cents) => {
  expect(domainPriceOf(states, use, month)).toBe(cents)
})
