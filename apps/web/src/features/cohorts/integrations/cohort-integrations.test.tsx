import { audienceTexts } from '@escola/contract/audience'
import { calendars } from '@escola/contract/calendars.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { courses } from '@escola/contract/courses.contract'
import { domains } from '@escola/contract/domains.contract'
import { hourMs } from '@escola/contract/durations'
import { imports } from '@escola/contract/imports.contract'
import { messages } from '@escola/contract/messages'
import { moves } from '@escola/contract/moves.contract'
import { accessRequest } from '@escola/contract/permission-texts'
import { refusals } from '@escola/contract/refusals'
import { type Integration, salesMessages } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { type SalesAccount, salesAccounts } from '@escola/contract/sales-accounts.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { newestFirst } from '@escola/contract/sorts'
import { done } from '@escola/contract/wire'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { passSeconds, stopClock } from '../../../testing/clock.ts'
import { fail, fakeServer, refuse } from '../../../testing/fake-server.ts'
import { hotmart, makeAccount, market } from '../../../testing/integrations.ts'
import { showPage } from '../../../testing/show-app.tsx'
import { showScreen, teamOf } from '../../../testing/show-screen.tsx'
import { usePrefetchedQuery } from '../../../ui/loading/use-prefetched-query.ts'
import { ConfirmHost } from '../../../ui/questions/confirm.ts'
import { formatEvent } from '../../sales/sale-events.ts'
import { cohortQueries } from '../cohorts.queries.ts'
import { CohortIntegrations } from './cohort-integrations.tsx'

const keptHotmart = { id: '11', gateway: 'hotmart' }
const keptMarket = { id: '12', gateway: 'mercadopago' }

const usual = { page: 1, sort: newestFirst, search: '', standing: '' } as const

/** The part of the page alone: the whole one takes most of the time of each test. */
function ClassIntegrations() {
  const { data } = usePrefetchedQuery(cohortQueries.one('7', '3', usual))
  return <CohortIntegrations cohort={data.gateway} formatSaleEvent={formatEvent} />
}
const showIntegrations = (team = teamOf(['owner'])) =>
  showScreen({
    at: '/turma/3',
    route: '/turma/$cohortId',
    show: () => (
      <>
        <ClassIntegrations />
        <ConfirmHost />
      </>
    ),
    load: (client) => client.ensureQueryData(cohortQueries.one('7', '3', usual)),
    as: 'admin',
    context: { team },
  })

/** @param showWhole shows the page around it too */
async function open(
  integrations: Integration[] = [hotmart, market],
  accounts: SalesAccount[] = [],
  showWhole?: (server: ReturnType<typeof fakeServer>) => Promise<unknown>,
) {
  const server = fakeServer()
  const gateway = {
    id: '3',
    title: 'Turma de verão',
    is_public: false,
    all_degrees: true,
    degrees: [],
    integrations,
    totalStudents: 0,
    opens: 1,
    term: { kind: 'life' as const },
    seats: null,
    enrolls_until: null,
  }
  const empty = { total: 0, page: 1, rowsPerPage: 50, list: [] }
  server.on(cohorts.get, () => ({ gateway, degrees: [], students: empty }))
  server.on(imports.list, () => ({ imports: [] }))
  server.on(moves.latest, () => ({ move: null }))
  server.on(calendars.list, () => ({ degrees: [] }))
  server.on(domains.get, () => ({
    domain: null,
    txt_value: '',
    target: 't',
    platform_url: 'https://plataforma.example/',
  }))
  server.on(salesAccounts.list, () => ({ accounts }))
  const saleCalls = server.on(sales.list, () => ({
    sales: { ...empty, more: false },
    unmatched: 0,
    without_email: 0,
    not_understood: 0,
  }))
  server.on(cohorts.forecastSales, () => ({ sales: 0, mails: 0, cost: '0.00' }))
  const saves = server.on(cohorts.update, () => ({ gateway, waiting_sales: 0 }))
  await (showWhole ?? (() => showIntegrations()))(server)
  const section = within(await screen.findByRole('region', { name: 'Integrações' }))
  return { server, gateway, saves, saleCalls, section }
}
const sent = (saves: { body: { integrations?: unknown } }[]) => saves.map(({ body }) => body.integrations)

