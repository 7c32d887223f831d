import { accounts } from '@escola/contract/accounts.contract'
import { errors } from '@escola/contract/errors'
import { messages } from '@escola/contract/messages'
import { profiles } from '@escola/contract/profiles.contract'
import type { Context, User } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { pageTitles } from '@escola/contract/titles'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { storeToken } from '../../api/token.ts'
import { contextQuery } from '../../session/context.ts'
import { queryClient } from '../../session/query-client.ts'
import { fail, fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, school, student } from '../../testing/show-screen.tsx'

const ana: User = { ...student, cpf: '12345678909', cellphone: '11912345678' }
const userNow = () => queryClient.getQueryData(contextQuery.queryKey)?.user

async function open(context: Partial<Context> = {}) {
  const server = fakeServer()
  const { at } = await showApp(server, '/minha-conta', () => ({ ...nowhere, school, user: ana, ...context }))
  return { server, at }
}
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
const typed = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value

it('shows numbers as Brazilians write them, and sends their digits', async () => {
  const scrolled = vi.fn()
  vi.stubGlobal('scrollTo', scrolled)
  const { server } = await open()
  const saved = server.on(profiles.update, () => done)
  expect([typed('Celular'), typed('CPF')]).toEqual(['(11) 91234-5678', '123.456.789-09'])
  await type('Nome', 'Ana Prado')
  await type('Celular', '21987654321')
  await type('CPF', '98765432100')
  expect([typed('Celular'), typed('CPF')]).toEqual(['(21) 98765-4321', '987.654.321-00'])
  scrolled.mockClear()
  await save()
  expect(await screen.findByText(messages.saved)).toBeTruthy()
  expect(saved.map(({ body }) => body)).toEqual([
    { schoolId: '7', name: 'Ana Prado', cellphone: '21987654321', cpf: '98765432100' },
  ])
  expect(scrolled).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' })
})

it('leaves a name and a telephone alone that were not changed', async () => {
  const { server } = await open()
  const saved = server.on(profiles.update, () => done)
  await type('CPF', '98765432100')
  await save()
  await screen.findByText(messages.saved)
  await type('Nome', 'Ana Prado')
  await save()
  await waitFor(() =>
    expect(saved.map(({ body }) => body)).toEqual([
      { schoolId: '7', cpf: '98765432100' },
      { schoolId: '7', name: 'Ana Prado', cpf: '98765432100' },
    ]),
  )
})

it('shows the change everywhere before the server has answered, and says how it went once it has', async () => {
  const { server } = await open()
  const { promise, resolve } = Promise.withResolvers<typeof done>()
  server.on(profiles.update, () => promise)
  await type('Nome', 'Ana Prado')
  await save()
  await waitFor(() => expect(userNow()).toMatchObject({ name: 'Ana Prado', cpf: ana.cpf }))
  expect(screen.queryByText(messages.saved)).toBeNull()
  resolve(done)
  expect(await screen.findByText(messages.saved)).toBeTruthy()
})

it('says in the form why it failed, takes the change back, and keeps what was typed', async () => {
  const { server } = await open()
  const scrolled = vi.fn()
  vi.stubGlobal('scrollTo', scrolled)
  server.on(profiles.update, () => done)
  await save()
  await screen.findByText(messages.saved)
  server.on(profiles.update, () => fail('unavailable'))
  await type('Nome', 'Ana Prado')
  await save()
  expect(await screen.findByText(errors.unavailable.pt)).toBeTruthy()
  expect(screen.queryByText(messages.saved)).toBeNull()
  expect([typed('Nome'), userNow()?.name]).toEqual(['Ana Prado', ana.name])
  expect(scrolled).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' })
  server.on(profiles.update, () => done)
  await save()
  expect(await screen.findByText(messages.saved)).toBeTruthy()
  expect(screen.queryByText(errors.unavailable.pt)).toBeNull()
})

