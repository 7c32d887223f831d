import { accounts } from '@escola/contract/accounts.contract'
import { errors } from '@escola/contract/errors'
import { learning } from '@escola/contract/learning.contract'
import type { User } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { storeToken } from '../../api/token.ts'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, school, student } from '../../testing/show-screen.tsx'

const shown = () => document.documentElement.getAttribute('data-mantine-color-scheme')
const remembered = () => localStorage.getItem('escola.scheme')

/** Opens the school's home for a visitor or a user. */
async function open(user: User | null) {
  const server = fakeServer()
  server.on(learning.home, () => ({ categories: [] }))
  const saved = server.on(accounts.setDarkMode, ({ body }) => ({ user: body }))
  const { at } = await showApp(server, '/', () => ({ ...nowhere, user, school }))
  return { server, saved, at }
}

it.each([
  [true, 'light', 'dark'],
  [false, 'dark', 'light'],
])('shows what the person chose (dark: %s) where the device remembers %s', async (dark_mode, before, now) => {
  localStorage.setItem('escola.scheme', before)
  const { saved } = await open({ ...student, dark_mode })
  expect(shown()).toBe(now)
  expect(remembered()).toBe(now)
  expect(saved).toHaveLength(0)
})

it('takes over the choice of the user who signs in', async () => {
  const server = fakeServer()
  const ana = { ...student, dark_mode: true }
  let user: User | null = null
  server.on(sessions.signIn, () => ({ token: 'um-token', user: ana, schools: [] }))
  server.on(learning.home, () => ({ categories: [] }))
  await showApp(server, '/login', () => ({ ...nowhere, user, school }))
  expect(shown()).toBe('light')
  await userEvent.type(screen.getByLabelText('E-mail'), 'ana@mar.example')
  await userEvent.type(screen.getByLabelText('Senha'), 'segredo1')
  user = ana
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  await waitFor(() => expect(shown()).toBe('dark'))
  expect(remembered()).toBe('dark')
})

it('keeps a visitor’s choice on this device alone', async () => {
  const { saved } = await open(null)
  await userEvent.click(await screen.findByRole('button', { name: 'Modo escuro' }))
  expect([shown(), remembered()]).toEqual(['dark', 'dark'])
  await userEvent.click(screen.getByRole('button', { name: 'Modo claro' }))
  expect([shown(), remembered()]).toEqual(['light', 'light'])
  expect(saved).toHaveLength(0)
})

it('tells the server what a person chooses, every time', async () => {
  const { saved } = await open(student)
  await userEvent.click(await screen.findByRole('button', { name: 'Modo escuro' }))
  expect([shown(), remembered()]).toEqual(['dark', 'dark'])
  await userEvent.click(screen.getByRole('button', { name: 'Modo claro' }))
  expect([shown(), remembered()]).toEqual(['light', 'light'])
  await waitFor(() => expect(saved.map(({ body }) => body.dark_mode)).toEqual([true, false]))
})

it('keeps the choice on this device alone in a session of one school, also after the page is loaded again', async () => {
  const guest = { ...student, hasOwnSession: false }
  const { saved } = await open(guest)
  await userEvent.click(await screen.findByRole('button', { name: 'Modo escuro' }))
  expect([shown(), remembered()]).toEqual(['dark', 'dark'])
  cleanup()
  await open(guest)
  expect(await screen.findByRole('button', { name: 'Modo claro' })).toBeTruthy()
  expect([shown(), remembered()]).toEqual(['dark', 'dark'])
  expect([saved, screen.queryByRole('alert')]).toEqual([[], null])
})

it('begins a session of one school with what its user chose, on a device that remembers nothing', async () => {
  await open({ ...student, hasOwnSession: false, dark_mode: true })
  expect([shown(), remembered()]).toEqual(['dark', 'dark'])
})

it('goes back to what was when the server refuses, says why, and leaves the person signed in', async () => {
  const { server, at } = await open(student)
  storeToken('de-uma-escola')
  server.on(accounts.setDarkMode, () => refuse('darkModeBySchoolSession'))
  await userEvent.click(await screen.findByRole('button', { name: 'Modo escuro' }))
  expect(await screen.findByText(errors.school_session_only.pt)).toBeTruthy()
  expect([shown(), remembered()]).toEqual(['light', 'light'])
  expect(at()).toBe('/')
  expect(localStorage.getItem('escola.token')).toBe('de-uma-escola')
})