async function openForm(name: string | RegExp, section: ReturnType<typeof within>) {
  await userEvent.click(section.getByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('button', { name: 'Salvar' })
  return dialog
}
type Dialog = Awaited<ReturnType<typeof openForm>>
const idsField = (dialog: Dialog) => dialog.getByRole('combobox', { name: /^Códigos dos produtos/ })
const textIn = (field: HTMLElement) => (field as HTMLInputElement).value
const save = (dialog: Dialog) => userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))

it.each([
  ['hotmart', 'https://plataforma.example/webhook/7/hotmart', 'Hottok'],
  ['eduzz', 'https://plataforma.example/webhook/7/eduzz', 'Chave do webhook'],
  ['octapay', 'https://plataforma.example/webhook/7/octapay', 'Chave única'],
  ['kiwify', 'https://plataforma.example/webhook/7/kiwify', 'Token do webhook'],
  ['mercadopago', 'https://plataforma.example/webhook/7/3', 'Assinatura secreta'],
  ['bravapay', 'https://plataforma.example/webhook/7/bravapay', 'Código secreto'],
  ['fornece', 'https://plataforma.example/webhook/7/fornece', 'Código secreto'],
])('says for %s what goes there and what comes from there', async (platform, address, codeLabel) => {
  const { section } = await open()
  const dialog = await openForm('Adicionar integração', section)
  await userEvent.selectOptions(dialog.getByLabelText('Plataforma'), platform)
  await waitFor(() => expect(textIn(dialog.getByLabelText('Endereço do webhook'))).toBe(address))
  expect(dialog.getAllByRole('listitem')).toHaveLength(4)
  expect(dialog.getByLabelText(new RegExp(`^${codeLabel}`))).toBeTruthy()
  const isMarket = platform === 'mercadopago'
  expect(Boolean(dialog.queryByLabelText(/^Access token/))).toBe(isMarket)
  expect(Boolean(dialog.queryByRole('button', { name: 'Gerar código' }))).toBe(codeLabel === 'Código secreto')
})

it('leads to where a platform that the school names is added', async () => {
  const { section } = await open()
  const dialog = await openForm('Adicionar integração', section)
  await userEvent.selectOptions(dialog.getByLabelText('Plataforma'), 'other')
  expect(dialog.getByText(new RegExp(salesMessages.mappedAccount))).toBeTruthy()
  expect(dialog.queryByLabelText(/^Código secreto/)).toBeNull()
  expect(dialog.getByRole('link', { name: 'Contas das plataformas' })).toBeTruthy()
})

it('sells by an account of a platform that the school named, whose code it never asks for', async () => {
  const { section, saves } = await open([], [makeAccount('31', 'Loja', 'other')])
  const form = await openForm('Adicionar integração', section)
  await userEvent.selectOptions(form.getByLabelText('Plataforma'), 'other')
  expect(within(form.getByLabelText('Conta')).getAllByRole('option')).toHaveLength(1)
  await userEvent.type(idsField(form), '201,')
  await save(form)
  await waitFor(() =>
    expect(sent(saves)).toEqual([[{ gateway: 'other', account_id: '31', ids: '201', keeps_paid_period: true }]]),
  )
})

it('adds one, however often it is clicked, and sends all that the class has as they are', async () => {
  const { section, saves } = await open()
  const dialog = await openForm('Adicionar integração', section)
  await userEvent.type(dialog.getByLabelText(/^Hottok/), 'segredo')
  await userEvent.type(idsField(dialog), '201,202 203.204')
  await userEvent.click(dialog.getByRole('switch', { name: /^Manter o acesso/ }))
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText('Integração adicionada!')).toBeTruthy()
  expect(sent(saves)).toEqual([
    [
      keptHotmart,
      keptMarket,
      { gateway: 'hotmart', code: 'segredo', ids: '201 202 203 204', keeps_paid_period: false },
    ],
  ])
})

