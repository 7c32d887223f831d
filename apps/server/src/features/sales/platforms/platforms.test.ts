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
  ['kiwify', { webhook_event_type: 'order_approved' }, { query: { signature: 'a'.repeat(40) } }],
  ['kiwify', { order: {} }, { query: { signature: 'A'.repeat(40) } }],
  ['hubla', { type: 'customer.member_added', event: {} }, { headers: { 'x-hubla-token': 'x' } }],
  ['cakto', {}, { headers: { 'x-cakto-signature': 'v1=x' } }],
  ['cakto', { secret: 'x', event: 'refund', data: {} }, anything],
  ['cakto', { secret: 'x', event: 'refund', data: [{}] }, anything],
  ['ticto', { version: '2.0', status: 'authorized', token: 'x', order: { hash: 'TOH1' } }, anything],
  ['ticto', { version: 2, status: 'authorized', token: 'x', item: {} }, anything],
  ['kirvano', { event: 'SALE_APPROVED', sale_id: 'S1' }, anything],
  ['kirvano', { event: 'ABANDONED_CART', checkout_id: 'C1' }, anything],
  ['kirvano', { event: 'SUBSCRIPTION_RENEWED', sale_id: 'S1' }, anything],
  ['hotmart', { event: 'SUBSCRIPTION_CANCELLATION', sale_id: 'S1' }, { headers: { 'x-hotmart-hottok': 'x' } }],
  [undefined, { webhook_event_type: 'order_approved' }, { query: { signature: 'a'.repeat(39) } }],
  [undefined, { event: 'SALE_APPROVED' }, anything],
  [undefined, { secret: 'x', event: 'refund' }, anything],
  [undefined, { version: '2.0', status: 'authorized', order: { hash: 'TOH1' } }, anything],
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
