import { accessApi, type Integration } from '@escola/contract/access-api.contract'
import { errors } from '@escola/contract/errors'
import { adminTexts, apiOff, messages } from '@escola/contract/messages'
import { sessions } from '@escola/contract/sessions.contract'
import { accessApiTitle } from '@escola/contract/titles'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf, school } from '../../testing/show-screen.tsx'
import { singleUseTexts } from './texts.ts'

const loja: Integration = {
  id: '3',
  hash: 'f00d',
  integration_title: 'Turma da loja',
  school_gateway_id: '30',
  is_single_use: false,
}
const gatewayList = [
  { id: '30', title: 'Turma da loja' },
  { id: '31', title: 'Turma do blog' },
]

async function open({
  key = 'c0ffee' as string | null,
  integrations = [loja],
  has_api = true,
  endsOn = null as string | null,
} = {}) {
  const server = fakeServer()
  const now = { key }
  server.on(accessApi.getKey, () => ({
    key: now.key,
    utc_created_on: now.key && '2026-01-31T12:00:00.000Z',
    utc_signature_ends_on: endsOn,
  }))
  server.on(accessApi.integrations, () => ({ integrations }))
  const generated = server.on(accessApi.generateKey, () => {
    now.key = 'badcafe'
    return { key: now.key, secret: 'segredo novo' }
  })
  await showApp(server, '/api', () => ({
    ...contextOf('admin'),
    school: { ...school, role: ['admin'], has_api },
    gatewayList,
  }))
  await screen.findByRole('heading', { level: 1, name: accessApiTitle })
  return { server, generated }
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }))

it('has no key at first, and shows the first one with its secret', async () => {
  await open({ key: null })
  expect(screen.getByText('Sua escola ainda não tem uma chave.')).toBeTruthy()
  await press('Gerar chave')
  expect(await screen.findByText('segredo novo')).toBeTruthy()
  expect(screen.getByText('badcafe')).toBeTruthy()
  expect(await screen.findByText(adminTexts.keyMade)).toBeTruthy()
})

it.each([
  ['2999-05-04T12:00:00.000Z', /vale por um ano: até 04\/05\/2999/],
  ['2026-01-31T12:00:00.000Z', /valeu até 31\/01\/2026/],
])('says until when a signed token without exp is good: %s', async (endsOn, text) => {
  await open({ endsOn })
  expect(screen.getByText(text)).toBeTruthy()
})