it('asks for a proof over the form, which stays as it is until it is given', async () => {
  const { server, gateway, section } = await open([hotmart])
  let isProven = false
  const saves = server.on(cohorts.update, () =>
    isProven ? { gateway, waiting_sales: 0 } : refuse('integrationUnproven'),
  )
  server.on(sessions.prove, () => {
    isProven = true
    return done
  })
  const dialog = await openForm('Adicionar integração', section)
  await userEvent.type(dialog.getByLabelText(/^Hottok/), 'segredo')
  await userEvent.type(idsField(dialog), '201,')
  await save(dialog)
  const proof = { name: 'Confirme que é você' }
  await screen.findByRole('dialog', proof)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', proof)).toBeNull())
  expect(textIn(dialog.getByLabelText(/^Hottok/))).toBe('segredo')
  expect(dialog.queryByRole('alert')).toBeNull()
  await save(dialog)
  // An integration that came meanwhile stays, too.
  const asked = within(await screen.findByRole('dialog', proof))
  gateway.integrations = [hotmart, market]
  await userEvent.type(asked.getByLabelText(/^Senha/), 'segredo1{Enter}')
  expect(await screen.findByText('Integração adicionada!')).toBeTruthy()
  const added = { gateway: 'hotmart', code: 'segredo', ids: '201', keeps_paid_period: true }
  expect(sent(saves)).toEqual([
    [keptHotmart, added],
    [keptHotmart, added],
    [keptHotmart, keptMarket, added],
  ])
})

const offerOpenCourse = (server: ReturnType<typeof fakeServer>) =>
  server.on(calendars.list, () => ({
    degrees: [
      {
        ...{ id: '1', title: 'Pães', link: 'paes', isOpened: false },
        dated: 0,
        opened: 0,
        isOpenToAll: true,
        isGivenAway: false,
      },
    ],
  }))

it('asks so without the rights to the courses, too, and says who closes one', async () => {
  const { server, saves, section } = await open([], [], () => showIntegrations(teamOf(['attendant'])))
  offerOpenCourse(server)
  const dialog = await openForm('Adicionar integração', section)
  await userEvent.type(dialog.getByLabelText(/^Hottok/), 'segredo')
  await userEvent.type(idsField(dialog), '101{Enter}')
  await save(dialog)
  const question = within(await screen.findByRole('dialog', { name: 'Vender um curso aberto a todos?' }))
  const text = `“Pães”: ${audienceTexts.openToAll}. ${accessRequest.closing('Helena Prado')}`
  expect(question.getByText(text)).toBeTruthy()
  expect(question.queryByRole('button', { name: audienceTexts.sellPrivate })).toBeNull()
  await userEvent.click(question.getByRole('button', { name: audienceTexts.sellOpen }))
  await waitFor(() => expect(saves).toHaveLength(1))
})

it('asks before a class is sold whose course is open to all, and closes it in the same question', async () => {
  const { server, saves, section } = await open([])
  const closed = server.on(courses.makePrivate, () => fail('unavailable'))
  offerOpenCourse(server)
  const listed = {
    id: '3',
    title: 'Turma de verão',
    is_public: false,
    is_sold: false,
    has_degree: true,
    totalStudents: 2,
  }
  const all = { ...listed, id: '1', title: 'Turma pública', is_public: true }
  server.on(courses.cohorts, () => ({ gatewayList: [listed, all], sells: false, students: 12 }))
  const dialog = await openForm('Adicionar integração', section)
  await userEvent.type(dialog.getByLabelText(/^Hottok/), 'segredo')
  await userEvent.type(idsField(dialog), '101{Enter}')
  const answer = async (name: string) => {
    await save(dialog)
    const question = within(await screen.findByRole('dialog', { name: 'Vender um curso aberto a todos?' }))
    expect(question.getByText(`“Pães”: ${audienceTexts.openToAll} (hoje, 12 alunos).`)).toBeTruthy()
    await userEvent.click(question.getByRole('button', { name }))
  }
  await answer('Cancelar')
  expect([saves, closed]).toEqual([[], []])
  await answer(audienceTexts.sellPrivate)
  await waitFor(() => expect(closed).toMatchObject([{ params: { link: 'paes' } }]))
  expect(saves).toHaveLength(1)
})

it('keeps what others have added since the page was loaded', async () => {
  const { section, saves, gateway } = await open([hotmart])
  gateway.integrations = [hotmart, market]
  const dialog = await openForm(/^Editar Hotmart/, section)
  await save(dialog)
  await waitFor(() => expect(sent(saves)).toEqual([[{ ...keptHotmart, keeps_paid_period: true }, keptMarket]]))
})

