import { salesPlatforms } from '@escola/contract/sales'
import { expect, it } from 'vitest'
import { deliveryOf } from './delivery.testing.ts'
import { platforms, recognizePlatform } from './platforms.ts'

it('has every platform under its name', () => {
  expect(Object.values(platforms).map(({ name }) => name)).toEqual(Object.keys(platforms))
  expect(Object.keys(platforms).toSorted()).toEqual([...salesPlatforms].toSorted())
})

const octapay = { transacao: 'PAY-1', status_transacao_codigo: '4' }
const postback = { trans_cod: '1', trans_status: 3 }
const anything: { headers?: Record<string, string>; query?: Record<string, string> } = {}

it.each([
  ['hotmart', {}, { headers: { 'x-hotmart-hottok': 'x' } }],
  ['hotmart', { hottok: 'x' }, anything],
  ['hotmart', 'hottok=x&prod=1&callback_type=1&status=approved', anything],
  ['hotmart', { event: 'PURCHASE_APPROVED' }, anything],
  ['hotmart', { event: 'SUBSCRIPTION_CANCELLATION' }, anything],
  ['hotmart', { event: 'CLUB_FIRST_ACCESS' }, anything],
  ['hotmart', { event: 'SWITCH_PLAN' }, anything],
  ['hotmart', { event: 'UPDATE_SUBSCRIPTION_CHARGE_DATE' }, anything],
  ['eduzz', { event: 'myeduzz.invoice_paid' }, anything],
  ['eduzz', { event: 'sun.cart_abandonment' }, anything],
  ['eduzz', { event: 'nutror.x' }, anything],
  ['eduzz', { event: 'alpaclass.x' }, anything],
  ['eduzz', { event: 'blinket.x' }, anything],
  ['eduzz', { event: 'safevideo.x' }, anything],
  ['eduzz', { event: 'ping' }, { headers: { 'x-signature': 'x' } }],
  ['eduzz', postback, anything],
  ['eduzz', { event_name: 'contract_canceled', origin_secret: 'x' }, anything],
  ['eduzz', { type: 'create', fields: { edz_fat_cod: 1 } }, anything],
  ['eduzz', 'edz_fat_cod=1&type=create', anything],
  ['octapay', octapay, anything],
  ['octapay', 'transacao=PAY-1&status_transacao_codigo=4', anything],
  ['mercadopago', {}, { query: { 'data.id': '1', type: 'payment' } }],
  ['mercadopago', '', { query: { topic: 'payment', id: '1' } }],
  ['mercadopago', { action: 'payment.created', data: { id: '1' } }, anything],
  ['bravapay', { a: 1 }, { query: { provider: 'bravapay' } }],
  ['fornece', { a: 1 }, { query: { provider: ' Fornece ' } }],
  // The address decides, whatever the delivery looks like.
  ['bravapay', { hottok: 'x', ...postback, ...octapay }, { query: { provider: 'bravapay' } }],
  // The documents give this order.
  ['hotmart', { hottok: 'x', ...postback, ...octapay }, { query: { 'data.id': '1' } }],
  ['eduzz', { ...postback, ...octapay }, { query: { 'data.id': '1' } }],
  ['octapay', octapay, { query: { 'data.id': '1' } }],
  [undefined, '', anything],
  [undefined, { event: 'purchase_approved', product_id: 1, email: 'a@example.com' }, anything],
  [undefined, { event: 'MY_PURCHASE_APPROVED' }, anything],
  [undefined, { event: 'ping' }, anything],
  [undefined, { event_name: 'contract_canceled' }, anything],
  [undefined, { trans_cod: '1' }, anything],
  [undefined, { transacao: 'PAY-1' }, anything],
  [undefined, {}, { query: { type: 'payment' } }],
  [undefined, {}, { query: { id: '1' } }],
  [undefined, {}, { query: { provider: 'outro' } }],
  [undefined, {}, { query: { provider: 'toString' } }],
])('%s sends %j %j', (name, body, call) => expect(recognizePlatform(deliveryOf(body, call))).toBe(name))
