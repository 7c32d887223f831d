import { type Payment, paymentMessages, payments } from '@escola/contract/payments.contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { checkout, resourceOf, visa } from '../../testing/show-plan.tsx'
import { showScreen } from '../../testing/show-screen.tsx'
import { readOpenPayment } from './open-payment.ts'
import PackPayment from './pack-payment.tsx'

const pix = { code: '00020126', qr: 'data:image/png;base64,AA==', utc_expires_on: '2999-01-01T00:00:00.000Z' }

/** A server whose payments stay as the test says. */
async function open(missing: number, state: Partial<Payment>, onPaid = vi.fn(async () => {})) {
  const server = fakeServer()
  const answer = (id: string, item: Payment['item'], way: Payment['way']) => ({
    resource: resourceOf('onDemand'),
    bank: { balance: '30.00', points: 30 },
    payment: {
      ...{ id, item, way, cents: 2990, status: 'succeeded' as const, client_secret: null, pix: null, fault: '' },
      ...{ goes_back: false, ...state },
    },
  })
  server.on(payments.methods, () => ({ paymentMethods: [visa], checkout }))
  const paid = server.on(payments.pay, ({ body }) =>
    answer(body.paymentId, body.item, body.paymentMethod === 'pix' ? 'pix' : 'card'),
  )
  server.on(payments.payment, ({ params }) => answer(params.paymentId, 'basic', 'pix'))
  const show = () =>
    showScreen({
      at: '/turma/3',
      route: '/turma/$id',
      as: 'admin',
      show: () => <PackPayment missing={missing} cohortId="3" onPaid={onPaid} />,
    })
  await show()
  return { paid, onPaid, show }
}

it('pays by Pix inside other work, with the same payment after a reload, and says so once', async () => {
  const state: Partial<Payment> = { status: 'requires_action', pix }
  const { paid, onPaid, show } = await open(250, state)
  expect(await screen.findByText('Pacote Básico, R$ 29,90: a escola ganha R$ 30,00 e 30 pontos.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Gerar código Pix' }))
  expect(await screen.findByRole('textbox', { name: 'Código Pix' })).toHaveProperty('value', pix.code)
  const id = paid[0]!.body.paymentId
  expect(readOpenPayment('7', 'basic')).toBe(id)
  cleanup()
  Object.assign(state, { status: 'succeeded', pix: null })
  await show()
  await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
  expect(paid).toHaveLength(1)
  expect(readOpenPayment('7', 'basic')).toBeUndefined()
})

it('pays with a card that the school keeps, and leads to the checkout for another and for the question of a bank', async () => {
  const { paid } = await open(9000, { status: 'requires_action', client_secret: 'secret' })
  await userEvent.click(await screen.findByText('Cartão'))
  const other = screen.getByRole('link', { name: paymentMessages.newCard })
  expect(other.getAttribute('href')).toMatch(/^\/add-saldo\/turbo\?turma=.*3/)
  await userEvent.click(screen.getByRole('button', { name: paymentMessages.useCard }))
  const question = await screen.findByRole('link', { name: 'Confirmar no banco' })
  expect(question.getAttribute('href')).toMatch(/^\/add-saldo\/turbo\?turma=.*3/)
  expect(paid[0]!.body).toMatchObject({ item: 'turbo', paymentMethod: visa.id })
})
