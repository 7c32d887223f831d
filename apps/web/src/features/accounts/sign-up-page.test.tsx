import { accounts } from '@escola/contract/accounts.contract'
import { messages } from '@escola/contract/messages'
import { passwordHint } from '@escola/contract/people'
import { refusals } from '@escola/contract/refusals'
import { sessions } from '@escola/contract/sessions.contract'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { passSeconds, realClock, stopClock } from '../../testing/clock.ts'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, school } from '../../testing/show-screen.tsx'

const messageOf = (label: string) => {
  const described = screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? []
  return document.getElementById(described.find((id) => id.endsWith('-error')) ?? '')?.textContent
}
const send = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Criar minha escola' }))

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Nome da escola'), 'Escola do Mar')
  await user.type(screen.getByLabelText('Seu nome'), 'Ana Souza')
  await user.type(screen.getByLabelText('E-mail'), ' Ana@Mar.example')
  await user.type(screen.getByLabelText('Senha'), 'segredo1')
  await user.type(screen.getByLabelText('Repita a senha'), 'segredo1')
  await user.click(screen.getByRole('switch', { name: /aceito os termos/ }))
}

import { setKnownEmail } from './known-email.ts'

afterEach(() => setKnownEmail(''))

it('names what is missing under the field that misses it', async () => {
  const server = fakeServer()
  const calls = server.on(accounts.signUpOwner, () => ({ schoolId: '7' }))
  await showApp(server, '/cadastro', () => nowhere)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Seu nome'), 'Ana')
  await user.type(screen.getByLabelText('Senha'), 'abcdef')
  await user.type(screen.getByLabelText('Repita a senha'), 'abcdeg')
  await send(user)
  expect(messageOf('Nome da escola')).toBe(messages.signUpSchoolName)
  expect(messageOf('Seu nome')).toBe('Por favor, preencha o seu nome, com pelo menos quatro letras')
  expect(messageOf('E-mail')).toBe(messages.emailSignUp)
  expect(messageOf('Senha')).toBe(messages.passwordDigit)
  expect(messageOf('Repita a senha')).toBe(messages.passwordRepeat)
  expect(screen.getByText(messages.terms)).toBeTruthy()
  expect(calls).toHaveLength(0)
})

it('shows the terms without losing the form', async () => {
  await showApp(fakeServer(), '/cadastro', () => nowhere)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Seu nome'), 'Ana Souza')
  await user.click(screen.getByRole('button', { name: 'Ler os termos' }))
  const terms = within(await screen.findByRole('dialog', { name: 'Termos de uso' }))
  expect(await terms.findByText('Os seus dados')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Fechar' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Ler os termos'))
  await user.click(screen.getByRole('button', { name: 'Política de Privacidade' }))
  const policy = within(await screen.findByRole('dialog', { name: 'Política de Privacidade' }))
  expect(await policy.findByText('De quem são os dados')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Fechar' }))
  expect(screen.getByLabelText('Seu nome')).toHaveProperty('value', 'Ana Souza')
})

it('makes an academy when its address says so, and goes to the login seven seconds later', async () => {
  const server = fakeServer()
  const calls = server.on(accounts.signUpOwner, () => ({ schoolId: '7' }))
  const { at } = await showApp(server, '/cadastro?academy=1', () => nowhere)
  const user = userEvent.setup()
  await fillIn(user)
  stopClock()
  await send(user)
  expect(await screen.findByText(/Abra o link que está nele para ativar a sua conta\.$/)).toBeTruthy()
  expect(screen.getByText('ana@mar.example')).toBeTruthy()
  expect(calls[0]?.body).toMatchObject({ school_name: 'Escola do Mar', user_name: 'Ana Souza', isAcademy: 1 })
  await passSeconds(7)
  realClock()
  expect(await screen.findByRole('heading', { name: 'Entrar' })).toBeTruthy()
  expect(at()).toBe('/login')
})

