import { minuteMs } from '@escola/contract/durations'
import { formatMoney } from '@escola/contract/money'
import { declineCodes, paymentErrors, refusalOf } from '@escola/contract/payment-errors'
import { type Payment, paymentMessages, payments } from '@escola/contract/payments.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { done as wireDone } from '@escola/contract/wire'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { stopClock } from '../../testing/clock.ts'
import { fail, fakeServer, refuse } from '../../testing/fake-server.ts'
import { fakeStripe } from '../../testing/fake-stripe.ts'
import { showPage } from '../../testing/show-app.tsx'
import { checkout, resourceOf, visa } from '../../testing/show-plan.tsx'
import { readOpenPayment } from './open-payment.ts'
import { textOfRefusal } from './stripe-js.ts'

const elo = { id: 'pm_elo', dbId: '2', card_type: 'elo', last_4_digits: '0005', expires: '01/2031' }
const resource = resourceOf('onDemand')
const made: Payment = {
  id: '',
  item: 'basic',
  way: 'card',
  cents: 2990,
  status: 'succeeded',
  client_secret: null,
  pix: null,
  fault: '',
  goes_back: false,
}
const qr = { code: '00020126', qr: 'data:image/png;base64,AA==' }

let stripe: ReturnType<typeof fakeStripe>
beforeEach(() => {
  stripe = fakeStripe()
})

/** A server with cards, whose payments end as the test says: each by its id, as the last call left it. */
function shop({ cards = [visa], provider = checkout as typeof checkout | null } = {}) {
  const server = fakeServer()
  const kept = new Map<string, Payment>()
  const bank = { balance: '30.00', points: 30 }
  const state = { cards, bank, next: {} as Partial<Payment>, held: undefined as Promise<void> | undefined }
  const answer = (payment: Payment) => ({
    resource,
    bank: payment.status === 'succeeded' ? state.bank : { balance: '0.00', points: 0 },
    payment,
  })
  const asked = server.on(payments.methods, () => ({ paymentMethods: state.cards, checkout: provider }))
  const paid = server.on(payments.pay, async ({ body }) => {
    await state.held
    const payment = { ...made, id: body.paymentId, item: body.item, ...state.next }
    kept.set(payment.id, payment)
    return answer(payment)
  })
  const read = server.on(payments.payment, ({ params }) => answer(kept.get(params.paymentId)!))
  const canceled = server.on(payments.cancelPayment, ({ params }) => {
    const payment = { ...kept.get(params.paymentId)!, status: 'canceled' as const, client_secret: null, pix: null }
    kept.set(payment.id, payment)
    return answer(payment)
  })
  return {
    server,
    state,
    asked,
    paid,
    read,
    canceled,
    /** Changes every payment that was made, as the provider does by and by. */
    turn: (change: Partial<Payment>) => {
      for (const [id, payment] of kept) kept.set(id, { ...payment, ...change })
    },
  }
}
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const done = () => screen.findByRole('heading', { name: paymentMessages.paid, level: 1 })

it('pays with a kept card, once for a double click, and shows the end again after a reload', async () => {
  const { server, state, paid } = shop({ cards: [visa, elo] })
  const { at } = await showPage(server, '/add-saldo/basic')
  expect(await screen.findByText('A escola ganha R$ 30,00 e 30 pontos.')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Elo •••• 0005' }))
  // A second click on the page that says the end would take the focus from its title.
  const clicked = Promise.withResolvers<void>()
  state.held = clicked.promise
  await userEvent.dblClick(screen.getByRole('button', { name: paymentMessages.useCard }))
  clicked.resolve()
  await done()
  await waitFor(() => expect(document.activeElement?.textContent).toBe(paymentMessages.paid))
  expect(screen.getByText('A escola tem agora R$ 30,00 de saldo e 30 pontos.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Saldo: R$ 30,00' })).toBeTruthy()
  const [{ body }] = paid as [(typeof paid)[0]]
  expect(body).toMatchObject({ item: 'basic', paymentMethod: 'pm_elo', saveCard: true })
  expect(paid).toHaveLength(1)
  await waitFor(() => expect(at()).toBe(`/add-saldo/basic?pagamento=${body.paymentId}`))
  expect(readOpenPayment('7', 'basic')).toBeUndefined()
})

