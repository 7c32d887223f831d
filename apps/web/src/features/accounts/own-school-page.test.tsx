import { accounts } from '@escola/contract/accounts.contract'
import { errors } from '@escola/contract/errors'
import { messages } from '@escola/contract/messages'
import { platform } from '@escola/contract/platform.contract'
import type { Context } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf, nowhere, school, student } from '../../testing/show-screen.tsx'

const mar = { id: '7', name: 'Escola do Mar', role: ['admin' as const], base_path: '/mar', logo_square_url: '' }
const inside: Context = { ...nowhere, user: student, schools: [mar] }

/** A user of one school whose session has just begun at the platform's root, where they were going to a page. */
async function signInOutside(redirect: string) {
  const server = fakeServer()
  server.on(sessions.signIn, () => ({ token: 'um-token', user: student, schools: [mar] }))
  let context = nowhere
  const { at } = await showApp(server, `/login?redirect=${encodeURIComponent(redirect)}`, () => context)
  context = inside
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('E-mail'), 'ana@mar.example')
  await user.type(screen.getByLabelText('Senha'), 'segredo1')
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Entrar' }))
  return { server, at, user }
}

it('leads a user who only wants to sign in to their school, and to no second one', async () => {
  await showApp(fakeServer(), '/cadastro?academy=1', () => nowhere)
  const link = within(screen.getByRole('main')).getByRole('link', { name: 'Entrar' })
  expect(link.getAttribute('href')).toBe('/login')
})

it('makes a further school of a signed-in user by its name and the terms alone, and enters it', async () => {
  const { server, at, user } = await signInOutside('/cadastro?academy=1')
  const calls = server.on(accounts.createSchool, () => ({ school: { ...mar, id: '8', base_path: '/rio' } }))
  expect(await screen.findByText('Ela será da sua conta: ana@mar.example.')).toBeTruthy()
  expect(at()).toBe('/cadastro?academy=1')
  expect(screen.queryByLabelText('Senha')).toBeNull()
  const send = screen.getByRole('button', { name: 'Criar minha escola' })
  await user.click(send)
  expect(await screen.findByText(messages.terms)).toBeTruthy()
  expect(calls).toHaveLength(0)
  await user.type(screen.getByLabelText('Nome da escola'), 'Escola do Rio')
  await user.click(screen.getByRole('switch', { name: /aceito os termos/ }))
  const assign = vi.fn()
  vi.stubGlobal('location', { ...location, assign })
  await user.click(send)
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/rio/'))
  expect(calls).toMatchObject([{ body: { school_name: 'Escola do Rio', disclosure: true, isAcademy: 1 } }])
})

it('says to a session of one school alone that it makes none', async () => {
  const weak = { ...inside, user: { ...student, hasOwnSession: false } }
  await showApp(fakeServer(), '/cadastro', () => weak)
  expect(await screen.findByText(errors.school_session_only.pt)).toBeTruthy()
  expect(screen.queryByLabelText('Nome da escola')).toBeNull()
})

it.each(['/minha-conta', '/escolas?page=2', '/cadastro'])(
  'goes to %s after a login outside any school',
  async (page) => {
    const server = fakeServer()
    server.on(platform.schools, () => ({
      schools: { total: 0, more: false, page: 1, rowsPerPage: 50, list: [] },
      mail_stopped: null,
    }))
    const two = { ...inside, schools: [mar, { ...mar, id: '8' }] }
    const { at } = await showApp(server, `/login?redirect=${encodeURIComponent(page)}`, () => two)
    expect(at()).toBe(page)
  },
)

it('goes on to the only school with a page that schools alone have', async () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { ...location, assign })
  await signInOutside('/cadastros')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/mar/cadastros'))
})

const listed = async (context: Context) => {
  const server = fakeServer()
  server.on(platform.schools, () => ({
    schools: { total: 0, more: false, page: 1, rowsPerPage: 50, list: [] },
    mail_stopped: null,
  }))
  await showApp(server, '/escolas', () => context)
  await screen.findByText('Você ainda não faz parte de nenhuma escola')
  return screen.queryAllByRole('link', { name: 'Criar escola' }).map((link) => link.getAttribute('href'))
}
it.each([
  ['outside any school', { ...nowhere, user: student }, ['/cadastro']],
  ['in a school', contextOf('student'), ['/cadastro']],
  ['nowhere on a school’s own domain', { ...nowhere, user: student, school: { ...school, base_path: '' } }, []],
])('is offered on the list of schools: %s', async (_where, context, links) => {
  expect(await listed(context)).toEqual(links)
})

it('leads an administrator of one school to the list by the menu of their account', async () => {
  await showApp(fakeServer(), '/termos-e-condicoes', () => contextOf('admin'))
  const menu = (await screen.findByText('ana@mar.example')).closest('[popover]') as HTMLElement
  expect(within(menu).getByText('Minhas escolas')).toBeTruthy()
})
