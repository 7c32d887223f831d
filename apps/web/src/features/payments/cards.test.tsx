import { messages } from '@escola/contract/messages'
import { paymentErrors } from '@escola/contract/payment-errors'
import { type PaymentMethod, type PaymentRow, paymentMessages, payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { fakeStripe } from '../../testing/fake-stripe.ts'
import { showApp, showPage } from '../../testing/show-app.tsx'
import { bank, checkout, middle, resourceOf, type ShownPlan, unpaid, viewed } from '../../testing/show-plan.tsx'
import { contextOf } from '../../testing/show-screen.tsx'

const cardOf = (number: number, card_type: string): PaymentMethod => ({
  id: `pm_${number}`,
  dbId: String(number),
  card_type,
  last_4_digits: `000${number}`,
  expires: '12/2030',
})
const cards = ['visa', 'mastercard', 'jcb', 'discover', 'diners_club', 'amex', 'elo'].map((brand, at) =>
  cardOf(at + 1, brand),
)
const resource = resourceOf('middle')
const subscription: ShownPlan = { ...middle, card: cards[0]! }

let stripe: ReturnType<typeof fakeStripe>
beforeEach(() => {
  stripe = fakeStripe()
})

/** A server that keeps cards, and a plan that the first of them pays. */
function bankOf(kept = cards, plan: ShownPlan | null = null, isReal = true) {
  const server = fakeServer()
  const state = { kept, plan }
  server.on(payments.methods, () => ({ paymentMethods: state.kept, checkout: { ...checkout, is_real: isReal } }))
  server.on(subscriptions.get, () => ({ resource, bank, subscription: viewed(state.plan) }))
  const removed = server.on(payments.removeMethod, ({ body }) => {
    state.kept = state.kept.filter(({ dbId }) => dbId !== body.id)
    return { paymentMethods: state.kept }
  })
  const started = server.on(payments.startCard, () => ({ client_secret: 'seti_1_secret' }))
  const saved = server.on(payments.saveCard, () => {
    state.kept = [...state.kept, cardOf(9, 'visa')]
    return { paymentMethods: state.kept }
  })
  const chosen = server.on(subscriptions.setCard, ({ body }) => {
    state.plan = { ...state.plan!, card: state.kept.find(({ dbId }) => dbId === body.id)! }
    return { resource, bank, subscription: viewed(state.plan) }
  })
  return { server, state, removed, started, saved, chosen }
}
const listed = async () => within(await screen.findByRole('list', { name: 'Cartões da escola' }))

it('lists cards with their brands, a picture for each known one, and removes one after a question', async () => {
  const { server, removed } = bankOf()
  await showPage(server, '/minha-conta')
  const list = await listed()
  expect(list.getAllByText(/••••/).map(({ textContent }) => textContent)).toEqual([
    'Visa •••• 0001',
    'Mastercard •••• 0002',
    'JCB •••• 0003',
    'Discover •••• 0004',
    'Diners Club •••• 0005',
    'American Express •••• 0006',
    'Elo •••• 0007',
  ])
  await userEvent.click(list.getByRole('button', { name: 'Remover JCB •••• 0003' }))
  const question = within(await screen.findByRole('dialog', { name: messages.areYouSure }))
  await userEvent.click(question.getByRole('button', { name: 'Remover' }))
  expect(await screen.findByText(paymentMessages.cardRemoved)).toBeTruthy()
  expect(removed.map(({ body }) => body)).toEqual([{ id: '3', paymentMethodStripeId: 'pm_3' }])
  await waitFor(() => expect(screen.queryByText('JCB •••• 0003')).toBeNull())
})

it('changes the card of the plan, which can’t be removed while it pays it', async () => {
  const { server, chosen } = bankOf(cards.slice(0, 2), subscription)
  await showPage(server, '/minha-conta')
  const list = await listed()
  expect(await list.findByText('Paga o plano')).toBeTruthy()
  expect(list.queryByRole('button', { name: 'Remover Visa •••• 0001' })).toBeNull()
  await userEvent.click(list.getByRole('button', { name: 'Usar no plano: Mastercard •••• 0002' }))
  expect(await screen.findByText(paymentMessages.planCardSet)).toBeTruthy()
  expect(chosen.map(({ body }) => body)).toEqual([{ id: '2' }])
  expect(await list.findByRole('button', { name: 'Remover Visa •••• 0001' })).toBeTruthy()
})

it('lets the card of a plan that ends be removed, and none begin to pay it', async () => {
  const { server } = bankOf(cards.slice(0, 2), { ...subscription, next_plan_id: 'onDemand' })
  await showPage(server, '/minha-conta')
  const list = await listed()
  expect(
    await screen.findByText(/O plano acaba em 26 de dezembro de 2026, e nenhum cartão será mais cobrado por ele/),
  ).toBeTruthy()
  expect(list.getByRole('button', { name: 'Remover Visa •••• 0001' })).toBeTruthy()
  expect(list.queryByText('Paga o plano')).toBeNull()
  expect(list.queryByRole('button', { name: /Usar no plano|Tentar de novo/ })).toBeNull()
})

it('lets a card take the place of Pix, and says from when', async () => {
  const { server, chosen } = bankOf(cards.slice(0, 1), { ...subscription, pays_with: 'pix', card: null })
  await showPage(server, '/minha-conta')
  expect(
    await screen.findByText(
      /“Usar no plano” faz um cartão pagar o plano, no lugar do Pix, a partir de .* sem cobrança agora/,
    ),
  ).toBeTruthy()
  await userEvent.click((await listed()).getByRole('button', { name: 'Usar no plano: Visa •••• 0001' }))
  expect(await screen.findByText(paymentMessages.planCardSet)).toBeTruthy()
  expect(chosen.map(({ body }) => body)).toEqual([{ id: '1' }])
})

it('asks, with the sum, before a card pays a renewal at once, and tries the plan’s own card again', async () => {
  const { server, chosen } = bankOf(cards.slice(0, 2), { ...subscription, ...unpaid })
  await showPage(server, '/minha-conta')
  const list = await listed()
  const names = ['Tentar de novo: Visa •••• 0001', 'Usar no plano: Mastercard •••• 0002']
  for (const [before, name] of names.entries()) {
    await userEvent.click(await list.findByRole('button', { name }))
    const question = within(await screen.findByRole('dialog', { name: 'Pagar a renovação agora?' }))
    expect(
      question.getByText(
        `R$ 199,00 são cobrados agora no cartão ${name.split(': ')[1]}, que paga também os próximos meses.`,
      ),
    ).toBeTruthy()
    await userEvent.click(question.getByRole('button', { name: 'Pagar R$ 199,00' }))
    // The notice of the first card may still be there when the second has not been sent yet.
    await waitFor(() => expect(chosen).toHaveLength(before + 1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await screen.findAllByText(paymentMessages.planCardSet)).length).toBeGreaterThan(0)
  }
  expect(chosen.map(({ body }) => body)).toEqual([{ id: '1' }, { id: '2' }])
})

it.each([true, false])('says where its cards pay no real money: real %s', async (isReal) => {
  await showPage(bankOf(cards.slice(0, 2), { ...subscription, ...unpaid }, isReal).server, '/minha-conta')
  await (await listed()).findByRole('button', { name: 'Tentar de novo: Visa •••• 0001' })
  expect(screen.queryAllByText(paymentMessages.noRealMoney)).toHaveLength(isReal ? 0 : 1)
})

it('shows how the plan stands after a try that failed', async () => {
  const { server, state } = bankOf(cards.slice(0, 2), { ...subscription, ...unpaid })
  server.on(subscriptions.setCard, () => {
    state.plan = subscription
    return fail('unavailable')
  })
  await showPage(server, '/minha-conta')
  const list = await listed()
  await userEvent.click(await list.findByRole('button', { name: 'Tentar de novo: Visa •••• 0001' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Pagar R$ 199,00' }))
  await waitFor(() => expect(list.queryByRole('button', { name: /Tentar de novo/ })).toBeNull())
})

it('lets no card begin to pay the plan where a code waits in vain', async () => {
  const { server } = bankOf(cards.slice(0, 2), { ...subscription, pays_with: 'pix', card: null, ...unpaid })
  await showPage(server, '/minha-conta')
  const list = await listed()
  const region = within(screen.getByRole('region', { name: 'Cartões da escola' }))
  expect(await region.findByRole('link', { name: 'Pagar com cartão' })).toBeTruthy()
  expect(list.queryByRole('button', { name: /Usar no plano|Tentar de novo/ })).toBeNull()
  expect(region.queryByText(/sem cobrança agora/)).toBeNull()
})

it('adds a card that the provider confirms, and says what it refuses', async () => {
  const { server, saved } = bankOf([])
  await showPage(server, '/minha-conta')
  await screen.findByText('Nenhum cartão salvo.')
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar cartão' }))
  await userEvent.type(await screen.findByLabelText('Nome no cartão'), 'ANA SOUZA')
  stripe.answers.setup = { error: { code: 'setup_intent_authentication_failure' } }
  await userEvent.click(screen.getByRole('button', { name: 'Salvar cartão' }))
  expect(await screen.findByText(/O seu banco não confirmou o cartão/)).toBeTruthy()
  stripe.answers.setup = { error: { code: 'card_declined', decline_code: 'insufficient_funds', message: 'Declined.' } }
  await userEvent.click(screen.getByRole('button', { name: 'Salvar cartão' }))
  expect(await screen.findByText(paymentErrors.card_without_funds.pt)).toBeTruthy()
  expect(saved).toHaveLength(0)
  stripe.answers.setup = {}
  await userEvent.click(screen.getByRole('button', { name: 'Salvar cartão' }))
  expect(await screen.findByText(paymentMessages.cardSaved)).toBeTruthy()
  expect(saved.map(({ body }) => body)).toEqual([{ setupIntent: 'seti_1' }])
  expect(stripe.calls.slice(-2)).toEqual([
    ['createPaymentMethod', 'ANA SOUZA'],
    // A payer whom the bank leads away comes back to this page.
    ['confirmCardSetup', ['seti_1_secret', { payment_method: 'pm_new', return_url: window.location.href }]],
  ])
  expect((await listed()).getByText('Visa •••• 0009')).toBeTruthy()
})

it('begins to keep no card before the provider has all of it, and says what is missing', async () => {
  const { server, started } = bankOf([])
  await showPage(server, '/minha-conta')
  await screen.findByText('Nenhum cartão salvo.')
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar cartão' }))
  await userEvent.type(await screen.findByLabelText('Nome no cartão'), 'ANA SOUZA')
  stripe.answers.card = { error: { code: 'incomplete_number', message: 'O número do cartão está incompleto.' } }
  await userEvent.click(screen.getByRole('button', { name: 'Salvar cartão' }))
  expect(await screen.findByText('O número do cartão está incompleto.')).toBeTruthy()
  expect(started).toHaveLength(0)
  // Its field says some time later that the card is complete; the click may come before that.
  stripe.answers.card = {}
  await userEvent.click(screen.getByRole('button', { name: 'Salvar cartão' }))
  expect(await screen.findByText(paymentMessages.cardSaved)).toBeTruthy()
  expect(started).toHaveLength(1)
})

it('shows cards to administrators alone', async () => {
  const { server } = bankOf()
  await showPage(server, '/minha-conta', 'student')
  expect(await screen.findByRole('button', { name: 'Salvar' })).toBeTruthy()
  expect(screen.queryByText('Cartões da escola')).toBeNull()
})

it('says that the cards did not come, beside a form that works', async () => {
  const { server } = bankOf()
  server.on(payments.methods, () => fail('internal'))
  await showPage(server, '/minha-conta')
  expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Salvar' })).toBeTruthy()
})

it('loads the account anew for an administrator, because its cards reach the provider', async () => {
  const replace = vi.fn()
  vi.stubGlobal('location', { ...location, replace })
  const { router } = await showPage(bankOf().server, '/low-balance')
  void router.navigate({ to: '/minha-conta' })
  await waitFor(() => expect(replace.mock.calls).toEqual([['/mar/minha-conta']]))
})

const row: PaymentRow = {
  id: '31',
  key: 'first-payment',
  item: 'basic',
  way: 'pix',
  cents: 2990,
  status: 'succeeded',
  fault: '',
  refunded_cents: 990,
  is_disputed: false,
  is_refundable: true,
  utc_created_on: '2026-11-20T12:00:00.000Z',
}
const listOf = (list: PaymentRow[]) => ({ payments: { total: list.length, page: 1, rowsPerPage: 50, list } })

it('lists payments with what came back, and offers no refund to the school', async () => {
  const { server } = bankOf()
  server.on(payments.list, () => listOf([row, { ...row, id: '32', item: 'super', way: 'card', is_disputed: true }]))
  await showPage(server, '/bank/pagamentos')
  const table = within(await screen.findByRole('table', { name: 'Pagamentos' }))
  expect(table.getByText('Pacote Básico')).toBeTruthy()
  expect(table.getByText('Plano Super')).toBeTruthy()
  expect(table.getAllByText('R$ 9,90 devolvidos')).toHaveLength(2)
  expect(table.getByText('Contestado no banco')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Devolver' })).toBeNull()
})

it('says why a payment failed, and leads back to the codes that wait', async () => {
  const { server } = bankOf()
  const fault = 'O seu cartão está vencido, nenhum valor foi cobrado. Use outro cartão.'
  const waiting = { ...row, id: '33', status: 'requires_action' } as const
  server.on(payments.list, () =>
    listOf([
      { ...row, id: '32', way: 'card', status: 'failed', fault },
      waiting,
      { ...waiting, id: '34', item: 'super', key: 'month:2026-12-26' },
      { ...waiting, id: '35', way: 'card' },
    ]),
  )
  await showPage(server, '/bank/pagamentos')
  expect(await screen.findByText(fault)).toBeTruthy()
  const ways = screen.getAllByRole('link', { name: 'Ver o código Pix' }).map((way) => way.getAttribute('href')!)
  expect(ways.map(decodeURIComponent)).toEqual([
    '/mar/add-saldo/basic?pagamento=first-payment',
    '/mar/trocar-plano/super?pagamento=month:2026-12-26',
  ])
})

it('shows the page of the payment that the address names, and marks its row', async () => {
  const { server } = bankOf()
  const asked = server.on(payments.list, () => listOf([{ ...row, id: '32' }, row]))
  await showPage(server, '/bank/pagamentos?pagamento=31#31')
  const table = within(await screen.findByRole('table', { name: 'Pagamentos' }))
  const rows = table.getAllByRole('row').slice(1)
  expect(rows.map((each) => each.getAttribute('aria-current'))).toEqual([null, 'true'])
  expect(rows[1]!.id).toBe('31')
  expect(asked.map(({ query }) => query.payment)).toEqual(['31'])
})

it('says that nothing was paid yet', async () => {
  const { server } = bankOf()
  server.on(payments.list, () => listOf([]))
  await showPage(server, '/bank/pagamentos')
  expect(await screen.findByText('Nenhum pagamento ainda')).toBeTruthy()
})

it('lets an administrator of the platform give back what is left of a payment, with a reason', async () => {
  const { server } = bankOf()
  server.on(payments.list, () => listOf([row]))
  const refunds = server.on(payments.refund, () => ({ bank }))
  const view = contextOf('admin')
  await showApp(server, '/bank/pagamentos', () => ({ ...view, school: { ...view.school!, platform_view: true } }))
  await userEvent.click(await screen.findByRole('button', { name: 'Devolver' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Devolver pagamento' }))
  expect(dialog.getByText(new RegExp(paymentMessages.packGoesBack))).toBeTruthy()
  const sum = dialog.getByLabelText('Valor a devolver') as HTMLInputElement
  expect(sum.value).toBe('R$ 20,00')
  await userEvent.clear(sum)
  await userEvent.type(sum, '20,01')
  await userEvent.click(dialog.getByRole('button', { name: 'Devolver' }))
  expect(await dialog.findByText(paymentMessages.refundAmount)).toBeTruthy()
  expect(dialog.getByText(paymentMessages.refundReason)).toBeTruthy()
  await userEvent.clear(sum)
  await userEvent.type(sum, '20')
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Comprou duas vezes')
  await userEvent.click(dialog.getByRole('button', { name: 'Devolver' }))
  expect(await screen.findByText(paymentMessages.refunded)).toBeTruthy()
  expect(refunds.map(({ body }) => body)).toEqual([{ id: '31', cents: 2000, reason: 'Comprou duas vezes' }])
})

it('asks for the same refund again under the same key, until it is answered, and for the next one under another', async () => {
  const { server } = bankOf()
  server.on(payments.list, () => listOf([row]))
  const lost = server.on(payments.refund, () => fail('unavailable'))
  const view = contextOf('admin')
  await showApp(server, '/bank/pagamentos', () => ({ ...view, school: { ...view.school!, platform_view: true } }))
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Devolver' }))
    return within(await screen.findByRole('dialog', { name: 'Devolver pagamento' }))
  }
  const dialog = await open()
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Comprou duas vezes')
  await userEvent.click(dialog.getByRole('button', { name: 'Devolver' }))
  await dialog.findByRole('alert')
  const answered = server.on(payments.refund, () => ({ bank }))
  await userEvent.click(dialog.getByRole('button', { name: 'Devolver' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const next = await open()
  await userEvent.type(next.getByLabelText('Motivo'), 'Comprou duas vezes')
  await userEvent.click(next.getByRole('button', { name: 'Devolver' }))
  await waitFor(() => expect(answered).toHaveLength(2))
  const keys = [...lost, ...answered].map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{8,}$/), keys[0], expect.stringMatching(/^[\w-]{8,}$/)])
  expect(keys[2]).not.toBe(keys[0])
})
