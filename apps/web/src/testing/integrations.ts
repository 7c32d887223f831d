import type { Integration } from '@escola/contract/sales'
import type { SalesAccount } from '@escola/contract/sales-accounts.contract'

export const hotmart: Integration = {
  id: '11',
  gateway: 'hotmart',
  title: 'Hotmart',
  account_id: '21',
  account_title: 'Hotmart',
  account_ended: false,
  utc_tested_on: null,
  product_names: { '101': 'Curso de Pão' },
  last_event: { event: 'PURCHASE_APPROVED', utc_created_on: '2026-11-22T21:14:00.000Z' },
  utc_sold_on: null,
  utc_delivered_on: '2026-11-24T10:00:00.000Z',
  ids: ['101', '102'],
  keeps_paid_period: true,
  term: null,
}
export const market: Integration = {
  ...hotmart,
  id: '12',
  gateway: 'mercadopago',
  title: 'Mercado Pago',
  account_id: '22',
  account_title: 'Mercado Pago',
  product_names: {},
  last_event: null,
  utc_sold_on: null,
  utc_delivered_on: null,
  ids: [],
}
export const makeAccount = (id: string, title: string, gateway: SalesAccount['gateway'] = 'hotmart'): SalesAccount => ({
  ...{ id, gateway, title, school_gateways: [] },
  ...{
    utc_created_on: '2026-03-01T12:00:00.000Z',
    utc_delivered_on: null,
    utc_tested_on: null,
    utc_ended_on: null,
    own: null,
  },
})
