import { expect, it } from 'vitest'
import { unpaidPlan } from './subscription-states.ts'

it.each([
  ['the invoice of a card', { pays_with: 'card', invoice_id: 'in_1', invoice_plan_id: 'super' }, 'super'],
  ['a code, after an invoice', { pays_with: 'pix', invoice_id: 'in_1', invoice_plan_id: 'super' }, 'middle'],
  ['a code', { pays_with: 'pix', invoice_id: null, invoice_plan_id: null }, 'middle'],
] as const)('finds the plan of a month that is not paid by %s', (_case, paying, plan) => {
  expect(unpaidPlan({ plan_id: 'super', next_plan_id: 'middle', ...paying })).toBe(plan)
})