it('shows the newest balance where the way back leads to a payment that was made', async () => {
  const { server, state } = shop()
  const { router, at } = await showPage(server, '/add-saldo/basic')
  await click(paymentMessages.useCard)
  await done()
  await waitFor(() => expect(at()).toContain('?pagamento='))
  await act(() => router.navigate({ to: '/add-saldo/turbo' as '/' }))
  expect(await screen.findByText('A escola ganha R$ 150,00 e 150 pontos.')).toBeTruthy()
  state.bank = { balance: '31.00', points: 20 }
  act(() => router.history.back())
  await done()
  expect(await screen.findByRole('link', { name: 'Saldo: R$ 31,00' })).toBeTruthy()
})

it('keeps no balance of an earlier visit to a payment that was made', async () => {
  const { server, state } = shop()
  const { router, at } = await showPage(server, '/add-saldo/basic')
  await click(paymentMessages.useCard)
  await waitFor(() => expect(at()).toContain('?pagamento='))
  const first = at()
  await act(() => router.navigate({ to: '/add-saldo/turbo' as '/' }))
  state.bank = { balance: '180.00', points: 180 }
  await click(paymentMessages.useCard)
  expect(await screen.findByRole('link', { name: 'Saldo: R$ 180,00' })).toBeTruthy()
  const asked = server.on(payments.payment, () => new Promise<never>(() => undefined))
  await act(() => router.navigate({ href: first }))
  await waitFor(() => expect(at()).toBe(first))
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  expect(screen.getByRole('link', { name: 'Saldo: R$ 180,00' })).toBeTruthy()
})