const accountField = (dialog: Dialog) => dialog.getByRole('combobox', { name: 'Conta' })

it('begins with an account that the school has, and sends it in place of a code', async () => {
  const { section, saves } = await open([], [makeAccount('21', 'Hotmart'), makeAccount('23', 'Loja da Bia')])
  const dialog = await openForm('Adicionar integração', section)
  expect(dialog.queryByLabelText(/^Hottok/)).toBeNull()
  expect(
    within(accountField(dialog))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([...['Usar a conta Hotmart', 'Usar a conta Loja da Bia', 'Usar outra conta, com um código novo']])
  await userEvent.selectOptions(accountField(dialog), 'Usar a conta Loja da Bia')
  await userEvent.type(idsField(dialog), '9')
  await save(dialog)
  await waitFor(() =>
    expect(sent(saves)).toEqual([[{ gateway: 'hotmart', account_id: '23', ids: '9', keeps_paid_period: true }]]),
  )
})

it('offers the accounts of the chosen platform alone, and a new code beside them', async () => {
  const { section, saves } = await open([], [makeAccount('21', 'Hotmart'), makeAccount('24', 'Eduzz', 'eduzz')])
  const dialog = await openForm('Adicionar integração', section)
  await userEvent.selectOptions(dialog.getByLabelText('Plataforma'), 'octapay')
  expect(dialog.queryByRole('combobox', { name: 'Conta' })).toBeNull()
  await userEvent.selectOptions(dialog.getByLabelText('Plataforma'), 'eduzz')
  expect(textIn(accountField(dialog))).toBe('24')
  await userEvent.selectOptions(accountField(dialog), 'Usar outra conta, com um código novo')
  await userEvent.type(dialog.getByLabelText(/^Chave do webhook/), 'chave')
  await userEvent.type(idsField(dialog), '9')
  await save(dialog)
  await waitFor(() =>
    expect(sent(saves)).toEqual([[{ gateway: 'eduzz', code: 'chave', ids: '9', keeps_paid_period: true }]]),
  )
})

it('leaves out the account that stays, shows no code, and says which account it is', async () => {
  const accounts = [makeAccount('21', 'Hotmart'), makeAccount('22', 'Loja da Bia', 'mercadopago')]
  const { section, saves } = await open([hotmart, { ...market, account_title: 'Loja da Bia' }], accounts)
  expect(section.getByText('Mercado Pago (Loja da Bia)')).toBeTruthy()
  const dialog = await openForm(/^Editar Mercado Pago/, section)
  expect(textIn(accountField(dialog))).toBe('22')
  expect(dialog.queryByLabelText(/^Assinatura secreta/)).toBeNull()
  await save(dialog)
  expect(await screen.findByText('Integração salva!')).toBeTruthy()
  expect(sent(saves)).toEqual([[keptHotmart, { ...keptMarket, keeps_paid_period: true }]])
})

it('says how many sales that waited are done again', async () => {
  const { section, server, gateway } = await open()
  const texts = {
    1: 'Integração salva! 1 venda que esperava será processada de novo.',
    1200: 'Integração salva! 1.200 vendas que esperavam serão processadas de novo.',
  }
  for (const [waiting_sales, text] of Object.entries(texts)) {
    server.on(cohorts.update, () => ({ gateway, waiting_sales: Number(waiting_sales) }))
    await save(await openForm(/^Editar Hotmart/, section))
    expect(await screen.findByText(text)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})

it('says before products are saved who waits for them, and what that costs', async () => {
  const { section, saves, server } = await open()
  const asked = server.on(cohorts.forecastSales, () => ({ sales: 2, mails: 1, cost: '1.00' }))
  const dialog = await openForm(/^Editar Hotmart/, section)
  await userEvent.type(idsField(dialog), '9')
  await save(dialog)
  const question = within(await screen.findByRole('dialog', { name: 'Matricular quem já comprou?' }))
  expect(question.getByText(/^Ao salvar, 2 compras que esperavam são processadas, e 1 aluno .+ R\$ 1,00/)).toBeTruthy()
  expect(saves).toHaveLength(0)
  await userEvent.click(question.getByRole('button', { name: 'Salvar e matricular' }))
  expect(await screen.findByText('Integração salva!')).toBeTruthy()
  expect(asked.at(-1)!.body).toMatchObject({ gateway: 'hotmart', ids: expect.stringContaining('9') })
})

it('asks for which buyers a new term is where one sells already, and says how many would lose their access', async () => {
  const { section, saves, server } = await open()
  const counted = server.on(cohorts.countLosing, () => ({ losing: 3 }))
  const added = await openForm('Adicionar integração', section)
  expect(added.queryByLabelText('O prazo vale para')).toBeNull()
  await userEvent.click(added.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const dialog = await openForm(/^Editar Hotmart/, section)
  await userEvent.selectOptions(dialog.getByLabelText('Prazo de acesso'), 'Por dias a partir da matrícula')
  await userEvent.type(dialog.getByLabelText(/^Quantos dias/), '30')
  expect(dialog.getByText('Quem já comprou fica com o prazo que tem.')).toBeTruthy()
  await userEvent.selectOptions(dialog.getByLabelText('O prazo vale para'), 'Quem já comprou também')
  expect(await dialog.findByText('3 alunos perdem o acesso agora.')).toBeTruthy()
  const term = { kind: 'days', count: 30 }
  expect(counted.at(-1)!.body).toEqual({ integration_id: '11', term })
  await save(dialog)
  expect(await screen.findByText('Integração salva!')).toBeTruthy()
  expect(sent(saves)).toEqual([[{ ...keptHotmart, keeps_paid_period: true, term, term_scope: 'all' }, keptMarket]])
})

it('parts what a phone wrote in one go, and shows each code by itself', async () => {
  const { section } = await open([])
  const dialog = await openForm('Adicionar integração', section)
  await userEvent.click(idsField(dialog))
  fireEvent.change(idsField(dialog), { target: { value: '301.302' } })
  await userEvent.tab()
  expect(await dialog.findByText('301')).toBeTruthy()
  expect(dialog.getByText('302')).toBeTruthy()
})

it('says beside each field what it lacks', async () => {
  const { section, saves } = await open()
  const dialog = await openForm('Adicionar integração', section)
  await save(dialog)
  expect(dialog.getByText(salesMessages.code)).toBeTruthy()
  expect(dialog.getByText(salesMessages.ids)).toBeTruthy()
  await userEvent.selectOptions(dialog.getByLabelText('Plataforma'), 'mercadopago')
  await save(dialog)
  expect(dialog.getByText(salesMessages.accessToken)).toBeTruthy()
  expect(dialog.queryByText(salesMessages.ids)).toBeNull()
  expect(saves).toEqual([])
})

it('says beside a field what the server has against it, and keeps what was typed', async () => {
  const { server, section } = await open()
  server.on(cohorts.update, () => refuse('integrationCodeMissing'))
  const dialog = await openForm('Adicionar integração', section)
  await userEvent.type(dialog.getByLabelText(/^Hottok/), 'segredo')
  await userEvent.type(idsField(dialog), '201')
  await save(dialog)
  expect(await dialog.findByText(salesMessages.code)).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText(/^Hottok/))
  expect(textIn(dialog.getByLabelText(/^Hottok/))).toBe('segredo')
  expect(dialog.getByText('201')).toBeTruthy()
})

it.each([
  ['integrationsTooMany', salesMessages.tooMany],
  ['integrationGone', refusals.integrationGone],
] as const)('says below the form what the integration as a whole is refused for: %s', async (name, text) => {
  const { server, section } = await open()
  server.on(cohorts.update, () => refuse(name))
  const dialog = await openForm(/^Editar Hotmart/, section)
  await save(dialog)
  expect((await dialog.findByRole('alert')).textContent).toBe(text)
})

it('thinks up a code where the school chooses it', async () => {
  const { section, saves } = await open([])
  const dialog = await openForm('Adicionar integração', section)
  await userEvent.selectOptions(dialog.getByLabelText('Plataforma'), 'fornece')
  await userEvent.click(dialog.getByRole('button', { name: 'Gerar código' }))
  const code = textIn(dialog.getByLabelText(/^Código secreto/))
  expect(code).toMatch(/^[\da-f]{32}$/)
  expect(dialog.getByRole('button', { name: 'Copiar código' })).toBeTruthy()
  await userEvent.type(idsField(dialog), '9')
  await save(dialog)
  await waitFor(() => expect(sent(saves)).toEqual([[{ gateway: 'fornece', code, ids: '9', keeps_paid_period: true }]]))
})

it('asks before it removes one, and sends the others', async () => {
  const { section, saves } = await open()
  await userEvent.click(section.getByRole('button', { name: 'Remover Hotmart 101, 102' }))
  const dialog = within(await screen.findByRole('dialog', { name: messages.areYouSure }))
  expect(saves).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Remover' }))
  expect(await screen.findByText('A integração com Hotmart foi removida.')).toBeTruthy()
  expect(sent(saves)).toEqual([[keptMarket]])
})

it('shows fifty at a time', async () => {
  const many = Array.from({ length: 51 }, (_, index) => ({ ...hotmart, id: `${index + 1}`, ids: [`p${index + 1}`] }))
  const { section } = await open(many)
  expect(section.getAllByRole('row')).toHaveLength(51)
  await userEvent.click(section.getByRole('button', { name: 'Página 2' }))
  expect(section.getAllByRole('row')).toHaveLength(2)
  expect(section.getByText('p51')).toBeTruthy()
})

it('says that no platform sells the class yet', async () => {
  const { section } = await open([])
  expect(section.getByText('Nenhuma plataforma vende esta turma ainda.')).toBeTruthy()
})

it('names the products that the platform has named, and says what was heard of them last', async () => {
  const silent = { ...hotmart, id: '13', ids: ['9'], last_event: null }
  const { section } = await open([hotmart, market, silent])
  expect(section.getByText('Curso de Pão (101), 102')).toBeTruthy()
  expect(section.getByText('Último aviso em 22/11/2026, 18:14: Compra aprovada')).toBeTruthy()
  expect(section.getByText(/^Ainda não recebemos nada desta plataforma\. Use o botão de teste/)).toBeTruthy()
  expect(section.getByText(/mas de outros produtos/)).toBeTruthy()
})

it("lists the class's own sales below what sells it, and says when the last one came", async () => {
  const utc_sold_on = new Date(Date.now() - 5.5 * hourMs).toISOString()
  const { saleCalls } = await open([{ ...hotmart, utc_sold_on }, market], [], (server) =>
    showPage(server, '/turma/3?tab=vendas'),
  )
  expect(screen.getByText(/à venda em Hotmart, Mercado Pago, última venda há 5 h$/)).toBeTruthy()
  const list = within(screen.getByRole('region', { name: 'Vendas desta turma' }))
  expect(await list.findByText('Nenhuma venda desta turma ainda')).toBeTruthy()
  expect(saleCalls.map(({ query }) => query)).toEqual([{ page: '1', school_gateway_id: '3' }])
  expect(list.getByRole('link', { name: 'Todas as vendas' }).getAttribute('href')).toBe('/mar/vendas')
})

it.each<[string, Partial<Integration>, RegExp]>([
  ['a test', { utc_tested_on: '2026-11-25T12:00:00.000Z' }, /^Teste recebido em 25\/11\/2026, 09:00/],
  [
    'a sale',
    { last_event: { event: 'PURCHASE_REFUNDED', utc_created_on: '2026-11-25T12:00:00.000Z' } },
    /^Chegou: Reembolso, em 25\/11\/2026/,
  ],
  [
    'a sale of another product',
    { utc_delivered_on: '2026-11-25T12:00:00.000Z' },
    /mas não destes produtos\. Confira os códigos da integração\.$/,
  ],
])('waits for what a platform sends and tells that %s came', async (_, news, text) => {
  const { gateway, section } = await open()
  stopClock()
  await userEvent.click(section.getByRole('button', { name: 'Testar Hotmart 101, 102' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Testar a integração com Hotmart' }))
  expect(dialog.getByText('Aguardando Hotmart…')).toBeTruthy()
  await waitFor(() =>
    expect(textIn(dialog.getByLabelText('Endereço do webhook'))).toBe('https://plataforma.example/webhook/7/hotmart'),
  )
  gateway.integrations = [{ ...hotmart, ...news }, market]
  await passSeconds(2)
  expect(await dialog.findByText(text)).toBeTruthy()
  expect(dialog.queryByText(/^Aguardando/)).toBeNull()
})
