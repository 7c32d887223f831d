import { paymentErrors } from '@escola/contract/payment-errors'
import { type Payment, paymentMessages, payments, returnTexts } from '@escola/contract/payments.contract'
import { plans } from '@escola/contract/prices'
import { type PlanChange, type Subscription, subscriptions } from '@escola/contract/subscriptions.contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fail, fakeServer, refuse } from '../../testing/fake-server.ts'
import { fakeStripe } from '../../testing/fake-stripe.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf } from '../../testing/show-screen.tsx'

const visa = { id: 'pm_visa', dbId: '1', card_type: 'visa', last_4_digits: '4242', expires: '12/2030' }
const bank = { balance: '10.00', points: 0 }
const resourceOf = (plan_id: 'onDemand' | 'middle' | 'super') => ({
  plan_id,
  plan_name: plans[plan_id].name,
  price_ssl: '0.00',
  free_students: plans[plan_id].freeStudents,
})
const middle: Subscription = {
  plan_id: 'middle',
  pays_with: 'card',
  card: visa,
  utc_paid_until: '2026-12-26T12:00:00.000Z',
  utc_next_payment_on: '2026-12-26T12:00:00.000Z',
  next_plan_id: 'middle',
  utc_grace_ends_on: null,
  unpaid_plan_id: null,
  pix: null,
}
const unpaid = { utc_grace_ends_on: '2027-01-02T12:00:00.000Z', unpaid_plan_id: 'middle' } as const
const change: PlanChange = {
  now: '199.00',
  credit: '0.00',
  each_month: '199.00',
  utc_begins_on: '2026-12-26T12:00:00.000Z',
  next_run: '35.50',
  students: 50,
  domains: 1,
}

async function open(
  path: string,
  subscription: Subscription | null = null,
  changed: Partial<PlanChange> = {},
  payment?: Payment,
  hasAutomaticPix = false,
) {
  fakeStripe()
  const server = fakeServer()
  const state = { subscription }
  const planId = () => state.subscription?.plan_id ?? 'onDemand'
  const answer = () => ({ resource: resourceOf(planId()), bank, subscription: state.subscription })
  server.on(subscriptions.get, answer)
  if (payment) server.on(payments.payment, () => ({ resource: resourceOf(planId()), bank, payment }))
  const previews = server.on(subscriptions.preview, () => ({ change: { ...change, ...changed } }))
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
  server.on(payments.methods, () => ({
    paymentMethods: [visa],
    checkout: { script: '/stripe.js', key: 'pk_test_1', is_real: true, has_automatic_pix: hasAutomaticPix },
  }))
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
  const app = await showApp(server, path, () => ({ ...view, resource: { ...view.resource, ...resourceOf(planId()) } }))
  return { ...app, server, state, previews, canceled, kept, paid }
}
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it('shows each plan with what it includes, and the present one marked', async () => {
  await open('/planos')
  const list = within(await screen.findByRole('list', { name: 'Planos' }))
  const [onDemand, second, third] = list.getAllByRole('heading').map((heading) => heading.closest('li')!)
  expect(onDemand!.textContent).toBe(
    'On DemandSeu planoGrátis15 alunos grátis por mêsR$ 1,00 por mês para cada aluno a maisR$ 0,50 por mês para cada domínio próprioR$ 0,75 para cada SMS',
  )
  expect(second!.textContent).toContain('R$ 199,00 por mês1.000 alunos grátis por mêsR$ 0,80 por mês')
  expect(third!.textContent).toContain('R$ 599,00 por mês10.000 alunos grátis por mêsR$ 0,50 por mês')
  expect(third!.textContent).toContain('Domínio próprio sem custo')
  expect([link('Escolher o plano Middle'), link('Escolher o plano Super')]).toEqual([
    '/mar/trocar-plano/middle',
    '/mar/trocar-plano/super',
  ])
  expect(screen.queryByRole('link', { name: 'Escolher o plano On Demand' })).toBeNull()
})

