import { expect, it } from 'vitest'
import { decidePlan, type Facts, type Period } from './plan-settlement.ts'
import type { SubscriptionRow } from './subscriptions.queries.ts'

const at = (day: string) => new Date(`${day}T12:00:00Z`)
const facts: Facts = { now: at('2027-03-10'), firstDay: 15, cardId: undefined }
type Paid = Parameters<typeof decidePlan>[1]
const paid = (more: Partial<Paid>): Paid => ({
  id: '9',
  purpose: 'first_month',
  item: 'middle',
  way: 'pix',
  method: '',
  utc_until: null,
  utc_created_on: facts.now,
  utc_paid_on: facts.now,
  ...more,
})
const byPix: SubscriptionRow = {
  plan_id: 'middle',
  pays_with: 'pix',
  stripe_id: null,
  item_id: null,
  method_id: null,
  utc_paid_until: at('2027-03-15'),
  next_plan_id: 'middle',
  invoice_id: null,
  invoice_plan_id: null,
  payment_id: null,
  utc_grace_ends_on: null,
  reminders: 0,
  utc_card_from: null,
  left_stripe_id: null,
  utc_charges_from: null,
  tries: 0,
  moves: 0,
  wished_by: null,
}
const byCard: SubscriptionRow = { ...byPix, pays_with: 'card', stripe_id: 'sub_1', item_id: 'si_1', method_id: '5' }
const byOwnCard: SubscriptionRow = {
  ...byPix,
  pays_with: 'card',
  method_id: '5',
  payment_id: '9',
  invoice_plan_id: 'middle',
  tries: 1,
}
const period: Period = { subscriptionId: 'sub_1', itemId: 'si_1', end: at('2027-04-15'), isFirst: false }
const overdue = { ...facts, now: at('2027-03-17'), cardId: '5' }
const card = { way: 'card', method: 'pm_1' } as const
const overdueMonth = { ...card, purpose: 'overdue_month' } as const
const upgrade = { purpose: 'upgrade', item: 'super', utc_until: byPix.utc_paid_until } as const