it('sends the mail again or to the right address, and leads no user away meanwhile', async () => {
  const server = fakeServer()
  server.on(accounts.signUpOwner, () => ({ schoolId: '7' }))
  const resent = server.on(sessions.resendActivation, () => done)
  const corrected = server.on(accounts.correctEmail, () => done)
  const { at } = await showApp(server, '/cadastro', () => nowhere)
  const user = userEvent.setup()
  await fillIn(user)
  stopClock()
  await send(user)
  await user.click(await screen.findByRole('button', { name: 'Corrigir e-mail' }))
  expect(screen.queryByText(/Você vai para o login/)).toBeNull()
  const field = screen.getByLabelText('E-mail certo')
  await user.clear(field)
  await user.type(field, 'ana@rio.example{Enter}')
  expect(await screen.findByText('ana@rio.example')).toBeTruthy()
  const body = { email: 'ana@mar.example', password: 'segredo1', newEmail: 'ana@rio.example' }
  expect(corrected).toMatchObject([{ body }])
  await user.click(screen.getByRole('button', { name: 'Reenviar e-mail' }))
  expect(await screen.findByText(/E-mail enviado com sucesso!/)).toBeTruthy()
  expect(resent).toMatchObject([{ body: { email: 'ana@rio.example' } }])
  expect(screen.queryByText(/Você vai para o login/)).toBeNull()
  await passSeconds(7)
  expect(at()).toBe('/cadastro')
})

it('says why an e-mail is not corrected: another account has it, or the first one is confirmed', async () => {
  const server = fakeServer()
  server.on(accounts.signUpOwner, () => ({ schoolId: '7' }))
  server.on(accounts.correctEmail, () => refuse('correctionEmailTaken'))
  await showApp(server, '/cadastro', () => nowhere)
  const user = userEvent.setup()
  await fillIn(user)
  stopClock()
  await send(user)
  await user.click(await screen.findByRole('button', { name: 'Corrigir e-mail' }))
  await user.clear(screen.getByLabelText('E-mail certo'))
  await user.type(screen.getByLabelText('E-mail certo'), 'ana@rio.example{Enter}')
  expect(await screen.findByRole('link', { name: messages.emailTaken })).toHaveProperty('pathname', '/login')
  server.on(accounts.correctEmail, () => refuse('correctionConfirmed'))
  await user.click(screen.getByRole('button', { name: 'Salvar e reenviar' }))
  expect(await screen.findByText(refusals.emailConfirmed)).toBeTruthy()
  expect(screen.queryByRole('link', { name: messages.emailTaken })).toBeNull()
})

it.each(['/cadastro', '/cadastro?academy=1'])(
  'leads a user who has an account from %s to the login and back',
  async (here) => {
    const server = fakeServer()
    server.on(accounts.signUpOwner, () => refuse('signUpEmailTaken'))
    await showApp(server, here, () => nowhere)
    const user = userEvent.setup()
    await fillIn(user)
    await send(user)
    const link = await screen.findByRole('link', { name: messages.emailTaken })
    expect(link).toHaveProperty('pathname', '/login')
    expect(new URLSearchParams((link as HTMLAnchorElement).search).get('redirect')).toBe(here)
    expect(screen.getByLabelText('Seu nome')).toHaveProperty('value', 'Ana Souza')
    const { value } = screen.getByLabelText('E-mail') as HTMLInputElement
    await user.click(link)
    await screen.findByRole('heading', { name: 'Entrar' })
    expect(screen.getByLabelText('E-mail')).toHaveProperty('value', value)
  },
)

it('says of a common password why it is refused, and keeps the form', async () => {
  const server = fakeServer()
  server.on(accounts.signUpOwner, () => refuse('signUpPasswordCommon'))
  await showApp(server, '/cadastro', () => nowhere)
  const user = userEvent.setup()
  expect(screen.getByText(passwordHint)).toBeTruthy()
  await fillIn(user)
  await send(user)
  expect(await screen.findByText(refusals.commonPassword)).toBeTruthy()
  expect(messageOf('Senha')).toBe(refusals.commonPassword)
  expect(screen.getByLabelText('Seu nome')).toHaveProperty('value', 'Ana Souza')
})

it('is a student’s form inside a school', async () => {
  const server = fakeServer()
  const calls = server.on(accounts.signUpStudent, () => done)
  await showApp(server, '/cadastro', () => ({ ...nowhere, school: { ...school, role: [] } }))
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Criar conta' }))
  expect(messageOf('Nome')).toBe(messages.studentName)
  expect(screen.queryByLabelText('Nome da escola')).toBeNull()
  expect(calls).toHaveLength(0)
})