it('asks before what was typed is left, and no more once it is saved', async () => {
  const { server, at } = await open()
  server.on(profiles.update, () => done)
  const leave = async () => userEvent.click(screen.getAllByRole('link', { name: pageTitles.courses })[0]!)
  await type('Nome', 'Ana Prado')
  await leave()
  const dialog = within(await screen.findByRole('dialog', { name: 'Sair sem salvar?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
  expect([typed('Nome'), at()]).toEqual(['Ana Prado', '/minha-conta'])
  await save()
  await screen.findByText(messages.saved)
  await leave()
  await waitFor(() => expect(at()).toBe('/cursos'))
})

it('checks nothing itself, and shows what the server says of a field', async () => {
  const { server } = await open()
  const saved = server.on(profiles.update, () => refuse('nameMissing'))
  await userEvent.clear(await screen.findByLabelText('Nome'))
  await save()
  expect(await screen.findByText(messages.signUpUserName)).toBeTruthy()
  expect(saved).toHaveLength(1)
})

it('sends a new password when it is to be changed, and asks for it anew the next time', async () => {
  const { server } = await open()
  const saved = server.on(profiles.update, () => done)
  expect(screen.queryByLabelText('Nova senha')).toBeNull()
  await userEvent.click(await screen.findByRole('switch', { name: /^Alterar senha/ }))
  await type('Nova senha', 'nova1234')
  await save()
  await screen.findByText(messages.saved)
  expect(screen.queryByLabelText('Nova senha')).toBeNull()
  await save()
  await waitFor(() => expect(saved.map(({ body }) => body.password)).toEqual(['nova1234', undefined]))
})

it('turns dark at once, and tells the server', async () => {
  const { server } = await open()
  const saved = server.on(accounts.setDarkMode, ({ body }) => ({ user: body }))
  await userEvent.click(await screen.findByRole('switch', { name: 'Modo escuro' }))
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark')
  await waitFor(() => expect(saved.map(({ body }) => body)).toEqual([{ dark_mode: true }]))
})

it('offers through a school’s session what is that school’s alone', async () => {
  const { server } = await open({ user: { ...ana, cpf: '', hasOwnSession: false } })
  const saved = server.on(profiles.update, () => done)
  expect(await screen.findByText(/vale só para ela/)).toBeTruthy()
  expect(screen.queryByLabelText('CPF')).toBeNull()
  const dark = screen.getByRole('switch', { name: /^Modo escuro/ })
  await userEvent.click(dark)
  expect(dark).toHaveProperty('checked', true)
  await save()
  await screen.findByText(messages.saved)
  expect(saved[0]?.body).toEqual({ schoolId: '7' })
})

it('works without a school, where there is no picture', async () => {
  const { server } = await open({ school: null })
  const saved = server.on(profiles.update, () => done)
  expect(await screen.findByText(/Cada escola guarda a sua foto/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /avatar/ })).toBeNull()
  await save()
  await screen.findByText(messages.saved)
  expect(saved[0]?.body).not.toHaveProperty('schoolId')
})

it('keeps no picture and has no public profile of an administrator of the platform in a school', async () => {
  await open({ school: { ...school, role: ['admin'], platform_view: true } })
  expect(await screen.findByText(/Cada escola guarda a sua foto/)).toBeTruthy()
  for (const name of [/avatar/, /remover/]) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Meu perfil público' })).toBeNull()
})

it('asks about unsaved changes before it ends the session, and keeps it for a user who stays', async () => {
  const { server } = await open()
  const ended = server.on(sessions.signOut, () => done)
  storeToken('um-token')
  await type('Nome', 'Ana Prado')
  const leave = screen.getByRole('button', { name: 'Sair', hidden: true })
  Object.assign(leave.closest('[popover]')!, { hidePopover: () => {} })
  await userEvent.click(leave)
  const dialog = within(await screen.findByRole('dialog', { name: 'Sair sem salvar?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(leave).toHaveProperty('disabled', false))
  expect([ended.length, localStorage.getItem('escola.token')]).toEqual([0, 'um-token'])
  const reload = vi.fn()
  vi.stubGlobal('location', { ...location, reload })
  await userEvent.click(leave)
  await userEvent.click(await screen.findByRole('button', { name: 'Sair mesmo assim' }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect([ended.length, localStorage.getItem('escola.token')]).toEqual([1, null])
})

it('leads to the login page and back', async () => {
  const { at } = await open({ user: null })
  expect(at()).toBe('/login?redirect=%2Fminha-conta')
})

const pictured = { ...ana, profile_img_url: '/api/school/7/image/abc' }
const removePicture = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'remover' }))
  const dialog = await screen.findByRole('dialog', { name: messages.areYouSure })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remover' }))
}

it('removes the picture from the screen first, and then from the school', async () => {
  const { server } = await open({ user: pictured })
  const { promise, resolve } = Promise.withResolvers<typeof done>()
  const removed = server.on(profiles.removePicture, () => promise)
  await removePicture()
  await waitFor(() => expect(userNow()?.profile_img_url).toBe(''))
  expect(screen.queryByRole('button', { name: 'remover' })).toBeNull()
  await waitFor(() => expect(removed.map(({ body }) => body)).toEqual([{ field: 'profile_img_url', schoolId: '7' }]))
  const field = screen.getByRole('button', { name: /Alterar avatar/ })
  await waitFor(() => expect(document.activeElement).toBe(field))
  resolve(done)
})

it('shows the picture again where the server did not remove it, and says why', async () => {
  const { server } = await open({ user: pictured })
  server.on(profiles.removePicture, () => fail('unavailable'))
  await removePicture()
  expect(await screen.findByText(errors.unavailable.pt)).toBeTruthy()
  expect(userNow()?.profile_img_url).toBe(pictured.profile_img_url)
})
