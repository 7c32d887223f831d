import { type Payment, payments } from '@escola/contract/payments.contract'
import { type PlanStanding, viewOf } from '@escola/contract/plan-rules'
import { plans } from '@escola/contract/prices'
import type { School } from '@escola/contract/schools.contract'
import { type PlanChange, type Subscription, subscriptions } from '@escola/contract/subscriptions.contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { fakeServer, type refuse } from './fake-server.ts'
import { fakeStripe } from './fake-stripe.ts'
import { showApp } from './show-app.tsx'
import { contextOf } from './show-screen.tsx'

export const visa = { id: 'pm_visa', dbId: '1', card_type: 'visa', last_4_digits: '4242', expires: '12/2030' }
/** Plan of a school as tests give it; the view follows from it. */
export type ShownPlan = Omit<Subscription, 'view'> & Partial<Pick<PlanStanding, 'state' | 'isBlocked'>>
/** Way to the provider, as pages get it. */
export const checkout = {
  script: '/stripe.js',
  key: 'pk_test_1',
  is_real: true,
  has_pix: true,
}
export const bank = { balance: '10.00', points: 0 }
export const resourceOf = (plan_id: 'onDemand' | 'middle' | 'super') => ({
  plan_id,
  plan_name: plans[plan_id].name,
  price_ssl: '0.00',
  free_students: plans[plan_id].freeStudents,
})
export const middle: ShownPlan = {
  plan_id: 'middle',
  pays_with: 'card',
  card: visa,
  utc_paid_until: '2026-12-26T12:00:00.000Z',
  utc_next_payment_on: '2026-12-26T12:00:00.000Z',
  next_plan_id: 'middle',
  utc_grace_ends_on: null,
  unpaid_plan_id: null,
  wished_by: '',
  pix: null,
}
export const unpaid = { utc_grace_ends_on: '2027-01-02T12:00:00.000Z', unpaid_plan_id: 'middle' } as const
export const month: Payment = {
  id: 'month:2026-12-26',
  item: 'middle',
  way: 'pix',
  cents: 19_900,
  status: 'requires_action',
  client_secret: null,
  pix: { code: '00020126', qr: 'data:image/png;base64,AA==', utc_expires_on: '2199-01-02T12:00:00.000Z' },
  fault: '',
  goes_back: false,
}
export const byPix: ShownPlan = { ...middle, pays_with: 'pix', card: null, pix: month }
export const change: PlanChange = {
  now: '199.00',
  credit: '0.00',
  each_month: '199.00',
  utc_begins_on: '2026-12-26T12:00:00.000Z',
  next_run: '35.50',
  students: 50,
  domains: 1,
}

/** Names the view as the server does. */
export const viewed = (plan: ShownPlan | null): Subscription | null =>
  plan && {
    ...plan,
    view: viewOf({
      plan: plan.plan_id,
      way: plan.pays_with,
      state: plan.state ?? (plan.utc_grace_ends_on ? 'grace' : 'paid'),
      next: plan.next_plan_id === 'onDemand' ? 'none' : plan.next_plan_id === plan.plan_id ? 'same' : 'smaller',
      isBlocked: plan.isBlocked ?? false,
      isOtherCharged: plan.unpaid_plan_id !== null && plan.unpaid_plan_id !== plan.plan_id,
    }),
  }

/** Opens a page about plans, of a school with this subscription, and a server that changes it. */
export async function openPlan(
  path: string,
  subscription: ShownPlan | null = null,
  changed: Partial<PlanChange> | ReturnType<typeof refuse<'planUnpaid' | 'planRenewing'>> = {},
  payment?: Payment,
  school: Partial<School> = {},
) {
  fakeStripe()
  const server = fakeServer()
  const state: { subscription: ShownPlan | null } = { subscription }
  const planId = () => state.subscription?.plan_id ?? 'onDemand'
  const answer = () => ({ resource: resourceOf(planId()), bank, subscription: viewed(state.subscription) })
  server.on(subscriptions.get, answer)
  if (payment) server.on(payments.payment, () => ({ resource: resourceOf(planId()), bank, payment }))
  const previews = server.on(subscriptions.preview, () =>
    'status' in changed ? changed : { change: { ...change, ...changed } },
  )
  const canceled = server.on(subscriptions.cancel, () => {
    state.subscription = { ...state.subscription!, next_plan_id: 'onDemand' }
    return answer()
  })
  const kept = server.on(subscriptions.keep, () => {
    state.subscription = { ...state.subscription!, next_plan_id: state.subscription!.plan_id }
    return answer()
  })
  server.on(subscriptions.setPix, () => {
    state.subscription = { ...state.subscription!, pays_with: 'pix', card: null }
    return answer()
  })
  server.on(payments.methods, () => ({ paymentMethods: [visa], checkout }))
  const paid = server.on(payments.pay, ({ body }) => {
    const item = body.item as 'middle' | 'super'
    const isSmaller = state.subscription?.plan_id === 'super'
    state.subscription = isSmaller
      ? { ...state.subscription!, next_plan_id: item }
      : { ...middle, plan_id: item, next_plan_id: item }
    const payment = {
      id: body.paymentId,
      item,
      way: 'card' as const,
      cents: 0,
      status: 'succeeded' as const,
      client_secret: null,
      pix: null,
      fault: '',
      goes_back: false,
    }
    server.on(payments.payment, () => ({ resource: resourceOf(planId()), bank, payment }))
    return { resource: resourceOf(planId()), bank, payment }
  })
  const view = contextOf('admin')
  const app = await showApp(server, path, () => ({
    ...view,
    school: { ...view.school!, ...school },
    resource: { ...view.resource, ...resourceOf(planId()) },
  }))
  return { ...app, server, state, previews, canceled, kept, paid }
}
export const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
export const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
