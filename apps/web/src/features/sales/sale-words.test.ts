import { expect, it } from 'vitest'
import { eventInWords, reasonOf } from './sale-words.ts'

it.each([
  ['PURCHASE_APPROVED', 'Compra aprovada'],
  ['myeduzz.invoice_paid', 'Compra aprovada'],
  ['4 Paga', 'Compra aprovada'],
  ['8 Concluída', 'Compra concluída'],
  ['payment.refunded', 'Reembolso'],
  ['payment.updated', 'Pagamento atualizado'],
  ['Compra aprovada', 'Compra aprovada'],
  ['SUBSCRIPTION_CANCELLATION', 'Assinatura cancelada'],
  ['CLUB_FIRST_ACCESS', 'CLUB_FIRST_ACCESS'],
  ['', ''],
])('puts %s into words', (event, words) => expect(eventInWords(event)).toBe(words))

it('says why nothing was done, in the server’s words where it has some', () => {
  expect(reasonOf({ state: 'failed', reason: 'Sem e-mail' })).toBe('Sem e-mail')
  expect(reasonOf({ state: 'waiting', reason: '' })).toBe('Será feita em instantes')
  expect(reasonOf({ state: 'done', reason: '' })).toBeUndefined()
})
