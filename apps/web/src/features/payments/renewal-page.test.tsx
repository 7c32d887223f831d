import { cardConsent } from '@escola/contract/card-consent'
import { refusalOf } from '@escola/contract/payment-errors'
import { type Payment, paymentMessages } from '@escola/contract/payments.contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { click, middle, month, openPlan, unpaid } from '../../testing/show-plan.tsx'

const renewal: Payment = {
  ...month,
  id: 'renewal-2026-12-26-1a2b3c4d',
  way: 'card',
  status: 'failed',
  pix: null,
  fault: refusalOf('authentication_required').text,
}
const inGrace = { ...middle, ...unpaid }
const open = (payment: Payment) => openPlan(`/trocar-plano/middle?pagamento=${payment.id}`, inGrace, {}, payment)

it('has the payer pay the month that the bank asks about, by the charge that was refused', async () => {
  const { paid } = await open(renewal)
  expect(await screen.findByText(renewal.fault)).toBeTruthy()
  expect(screen.getByText(new RegExp(cardConsent.text(renewal.cents).replace('$', '\\$')))).toBeTruthy()
  expect(screen.queryByText('Pix')).toBeNull()
  await click(paymentMessages.useCard)
  expect(await screen.findByText('O mês do plano Middle está pago.')).toBeTruthy()
  expect(paid.map(({ body }) => body)).toMatchObject([{ paymentId: renewal.id, item: 'middle', cents: renewal.cents }])
})

it('asks for the confirmation of a charge that waits for it, and does not offer to give it up', async () => {
  await open({ ...renewal, status: 'requires_action', client_secret: 'pi_1_secret_2', fault: '' })
  expect(await screen.findByRole('button', { name: 'Confirmar no banco' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Pagar de outro jeito' })).toBeNull()
})

it('says that a charge that was given up waits for no payment', async () => {
  await open({ ...renewal, status: 'canceled', fault: '' })
  expect(await screen.findByText('Esta cobrança não espera mais por um pagamento')).toBeTruthy()
})
