import { cohorts } from '@escola/contract/cohorts.contract'
import { type Purchase, purchaseList, type SellingAccount } from '@escola/contract/purchase-list.contract'
import { type Sale, sales } from '@escola/contract/sales.contract'
import { done } from '@escola/contract/wire'
import { screen, within } from '@testing-library/react'
import { fakeServer } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf } from '../../testing/show-screen.tsx'

/** A purchase that came in, and one that no class sells. */
export const sale: Sale = {
  id: '90',
  gateway: 'hotmart',
  account_id: '21',
  event: 'PURCHASE_APPROVED',
  state: 'done',
  reason: '',
  reason_detail: '',
  transaction: 'HP1',
  name: 'Marina Souza',
  email: 'marina@exemplo.com',
  product_ids: ['7000001'],
  offer_ids: [],
  product_name: 'Curso de pães',
  product_names: {},
  given_to: null,
  times: 1,
  waiting_ids: [],
  excluded_ids: [],
  utc_repeated_on: null,
  purchase_code: 'HP1',
  school_gateways: [{ id: '3', title: 'Turma A', utc_ends_on: null, utc_ended_on: null, ended_why: '' }],
  utc_created_on: '2026-11-22T21:14:00.000Z',
}
export const lost: Sale = { ...sale, id: '91', state: 'unmatched', name: 'Pedro Reis', school_gateways: [] }

const accounts: SellingAccount[] = [
  { id: '21', gateway: 'hotmart', title: 'Hotmart', utc_sold_on: null, fault: null, needs_mapping: false },
  { id: '22', gateway: 'other', title: 'Feira', utc_sold_on: null, fault: 'refused', needs_mapping: true },
]
const noSum = { count: 0, cents: 0, foreign: 0, unpriced: 0 }
export const purchaseOf = ({
  id,
  gateway,
  state,
  event,
  name,
  email,
  product_name,
  school_gateways,
  utc_created_on,
}: Sale): Purchase => ({
  ...{ id, gateway, state, event, name, email, utc_created_on, product: product_name, notices: 1 },
  outcome:
    state === 'unmatched' || state === 'no_email' ? 'waiting' : school_gateways.length > 0 ? 'entered' : 'settled',
  amount: { cents: 9700, currency: 'BRL' },
})

/** Opens the sheet of a purchase with these notices, where the address names no other page. */
export async function open(list: Sale[], { at = '/vendas?purchase=90', unmatched = 0, without_email = 0 } = {}) {
  const server = fakeServer()
  const state = { list, unmatched, forecast: { sales: 1, mails: 1, cost: '0.00' } }
  server.on(sales.list, ({ query }) => {
    const shown = state.list.filter((each) => !query?.state || each.state === query.state)
    const total = shown.length && 120
    return {
      sales: { total, more: false, page: Number(query?.page ?? 1), rowsPerPage: 50, list: shown },
      unmatched: state.unmatched,
      without_email,
      not_understood: 0,
    }
  })
  server.on(purchaseList.summary, () => ({
    today: { ...noSum, count: 2, cents: 9700, foreign: 1 },
    week: { ...noSum, count: 1, unpriced: 1 },
    refunds: noSum,
    accounts,
    waiting: { unmatched: state.unmatched, without_email, not_understood: 0 },
  }))
  const isSheet = at.includes('purchase=')
  const listed = server.on(purchaseList.list, ({ query }) => ({
    list: isSheet ? [] : state.list.filter((each) => !query?.state || each.state === query.state).map(purchaseOf),
    more: !isSheet && !query?.after && state.list.length > 1,
  }))
  const opened = server.on(purchaseList.get, () => ({
    purchase: purchaseOf(state.list[0]!),
    sales: state.list,
    phone_e164: '+5511912345678',
  }))
  const replays = server.on(sales.replay, ({ params }) => {
    state.list = state.list.map((each) => (each.id === params.id ? { ...each, state: 'waiting' } : each))
    return done
  })
  const forecasts = server.on(cohorts.forecastSales, () => state.forecast)
  const card = { is_public: false, all_degrees: true, degrees: [], totalStudents: 0, opens: 1, degreeTitles: [] }
  const terms = { term: { kind: 'life' as const }, seats: null, enrolls_until: null }
  const integration = {
    id: '1',
    title: 'Hotmart',
    gateway: 'hotmart' as const,
    ids: ['1'],
    account_id: '21',
    account_title: 'Conta',
    account_ended: false,
    utc_tested_on: null,
    product_names: {},
    last_event: null,
    utc_sold_on: null,
    utc_delivered_on: null,
    keeps_paid_period: true,
    term: null,
  }
  const integrations = [integration, { ...integration, id: '2' }, { ...integration, gateway: 'mercadopago' as const }]
  server.on(cohorts.list, () => ({ gatewayList: [{ ...card, ...terms, id: '3', title: 'Turma A', integrations }] }))
  const gatewayList = [
    { id: '3', title: 'Turma A' },
    { id: '4', title: 'Turma B' },
  ]
  const app = await showApp(server, at, () => ({ ...contextOf('admin'), gatewayList }))
  return { server, state, listed, opened, replays, forecasts, ...app }
}
/** Notice of a buyer in the sheet. */
export const rowOf = async (name: string) =>
  within((await screen.findByRole('button', { name: `Ver o que a plataforma enviou: ${name}` })).closest('li')!)