it('types a new card, which is kept unless the person says no, and shows what is wrong with it', async () => {
  const { server, paid } = shop({ cards: [] })
  await showPage(server, '/add-saldo/max')
  await click('Pagar R$ 499,00')
  expect(await screen.findByText(paymentMessages.cardName)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Nome no cartão'), '  ANA SOUZA ')
  act(() => void stripe.type({ code: 'incomplete_number', message: 'O número do cartão está incompleto.' }))
  expect(screen.getByText('O número do cartão está incompleto.')).toBeTruthy()
  act(() => void stripe.type())
  expect(screen.queryByText('O número do cartão está incompleto.')).toBeNull()

  stripe.answers.card = { error: { code: 'expired_card', message: 'expired' } }
  await click('Pagar R$ 499,00')
  expect(await screen.findByText(/O seu cartão está vencido/)).toBeTruthy()
  expect(paid).toHaveLength(0)

  stripe.answers.card = { error: { code: 'incorrect_number', message: 'Your card number is incorrect.' } }
  await click('Pagar R$ 499,00')
  expect(await screen.findByText(paymentErrors.card_number_incorrect.pt)).toBeTruthy()
  act(() => void stripe.type({ code: 'invalid_number', message: 'O número do seu cartão não é válido.' }))
  expect(screen.getByText(paymentErrors.card_number_incorrect.pt)).toBeTruthy()

  stripe.answers.card = {}
  act(() => void stripe.type())
  const saving = screen.getByRole('checkbox', { name: 'Salvar cartão' }) as HTMLInputElement
  expect(saving.checked).toBe(true)
  await userEvent.click(saving)
  await click('Pagar R$ 499,00')
  await done()
  expect(stripe.calls).toEqual([
    ['createPaymentMethod', 'ANA SOUZA'],
    ['createPaymentMethod', 'ANA SOUZA'],
    ['createPaymentMethod', 'ANA SOUZA'],
  ])
  expect(paid.map(({ body }) => body)).toMatchObject([{ item: 'max', paymentMethod: 'pm_new', saveCard: false }])
})

it('offers Pix only where the account at the provider takes it', async () => {
  const { server } = shop({ cards: [] })
  server.on(payments.methods, () => ({ paymentMethods: [], checkout: { ...checkout, has_pix: false } }))
  await showPage(server, '/add-saldo/basic')
  expect(await screen.findByLabelText('Nome no cartão')).toBeTruthy()
  expect(screen.queryByText('Pix')).toBeNull()
})

it('has words of its own for each refusal of the field', () => {
  for (const code of declineCodes) expect(textOfRefusal({ code, message: 'In English' })).toBe(refusalOf(code).text)
})

it.each(['the field', 'the bank'])('says each refusal of %s under the card, in its own words', async (source) => {
  const { server, state, paid } = shop({ cards: [] })
  await showPage(server, '/add-saldo/basic')
  const codes = declineCodes.slice(0, 3)
  for (const code of codes) {
    const { text } = refusalOf(code)
    if (source === 'the field') stripe.answers.card = { error: { code, message: 'In English' } }
    else state.next = { status: 'failed', fault: text }
    fireEvent.change(await screen.findByLabelText('Nome no cartão'), { target: { value: 'ANA' } })
    // A text that stands there goes away when the card changes.
    act(() => void stripe.type())
    expect(screen.queryByText(text)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Pagar R$ 29,90' }))
    expect((await screen.findByText(text)).closest('form'), code).toBeTruthy()
  }
  expect(paid).toHaveLength(source === 'the field' ? 0 : codes.length)
})

it('says a refusal under the card, loads the cards again, and pays the next try as another payment', async () => {
  const { server, state, paid, asked } = shop({ cards: [] })
  await showPage(server, '/add-saldo/basic')
  state.next = { status: 'failed', fault: paymentErrors.card_without_funds.pt }
  await userEvent.type(await screen.findByLabelText('Nome no cartão'), 'ANA')
  const before = asked.length
  await click('Pagar R$ 29,90')
  expect(await screen.findByText(paymentErrors.card_without_funds.pt)).toBeTruthy()
  await waitFor(() => expect(asked.length).toBeGreaterThan(before))
  state.next = {}
  await userEvent.type(screen.getByLabelText('Nome no cartão'), 'ANA')
  await click('Pagar R$ 29,90')
  await done()
  expect(new Set(paid.map(({ body }) => body.paymentId)).size).toBe(2)
})

it('says why a kept card was refused, in the words of its code', async () => {
  const { server } = shop()
  server.on(payments.pay, () => refuse('cardExpired'))
  await showPage(server, '/add-saldo/basic')
  await click(paymentMessages.useCard)
  expect(await screen.findByText(refusalOf('expired_card').text)).toBeTruthy()
})

it('asks the payer of a kept card who they are, and pays under the same id, also after they first said no', async () => {
  const { server, paid } = shop({ cards: [visa, elo] })
  let isProven = false
  const refused = server.on(payments.pay, ({ body }) => {
    if (!isProven) return refuse('keptCardUnproven')
    paid.push({ body } as never)
    return { resource, bank: { balance: '30.00', points: 30 }, payment: { ...made, id: body.paymentId } }
  })
  server.on(payments.payment, () => refuse('paymentUnknown'))
  server.on(sessions.prove, () => {
    isProven = true
    return wireDone
  })
  await showPage(server, '/add-saldo/basic')
  await userEvent.click(await screen.findByRole('radio', { name: 'Elo •••• 0005' }))
  const question = async () => within(await screen.findByRole('dialog', { name: 'Confirme que é você' }))
  await click(paymentMessages.useCard)
  await question()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
  expect((screen.getByRole('radio', { name: 'Elo •••• 0005' }) as HTMLInputElement).ariaChecked).toBe('true')
  await click(paymentMessages.useCard)
  await userEvent.type((await question()).getByLabelText(/^Senha/), 'segredo1{Enter}')
  await done()
  expect(new Set([...refused, ...paid].map(({ body }) => body.paymentId)).size).toBe(1)
  expect(paid.map(({ body }) => body.paymentMethod)).toEqual(['pm_elo'])
})

it('asks by itself what became of a payment whose answer got lost, until it is told', async () => {
  const { server } = shop()
  const lost = server.on(payments.pay, () => fail('unavailable'))
  const asked = server.on(payments.payment, () => fail('unavailable'))
  await showPage(server, '/add-saldo/basic')
  const paying = await screen.findByRole('button', { name: paymentMessages.useCard })
  stopClock()
  fireEvent.click(paying)
  await screen.findByRole('alert')
  // The call that failed has asked once, and the page that shows the payment as well.
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1))
  const read = server.on(payments.payment, ({ params }) => ({
    resource,
    bank: { balance: '30.00', points: 30 },
    payment: { ...made, id: params.paymentId },
  }))
  // A question that is under way while the clock moves on is asked once more.
  await vi.waitFor(async () => {
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(read.length).toBeGreaterThan(0)
  })
  await done()
  expect(lost).toHaveLength(1)
})