it('asks before it makes the key before void', async () => {
  const { generated } = await open()
  await press('Gerar nova chave')
  const dialog = await dialogNamed(messages.areYouSure)
  expect(dialog.getByText(adminTexts.keyEnds)).toBeTruthy()
  expect(generated).toHaveLength(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Gerar nova chave' }))
  expect(await screen.findByText('badcafe')).toBeTruthy()
  expect(screen.getByText('segredo novo')).toBeTruthy()
  expect(screen.queryByText('c0ffee')).toBeNull()
})

it('hides the secret, and shows it to an administrator who proves who they are', async () => {
  const { server } = await open()
  let isProven = false
  server.on(accessApi.showSecret, () => (isProven ? { secret: 'segredo de antes' } : refuse('secretUnproven')))
  server.on(sessions.prove, () => {
    isProven = true
    return done
  })
  await press('Mostrar segredo')
  const dialog = await dialogNamed('Confirme que é você')
  await userEvent.type(dialog.getByLabelText(/^Senha/), 'segredo1{Enter}')
  expect(await screen.findByText('segredo de antes')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copiar o segredo' })).toBeTruthy()
})

it('makes an integration with a class that has none, once one is chosen', async () => {
  const { server } = await open()
  const blog = { ...loja, id: '4', integration_title: 'Turma do blog', school_gateway_id: '31' }
  let isProven = false
  const saved = server.on(accessApi.saveIntegration, () =>
    isProven ? { integrations: [loja, blog] } : refuse('cohortIntegratedUnproven'),
  )
  server.on(sessions.prove, () => {
    isProven = true
    return done
  })
  await press('Criar integração')
  const dialog = await dialogNamed('Criar integração')
  expect(dialog.getByRole('button', { name: 'Salvar' }).hasAttribute('disabled')).toBe(true)
  await userEvent.click(dialog.getByRole('combobox', { name: 'Turma' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Turma do blog'])
  await userEvent.click(screen.getByRole('option', { name: 'Turma do blog' }))
  await userEvent.click(dialog.getByRole('switch', { name: new RegExp(`^${singleUseTexts.label}`) }))
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  await userEvent.type((await dialogNamed('Confirme que é você')).getByLabelText(/^Senha/), 'segredo1{Enter}')
  expect(await screen.findByText(adminTexts.integrationMade('Turma do blog'))).toBeTruthy()
  const body = { school_gateway_id: '31', is_single_use: true }
  expect(saved.map((each) => each.body)).toEqual([body, body])
  expect(await screen.findByRole('button', { name: 'Copiar o hash de Turma do blog' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('gives the focus back to the button, also after the first integration', async () => {
  const { server } = await open({ integrations: [] })
  expect(screen.getByText('Nenhuma integração ainda')).toBeTruthy()
  server.on(accessApi.saveIntegration, () => ({ integrations: [loja] }))
  await press('Criar integração')
  const dialog = await dialogNamed('Criar integração')
  await userEvent.click(dialog.getByRole('combobox', { name: 'Turma' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Turma da loja' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Criar integração'))
})

it('says in the dialog what the server has against it', async () => {
  const { server } = await open({ integrations: [] })
  server.on(accessApi.saveIntegration, () => refuse('integratedCohortUnknown'))
  await press('Criar integração')
  const dialog = await dialogNamed('Criar integração')
  await userEvent.click(dialog.getByRole('combobox', { name: 'Turma' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Turma da loja' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(errors.not_found.pt)
})

it('chooses whether each link of an integration is good once', async () => {
  const { server } = await open()
  const name = `${singleUseTexts.label} em Turma da loja`
  const saved = server.on(accessApi.saveIntegration, ({ body }) => ({
    integrations: [{ ...loja, is_single_use: (body as { is_single_use: boolean }).is_single_use }],
  }))
  const choice = () => screen.getByRole<HTMLInputElement>('switch', { name })
  expect(choice().checked).toBe(false)
  await userEvent.click(choice())
  expect(await screen.findByText(singleUseTexts.turnedOn('Turma da loja'))).toBeTruthy()
  expect(choice().checked).toBe(true)
  await press('Instruções')
  const dialog = await dialogNamed('Como matricular por outro sistema')
  expect(dialog.getByRole('region').textContent).toContain('O link vale uma vez, por 5 minutos.')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(choice())
  expect(await screen.findByText(singleUseTexts.turnedOff('Turma da loja'))).toBeTruthy()
  expect(saved.map(({ body }) => body)).toEqual([
    { school_gateway_id: '30', is_single_use: true },
    { school_gateway_id: '30', is_single_use: false },
  ])
})

it('asks before it deletes an integration', async () => {
  const { server } = await open()
  const removed = server.on(accessApi.removeIntegration, () => done)
  await press('Apagar integração com Turma da loja')
  const dialog = await dialogNamed(messages.areYouSure)
  expect(dialog.getByText(adminTexts.integrationEnds('Turma da loja'))).toBeTruthy()
  expect(removed).toHaveLength(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Apagar' }))
  expect(await screen.findByText(adminTexts.integrationGone('Turma da loja'))).toBeTruthy()
  expect(removed.map(({ params }) => params.id)).toEqual(['3'])
})

it('has instructions for this school, with its key and its class', async () => {
  await open()
  await press('Instruções')
  const dialog = await dialogNamed('Como matricular por outro sistema')
  for (const name of ['curl', 'Node.js', 'PHP']) {
    await userEvent.click(dialog.getByRole('tab', { name }))
    const { textContent } = await dialog.findByRole('region', { name: `Exemplo em ${name}` })
    expect(textContent).toContain(`${location.origin}/integration/7`)
    expect(textContent).toContain('/hash?integration=f00d')
    expect(textContent).toContain('c0ffee')
    expect(textContent).toContain('ESCOLA_SEGREDO')
    expect(textContent).toContain('Um formulário também serve')
    expect(textContent).toContain('O link vale por 24 horas.')
    expect(textContent).toContain(`${location.origin}/mar/login/`)
  }
})

it('says how a school comes to an API, where it is off', async () => {
  await open({ has_api: false, key: null, integrations: [] })
  expect(screen.getByText(`${apiOff}.`)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(Gerar|Criar)/ })).toBeNull()
})
