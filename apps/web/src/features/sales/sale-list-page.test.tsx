import { cohorts } from '@escola/contract/cohorts.contract'
import { messages } from '@escola/contract/messages'
import { purchases, purchaseTexts } from '@escola/contract/purchases.contract'
import { refusals } from '@escola/contract/refusals'
import { saleReasons } from '@escola/contract/sale-reasons'
import { olderSalesText, salesMessages } from '@escola/contract/sales'
import { goneDeliveryTexts, hiddenSecret, type Sale, type SentDelivery, sales } from '@escola/contract/sales.contract'
import { students } from '@escola/contract/students.contract'
import { pageTitles } from '@escola/contract/titles'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { realClock, stopClock } from '../../testing/clock.ts'
import { fail, fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf } from '../../testing/show-screen.tsx'

const sale: Sale = {
  id: '90',
  gateway: 'hotmart',
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
  purchase_code: 'HP1',
  school_gateways: [{ id: '3', title: 'Turma A', utc_ends_on: null, utc_ended_on: null, ended_why: '' }],
  utc_created_on: '2026-11-22T21:14:00.000Z',
}
const lost: Sale = { ...sale, id: '91', state: 'unmatched', name: 'Pedro Reis', school_gateways: [] }

async function open(list: Sale[], { at = '/vendas', unmatched = 0, without_email = 0, isLong = false } = {}) {
  const server = fakeServer()
  const state = { list, unmatched }
  const asked = server.on(sales.list, ({ query }) => {
    const shown = state.list.filter((each) => !query?.state || each.state === query.state)
    const total = shown.length && 120
    return {
      sales: { total, more: isLong, page: Number(query?.page ?? 1), rowsPerPage: 50, list: shown },
      unmatched: state.unmatched,
      without_email,
    }
  })
  const replays = server.on(sales.replay, ({ params }) => {
    state.list = state.list.map((each) => (each.id === params.id ? { ...each, state: 'waiting' } : each))
    return done
  })
  const card = { is_public: false, all_degrees: true, degrees: [], totalStudents: 0, opens: 1, degreeTitles: [] }
  const terms = { term: { kind: 'life' as const }, seats: null, enrolls_until: null }
  const integration = {
    id: '1',
    title: 'Hotmart',
    gateway: 'hotmart' as const,
    ids: ['1'],
    account_id: '21',
    account_title: 'Conta',
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
  return { server, state, asked, replays, ...app }
}
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!)

it('says of a class with more sales than are shown where the older ones are', async () => {
  await open([sale], { isLong: true })
  expect(await screen.findByText(olderSalesText)).toBeTruthy()
})

it('says what was sold, to which buyer, and what became of it', async () => {
  await open([
    sale,
    { ...sale, id: '92', name: '', event: 'NEW_THING', state: 'failed', reason: 'O token não vale mais' },
  ])
  const row = await rowOf('Marina Souza')
  for (const text of ['Hotmart', 'Compra aprovada', 'Curso de pães', '7000001', 'marina@exemplo.com', 'Processada'])
    expect(row.getByText(text)).toBeTruthy()
  expect(row.getByText('22/11/2026, 18:14')).toBeTruthy()
  expect(row.getByRole('link', { name: 'Turma A' }).getAttribute('href')).toBe('/mar/turma/3')
  const failed = within(screen.getByText('NEW_THING').closest('tr')!)
  expect(failed.getByText('O token não vale mais')).toBeTruthy()
  expect(screen.queryByText(/sem turma$/)).toBeNull()
})

it('keeps filter and page in the address', async () => {
  const { asked, at } = await open([sale, lost], { at: '/vendas?state=done' })
  expect(await screen.findByText('Marina Souza')).toBeTruthy()
  const filter = within(screen.getByRole('navigation', { name: 'Situação das vendas' }))
  expect(filter.getByRole('link', { current: 'page' }).textContent).toBe('Processadas')
  await userEvent.click(screen.getByRole('button', { name: 'Página 3' }))
  await waitFor(() => expect(at()).toBe('/vendas?state=done&page=3'))
  expect(filter.getByRole('link', { current: 'page' }).textContent).toBe('Processadas')
  await userEvent.click(filter.getByRole('link', { name: 'Sem turma' }))
  await waitFor(() => expect(at()).toBe('/vendas?state=unmatched'))
  expect(await screen.findByText('Pedro Reis')).toBeTruthy()
  await userEvent.click(filter.getByRole('link', { name: 'Todas' }))
  await waitFor(() => expect(at()).toBe('/vendas'))
  await waitFor(() =>
    expect(asked.map(({ query }) => query)).toEqual([
      { page: '1', state: 'done' },
      { page: '3', state: 'done' },
      { page: '1', state: 'unmatched' },
      { page: '1' },
    ]),
  )
})

