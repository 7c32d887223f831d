import { proofMessages } from '@escola/contract/account-proofs'
import { domains } from '@escola/contract/domains.contract'
import { messages } from '@escola/contract/messages'
import { refusals } from '@escola/contract/refusals'
import { accountMessages, type SalesAccount, salesAccounts } from '@escola/contract/sales-accounts.contract'
import { describeForecast } from '@escola/contract/sales-forecast'
import { sessions } from '@escola/contract/sessions.contract'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

const eduzz: SalesAccount = {
  id: '24',
  gateway: 'eduzz',
  title: 'Eduzz da Bia',
  school_gateways: [{ id: '3', title: 'Turma de verão' }],
  utc_created_on: '2026-03-01T12:00:00.000Z',
  utc_delivered_on: '2026-03-02T12:00:00.000Z',
  utc_tested_on: '2026-03-02T11:00:00.000Z',
  utc_ended_on: null,
  own: null,
}
const market: SalesAccount = {
  ...eduzz,
  ...{
    id: '25',
    gateway: 'mercadopago',
    title: 'Mercado Pago',
    school_gateways: [],
    utc_delivered_on: null,
    utc_tested_on: null,
  },
}

async function open(accounts = [eduzz, market]) {
  const server = fakeServer()
  server.on(salesAccounts.list, () => ({ accounts }))
  server.on(salesAccounts.forecast, () => ({ living_buyers: 12, waiting: { sales: 3, mails: 2, cost: '9.90' } }))
  server.on(domains.get, () => ({
    ...{ domain: null, txt_value: '', target: 't', platform_url: 'https://plataforma.example/' },
  }))
  await showPage(server, '/vendas/contas')
  await screen.findByRole('heading', { level: 1, name: 'Contas das plataformas' })
  return server
}
const regionNamed = (name: string) => within(screen.getByRole('region', { name }))
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('shows each account with its address, its classes and its last message', async () => {
  await open()
  const bia = regionNamed('Eduzz da Bia')
  const address = () => (bia.getByLabelText('Endereço do webhook da Eduzz') as HTMLInputElement).value
  await waitFor(() => expect(address()).toBe('https://plataforma.example/webhook/7/eduzz'))
  expect(bia.getByRole('link', { name: 'Turma de verão' }).getAttribute('href')).toBe('/mar/turma/3')
  expect(bia.getByText('Último aviso recebido em 02/03/2026, 09:00.')).toBeTruthy()
  expect(bia.getByText('Teste recebido em 02/03/2026, 08:00.')).toBeTruthy()
  const other = regionNamed('Mercado Pago')
  expect(other.getByText(/^Nenhuma turma usa esta conta/)).toBeTruthy()
  // The class comes from the address there.
  expect(other.queryByRole('textbox')).toBeNull()
})

it('adds a platform that the school names, and says what its account waits for', async () => {
  const own: NonNullable<SalesAccount['own']> = {
    proof: { kind: 'bearer' },
    is_mapped: false,
    waiting: 0,
    unknown: 0,
    utc_refused_on: '2026-03-02T12:00:00.000Z',
  }
  const shop = (id: string, title: string, more: Partial<typeof own>): SalesAccount => ({
    ...{ ...market, id, gateway: 'other', title, own: { ...own, ...more } },
  })
  const server = await open([
    shop('31', 'Loja', {}),
    shop('32', 'Feira', { waiting: 3, utc_refused_on: null }),
    shop('33', 'Clube', { is_mapped: true, unknown: 1, utc_refused_on: null }),
  ])
  const [first, second, third] = ['Loja', 'Feira', 'Clube'].map(regionNamed)
  expect(first!.getByText(/^Esperando um exemplo/)).toBeTruthy()
  expect(first!.getByText(/^Um aviso chegou em 02\/03\/2026, 09:00 sem a prova desta conta/)).toBeTruthy()
  expect(second!.getByText(/^3 avisos esperam que você diga/)).toBeTruthy()
  expect(third!.getByText(/^1 aviso espera porque o evento/)).toBeTruthy()
  const way = second!.getByRole('link', { name: 'Identificar os campos de Feira' })
  expect(way.getAttribute('href')).toBe('/mar/vendas/contas/32')
  const made = server.on(salesAccounts.create, () => ({ account: eduzz }))
  await press('Adicionar conta')
  const dialog = await dialogNamed('Adicionar conta')
  await userEvent.selectOptions(dialog.getByLabelText('Plataforma'), 'other')
  await userEvent.selectOptions(dialog.getByLabelText(/^Onde o código vem/), 'signature')
  await userEvent.type(dialog.getByLabelText(/^Código secreto/), 'chave')
  await userEvent.type(dialog.getByLabelText(/^Texto antes/), 'sha1=')
  await userEvent.selectOptions(dialog.getByLabelText('Algoritmo'), 'sha1')
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect(await dialog.findByText(proofMessages.header)).toBeTruthy()
  expect(dialog.getByText(accountMessages.title)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText(/^Cabeçalho da assinatura/), 'X-Sig')
  await userEvent.type(dialog.getByLabelText(/^Nome da plataforma/), 'Mercadinho')
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText('Conta adicionada!')).toBeTruthy()
  const signature = { name: 'X-Sig', algorithm: 'sha1', encoding: 'hex', prefix: 'sha1=', timestamp: '' }
  expect(made.map((call) => call.body)).toEqual([
    { gateway: 'other', code: 'chave', title: 'Mercadinho', proof: { kind: 'signature', ...signature } },
  ])
})