it.each<[string, Partial<Subscription>, RegExp]>([
  ['that renews', {}, /Pago até 26 de dezembro de 2026\. Renova por R\$ 199,00 por mês, no cartão Visa •••• 4242\./],
  ['paid by Pix', { pays_with: 'pix', card: null }, /por Pix: o código chega 5 dias antes/],
  [
    'paid by Pix Automático',
    { pays_with: 'pix_auto', card: null },
    /o seu banco paga sem código.*Encerrar o Pix Automático/,
  ],
  ['that ends', { next_plan_id: 'onDemand' }, /Depois a escola passa para o plano On Demand/],
  ['in its grace', { ...unpaid }, /Até 02\/01\/2027, 09:00 nada muda.*outro cartão/],
  [
    'in its grace by Pix, before its code is there',
    { ...unpaid, pays_with: 'pix', card: null },
    /Até 02\/01\/2027, 09:00 nada muda.*O código Pix aparece aqui em instantes/,
  ],
])('says how a plan stands %s', async (_case, state, text) => {
  await open('/planos', { ...middle, ...state })
  const section = await screen.findByRole('region', { name: 'Assinatura do plano Middle' })
  expect(section.textContent).toMatch(text)
})

it('says of a renewal that is of the smaller plan already that it begins with it, and offers to keep no other', async () => {
  const leaving: Subscription = { ...middle, ...unpaid, plan_id: 'super' }
  await open('/planos', leaving)
  expect(await screen.findByText(/O mês que espera o pagamento é do plano Middle: R\$ 199,00 por mês/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Manter meu plano' })).toBeNull()
  expect(link('Cancelar a assinatura')).toBe('/mar/trocar-plano/onDemand')
  cleanup()
  await open('/trocar-plano/middle', leaving)
  expect(await screen.findByText(/passa para o plano Middle quando o mês que espera o pagamento for pago/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Manter meu plano' })).toBeNull()
  cleanup()
  await open('/trocar-plano/super', leaving)
  expect(await screen.findByText(paymentErrors.plan_is_current.pt)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Manter meu plano' })).toBeNull()
})

it('says of a smaller plan that waits for the renewal of the present one that it begins after it', async () => {
  await open('/trocar-plano/middle', { ...middle, ...unpaid, plan_id: 'super', unpaid_plan_id: 'super' })
  expect(await screen.findByText(/Depois do mês que espera o pagamento, a escola passa/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Manter meu plano' })).toBeTruthy()
})

it('sees that another card has paid the renewal', async () => {
  const { state } = await open('/planos', { ...middle, ...unpaid })
  expect(await screen.findByText('A renovação não foi paga')).toBeTruthy()
  state.subscription = middle
  expect(await screen.findByText(/Renova por R\$ 199,00/, {}, { timeout: 10_000 })).toBeTruthy()
})

it('shows the prices although the state of the subscription does not come', async () => {
  const server = fakeServer()
  server.on(subscriptions.get, () => fail('internal'))
  await showApp(server, '/planos', () => contextOf('admin'))
  expect(await screen.findByText('Não foi possível ver o estado da assinatura')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Planos' })).toBeTruthy()
})

it('shows the sums of a plan before it is paid, and the plan afterwards', async () => {
  const { at, paid, previews } = await open('/trocar-plano/super', middle, {
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

it.each<[string, 'middle' | 'super', () => Subscription | null, boolean]>([
  ['its first month', 'middle', () => null, true],
  ['a month by Pix that is overdue', 'middle', () => ({ ...byPix, utc_grace_ends_on: '2199-01-02T12:00:00Z' }), true],
  ['a greater plan', 'super', () => middle, false],
  ['a greater plan beside Pix', 'super', () => byPix, false],
])('says that a plan keeps a new card and charges it each month for %s: %s', async (_, plan, subscription, isKept) => {
  await open(`/trocar-plano/${plan}`, subscription())
  await click(paymentMessages.newCard)
  await screen.findByLabelText('Nome no cartão')
  expect(screen.queryByText(paymentMessages.planKeepsCard) !== null).toBe(isKept)
  // A payment for the rest of a month leaves the months to come as they are.
  expect(screen.queryByRole('checkbox', { name: 'Salvar cartão' }) !== null).toBe(!isKept)
})

it('says that the school keeps no more cards under the card, where a plan keeps it', async () => {
  const { server } = await open('/trocar-plano/middle')
  server.on(payments.pay, () => refuse('planCardsFull'))
  await click(paymentMessages.newCard)
  await userEvent.type(await screen.findByLabelText('Nome no cartão'), 'ANA')
  await click('Pagar R$ 199,00')
  expect(await screen.findByText(paymentMessages.cardsFull)).toBeTruthy()
})

it('says when a smaller plan begins, charges nothing now, and undoes it', async () => {
  const { paid, kept } = await open('/trocar-plano/middle', { ...middle, plan_id: 'super', next_plan_id: 'super' })
  expect(await screen.findByText(/Até 26 de dezembro de 2026 a escola continua no plano atual/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: paymentMessages.useCard })).toBeNull()
  await click('Passar para o plano Middle')
  expect(await screen.findByRole('heading', { name: paymentMessages.planChanged })).toBeTruthy()
  expect(paid.map(({ body }) => [body.item, body.paymentMethod])).toEqual([['middle', 'pm_visa']])
  await click('Manter meu plano')
  expect(await screen.findByRole('button', { name: 'Passar para o plano Middle' })).toBeTruthy()
  expect(kept).toHaveLength(1)
})

it('shows a smaller plan that was changed to although the answer got lost, also after a reload', async () => {
  const path = '/trocar-plano/middle'
  const { server, state, paid } = await open(path, { ...middle, plan_id: 'super', next_plan_id: 'super' })
  server.on(payments.pay, ({ body }) => {
    paid.push({ body } as never)
    state.subscription = { ...state.subscription!, next_plan_id: 'middle' }
    return fail('unavailable')
  })
  await click('Passar para o plano Middle')
  expect(await screen.findByRole('heading', { name: paymentMessages.planChanged })).toBeTruthy()
  expect(paid.map(({ body }) => body.cents)).toEqual([0])
  cleanup()
  await open(path, state.subscription)
  expect(await screen.findByRole('heading', { name: paymentMessages.planChanged })).toBeTruthy()
})

it('pays no other sum than the one that it shows, and shows the new one', async () => {
  const { server, paid } = await open('/trocar-plano/super', middle, { now: '3.20' })
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

it('takes a refusal that left no payment for the end of a purchase', async () => {
  const { server, state } = await open('/trocar-plano/middle')
  server.on(payments.pay, () => refuse('planIsCurrent'))
  server.on(payments.payment, () => refuse('paymentUnknown'))
  await click(paymentMessages.useCard)
  expect(await screen.findByText(paymentErrors.plan_is_current.pt)).toBeTruthy()
  state.subscription = middle
  cleanup()
  await open('/trocar-plano/middle', middle)
  expect(await screen.findByText(paymentErrors.plan_is_current.pt)).toBeTruthy()
})

it.each([
  ['another plan', middle],
  ['no plan', null],
] as const)('says at the address of a payment that the school left its plan since, for %s', async (_, now) => {
  const payment = { ...month, id: 'old-payment', item: 'super', status: 'succeeded', pix: null } as const
  await open('/trocar-plano/super?pagamento=old-payment', now, {}, payment)
  expect(await screen.findByText('A escola não está no plano Super agora.')).toBeTruthy()
  expect(screen.queryByText(/A escola está no plano/)).toBeNull()
  expect(link('Ver os planos')).toBe('/mar/planos')
})

const month: Payment = {
  id: 'month:2026-12-26',
  item: 'middle',
  way: 'pix',
  status: 'requires_action',
  client_secret: null,
  pix: { code: '00020126', qr: 'data:image/png;base64,AA==', utc_expires_on: '2199-01-02T12:00:00.000Z' },
  fault: '',
  goes_back: false,
}
const byPix: Subscription = { ...middle, pays_with: 'pix', card: null, pix: month }

it.each(['middle', 'super'] as const)('leads from %s to the code that pays the next month', async (plan_id) => {
  await open('/planos', { ...byPix, plan_id })
  const way = await screen.findByRole('link', { name: 'Pagar o mês com Pix' })
  const { pathname, searchParams } = new URL(way.getAttribute('href')!, 'http://escola.test')
  expect([pathname, searchParams.get('pagamento')]).toEqual(['/mar/trocar-plano/middle', month.id])
})

it('shows the code of a month with its day and no other way to pay, and nothing to pay once it is over', async () => {
  const { server, client } = await open(`/trocar-plano/middle?pagamento=${month.id}`, byPix, {}, month)
  expect(await screen.findByAltText('QR code do Pix')).toBeTruthy()
  expect(screen.getByText(/^02\/01\/2199/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Pagar de outro jeito' })).toBeNull()
  server.on(payments.payment, () => ({
    resource: resourceOf('middle'),
    bank,
    payment: { ...month, status: 'canceled' as const, pix: null },
  }))
  await client.invalidateQueries()
  expect(await screen.findByText(/Este código não vale mais/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: paymentMessages.useCard })).toBeNull()
})

it('leads a school that pays by Pix to its cards, and one that pays by card to Pix', async () => {
  await open('/planos', { ...byPix, pix: null, utc_next_payment_on: '2027-01-26T12:00:00.000Z' })
  const way = await screen.findByRole('link', { name: 'Pagar com cartão a partir de 26 de janeiro de 2027' })
  expect(way.getAttribute('href')).toBe('/mar/minha-conta#cartoes')
  cleanup()
  await open('/planos', middle)
  await click('Pagar por Pix a partir de 26 de dezembro de 2026')
  expect(await screen.findByText(paymentMessages.planPixSet)).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Pagar com cartão a partir de 26 de dezembro de 2026' })).toBeTruthy()
})

it.each([true, false])('offers Pix Automático with the first month, where it is on: %s', async (isOn) => {
  const { paid } = await open('/trocar-plano/middle', null, {}, undefined, isOn)
  await screen.findByRole('radio', { name: 'Pix' })
  const choice = screen.queryByRole('radio', { name: 'Pix Automático' })
  if (!isOn) return expect(choice).toBeNull()
  await userEvent.click(choice!)
  expect(screen.getByText(/você autoriza o seu banco a pagar R\$ 199,00 por mês, sem código/)).toBeTruthy()
  await click('Gerar código Pix')
  await waitFor(() => expect(paid.map(({ body }) => body.paymentMethod)).toEqual(['pix_auto']))
})

it('takes a card, and no second code, for a month by Pix that is overdue', async () => {
  const { paid } = await open('/trocar-plano/middle', {
    ...byPix,
    ...unpaid,
    utc_grace_ends_on: '2199-01-02T12:00:00.000Z',
  })
  expect(await screen.findByText('R$ 199,00 no cartão Visa •••• 4242.')).toBeTruthy()
  expect(screen.queryByRole('radio', { name: 'Pix' })).toBeNull()
  await click(paymentMessages.useCard)
  expect(await screen.findByText('A escola está no plano Middle.')).toBeTruthy()
  expect(paid.map(({ body }) => [body.item, body.paymentMethod])).toEqual([['middle', 'pm_visa']])
})

it('shows the code of a smaller plan that is next, also while it can’t be begun yet', async () => {
  const { server, client } = await open(
    `/trocar-plano/middle?pagamento=${month.id}`,
    { ...byPix, plan_id: 'super' },
    {},
    month,
  )
  expect(await screen.findByAltText('QR code do Pix')).toBeTruthy()
  server.on(payments.payment, () => ({
    resource: resourceOf('super'),
    bank,
    payment: { ...month, status: 'succeeded' as const, pix: null },
  }))
  await client.invalidateQueries()
  expect(await screen.findByText(/Em 26 de dezembro de 2026 a escola passa para o plano Middle/)).toBeTruthy()
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
    await open('/trocar-plano/super?pagamento=late-code', subscription, {}, payment)
    const title = await screen.findByRole('heading', { level: 1, name: returnTexts.title })
    expect(title.parentElement!.textContent).toContain(returnTexts.when.pix)
    expect(screen.queryByText(paymentMessages.paid)).toBeNull()
    expect(screen.queryByText(/A escola está no plano/)).toBeNull()
    expect(link('Planos')).toBe('/mar/planos')
  },
)

it('says that the month which was paid ahead goes back, also where a card begins after it', async () => {
  await open('/trocar-plano/onDemand', {
    ...middle,
    plan_id: 'super',
    utc_next_payment_on: '2027-01-26T12:00:00.000Z',
  })
  expect(await screen.findByText('O valor do próximo mês, que já foi pago, é devolvido por Pix.')).toBeTruthy()
})

it('says that the month which was paid ahead goes back, when the school keeps its plan or cancels it', async () => {
  const ahead: Subscription = {
    ...byPix,
    plan_id: 'super',
    pix: null,
    utc_next_payment_on: '2027-01-26T12:00:00.000Z',
  }
  await open('/trocar-plano/onDemand', ahead)
  expect(await screen.findByText('O valor do próximo mês, que já foi pago, é devolvido por Pix.')).toBeTruthy()
  await open('/planos', ahead)
  await click('Manter meu plano')
  expect(
    await screen.findByText(/A escola continua no plano. O valor do próximo mês, que já foi pago, é devolvido/),
  ).toBeTruthy()
})

it('cancels at once a plan whose renewal is not paid, and says so also when it is gone', async () => {
  const overdue: Subscription = { ...middle, ...unpaid }
  const { server, client } = await open('/trocar-plano/onDemand', overdue)
  expect(await screen.findByText(/A escola passa para o On Demand agora/)).toBeTruthy()
  await click('Cancelar a assinatura')
  const done = () => screen.findByText(/A escola passa agora para o On Demand, e a renovação não é mais cobrada/)
  await done()
  expect(screen.queryByText(/vale até/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Manter meu plano' })).toBeNull()
  server.on(subscriptions.get, () => ({ resource: resourceOf('onDemand'), bank, subscription: null }))
  await client.invalidateQueries()
  await done()
  expect(screen.queryByText(paymentErrors.subscription_missing.pt)).toBeNull()
})

it.each<['card' | 'pix', RegExp]>([
  ['card', /continua no plano atual. A escola muda de plano depois dele/],
  ['pix', /A escola muda de plano quando o mês for pago/],
])('says when a smaller plan begins while the renewal by %s is not paid', async (pays_with, text) => {
  const utc_grace_ends_on = '2027-01-02T12:00:00.000Z'
  const card = pays_with === 'card' ? visa : null
  await open('/trocar-plano/middle', {
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

it('cancels a plan after a confirmation, and keeps it after all', async () => {
  const { canceled, kept } = await open('/trocar-plano/onDemand', middle)
  expect(await screen.findByRole('heading', { level: 1, name: 'Cancelar a assinatura' })).toBeTruthy()
  expect(
    screen.getByText('Na cobrança de 1 de janeiro de 2027, com 50 alunos e 1 domínio próprio se nada mudar'),
  ).toBeTruthy()
  expect(screen.getByText('R$ 35,50')).toBeTruthy()
  await click('Cancelar a assinatura')
  expect(await screen.findByRole('heading', { name: paymentMessages.canceled })).toBeTruthy()
  expect(screen.getByText(/O plano Middle vale até 26 de dezembro de 2026/)).toBeTruthy()
  expect(canceled).toHaveLength(1)
  await click('Manter meu plano')
  expect(await screen.findByRole('button', { name: 'Cancelar a assinatura' })).toBeTruthy()
  expect(kept).toHaveLength(1)
})

it('says of the present plan that the school has it, and of a school without one that it has none', async () => {
  const { previews } = await open('/trocar-plano/middle', middle)
  expect(await screen.findByText(paymentErrors.plan_is_current.pt)).toBeTruthy()
  expect(previews).toHaveLength(0)
})

it('has nothing to cancel on demand', async () => {
  await open('/trocar-plano/onDemand')
  expect(await screen.findByText(paymentErrors.subscription_missing.pt)).toBeTruthy()
})

it.each(['/offer/qualquer', '/trocar-plano/enorme'])('leads %s to the plans', async (path) => {
  const { at } = await open(path)
  expect(at()).toBe('/planos')
})
