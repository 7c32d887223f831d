import { accounts, erasedHere } from '@escola/contract/accounts.contract'
import { learning } from '@escola/contract/learning.contract'
import { messages } from '@escola/contract/messages'
import type { Context } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf, nowhere, school, student } from '../../testing/show-screen.tsx'
import { card } from '../learning/sample-course.ts'
import { setKnownEmail } from './known-email.ts'

/** A user of another school, whom the server makes a student here. */
function outsider(change: Partial<Context> = {}) {
  const server = fakeServer()
  const open = { ...school, role: [], can_join: true, has_rank: true, has_notifications: true }
  let context: Context = { ...nowhere, user: { ...student, name: '', link: '' }, school: open, ...change }
  const joined = server.on(accounts.joinSchool, () => {
    context = { ...contextOf('student'), school: { ...open, role: ['student'], can_join: false } }
    return done
  })
  server.on(learning.home, () => ({
    categories: [
      { id: '5', title: 'Navegação', degrees: [card({ state: context.school?.can_join ? 'locked' : 'start' })] },
    ],
  }))
  return { server, joined, now: () => context, become: (next: Context) => (context = next) }
}
const button = () => screen.findByRole('button', { name: 'Entrar nesta escola' })

it('lets a user of another school in by one button, which says what the school gets to know', async () => {
  const { server, joined, now } = outsider()
  await showApp(server, '/', now)
  expect(await screen.findByRole('region', { name: 'Faça parte de Escola do Mar' })).toBeTruthy()
  // The school doesn't know the user's name yet.
  expect(screen.getByText('Olá')).toBeTruthy()
  expect(await screen.findByText(/passa a conhecer o seu nome, o seu e-mail e o seu telefone/)).toBeTruthy()
  const terms = within(screen.getByRole('main')).getByRole('link', { name: 'Termos e Condições' })
  expect(terms).toHaveProperty('pathname', '/mar/termos-e-condicoes')
  expect(await screen.findByRole('link', { name: /Vela.*Conhecer o curso/ })).toHaveProperty(
    'pathname',
    '/mar/cadastro',
  )
  expect(joined).toHaveLength(0)
  await userEvent.click(await button())
  expect(await screen.findByRole('heading', { name: 'Olá, Ana' })).toBeTruthy()
  expect(joined).toMatchObject([{ params: { schoolId: '7' }, body: { disclosure: true } }])
  expect(await screen.findByRole('link', { name: /Vela.*Iniciar/ })).toBeTruthy()
  expect(await screen.findByText('Agora você faz parte de Escola do Mar.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Entrar nesta escola' })).toBeNull()
})

it('shows no button to a user after the school has erased them, and tells them to ask it', async () => {
  const { server, now } = outsider({ school: { ...school, role: [], erased_here: true } })
  const { at } = await showApp(server, '/cadastro', now)
  expect(await screen.findByText(erasedHere(school.name))).toBeTruthy()
  expect(at()).toBe('/')
  expect(screen.queryByRole('button', { name: 'Entrar nesta escola' })).toBeNull()
})

it('tells a user to ask the school when it erases them meanwhile', async () => {
  const { server, now } = outsider()
  server.on(accounts.joinSchool, () => refuse('joinedErased'))
  await showApp(server, '/', now)
  await userEvent.click(await button())
  expect(await screen.findByText(erasedHere('Northside'))).toBeTruthy()
})

it('says why the school refuses the user, and keeps the button', async () => {
  const { server, now } = outsider()
  server.on(accounts.joinSchool, () => refuse('joinedBySchoolSession'))
  await showApp(server, '/', now)
  await userEvent.click(await button())
  expect(await screen.findByText('Entre com a sua própria senha para fazer isso')).toBeTruthy()
  expect(await button()).toBeTruthy()
})

it('leads a user whose e-mail is known through the login to the button, and joins nothing by itself', async () => {
  const { server, joined, now, become } = outsider()
  const inside = now()
  become({ ...inside, user: null, school: { ...inside.school!, can_join: false } })
  server.on(accounts.signUpStudent, () => refuse('studentSignUpEmailTaken'))
  server.on(sessions.signIn, () => {
    become(inside)
    return { token: 'um-token', user: inside.user!, schools: [] }
  })
  const { at } = await showApp(server, '/cadastro', now)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Nome'), 'Ana Souza')
  await user.type(screen.getByLabelText('E-mail'), 'ana@mar.example')
  await user.type(screen.getByLabelText('Senha'), 'segredo1')
  await user.type(screen.getByLabelText('Repita a senha'), 'segredo1')
  await user.click(screen.getByRole('switch', { name: /aceito os termos/ }))
  await user.click(screen.getByRole('button', { name: 'Criar conta' }))
  await user.click(await screen.findByRole('link', { name: messages.emailTaken }))
  expect(await screen.findByLabelText('E-mail')).toHaveProperty('value', 'ana@mar.example')
  await user.type(screen.getByLabelText('Senha'), 'segredo1')
  setKnownEmail('')
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Entrar' }))
  expect(await screen.findByText('Você já tem uma conta: ana@mar.example.')).toBeTruthy()
  expect(joined).toHaveLength(0)
  await user.click(await button())
  await waitFor(() => expect(at()).toBe('/'))
  expect(await screen.findByRole('heading', { name: 'Olá, Ana' })).toBeTruthy()
})

it.each([
  ['a member', { role: ['student' as const], can_join: false }, '/'],
  ['a visitor of a blocked school', { role: [], can_join: false, is_blocked: true }, '/contato'],
])('has no sign-up for %s', async (_who, change, path) => {
  const { server, now } = outsider({ school: { ...school, ...change } })
  const { at } = await showApp(server, '/cadastro', now)
  expect(at()).toBe(path)
})

it('offers no page that a user without a place in the school could not open', async () => {
  const { server, now } = outsider()
  const { at } = await showApp(server, '/perfil', now)
  expect(at()).toBe('/minha-conta')
  for (const name of ['Ranking', 'Notificações']) expect(screen.queryByRole('link', { name })).toBeNull()
})