it('saves a new code for all classes, after a proof, and keeps what is left blank', async () => {
  const server = await open()
  let isProven = false
  const saves = server.on(salesAccounts.update, () => (isProven ? { account: eduzz } : refuse('accountUnproven')))
  server.on(sessions.prove, () => {
    isProven = true
    return done
  })
  await press('Editar Eduzz da Bia')
  const dialog = await dialogNamed('Conta Eduzz da Bia')
  await userEvent.type(dialog.getByLabelText(/^Chave do webhook/), 'nova')
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  const proof = await dialogNamed('Confirme que é você')
  await userEvent.type(proof.getByLabelText(/^Senha/), 'segredo1{Enter}')
  expect(await screen.findByText('Conta salva!')).toBeTruthy()
  const body = { title: 'Eduzz da Bia', code: 'nova' }
  expect(saves.map((call) => call.body)).toEqual([body, body])
  await press('Editar Mercado Pago')
  const second = await dialogNamed('Conta Mercado Pago')
  expect(second.getByLabelText(/^Access token/)).toBeTruthy()
  await userEvent.click(second.getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(saves.at(-1)!.body).toEqual({ title: 'Mercado Pago' }))
})

it('says beside the code that another account has it', async () => {
  const server = await open()
  server.on(salesAccounts.update, () => refuse('accountCodeTaken'))
  await press('Editar Eduzz da Bia')
  const dialog = await dialogNamed('Conta Eduzz da Bia')
  await userEvent.type(dialog.getByLabelText(/^Chave do webhook/), 'nova')
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect(await dialog.findByText(refusals.accountCodeTaken)).toBeTruthy()
})

it('adds an account before any class is sold', async () => {
  const server = await open([])
  const made = server.on(salesAccounts.create, () => ({ account: eduzz }))
  expect(screen.getByText('Nenhuma conta ainda')).toBeTruthy()
  await press('Adicionar conta')
  const dialog = await dialogNamed('Adicionar conta')
  await userEvent.selectOptions(dialog.getByLabelText('Plataforma'), 'eduzz')
  await userEvent.type(dialog.getByLabelText(/^Chave do webhook/), 'chave')
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText('Conta adicionada!')).toBeTruthy()
  expect(made.map((call) => call.body)).toEqual([{ gateway: 'eduzz', code: 'chave' }])
})

it('names the classes that an account opens no more before it removes it', async () => {
  const server = await open()
  const removed = server.on(salesAccounts.remove, () => done)
  await press('Remover Eduzz da Bia')
  const dialog = await dialogNamed(messages.areYouSure)
  expect(
    dialog.getByText(/não abrem mais: Turma de verão\. .+ não chegam mais\. 12 compradores dela têm acesso/),
  ).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Remover' }))
  expect(await screen.findByText('A conta Eduzz da Bia foi removida.')).toBeTruthy()
  expect(removed).toHaveLength(1)
})

it('ends new sales by an account, and takes that back', async () => {
  const server = await open([eduzz, { ...market, utc_ended_on: '2026-03-03T12:00:00.000Z' }])
  const changes = server.on(salesAccounts.setSelling, () => ({ account: eduzz }))
  expect(regionNamed('Mercado Pago').getByText(/^Você parou de vender por esta conta em 03\/03\/2026/)).toBeTruthy()
  await press('Voltar a vender por esta conta')
  const asked = await dialogNamed('Voltar a vender pela conta Mercado Pago?')
  const waiting = describeForecast({ sales: 3, mails: 2, cost: '9.90' }, 'Ao voltar a vender')
  expect(asked.getByText((text) => text.startsWith(`${waiting} As próximas compras`))).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Voltar a vender' }))
  expect(await screen.findByText('A conta Mercado Pago vende de novo.')).toBeTruthy()
  await press('Parar de vender por esta conta')
  const dialog = await dialogNamed('Parar de vender pela conta Eduzz da Bia?')
  await userEvent.click(dialog.getByRole('button', { name: 'Parar de vender' }))
  expect(await screen.findByText('A conta Eduzz da Bia não vende mais.')).toBeTruthy()
  expect(changes.map(({ body }) => body)).toEqual([{ sells: true }, { sells: false }])
})