it('repeats a payment under its id when it is not known whether it came', async () => {
  const { server, paid } = shop()
  const lost = server.on(payments.pay, () => fail('unavailable'))
  server.on(payments.payment, () => fail('unavailable'))
  await showPage(server, '/add-saldo/basic')
  await click(paymentMessages.useCard)
  expect(await screen.findByRole('alert')).toBeTruthy()
  server.on(payments.pay, ({ body }) => {
    paid.push({ body } as never)
    return { resource, bank: { balance: '30.00', points: 30 }, payment: { ...made, id: body.paymentId } }
  })
  await click(paymentMessages.useCard)
  await done()
  expect(paid[0]!.body.paymentId).toBe(lost[0]!.body.paymentId)
})

it('goes on with a payment that was open when the page was left', async () => {
  sessionStorage.setItem('escola.payment.7.basic', 'left-open')
  const { server } = shop()
  const open: Payment = { ...made, id: 'left-open', status: 'requires_action', client_secret: 'pi_1_secret' }
  let payment = open
  server.on(payments.payment, () => ({ resource, bank: { balance: '0.00', points: 0 }, payment }))
  await showPage(server, '/add-saldo/basic')
  await screen.findByText(/O seu banco pede que você confirme/)
  expect(screen.queryByRole('button', { name: paymentMessages.useCard })).toBeNull()
  payment = { ...open, status: 'succeeded' }
  await click('Confirmar no banco')
  await done()
  expect(stripe.calls).toEqual([['handleNextAction', 'pi_1_secret']])
})

it('has the bank confirm, says when it did not, and lets the person pay in another way', async () => {
  const { server, state, canceled } = shop()
  state.next = { status: 'requires_action', client_secret: 'pi_2_secret' }
  stripe.answers.action = {
    error: { code: 'payment_intent_authentication_failure', message: 'We are unable to authenticate.' },
  }
  await showPage(server, '/add-saldo/turbo')
  await click(paymentMessages.useCard)
  expect(await screen.findByText(refusalOf('payment_intent_authentication_failure').text)).toBeTruthy()
  await click('Pagar de outro jeito')
  expect(await screen.findByRole('button', { name: paymentMessages.useCard })).toBeTruthy()
  expect(canceled).toHaveLength(1)
  expect(readOpenPayment('7', 'turbo')).toBeUndefined()
})

it('shows a code of Pix with its time, and sees it paid', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { server, state, turn } = shop()
  const utc_expires_on = new Date(Date.now() + 90_000).toISOString()
  state.next = { status: 'requires_action', pix: { ...qr, utc_expires_on } }
  await showPage(server, '/add-saldo/basic')
  await userEvent.click(await screen.findByRole('radio', { name: 'Pix' }))
  await click('Gerar código Pix')
  expect(await screen.findByAltText('QR code do Pix')).toHaveProperty('src', qr.qr)
  // The button that had the focus is gone.
  await waitFor(() => expect(document.activeElement?.tagName).toBe('DIV'))
  expect((screen.getByLabelText('Código Pix') as HTMLInputElement).value).toBe(qr.code)
  expect(screen.getByRole('timer').textContent).toBe('1:30')
  turn({ status: 'succeeded', pix: null })
  await done()
})

it('says of a code that the provider ended why, beside the way to make another one and not under the card', async () => {
  const { server, state, turn } = shop({ cards: [] })
  state.next = { way: 'pix', status: 'requires_action', pix: { ...qr, utc_expires_on: '2199-01-02T12:00:00.000Z' } }
  const { client } = await showPage(server, '/add-saldo/basic')
  await userEvent.click(await screen.findByRole('radio', { name: 'Pix' }))
  await click('Gerar código Pix')
  await screen.findByAltText('QR code do Pix')
  const fault = refusalOf('payment_intent_payment_attempt_expired').text
  turn({ status: 'failed', pix: null, fault })
  await client.invalidateQueries()
  expect(await screen.findByText(fault)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Gerar código Pix' })).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Cartão' }))
  expect(screen.queryByText(fault)).toBeNull()
})

