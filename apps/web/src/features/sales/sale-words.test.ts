import { saleReasons } from '@escola/contract/sale-reasons'
import { expect, it } from 'vitest'
import { formatEvent } from './sale-events.ts'
import { reasonOf } from './sale-words.ts'

it.each([
  ['PURCHASE_APPROVED', 'Compra aprovada'],
  ['myeduzz.invoice_paid', 'Compra aprovada'],
  ['4 Paga', 'Compra aprovada'],
  ['8 Concluída', 'Compra concluída'],
  ['payment.refunded', 'Reembolso'],
  ['payment.updated', 'Pagamento atualizado'],
  ['customer.member_added', 'Acesso concedido'],
  ['SALE_REFUNDED', 'Reembolso'],
  ['abandoned', 'Carrinho abandonado'],
  ['Compra aprovada', 'Compra aprovada'],
  ['SUBSCRIPTION_CANCELLATION', 'Assinatura cancelada'],
  ['CLUB_FIRST_ACCESS', 'CLUB_FIRST_ACCESS'],
  ['', ''],
])('puts %s into words', (event, words) => expect(formatEvent(event)).toBe(words))

it('says why nothing was done, by code where there is one', () => {
  const sale = { state: 'failed', reason_detail: '' } as const
  expect(reasonOf({ ...sale, reason: 'token_refused' })).toBe(saleReasons.token_refused)
  expect(reasonOf({ ...sale, reason: 'unknown_event', reason_detail: '$& X' })).toBe('“$& X” não é um evento conhecido')
  expect(reasonOf({ ...sale, reason: 'Uma frase de antes' })).toBe('Uma frase de antes')
  expect(reasonOf({ ...sale, reason: 'constructor' })).toBe('constructor')
  expect(reasonOf({ ...sale, state: 'waiting', reason: '' })).toBe('Será processada em instantes')
  expect(reasonOf({ ...sale, state: 'done', reason: '' })).toBeUndefined()
})
