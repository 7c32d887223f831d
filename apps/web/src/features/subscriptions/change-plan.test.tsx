import { paymentErrors } from '@escola/contract/payment-errors'
import { paymentMessages, payments, returnTexts } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fail, refuse } from '../../testing/fake-server.ts'
import {
  bank,
  byPix,
  change,
  click,
  link,
  middle,
  month,
  openPlan,
  resourceOf,
  type ShownPlan,
  unpaid,
} from '../../testing/show-plan.tsx'
import { contextOf } from '../../testing/show-screen.tsx'

it('says of a smaller plan that waits for the renewal of the present one that it begins after it', async () => {
  await openPlan('/trocar-plano/middle', { ...middle, ...unpaid, plan_id: 'super', unpaid_plan_id: 'super' })
  expect(await screen.findByText(/Depois do mês que espera o pagamento, a escola passa/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Manter meu plano' })).toBeTruthy()
})

it('shows the sums of a plan before it is paid, and the plan afterwards', async () => {
  const { at, paid, previews } = await openPlan('/trocar-plano/super', middle, {
    now: '412.33',
    credit: '186.67',
    each_month: '599.00',
    next_run: '0.00',
    domains: 0,
  })
  const summary = (await screen.findByRole('region', { name: 'Plano Super' })).textContent
  expect(summary).toContain('AgoraR$ 412,33')
  expect(summary).toContain('Crédito do mês atual, já descontadoR$ 186,67')
  expect(summary).toContain('Cada mêsR$ 599,00')
  expect(summary).toContain('Na cobrança de 1 de janeiro de 2027, com 50 alunos se nada mudarR$ 0,00')
  expect(screen.getByText('R$ 412,33 no cartão Visa •••• 4242.')).toBeTruthy()
  await click(paymentMessages.useCard)
  expect(await screen.findByRole('heading', { name: paymentMessages.paid })).toBeTruthy()
  expect(screen.getByText('A escola está no plano Super.')).toBeTruthy()
  const { paymentId } = paid[0]!.body
  await waitFor(() => expect(at()).toBe(`/trocar-plano/super?pagamento=${paymentId}`))
  expect(paid.map(({ body }) => body.item)).toEqual(['super'])
  // The sums of a plan that the school has would be refused.
  expect(previews).toHaveLength(1)
})

it.each<[string, 'middle' | 'super', () => ShownPlan | null, boolean]>([
  ['its first month', 'middle', () => null, true],
  ['a month by Pix that is overdue', 'middle', () => ({ ...byPix, utc_grace_ends_on: '2199-01-02T12:00:00Z' }), true],
  ['a greater plan', 'super', () => middle, false],
  ['a greater plan beside Pix', 'super', () => byPix, false],
])('says that a plan keeps a new card and charges it each month for %s: %s', async (_, plan, subscription, isKept) => {
  await openPlan(`/trocar-plano/${plan}`, subscription())
  await click(paymentMessages.newCard)
  await screen.findByLabelText('Nome no cartão')
  expect(screen.queryByText(paymentMessages.planKeepsCard) !== null).toBe(isKept)
  expect(screen.queryByText(/^Autorizo cobrar R\$ \d+,00 por mês neste cartão/) !== null).toBe(isKept)
  // A payment for the rest of a month leaves the months to come as they are, and its card is not kept.
  const box = screen.queryByRole<HTMLInputElement>('checkbox', { name: 'Salvar cartão' })
  expect(box && [box.checked, box.disabled]).toEqual(isKept ? [true, true] : null)
})

it('says that the school keeps no more cards under the card, where a plan keeps it', async () => {
  const { server } = await openPlan('/trocar-plano/middle')
  server.on(payments.pay, () => refuse('planCardsFull'))
  await click(paymentMessages.newCard)
  await userEvent.type(await screen.findByLabelText('Nome no cartão'), 'ANA')
  await click('Pagar R$ 199,00')
  expect(await screen.findByText(paymentMessages.cardsFull)).toBeTruthy()
})

it('says when a smaller plan begins, charges nothing now, and undoes it', async () => {
  const { paid, kept } = await openPlan('/trocar-plano/middle', { ...middle, plan_id: 'super', next_plan_id: 'super' })
  expect(await screen.findByText(/Até 26 de dezembro de 2026 a escola continua no plano atual/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: paymentMessages.useCard })).toBeNull()
  await click('Passar para o plano Middle')
  expect(await screen.findByRole('heading', { name: paymentMessages.planChanged })).toBeTruthy()
  expect(paid.map(({ body }) => [body.item, body.paymentMethod])).toEqual([['middle', 'pm_visa']])
  await click('Manter meu plano')
  expect(await screen.findByRole('button', { name: 'Passar para o plano Middle' })).toBeTruthy()
  expect(kept).toHaveLength(1)
})

it('shows the sums of a plan that was the present one when the page was opened', async () => {
  const { state, client } = await openPlan('/trocar-plano/middle', middle)
  expect(await screen.findByText(paymentErrors.plan_is_current.pt)).toBeTruthy()
  state.subscription = { ...middle, plan_id: 'super', next_plan_id: 'super' }
  await act(() => client.invalidateQueries())
  expect(await screen.findByRole('button', { name: 'Passar para o plano Middle' })).toBeTruthy()
})

it('shows a smaller plan that was changed to although the answer got lost, also after a reload', async () => {
  const path = '/trocar-plano/middle'
  const { server, state, paid } = await openPlan(path, { ...middle, plan_id: 'super', next_plan_id: 'super' })
  server.on(payments.pay, ({ body }) => {
    paid.push({ body } as never)
    state.subscription = { ...state.subscription!, next_plan_id: 'middle' }
    return fail('unavailable')
  })
  await click('Passar para o plano Middle')
  expect(await screen.findByRole('heading', { name: paymentMessages.planChanged })).toBeTruthy()
  expect(paid.map(({ body }) => body.cents)).toEqual([0])
  cleanup()
  await openPlan(path, state.subscription)
  expect(await screen.findByRole('heading', { name: paymentMessages.planChanged })).toBeTruthy()
})

it('pays no other sum than the one that it shows, and shows the new one', async () => {
  const { server, paid } = await openPlan('/trocar-plano/super', middle, { now: '3.20' })
  const refused = server.on(payments.pay, () => refuse('paymentSumChanged'))
  await screen.findByText('R$ 3,20 no cartão Visa •••• 4242.')
  server.on(subscriptions.preview, () => ({ change: { ...change, now: '400.00' } }))
  await click(paymentMessages.useCard)
  expect(await screen.findByText('R$ 400,00 no cartão Visa •••• 4242.')).toBeTruthy()
  expect(screen.getByText(paymentErrors.payment_sum_changed.pt)).toBeTruthy()
  server.on(payments.pay, ({ body }) => {
    paid.push({ body } as never)
    return fail('unavailable')
  })
  await click(paymentMessages.useCard)
  await waitFor(() => expect(paid.map(({ body }) => body.cents)).toEqual([40_000]))
  expect(refused.map(({ body }) => body.cents)).toEqual([320])
  expect(paid[0]!.body.paymentId).not.toBe(refused[0]!.body.paymentId)
})

it.each([
  ['that the address names', '?pagamento=old-payment'],
  ['that is still open', ''],
])('shows the new sum also beside an earlier payment %s', async (_, search) => {
  if (!search) sessionStorage.setItem(`escola.payment.${contextOf('admin').school!.id}.super`, 'old-payment')
  const failed = { ...month, id: 'old-payment', item: 'super', way: 'card', status: 'failed', pix: null } as const
  const { server } = await openPlan(`/trocar-plano/super${search}`, middle, { now: '3.20' }, failed)
  server.on(payments.pay, () => refuse('paymentSumChanged'))
  await screen.findByText('R$ 3,20 no cartão Visa •••• 4242.')
  server.on(subscriptions.preview, () => ({ change: { ...change, now: '400.00' } }))
  await click(paymentMessages.useCard)
  expect(await screen.findByText('R$ 400,00 no cartão Visa •••• 4242.')).toBeTruthy()
})

it('takes a refusal that left no payment for the end of a purchase', async () => {
  const { server, state } = await openPlan('/trocar-plano/middle')
  server.on(payments.pay, () => refuse('planIsCurrent'))
  server.on(payments.payment, () => refuse('paymentUnknown'))
  await click(paymentMessages.useCard)
  expect(await screen.findByText(paymentErrors.plan_is_current.pt)).toBeTruthy()
  state.subscription = middle
  cleanup()
  await openPlan('/trocar-plano/middle', middle)
  expect(await screen.findByText(paymentErrors.plan_is_current.pt)).toBeTruthy()
})

it.each([
  ['another plan', middle],
  ['no plan', null],
] as const)('says at the address of a payment that the school left its plan since, for %s', async (_, now) => {
  const payment = { ...month, id: 'old-payment', item: 'super', status: 'succeeded', pix: null } as const
  await openPlan('/trocar-plano/super?pagamento=old-payment', now, {}, payment)
  expect(await screen.findByText('A escola não está no plano Super agora.')).toBeTruthy()
  expect(screen.queryByText(/A escola está no plano/)).toBeNull()
  expect(link('Ver os planos')).toBe('/mar/planos')
})

it('shows the code of a month with its day and no other way to pay, and nothing to pay once it is over', async () => {
  const { server, state, client } = await openPlan(`/trocar-plano/middle?pagamento=${month.id}`, byPix, {}, month)
  expect(await screen.findByAltText('QR code do Pix')).toBeTruthy()
  expect(screen.getByText(/^02\/01\/2199/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Pagar de outro jeito' })).toBeNull()
  expect(screen.getByRole('heading', { level: 1, name: 'Pagar o mês do plano' })).toBeTruthy()
  const bought = screen.getByRole('region', { name: 'Mês do plano Middle, a partir de 26 de dezembro de 2026' })
  expect(bought.textContent).toContain('R$ 199,00')
  expect(screen.getByText('Valor:').textContent).toBe('Valor: R$ 199,00')
  server.on(payments.payment, () => ({
    resource: resourceOf('middle'),
    bank,
    payment: { ...month, status: 'canceled' as const, pix: null },
  }))
  state.subscription = { ...byPix, pix: null }
  await client.invalidateQueries()
  expect(await screen.findByText(/Este código não vale mais/)).toBeTruthy()
  expect(screen.queryByText(/Mês do plano Middle/)).toBeNull()
  expect(screen.queryByRole('button', { name: paymentMessages.useCard })).toBeNull()
})

it('takes a card, and no second code, for a month by Pix that is overdue', async () => {
  const { paid } = await openPlan('/trocar-plano/middle', {
    ...byPix,
    ...unpaid,
    utc_grace_ends_on: '2199-01-02T12:00:00.000Z',
  })
  expect(await screen.findByText('R$ 199,00 no cartão Visa •••• 4242.')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Pagar o mês do plano' })).toBeTruthy()
  expect(screen.getByRole('region', { name: /Mês do plano Middle, a partir de 26 de dezembro/ })).toBeTruthy()
  expect(screen.getByText(/^Este cartão paga os próximos meses\. Autorizo cobrar R\$ /)).toBeTruthy()
  expect(screen.queryByRole('radio', { name: 'Pix' })).toBeNull()
  await click(paymentMessages.useCard)
  expect(await screen.findByText('A escola está no plano Middle.')).toBeTruthy()
  expect(paid.map(({ body }) => [body.item, body.paymentMethod])).toEqual([['middle', 'pm_visa']])
})

it('shows the code of a smaller plan that is next, also while it can’t be begun yet', async () => {
  const leaving: ShownPlan = { ...byPix, plan_id: 'super' }
  const { server, state, client } = await openPlan(`/trocar-plano/middle?pagamento=${month.id}`, leaving, {}, month)
  expect(await screen.findByAltText('QR code do Pix')).toBeTruthy()
  server.on(payments.payment, () => ({
    resource: resourceOf('super'),
    bank,
    payment: { ...month, status: 'succeeded' as const, pix: null },
  }))
  state.subscription = { ...leaving, utc_next_payment_on: '2027-01-26T12:00:00.000Z' }
  await client.invalidateQueries()
  expect(
    await screen.findByText('Em 26 de dezembro de 2026 a escola passa para o plano Middle, e o mês já está pago.'),
  ).toBeTruthy()
})

it('says at the address of an earlier month of the next plan that its month begins, and not that it is paid', async () => {
  const payment = { ...month, id: 'month:2026-03-26', status: 'succeeded', pix: null } as const
  const leaving: ShownPlan = { ...byPix, plan_id: 'super', pix: null }
  await openPlan(`/trocar-plano/middle?pagamento=${payment.id}`, leaving, {}, payment)
  expect(await screen.findByRole('heading', { name: paymentMessages.planChanged })).toBeTruthy()
  expect(screen.getByText(/Em 26 de dezembro de 2026 a escola passa para o plano Middle/)).toBeTruthy()
  expect(screen.queryByText(/já está pago/)).toBeNull()
})

it.each([
  ['a greater plan', { ...byPix, pix: null }],
  ['a plan that is over', null],
  ['a plan that another payment has begun', { ...middle, plan_id: 'super', next_plan_id: 'super' }],
] as const)(
  'says that what was paid for %s goes back, and not that the school has the plan',
  async (_, subscription) => {
    const payment = {
      ...month,
      id: 'late-code',
      item: 'super',
      status: 'succeeded',
      pix: null,
      goes_back: true,
    } as const
    await openPlan('/trocar-plano/super?pagamento=late-code', subscription, {}, payment)
    const title = await screen.findByRole('heading', { level: 1, name: returnTexts.title })
    expect(title.parentElement!.textContent).toContain(returnTexts.when.pix)
    expect(screen.queryByText(paymentMessages.paid)).toBeNull()
    expect(screen.queryByText(/A escola está no plano/)).toBeNull()
    expect(link('Planos')).toBe('/mar/planos')
  },
)

it.each<['card' | 'pix', RegExp]>([
  ['card', /continua no plano atual. A escola muda de plano depois dele/],
  ['pix', /A escola muda de plano quando o mês for pago/],
])('says when a smaller plan begins while the renewal by %s is not paid', async (pays_with, text) => {
  const utc_grace_ends_on = '2027-01-02T12:00:00.000Z'
  const card = pays_with === 'card' ? middle.card : null
  await openPlan('/trocar-plano/middle', {
    ...middle,
    plan_id: 'super',
    next_plan_id: 'super',
    pays_with,
    card,
    utc_grace_ends_on,
    unpaid_plan_id: 'super',
  })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByText(/Até 26 de dezembro de 2026/)).toBeNull()
})

it('says that a greater plan waits for the month that is not paid, and shows what was begun to be paid before', async () => {
  const path = '/trocar-plano/super'
  const overdue = { ...middle, ...unpaid }
  await openPlan(path, overdue, refuse('planUnpaid'))
  expect(await screen.findByText(paymentErrors.plan_is_overdue.pt)).toBeTruthy()
  expect(link('Ver os planos')).toBe('/mar/planos')
  cleanup()
  const begun = { ...month, id: 'begun-before', item: 'super', cents: 41_233 } as const
  await openPlan(`${path}?pagamento=${begun.id}`, overdue, refuse('planUnpaid'), begun)
  expect(await screen.findByAltText('QR code do Pix')).toBeTruthy()
  expect(screen.getByText('Valor:').textContent).toBe('Valor: R$ 412,33')
  expect(screen.getByText(paymentErrors.plan_is_overdue.pt)).toBeTruthy()
  cleanup()
  const fault = 'O código do Pix venceu, nenhum valor foi cobrado.'
  await openPlan(`${path}?pagamento=${begun.id}`, overdue, refuse('planUnpaid'), {
    ...begun,
    status: 'failed',
    pix: null,
    fault,
  })
  expect(await screen.findByText(fault)).toBeTruthy()
  expect(screen.getByText(paymentErrors.plan_is_overdue.pt)).toBeTruthy()
  expect(screen.queryByRole('button', { name: paymentMessages.useCard })).toBeNull()
})

it('says of the present plan that the school has it, and of a school without one that it has none', async () => {
  const { previews } = await openPlan('/trocar-plano/middle', middle)
  expect(await screen.findByText(paymentErrors.plan_is_current.pt)).toBeTruthy()
  expect(previews).toHaveLength(0)
})

it('says why a payment of the present plan failed, and nothing of one that never was', async () => {
  const fault = paymentErrors.card_declined.pt
  const failed = { ...month, id: 'failed-before', way: 'card', status: 'failed', pix: null, fault } as const
  await openPlan(`/trocar-plano/middle?pagamento=${failed.id}`, middle, {}, failed)
  expect(await screen.findByText(paymentErrors.plan_is_current.pt)).toBeTruthy()
  expect(screen.getByText(fault)).toBeTruthy()
  cleanup()
  const { server, client } = await openPlan('/trocar-plano/middle?pagamento=never-was', middle, {}, failed)
  server.on(payments.payment, () => refuse('paymentUnknown'))
  await client.resetQueries()
  expect(await screen.findByText(paymentErrors.plan_is_current.pt)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(fault)).toBeNull())
  expect(screen.queryByText(/Este código não vale mais/)).toBeNull()
})