it('makes a new code of Pix when the last one is over', async () => {
  const { server, state, paid, canceled } = shop()
  await showPage(server, '/add-saldo/basic')
  await userEvent.click(await screen.findByRole('radio', { name: 'Pix' }))
  stopClock()
  state.next = {
    status: 'requires_action',
    pix: { ...qr, utc_expires_on: new Date(Date.now() + minuteMs).toISOString() },
  }
  fireEvent.click(screen.getByRole('button', { name: 'Gerar código Pix' }))
  await screen.findByAltText('QR code do Pix')
  act(() => void vi.advanceTimersByTime(61_000))
  expect(screen.getByText('Este código venceu')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pagar de outro jeito' })).toBeTruthy()
  state.next = {
    status: 'requires_action',
    pix: { ...qr, utc_expires_on: new Date(Date.now() + minuteMs).toISOString() },
  }
  fireEvent.click(screen.getByRole('button', { name: 'Gerar novo código' }))
  await screen.findByAltText('QR code do Pix')
  expect(canceled).toHaveLength(1)
  expect(new Set(paid.map(({ body }) => body.paymentId)).size).toBe(2)
})

it('says that the provider did not come, and asks it again', async () => {
  vi.stubGlobal('Stripe', undefined)
  const { server } = shop({ cards: [] })
  await showPage(server, '/add-saldo/basic')
  const script = await waitFor(() => {
    const found = document.querySelector(`script[src="${checkout.script}"]`)
    expect(found).toBeTruthy()
    return found!
  })
  fireEvent.error(script)
  expect(await screen.findByText('O campo do cartão não carregou')).toBeTruthy()
  expect(document.querySelector(`script[src="${checkout.script}"]`)).toBeNull()
  stripe = fakeStripe()
  await click('Tentar novamente')
  expect(await screen.findByText('campo do cartão')).toBeTruthy()
})

it('says that the provider did not come to have the bank confirm, and asks it again', async () => {
  vi.stubGlobal('Stripe', undefined)
  const { server, state, canceled } = shop()
  state.next = { status: 'requires_action', client_secret: 'pi_2_secret' }
  await showPage(server, '/add-saldo/turbo')
  await click(paymentMessages.useCard)
  await screen.findByText(/O seu banco pede que você confirme/)
  fireEvent.error(document.querySelector(`script[src="${checkout.script}"]`)!)
  expect(await screen.findByText('A confirmação do banco não carregou')).toBeTruthy()
  stripe = fakeStripe()
  await click('Tentar novamente')
  expect(await screen.findByRole('button', { name: 'Confirmar no banco' })).toHaveProperty('disabled', false)
  await click('Pagar de outro jeito')
  expect(await screen.findByRole('button', { name: paymentMessages.useCard })).toBeTruthy()
  expect(canceled).toHaveLength(1)
})

it('says where no payments are taken, and where no real money moves', async () => {
  await showPage(shop({ provider: null }).server, '/add-saldo/basic')
  expect(await screen.findByText(paymentErrors.payments_off.pt)).toBeTruthy()
  expect(screen.queryByRole('button', { name: paymentMessages.useCard })).toBeNull()
})

it('says that no real money moves', async () => {
  await showPage(shop({ provider: { ...checkout, is_real: false } }).server, '/add-saldo/basic')
  expect(await screen.findByText(paymentMessages.noRealMoney)).toBeTruthy()
})

it('gives nothing at the address of an unknown payment, or that is for something else', async () => {
  const { server } = shop()
  server.on(payments.payment, ({ params }) => ({
    resource,
    bank: { balance: '30.00', points: 30 },
    payment: { ...made, id: params.paymentId, item: 'turbo' as const },
  }))
  await showPage(server, '/add-saldo/basic?pagamento=of-another-pack')
  expect(await screen.findByRole('button', { name: paymentMessages.useCard })).toBeTruthy()
  expect(screen.queryByText(paymentMessages.paid)).toBeNull()
})

it('leads an unknown pack to the balance', async () => {
  const { at } = await showPage(fakeServer(), '/add-saldo/enorme')
  expect(at()).toBe('/bank')
})

it('loads the whole page when another one leads to the checkout', async () => {
  const replace = vi.fn()
  vi.stubGlobal('location', { ...location, replace })
  const { router } = await showPage(shop().server, '/low-balance')
  const [basic] = await screen.findAllByRole('link', { name: new RegExp(formatMoney(2990).replace('$', '\\$')) })
  expect(basic).toHaveProperty('pathname', '/mar/add-saldo/basic')
  void router.navigate({ to: '/add-saldo/$type', params: { type: 'basic' } })
  await waitFor(() => expect(replace.mock.calls).toEqual([['/mar/add-saldo/basic']]))
})
