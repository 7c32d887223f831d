import { cohorts } from '@escola/contract/cohorts.contract'
import { messages } from '@escola/contract/messages'
import { purchaseList } from '@escola/contract/purchase-list.contract'
import { purchases, purchaseTexts } from '@escola/contract/purchases.contract'
import { refusals } from '@escola/contract/refusals'
import { saleReasons } from '@escola/contract/sale-reasons'
import { salesMessages } from '@escola/contract/sales'
import {
  chosenAloneText,
  goneDeliveryTexts,
  hiddenSecret,
  type Sale,
  type SentDelivery,
  sales,
} from '@escola/contract/sales.contract'
import { describeForecast } from '@escola/contract/sales-forecast'
import { students } from '@escola/contract/students.contract'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { realClock, stopClock } from '../../testing/clock.ts'
import { fail, fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf } from '../../testing/show-screen.tsx'
import { lost, open, rowOf, sale } from './sale-list-page.testing.tsx'

it('begins with what was sold, and with one line for each account', async () => {
  await open([sale], { at: '/vendas' })
  const numbers = (await screen.findByText('Reembolsos em 7 dias')).closest('dl')!
  expect([...numbers.children].map((each) => each.textContent)).toEqual([
    'HojeR$ 97,002 vendas1 em outra moeda, fora da soma',
    '7 dias1 venda1 sem valor informado',
    'Reembolsos em 7 diasR$ 0,000 reembolsos',
  ])
  const accounts = within(screen.getByRole('region', { name: 'Contas das plataformas' }))
  expect(accounts.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    'Hotmart: nenhuma venda ainda',
    'Feira: chegou aviso sem a prova desta conta · Ver',
  ])
  const work = within(screen.getByRole('region', { name: 'Para resolver' }))
  expect(work.getByRole('link', { name: 'Identificar campos' }).getAttribute('href')).toBe('/mar/vendas/contas/22')
})

