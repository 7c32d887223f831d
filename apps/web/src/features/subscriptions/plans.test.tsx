import { ledgerMessages } from '@escola/contract/ledger.contract'
import { paymentErrors } from '@escola/contract/payment-errors'
import { paymentMessages } from '@escola/contract/payments.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { subscriptionMessages, subscriptions } from '@escola/contract/subscriptions.contract'
import { done } from '@escola/contract/wire'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { passSeconds, stopClock } from '../../testing/clock.ts'
import { fail, fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import {
  bank,
  byPix,
  click,
  link,
  middle,
  month,
  openPlan,
  resourceOf,
  type ShownPlan,
  unpaid,
  viewed,
} from '../../testing/show-plan.tsx'
import { contextOf } from '../../testing/show-screen.tsx'
import { subscriptionQueries } from './subscriptions.queries.ts'

it('shows each plan with what it includes, and the present one marked', async () => {
  await openPlan('/planos')
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

it.each<[string, Partial<ShownPlan>, RegExp]>([
  ['that renews', {}, /Pago até 26 de dezembro de 2026\. Renova por R\$ 199,00 por mês, no cartão Visa •••• 4242\./],
  ['paid by Pix', { pays_with: 'pix', card: null }, /por Pix: o código chega 5 dias antes/],
  ['that ends', { next_plan_id: 'onDemand' }, /Depois a escola passa para o plano On Demand/],
  ['whose month is over', { state: 'due' }, /O próximo mês ainda não foi pago\./],
  ['whose card is being charged', { state: 'charging' }, /O próximo mês está sendo cobrado/],
  ['that is over', { ...unpaid, state: 'ended' }, /O plano terminou, e a escola passa agora para o On Demand\.$/],
  ['of a school that is blocked', { isBlocked: true, next_plan_id: 'onDemand' }, /termina com o mês que já foi pago/],
  ['in its grace', { ...unpaid }, /Até 02\/01\/2027, 09:00 nada muda.*outro cartão/],
  [
    'in its grace by Pix, before its code is there',
    { ...unpaid, pays_with: 'pix', card: null },
    /Até 02\/01\/2027, 09:00 nada muda.*O código Pix aparece aqui em instantes/,
  ],
])('says how a plan stands %s', async (_case, state, text) => {
  await openPlan('/planos', { ...middle, ...state })
  const section = await screen.findByRole('region', { name: 'Assinatura do plano Middle' })
  expect(section.textContent).toMatch(text)
})

it('says of a renewal that is of the smaller plan already that it begins with it, and offers to keep no other', async () => {
  const leaving: ShownPlan = { ...middle, ...unpaid, plan_id: 'super' }
  await openPlan('/planos', leaving)
  expect(await screen.findByText(/O mês que espera o pagamento é do plano Middle: R\$ 199,00 por mês/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Manter meu plano' })).toBeNull()
  expect(link('Cancelar a assinatura')).toBe('/mar/trocar-plano/onDemand')
  cleanup()
  await openPlan('/trocar-plano/middle', leaving)
  expect(await screen.findByText(/passa para o plano Middle quando o mês que espera o pagamento for pago/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Manter meu plano' })).toBeNull()
  cleanup()
  await openPlan('/trocar-plano/super', leaving)
  expect(await screen.findByText(paymentErrors.plan_is_current.pt)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Manter meu plano' })).toBeNull()
})

it('marks the plan that the state of the subscription names', async () => {
  const { state, client } = await openPlan('/planos')
  const list = within(await screen.findByRole('list', { name: 'Planos' }))
  state.subscription = middle
  await client.refetchQueries({ queryKey: subscriptionQueries.current(contextOf('admin').school!.id).queryKey })
  expect(await screen.findByRole('region', { name: 'Assinatura do plano Middle' })).toBeTruthy()
  expect(list.getByText('Seu plano').closest('li')!.textContent).toMatch(/^Middle/)
})

it.each([
  ['ends', { next_plan_id: 'onDemand' }, ['Manter meu plano']],
  ['is being charged for the next month', { state: 'charging' }, []],
  ['is being charged, and is left for a smaller one', { next_plan_id: 'middle', state: 'charging' }, []],
] as const)('offers what helps a plan that %s', async (_case, state, offered) => {
  await openPlan('/planos', { ...middle, plan_id: 'super', next_plan_id: 'super', ...state })
  const section = within(await screen.findByRole('region', { name: 'Assinatura do plano Super' }))
  const names = [...section.queryAllByRole('button'), ...section.queryAllByRole('link')].map((each) => each.textContent)
  expect(names.toSorted()).toEqual(offered)
})

it('sees that another card has paid the renewal', async () => {
  stopClock()
  const { state } = await openPlan('/planos', { ...middle, ...unpaid })
  expect(await screen.findByText('A renovação não foi paga')).toBeTruthy()
  state.subscription = middle
  await passSeconds(5)
  expect(await screen.findByText(/Renova por R\$ 199,00/)).toBeTruthy()
})

it('shows the prices although the state of the subscription does not come', async () => {
  const server = fakeServer()
  server.on(subscriptions.get, () => fail('internal'))
  await showApp(server, '/planos', () => contextOf('admin'))
  expect(await screen.findByText('Não foi possível ver o estado da assinatura')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Planos' })).toBeTruthy()
})

it.each(['middle', 'super'] as const)('leads from %s to the code that pays the next month', async (plan_id) => {
  await openPlan('/planos', { ...byPix, plan_id })
  const way = await screen.findByRole('link', { name: 'Pagar o mês com Pix' })
  const { pathname, searchParams } = new URL(way.getAttribute('href')!, 'http://escola.test')
  expect([pathname, searchParams.get('pagamento')]).toEqual(['/mar/trocar-plano/middle', month.id])
})

it('leads a school that pays by Pix to its cards, and one that pays by card to Pix', async () => {
  await openPlan('/planos', { ...byPix, pix: null, utc_next_payment_on: '2027-01-26T12:00:00.000Z' })
  const way = await screen.findByRole('link', { name: 'Pagar com cartão a partir de 26 de janeiro de 2027' })
  expect(way.getAttribute('href')).toBe('/mar/minha-conta#cartoes')
  cleanup()
  await openPlan('/planos', middle)
  await click('Pagar por Pix a partir de 26 de dezembro de 2026')
  expect(await screen.findByText(paymentMessages.planPixSet)).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Pagar com cartão a partir de 26 de dezembro de 2026' })).toBeTruthy()
})

it('says that the month which was paid ahead goes back, also where a card begins after it', async () => {
  await openPlan('/trocar-plano/onDemand', {
    ...middle,
    plan_id: 'super',
    utc_next_payment_on: '2027-01-26T12:00:00.000Z',
  })
  expect(await screen.findByText('O valor do próximo mês, que já foi pago, é devolvido por Pix.')).toBeTruthy()
})

it('says that the month which was paid ahead goes back, when the school keeps its plan or cancels it', async () => {
  const ahead: ShownPlan = {
    ...byPix,
    plan_id: 'super',
    pix: null,
    utc_next_payment_on: '2027-01-26T12:00:00.000Z',
  }
  await openPlan('/trocar-plano/onDemand', ahead)
  expect(await screen.findByText('O valor do próximo mês, que já foi pago, é devolvido por Pix.')).toBeTruthy()
  cleanup()
  const { kept } = await openPlan('/planos', ahead)
  expect(await screen.findByText(/passa para o plano Middle, e esse mês já está pago\./)).toBeTruthy()
  await click('Manter meu plano')
  const question = within(await screen.findByRole('dialog', { name: 'Manter o plano atual?' }))
  expect(question.getByText('O valor do próximo mês, que já foi pago, é devolvido por Pix.')).toBeTruthy()
  expect(kept).toHaveLength(0)
  await userEvent.click(question.getByRole('button', { name: 'Manter o plano' }))
  expect(
    await screen.findByText(/A escola continua no plano. O valor do próximo mês, que já foi pago, é devolvido/),
  ).toBeTruthy()
})

it('cancels at once a plan whose renewal is not paid, and says so also when it is gone', async () => {
  const overdue: ShownPlan = { ...middle, ...unpaid }
  const { server, client } = await openPlan('/trocar-plano/onDemand', overdue)
  expect(await screen.findByText(/A escola passa para o On Demand agora/)).toBeTruthy()
  expect(screen.getByText('O domínio próprio é cobrado agora: R$ 0,50.')).toBeTruthy()
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

it('cancels a plan after a confirmation, and keeps it after all', async () => {
  const { canceled, kept } = await openPlan('/trocar-plano/onDemand', middle)
  expect(await screen.findByRole('heading', { level: 1, name: 'Cancelar a assinatura' })).toBeTruthy()
  expect(
    screen.getByText('Na cobrança de 1 de janeiro de 2027, com 50 alunos e 1 domínio próprio se nada mudar'),
  ).toBeTruthy()
  expect(screen.getByText('R$ 35,50')).toBeTruthy()
  expect(screen.getByText('O domínio próprio é cobrado em 26 de dezembro de 2026: R$ 0,50.')).toBeTruthy()
  await click('Cancelar a assinatura')
  expect(await screen.findByRole('heading', { name: paymentMessages.canceled })).toBeTruthy()
  expect(screen.getByText(/O plano Middle vale até 26 de dezembro de 2026/)).toBeTruthy()
  expect(canceled).toHaveLength(1)
  await click('Manter meu plano')
  expect(await screen.findByRole('button', { name: 'Cancelar a assinatura' })).toBeTruthy()
  expect(kept).toHaveLength(1)
})

it('asks administrators who they are before a plan is canceled', async () => {
  const { server, state } = await openPlan('/trocar-plano/onDemand', middle)
  let isProven = false
  server.on(subscriptions.cancel, () => {
    if (!isProven) return refuse('planEndUnproven')
    state.subscription = { ...middle, next_plan_id: 'onDemand' }
    return { resource: resourceOf('middle'), bank, subscription: viewed(state.subscription) }
  })
  server.on(sessions.prove, () => {
    isProven = true
    return done
  })
  await click('Cancelar a assinatura')
  const question = within(await screen.findByRole('dialog', { name: 'Confirme que é você' }))
  await userEvent.type(question.getByLabelText(/^Senha/), 'segredo1{Enter}')
  expect(await screen.findByRole('heading', { name: paymentMessages.canceled })).toBeTruthy()
})

it('says that nothing can be canceled while the card is being charged', async () => {
  await openPlan('/trocar-plano/onDemand', { ...middle, state: 'charging' }, refuse('planRenewing'))
  expect(await screen.findByText(paymentErrors.plan_renewal_under_way.pt)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancelar a assinatura' })).toBeNull()
})

it('lets an administrator of the platform mark the month as paid, for a reason', async () => {
  const overdue: ShownPlan = { ...byPix, ...unpaid }
  const { server, state } = await openPlan('/planos', overdue, {}, undefined, { platform_view: true })
  const marked = server.on(subscriptions.markPaid, () => {
    state.subscription = byPix
    return { resource: resourceOf('middle'), bank, subscription: viewed(byPix) }
  })
  await click('Marcar mês como pago')
  const dialog = within(await screen.findByRole('dialog', { name: 'Marcar mês como pago' }))
  expect(dialog.getByText(/O mês do plano Middle, de R\$ 199,00, passa a valer como pago/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Marcar como pago' }))
  expect(await dialog.findByText(ledgerMessages.reason)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Pago por transferência')
  await userEvent.click(dialog.getByRole('button', { name: 'Marcar como pago' }))
  expect(await screen.findByText(subscriptionMessages.marked)).toBeTruthy()
  expect(marked.map(({ body }) => body)).toEqual([{ reason: 'Pago por transferência' }])
  expect(screen.queryByRole('button', { name: 'Marcar mês como pago' })).toBeNull()
})

it('lets no school mark its own month', async () => {
  await openPlan('/planos', { ...byPix, ...unpaid })
  expect(await screen.findByRole('link', { name: 'Pagar com cartão' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Marcar mês como pago' })).toBeNull()
})

it('has nothing to cancel on demand', async () => {
  await openPlan('/trocar-plano/onDemand')
  expect(await screen.findByText(paymentErrors.subscription_missing.pt)).toBeTruthy()
})

it.each(['/offer/qualquer', '/trocar-plano/enorme'])('leads %s to the plans', async (path) => {
  const { at } = await openPlan(path)
  expect(at()).toBe('/planos')
})
