import { domains } from '@escola/contract/domains.contract'
import { messages } from '@escola/contract/messages'
import { refusals } from '@escola/contract/refusals'
import { type SalesAccount, salesAccounts } from '@escola/contract/sales-accounts.contract'
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
  expect(dialog.getByText(/não abrem mais: Turma de verão\./)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Remover' }))
  expect(await screen.findByText('A conta Eduzz da Bia foi removida.')).toBeTruthy()
  expect(removed).toHaveLength(1)
})