it('shows purchases by day with what became of their buyers, and opens the notices of one', async () => {
  const { at, opened } = await open([sale, { ...lost, utc_created_on: '2026-11-20T15:00:00.000Z' }], { at: '/vendas' })
  const day = within(await screen.findByRole('region', { name: '22 de novembro de 2026' }))
  expect(day.getByRole('button').textContent).toBe('Marina SouzaCurso de pães · 18:14EntrouR$ 97,00'.replace(' ', ' '))
  expect(screen.getByRole('region', { name: '20 de novembro de 2026' }).textContent).toContain('Espera')
  await userEvent.click(day.getByRole('button'))
  await waitFor(() => expect(at()).toBe('/vendas?purchase=90'))
  const sheet = within(await screen.findByRole('dialog', { name: 'Compra' }))
  expect(await sheet.findByText('Curso de pães · R$ 97,00')).toBeTruthy()
  expect(sheet.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toContain('wa.me/5511912345678')
  expect(opened.map(({ params }) => params.id)).toEqual(['90'])
  await userEvent.click(sheet.getByRole('button', { name: 'Fechar' }))
  await waitFor(() => expect(at()).toBe('/vendas'))
})

it('says what was sold, to which buyer, and what became of it', async () => {
  const failed = { ...sale, id: '92', event: 'NEW_THING', state: 'failed' as const, reason: 'O token não vale mais' }
  await open([sale, failed])
  const sheet = within(await screen.findByRole('dialog', { name: 'Compra' }))
  for (const text of ['Marina Souza', 'marina@exemplo.com', 'Compra aprovada', 'Processada', '7000001'])
    expect((await sheet.findAllByText(text)).length, text).toBeGreaterThan(0)
  expect(sheet.getAllByText('Hotmart · 22/11/2026, 18:14 · HP1')).toHaveLength(2)
  expect(sheet.getByRole('link', { name: 'Turma A' }).getAttribute('href')).toBe('/mar/turma/3')
  expect(sheet.getByText('NEW_THING')).toBeTruthy()
  expect(sheet.getByText('O token não vale mais')).toBeTruthy()
})

it('keeps the filters in the address, and goes on behind the last purchase', async () => {
  const { listed, at } = await open([sale, lost], { at: '/vendas?state=done&days=7&account=21' })
  expect(await screen.findByText('Marina Souza')).toBeTruthy()
  const filters = within(screen.getByRole('group', { name: 'Filtros' }))
  expect(filters.getByRole('combobox', { name: 'Plataforma' })).toHaveProperty('value', 'Hotmart')
  await userEvent.click(filters.getByLabelText('Limpar filtro: Período'))
  await waitFor(() => expect(at()).toBe('/vendas?state=done&account=21'))
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais' }))
  await waitFor(() => expect(listed.at(-1)!.query).toEqual({ state: 'done', account_id: '21', after: '90' }))
  expect(listed[0]!.query).toMatchObject({ state: 'done', account_id: '21', from: expect.stringMatching(/^20/) })
})

it('gives the purchases that are asked for as a file', async () => {
  const { server } = await open([sale], { at: '/vendas?state=done' })
  const files = server.on(purchaseList.exportFile, () => 'Dia' as never)
  await userEvent.click(await screen.findByRole('button', { name: 'Baixar CSV' }))
  await screen.findByText('O arquivo com as vendas foi baixado.')
  expect(files.map(({ query }) => query)).toEqual([{ state: 'done' }])
})

it('does a sale once more, and looks by itself until it is done', async () => {
  stopClock()
  const { state, opened, replays } = await open([sale])
  await userEvent.click(await screen.findByRole('button', { name: 'Reprocessar a venda de Marina Souza' }))
  expect(await screen.findByText('Será processada em instantes')).toBeTruthy()
  expect(replays.map(({ params, body }) => [params.id, body])).toEqual([['90', {}]])
  expect(screen.queryByRole('button', { name: /^Reprocessar/ })).toBeNull()
  state.list = [sale]
  const before = opened.length
  vi.advanceTimersByTime(3000)
  await waitFor(() => expect(opened).toHaveLength(before + 1))
  expect(await screen.findByRole('button', { name: /^Reprocessar/ })).toBeTruthy()
  vi.advanceTimersByTime(30_000)
  realClock()
  expect(opened).toHaveLength(before + 1)
})

it('opens a class with a product that none has', async () => {
  const { replays } = await open([lost])
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

it.each([
  ['others that wait', { sales: 3, mails: 2, cost: '0.00' }],
  ['their price', { sales: 1, mails: 1, cost: '9.90' }],
])('asks before a class is chosen for %s', async (_, forecast) => {
  const { replays, forecasts, state } = await open([lost])
  state.forecast = forecast
  const choose = async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Escolher turma' }))
    await userEvent.click(dialog.getByLabelText('Turma B'))
    await userEvent.click(dialog.getByRole('button', { name: 'Matricular nesta turma' }))
    return within(await screen.findByRole('dialog', { name: 'Matricular quem já comprou?' }))
  }
  await userEvent.click(await screen.findByRole('button', { name: 'Escolher turma' }))
  const question = await choose()
  expect(question.getByText(describeForecast(forecast, 'Ao matricular'))).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Cancelar' }))
  expect(replays).toEqual([])
  const again = await choose()
  await userEvent.click(again.getByRole('button', { name: 'Matricular' }))
  await waitFor(() => expect(replays).toHaveLength(1))
  expect(forecasts.map(({ params, body }) => [params.id, body])).toEqual(
    Array(2).fill(['4', { gateway: 'hotmart', account_id: '21', ids: '7000001' }]),
  )
})

it.each(['class_gone', 'sales_ended'])(
  'puts one purchase into a class that sells nothing by that: %s',
  async (reason) => {
    const { replays } = await open([{ ...lost, reason, offer_ids: ['plano-ouro'] }])
    await userEvent.click(await screen.findByRole('button', { name: 'Escolher turma' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Escolher turma' }))
    expect(dialog.getByText(chosenAloneText)).toBeTruthy()
    expect(dialog.queryByRole('checkbox')).toBeNull()
    await userEvent.click(dialog.getByLabelText('Turma B'))
    await userEvent.click(dialog.getByRole('button', { name: 'Matricular nesta turma' }))
    await waitFor(() => expect(replays.map(({ body }) => body)).toEqual([{ school_gateway_id: '4' }]))
  },
)

it('lets an administrator choose the codes that the class sells, and ticks only the first', async () => {
  const { replays } = await open([
    { ...lost, offer_ids: ['plano-ouro'], product_names: { '7000001': 'Curso de pães' } },
  ])
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
  const cell = (await screen.findByRole('link', { name: 'Turma A' })).closest('li')!
  for (const sentence of [
    'Entrou na turma Turma A, até 12/05/2027',
    'Perdeu o acesso à turma Turma B em 20/11/2026: reembolso',
    'Não está na turma Turma C: a escola tirou em 20/11/2026',
    'Saiu da turma Turma D em 20/11/2026: a turma foi apagada',
  ])
    expect(cell.textContent).toContain(sentence)
  expect(screen.queryByRole('link', { name: 'Turma D' })).toBeNull()
})

it('finds purchases by words, which stand in the address beside the state', async () => {
  const { listed, at } = await open([lost], { at: '/vendas?state=unmatched' })
  await userEvent.type(await screen.findByRole('searchbox', { name: /transação/ }), 'HP1')
  await waitFor(() => expect(at()).toBe('/vendas?state=unmatched&search=HP1'))
  await waitFor(() => expect(listed.at(-1)!.query).toEqual({ state: 'unmatched', search: 'HP1' }))
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

it('explains an empty list, leads to the classes, and shows the first purchase by itself', async () => {
  stopClock()
  const { state, listed } = await open([], { at: '/vendas' })
  expect(await screen.findByText('Nenhuma venda chegou ainda')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ir para as turmas' }).getAttribute('href')).toBe('/mar/turmas')
  state.list = [sale]
  vi.advanceTimersByTime(5000)
  expect(await screen.findByText('Marina Souza')).toBeTruthy()
  const before = listed.length
  vi.advanceTimersByTime(30_000)
  realClock()
  expect(listed).toHaveLength(before)
})

it('says that a filter finds none', async () => {
  await open([sale], { at: '/vendas?state=failed' })
  expect(await screen.findByText('Nenhuma venda encontrada')).toBeTruthy()
})

it('is reached from the classes, which say how many sales wait for one and where each class is sold', async () => {
  const { at } = await open([lost], { at: '/turmas', unmatched: 3 })
  expect(await screen.findByText('3 vendas sem turma')).toBeTruthy()
  expect(screen.getByText('Hotmart, Mercado Pago')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Escolher a turma' }))
  await waitFor(() => expect(at()).toBe('/vendas?state=unmatched'))
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
  await screen.findByText('1 venda sem e-mail')
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
  row.getByText('Curso de pães (7000001), Curso de bolos (8), 9')
  row.getByRole('button', { name: /^Transferir/ })
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
  await userEvent.click(screen.getByRole('button', { name: 'Transferir compra: Marina Souza' }))
  const dialog = within(await screen.findByRole('dialog', { name: purchaseTexts.give }))
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
  await userEvent.type(dialog.getByLabelText('Procurar aluno por nome, e-mail ou telefone'), 'joao@exemplo.com')
  await userEvent.click(await dialog.findByLabelText(/^Convidar joao@exemplo.com/))
  await userEvent.type(dialog.getByLabelText(/^Nome do aluno/), 'João')
  await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
  for (const sentence of [
    'Maria sai da turma “Turma A”.',
    'João entra nas turmas “Turma A” e “Turma B” e recebe um e-mail de convite.',
    'As outras cobranças desta assinatura e as devoluções passam a ser de João.',
  ])
    expect(await dialog.findByText(sentence)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Transferir compra' }))
  expect(await screen.findByText(purchaseTexts.givenTo('João', '25/11/2026'))).toBeTruthy()
  const body = { gateway: 'hotmart', transaction: 'HP1', email: 'joao@exemplo.com', name: 'João' }
  expect([forecasts, given].map((calls) => calls.map((call) => call.body))).toEqual([[body], [body]])
})

it('says how often a delivery came, and asks before its last time counts', async () => {
  const { replays } = await open([{ ...sale, times: 3, utc_repeated_on: '2026-11-23T21:14:00.000Z' }])
  const row = await rowOf('Marina Souza')
  expect(row.getByText('Chegou 3 vezes, a última em 23/11/2026, 18:14')).toBeTruthy()
  await userEvent.click(row.getByRole('button', { name: 'Reprocessar a venda de Marina Souza' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reprocessar e contar a última vez?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Reprocessar' }))
  await waitFor(() => expect(replays).toHaveLength(1))
})

it('names what waits of a sale of several things, and what is of no class', async () => {
  const product_names = { '2': 'Camiseta' }
  const { server } = await open([
    { ...sale, product_ids: ['1', '2'], product_names, waiting_ids: ['2'] },
    { ...sale, id: '92', name: 'Rita Dias', product_ids: ['1', '2'], product_names, excluded_ids: ['2'] },
  ])
  const changes = server.on(sales.setOfClass, () => done)
  const row = await rowOf('Marina Souza')
  expect(row.getByText('1 item desta venda não tem turma: Camiseta (2)')).toBeTruthy()
  expect(row.getByRole('button', { name: 'Escolher turma' })).toBeTruthy()
  await userEvent.click(row.getByRole('button', { name: 'Este produto não é de turma' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Não é de nenhuma turma?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Não é de turma' }))
  expect(await screen.findByText('Anotado: este produto não é de turma.')).toBeTruthy()
  const other = await rowOf('Rita Dias')
  expect(other.getByText('Não é de turma: Camiseta (2)')).toBeTruthy()
  await userEvent.click(other.getByRole('button', { name: 'Desfazer' }))
  await waitFor(() => expect(changes.map(({ body }) => body)).toHaveLength(2))
  expect(changes.map(({ body }) => body)).toEqual([
    { ids: ['2'], is_of_class: false },
    { ids: ['2'], is_of_class: true },
  ])
})