it('does a sale once more, and looks by itself until it is done', async () => {
  stopClock()
  const { state, asked, replays } = await open([sale])
  await userEvent.click(await screen.findByRole('button', { name: 'Reprocessar a venda de Marina Souza' }))
  expect(await screen.findByText('Será processada em instantes')).toBeTruthy()
  expect(replays.map(({ params, body }) => [params.id, body])).toEqual([['90', {}]])
  expect(screen.queryByRole('button', { name: /^Reprocessar/ })).toBeNull()
  state.list = [sale]
  const before = asked.length
  vi.advanceTimersByTime(3000)
  await waitFor(() => expect(asked).toHaveLength(before + 1))
  expect(await screen.findByRole('button', { name: /^Reprocessar/ })).toBeTruthy()
  vi.advanceTimersByTime(30_000)
  realClock()
  expect(asked).toHaveLength(before + 1)
})

it('opens a class with a product that none has', async () => {
  const { replays } = await open([lost], { unmatched: 1 })
  await userEvent.click(await screen.findByRole('button', { name: 'Escolher turma' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Escolher turma' }))
  expect(dialog.getByText(/^“Curso de pães” passa a matricular .* nas próximas\.$/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Matricular nesta turma' }))
  expect(dialog.getByText('Escolha a turma')).toBeTruthy()
  expect(replays).toEqual([])
  await userEvent.click(dialog.getByLabelText('Turma B'))
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Matricular nesta turma' }))
  expect(await screen.findByText('Será processada em instantes')).toBeTruthy()
  expect(replays.map(({ params, body }) => [params.id, body])).toEqual([
    ['91', { school_gateway_id: '4', ids: ['7000001'] }],
  ])
})

it('lets an administrator choose the codes that the class sells, and ticks only the first', async () => {
  const { replays } = await open(
    [{ ...lost, offer_ids: ['plano-ouro'], product_names: { '7000001': 'Curso de pães' } }],
    { unmatched: 1 },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Escolher turma' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Escolher turma' }))
  const product = dialog.getByRole('checkbox', { name: 'Curso de pães (7000001)' })
  const plan = dialog.getByRole('checkbox', { name: 'Oferta ou plano plano-ouro' })
  expect([product, plan].map((box) => (box as HTMLInputElement).checked)).toEqual([true, false])
  await userEvent.click(dialog.getByLabelText('Turma B'))
  await userEvent.click(product)
  await userEvent.click(dialog.getByRole('button', { name: 'Matricular nesta turma' }))
  expect(dialog.getByText(salesMessages.ids)).toBeTruthy()
  expect(replays).toEqual([])
  await userEvent.click(plan)
  await userEvent.click(dialog.getByRole('button', { name: 'Matricular nesta turma' }))
  await waitFor(() =>
    expect(replays.map(({ body }) => body)).toEqual([{ school_gateway_id: '4', ids: ['plano-ouro'] }]),
  )
})

it('says what became of a purchase in each class', async () => {
  const stay = { id: '3', title: 'Turma A', utc_ends_on: null, utc_ended_on: null, ended_why: '' }
  const left = { ...stay, utc_ended_on: '2026-11-20T15:00:00.000Z' }
  await open([
    {
      ...sale,
      school_gateways: [
        { ...stay, utc_ends_on: '2027-05-12T15:00:00.000Z' },
        { ...left, id: '4', title: 'Turma B', ended_why: 'refunded' },
        { ...left, id: '5', title: 'Turma C', ended_why: 'removed_by_school' },
        { ...left, id: null, title: 'Turma D', ended_why: 'cohort_deleted' },
      ],
    },
  ])
  const cell = (await screen.findByRole('link', { name: 'Turma A' })).closest('td')!
  for (const sentence of [
    'Entrou na turma Turma A, até 12/05/2027',
    'Saiu da turma Turma B em 20/11/2026: reembolso',
    'Não está na turma Turma C: a escola tirou em 20/11/2026',
    'Saiu da turma Turma D em 20/11/2026: a turma foi apagada',
  ])
    expect(cell.textContent).toContain(sentence)
  expect(screen.queryByRole('link', { name: 'Turma D' })).toBeNull()
})

it('finds sales by words, which stand in the address beside the state', async () => {
  const { asked, at } = await open([lost], { at: '/vendas?state=unmatched' })
  await userEvent.type(await screen.findByRole('searchbox', { name: /transação/ }), 'HP1')
  await waitFor(() => expect(at()).toBe('/vendas?state=unmatched&search=HP1'))
  await waitFor(() => expect(asked.at(-1)!.query).toEqual({ page: '1', state: 'unmatched', search: 'HP1' }))
  await userEvent.click(screen.getByRole('link', { name: 'Todas' }))
  await waitFor(() => expect(at()).toBe('/vendas?search=HP1'))
})

it('does all sales of a state once more, after asking', async () => {
  const { server } = await open([lost], { at: '/vendas?state=unmatched&search=pedro' })
  const all = server.on(sales.replayAll, () => ({ replayed: 120 }))
  await userEvent.click(await screen.findByRole('button', { name: 'Reprocessar todas' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reprocessar 120 vendas?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Reprocessar todas' }))
  await screen.findByText('Vamos processar essas vendas de novo.')
  expect(all.map(({ body }) => body)).toEqual([{ state: 'unmatched', search: 'pedro' }])
})

it('keeps the class that was chosen when it could not be sent', async () => {
  const { server } = await open([lost])
  server.on(sales.replay, () => fail('unavailable'))
  await userEvent.click(await screen.findByRole('button', { name: 'Escolher turma' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Escolher turma' }))
  await userEvent.click(dialog.getByLabelText('Turma B'))
  await userEvent.click(dialog.getByRole('button', { name: 'Matricular nesta turma' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(dialog.getByLabelText('Turma B')).toHaveProperty('checked', true)
})

it('says beside the classes what the server has against one', async () => {
  const { server } = await open([lost])
  server.on(sales.replay, () => refuse('saleCohortGone'))
  await userEvent.click(await screen.findByRole('button', { name: 'Escolher turma' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Escolher turma' }))
  await userEvent.click(dialog.getByLabelText('Turma B'))
  await userEvent.click(dialog.getByRole('button', { name: 'Matricular nesta turma' }))
  expect(await dialog.findByText(refusals.cohortGone)).toBeTruthy()
  expect(dialog.queryByRole('alert')).toBeNull()
})

it('offers no class for a sale that names no product', async () => {
  await open([{ ...lost, product_ids: [] }])
  expect(await screen.findByText('Pedro Reis')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Escolher turma' })).toBeNull()
})

it('explains an empty list, and leads to the classes', async () => {
  await open([])
  expect(await screen.findByText('Nenhuma venda chegou ainda')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ir para as turmas' }).getAttribute('href')).toBe('/mar/turmas')
  expect(screen.queryByRole('navigation', { name: 'Situação das vendas' })).toBeNull()
})

it('says that a filter finds none', async () => {
  await open([sale], { at: '/vendas?state=failed' })
  expect(await screen.findByText('Nenhuma venda nesta situação')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Todas' })).toBeTruthy()
})

it('is reached from the classes, which say how many sales wait for one and where each class is sold', async () => {
  const { at } = await open([lost], { at: '/turmas', unmatched: 3 })
  expect(await screen.findByText('3 vendas sem turma')).toBeTruthy()
  expect(screen.getByText('Hotmart, Mercado Pago')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Escolher a turma' }))
  await waitFor(() => expect(at()).toBe('/vendas?state=unmatched'))
  await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: pageTitles.cohorts }))
  await userEvent.click(await screen.findByRole('link', { name: 'Vendas recebidas' }))
  await waitFor(() => expect(at()).toBe('/vendas'))
})

it('shows the classes although the sales can’t be asked for', async () => {
  const server = fakeServer()
  server.on(cohorts.list, () => ({ gatewayList: [] }))
  server.on(sales.list, () => fail('unavailable'))
  await showApp(server, '/turmas', () => contextOf('admin'))
  expect(await screen.findByText('Você ainda não tem nenhuma turma')).toBeTruthy()
  expect(screen.queryByText(/sem turma/)).toBeNull()
})

it('gives a sale without an e-mail the address that an administrator corrects', async () => {
  const typed: Sale = { ...lost, state: 'no_email', reason: 'no_buyer_email', email: 'maria@gmail' }
  const { server } = await open([typed], { without_email: 1 })
  const corrections = server.on(sales.correctEmail, () => done)
  screen.getByText('1 venda sem e-mail')
  const row = await rowOf('Pedro Reis')
  await userEvent.click(row.getByRole('button', { name: 'Corrigir e-mail: Pedro Reis' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Corrigir e-mail e concluir' }))
  await dialog.findByText(/maria@gmail/)
  const field = dialog.getByLabelText('E-mail de quem comprou')
  await userEvent.click(dialog.getByRole('button', { name: 'Concluir' }))
  await dialog.findByText(messages.emailSignUp)
  expect(corrections).toEqual([])
  await userEvent.type(field, '.com')
  await userEvent.click(dialog.getByRole('button', { name: 'Concluir' }))
  await screen.findByText('E-mail corrigido! A matrícula será feita em instantes.')
  expect(corrections).toMatchObject([{ params: { id: '91' }, body: { email: 'maria@gmail.com' } }])
})

it('asks about a blank in the address of a buyer, and removes none', async () => {
  const typed: Sale = { ...lost, state: 'no_email', reason: 'no_buyer_email', email: 'ana souza@gmail.com' }
  const { server } = await open([typed], { without_email: 1 })
  const corrections = server.on(sales.correctEmail, () => done)
  const row = await rowOf('Pedro Reis')
  await userEvent.click(row.getByRole('button', { name: 'Corrigir e-mail: Pedro Reis' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Corrigir e-mail e concluir' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Concluir' }))
  await dialog.findByText(salesMessages.emailBlank)
  expect(corrections).toEqual([])
})

it('names the products of a sale, and offers to give one that waits for an e-mail to a student', async () => {
  const names = { '7000001': 'Curso de pães', '8': 'Curso de bolos' }
  await open([{ ...lost, state: 'no_email', product_ids: ['7000001', '8', '9'], product_names: names }])
  const row = await rowOf('Pedro Reis')
  row.getByText('Curso de pães')
  row.getByText('7000001, Curso de bolos (8), 9')
  row.getByRole('button', { name: /^Passar/ })
})

it('dismisses a sale that waits, with a reason', async () => {
  const { server } = await open([lost])
  const dismissals = server.on(sales.dismiss, () => done)
  const row = await rowOf('Pedro Reis')
  await userEvent.click(row.getByRole('button', { name: 'Dispensar: Pedro Reis' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Dispensar venda' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Dispensar' }))
  await dialog.findByText(salesMessages.dismissal)
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Foi um teste')
  await userEvent.click(dialog.getByRole('button', { name: 'Dispensar' }))
  await screen.findByText('Venda dispensada.')
  expect(dismissals).toMatchObject([{ params: { id: '91' }, body: { reason: 'Foi um teste' } }])
})

it('shows what the platform sent, folded by its parts, or why that is gone', async () => {
  const { server } = await open([sale, lost])
  server.on(
    sales.readDelivery,
    ({ params }): SentDelivery =>
      params.id === '90'
        ? { state: 'kept', body: { hottok: hiddenSecret, data: { items: [{ id: 7 }], gift: false } }, query: {} }
        : { state: 'old', body: {}, query: {} },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Ver o que a plataforma enviou: Marina Souza' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'O que a plataforma enviou' }))
  expect((await dialog.findByText(hiddenSecret)).closest('li')!.textContent).toContain('hottok')
  const data = dialog.getByText('data').closest('details')!
  expect([data.open, dialog.getByText('1º').closest('details')!.open]).toEqual([true, false])
  expect(data.textContent).toContain('gift não')
  await userEvent.click(dialog.getByRole('button', { name: 'Fechar' }))
  await userEvent.click(screen.getByRole('button', { name: 'Ver o que a plataforma enviou: Pedro Reis' }))
  await screen.findByText(goneDeliveryTexts.old)
})

it('gives a purchase of another e-mail to its student, after saying what follows', async () => {
  const others = { ...sale, reason: 'others_purchase' }
  const { server, state } = await open([others])
  expect(await screen.findByText(saleReasons.others_purchase)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Passar a compra: Marina Souza' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
  expect(await dialog.findByText(purchaseTexts.target)).toBeTruthy()
  const found = { total: 0, enrolled: 1, more: false, hasAny: true, page: 1, rowsPerPage: 50, list: [] }
  server.on(students.list, () => ({ students: found }))
  const forecasts = server.on(purchases.forecast, () => ({
    holder: { name: 'Maria', email: 'maria@exemplo.com' },
    target: { name: 'João', email: 'joao@exemplo.com', is_new: true },
    leaves: ['Turma A'],
    enters: ['Turma A', 'Turma B'],
    is_subscription: true,
  }))
  const given = server.on(purchases.give, () => {
    state.list = [{ ...sale, given_to: { name: 'João', link: 'j', utc_on: '2026-11-25T12:00:00.000Z' } }]
    return done
  })
  await userEvent.type(dialog.getByLabelText('Procurar aluno por nome ou e-mail'), 'joao@exemplo.com')
  await userEvent.click(await dialog.findByLabelText(/^Convidar joao@exemplo.com/))
  await userEvent.type(dialog.getByLabelText(/^Nome do aluno/), 'João')
  await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
  for (const sentence of [
    'Maria sai da turma “Turma A”.',
    'João entra nas turmas “Turma A” e “Turma B” e recebe um e-mail de convite.',
    'As outras cobranças desta assinatura e as devoluções passam a ser de João.',
  ])
    expect(await dialog.findByText(sentence)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Passar a compra' }))
  expect(await screen.findByText(purchaseTexts.givenTo('João', '25/11/2026'))).toBeTruthy()
  const body = { gateway: 'hotmart', transaction: 'HP1', email: 'joao@exemplo.com', name: 'João' }
  expect([forecasts, given].map((calls) => calls.map((call) => call.body))).toEqual([[body], [body]])
})