it.each<[string, SubscriptionRow | undefined, Paid, Period | undefined, Facts, object]>([
  [
    'begins by Pix',
    undefined,
    paid({}),
    undefined,
    facts,
    { plan: 'middle', begins: { utc_paid_until: at('2027-04-10') } },
  ],
  [
    'begins by card',
    undefined,
    paid(card),
    { ...period, isFirst: true },
    { ...facts, cardId: '5' },
    { plan: 'middle', begins: { stripe_id: 'sub_1', method_id: '5', utc_paid_until: period.end } },
  ],
  [
    'begins by card, by a payment of ours',
    undefined,
    paid(card),
    undefined,
    { ...facts, cardId: '5' },
    {
      plan: 'middle',
      begins: { pays_with: 'card', stripe_id: null, method_id: '5', utc_paid_until: at('2027-04-10') },
    },
  ],
  [
    'begins by a card that was removed meanwhile',
    undefined,
    paid(card),
    undefined,
    facts,
    { plan: 'middle', begins: { pays_with: 'pix', method_id: null } },
  ],
  ['comes for a plan that is gone', undefined, paid({ purpose: 'month_code' }), undefined, facts, { plan: undefined }],
  ['renews a plan that is gone', undefined, paid({ ...card, purpose: 'renewal' }), period, facts, { plan: undefined }],
  ['is an upgrade of a plan that is gone', undefined, paid(upgrade), undefined, facts, { plan: undefined }],
  [
    'renews by card',
    byCard,
    paid({ ...card, purpose: 'renewal' }),
    period,
    facts,
    { plan: 'middle', changes: { utc_paid_until: period.end, utc_grace_ends_on: null } },
  ],
  [
    'is of another subscription',
    byCard,
    paid(card),
    { ...period, subscriptionId: 'sub_2' },
    facts,
    { plan: undefined },
  ],
  [
    'renews by our own charge, with the card that has paid it',
    { ...byOwnCard, next_plan_id: 'onDemand' },
    paid({ ...card, purpose: 'renewal' }),
    undefined,
    { ...facts, cardId: '6' },
    { plan: undefined, changes: { payment_id: null } },
  ],
  [
    'renews by our own charge',
    byOwnCard,
    paid({ ...card, purpose: 'renewal' }),
    undefined,
    { ...facts, cardId: '6' },
    { plan: 'middle', changes: { method_id: '6', tries: 0, invoice_plan_id: null, payment_id: null } },
  ],
  [
    'is the last one of a subscription that was left',
    { ...byOwnCard, left_stripe_id: 'sub_1', utc_paid_until: at('2027-03-15') },
    paid({ ...card, purpose: 'renewal', id: '10' }),
    { ...period, end: at('2027-04-15') },
    facts,
    { plan: 'middle', changes: { utc_paid_until: at('2027-04-15') } },
  ],
  [
    'is of a subscription that was left, for a month that is paid',
    { ...byOwnCard, left_stripe_id: 'sub_1', utc_paid_until: at('2027-04-15') },
    paid({ ...card, purpose: 'renewal', id: '10' }),
    { ...period, end: at('2027-04-15') },
    facts,
    { plan: undefined },
  ],
  [
    'is the code of the month',
    { ...byPix, payment_id: '9' },
    paid({ purpose: 'month_code' }),
    undefined,
    facts,
    { plan: 'middle', changes: { utc_paid_until: at('2027-04-15'), payment_id: null } },
  ],
  [
    'is the code of a smaller plan, early',
    { ...byPix, plan_id: 'super', payment_id: '9' },
    paid({ purpose: 'month_code' }),
    undefined,
    facts,
    { plan: 'super' },
  ],
  [
    'is the code of a plan that is not wanted',
    { ...byPix, next_plan_id: 'super', payment_id: '9' },
    paid({ purpose: 'month_code' }),
    undefined,
    facts,
    { plan: undefined, changes: { payment_id: null } },
  ],
  [
    'is the code beside a card',
    { ...byCard, payment_id: '9' },
    paid({ purpose: 'month_code' }),
    undefined,
    facts,
    { plan: undefined, changes: { payment_id: null } },
  ],
  [
    'pays an overdue month by card',
    { ...byPix, payment_id: '8' },
    paid(overdueMonth),
    undefined,
    overdue,
    {
      plan: 'middle',
      changes: { pays_with: 'card', method_id: '5', utc_paid_until: at('2027-04-15') },
    },
  ],
  [
    'pays an overdue month by a card that is gone',
    byPix,
    paid(overdueMonth),
    undefined,
    { ...overdue, cardId: undefined },
    { plan: undefined },
  ],
  ['is a second first month', byPix, paid({}), undefined, facts, { plan: undefined }],
  [
    'is an upgrade',
    byPix,
    paid(upgrade),
    undefined,
    facts,
    { plan: 'super', changes: { plan_id: 'super', next_plan_id: 'super' } },
  ],
  [
    'is an upgrade in the grace',
    { ...byPix, utc_grace_ends_on: at('2027-03-22') },
    paid(upgrade),
    undefined,
    facts,
    { plan: undefined },
  ],
  [
    'is an upgrade of a month that is over',
    byCard,
    paid(upgrade),
    undefined,
    { ...facts, now: byCard.utc_paid_until },
    { plan: undefined },
  ],
  [
    'is an upgrade for an earlier month',
    byPix,
    paid({ ...upgrade, utc_until: at('2027-02-15') }),
    undefined,
    facts,
    { plan: undefined },
  ],
  [
    'is an upgrade of an earlier release',
    byPix,
    paid({ ...upgrade, utc_until: null, utc_created_on: at('2027-02-15') }),
    undefined,
    facts,
    { plan: 'super', changes: { plan_id: 'super' } },
  ],
  [
    'is an upgrade of an earlier release, for an earlier month',
    byPix,
    paid({ ...upgrade, utc_until: null, utc_created_on: at('2027-02-14') }),
    undefined,
    facts,
    { plan: undefined },
  ],
  [
    'is a first month of a greater plan that was asked for before the present one',
    byPix,
    paid({ item: 'super' }),
    undefined,
    facts,
    { plan: undefined },
  ],
])('decides a payment that %s', (_case, row, payment, month, known, expected) => {
  const decided = decidePlan(row, payment, month, known)
  expect(decided).toMatchObject(expected)
  expect([decided.begins !== undefined, decided.changes !== undefined]).toEqual([
    'begins' in expected,
    'changes' in expected,
  ])
})
