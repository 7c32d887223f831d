import { accounts } from '@escola/contract/accounts.contract'
import { learning } from '@escola/contract/learning.contract'
import { profiles } from '@escola/contract/profiles.contract'
import { schools } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { done } from '@escola/contract/wire'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeToken } from '../api/token.ts'
import { type Call, fail, fakeServer, refuse } from '../testing/fake-server.ts'
import { showApp } from '../testing/show-app.tsx'
import { nowhere, school, student } from '../testing/show-screen.tsx'
import { watchOwner } from '../ui/another-user.tsx'
import { signedOutElsewhere } from './page-owner.ts'

/** Sessions by their token. The first is the page's own. */
const users = {
  'ana-1': student,
  'ana-2': { ...student, hasOwnSession: false },
  'bruno-1': { ...student, id: '71', user_id: '71', name: 'Bruno Lima', email: 'bruno@mar.example' },
}
type Token = keyof typeof users
const tokenOf = ({ headers }: Call<typeof schools.context>) =>
  (headers.get('authorization') ?? '').replace('Bearer ', '') as Token
const contextFor = (token: Token) => ({ ...nowhere, user: users[token] ?? null, school })

let stop = () => {}
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(learning.home, () => ({ categories: [] }))
})
afterEach(() => stop())

/** Opens a page of Ana's, beside which other tabs sign in and out. */
async function open(path = '/minha-conta') {
  storeToken('ana-1')
  const app = await showApp(server, path, () => contextFor('ana-1'))
  const asked = server.on(schools.context, (call) => contextFor(tokenOf(call)))
  stop = watchOwner(app.router)
  return { ...app, asked }
}
/** Stores what another tab does, and tells this one, as a browser does. */
function otherTab(token: Token | null) {
  if (token === null) localStorage.removeItem('escola.token')
  else localStorage.setItem('escola.token', token)
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'escola.token', newValue: token })))
}
const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

it('acts for the user that it shows alone, also before it has heard of another one', async () => {
  await open()
  stop()
  const saved = server.on(profiles.update, () => done)
  localStorage.setItem('escola.token', 'bruno-1')
  await userEvent.type(await screen.findByLabelText('Nome'), ' Prado')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]!.headers.get('authorization')).toBe('Bearer ana-1')
})

it.each(['storage', 'pageshow'])('is emptied when another user has signed in, and says who (%s)', async (event) => {
  const { client } = await open()
  await screen.findByDisplayValue('Ana Souza')
  if (event === 'storage') otherTab('bruno-1')
  else {
    localStorage.setItem('escola.token', 'bruno-1')
    comeBack()
  }
  expect(await screen.findByRole('heading', { name: 'Você entrou como Bruno Lima em outra aba' })).toBeTruthy()
  expect(document.body.textContent).not.toContain('Ana')
  expect(screen.queryByDisplayValue('Ana Souza')).toBeNull()
  await waitFor(() =>
    expect(
      JSON.stringify(
        client
          .getQueryCache()
          .getAll()
          .map(({ state }) => state),
      ),
    ).not.toContain('Ana'),
  )
  const reload = vi.fn()
  vi.stubGlobal('location', { ...location, reload })
  await userEvent.click(screen.getByRole('button', { name: 'Continuar como Bruno' }))
  expect(reload).toHaveBeenCalledOnce()
  // The user whom it names leaves, too.
  otherTab(null)
  expect(reload).toHaveBeenCalledTimes(2)
  expect(localStorage.getItem('escola.token')).toBeNull()
})

/** Answers who has signed in only once the test lets it. */
function holdContext() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = server.on(schools.context, async (call) => {
    await promise
    return contextFor(tokenOf(call))
  })
  return { asked, answer: resolve }
}
const nameField = () => screen.queryByRole('textbox', { name: 'Nome' })

it('shows nothing of itself to a user who comes back to it, before it is known who has signed in', async () => {
  await open()
  await userEvent.type(await screen.findByLabelText('Nome'), ' Prado')
  localStorage.setItem('escola.token', 'ana-2')
  const same = holdContext()
  comeBack()
  expect(nameField()).toBeNull()
  expect(screen.getByText(/Conferindo quem entrou/)).toBeTruthy()
  same.answer()
  await waitFor(() => expect(nameField()).toHaveProperty('value', 'Ana Souza Prado'))
  expect(screen.queryByText(/Conferindo quem entrou/)).toBeNull()

  localStorage.setItem('escola.token', 'bruno-1')
  const other = holdContext()
  comeBack()
  expect(nameField()).toBeNull()
  other.answer()
  const title = await screen.findByRole('heading', { name: 'Você entrou como Bruno Lima em outra aba' })
  expect(document.activeElement).toBe(title)
})

it('stands as it was where who comes back is its own user', async () => {
  const { asked } = await open()
  await screen.findByLabelText('Nome')
  const before = asked.length
  comeBack()
  expect(nameField()).not.toBeNull()
  expect(asked.length).toBe(before)
})

it('goes on in a new session of the same user, with what that one may do, and keeps what is typed', async () => {
  const { asked } = await open()
  await userEvent.type(await screen.findByLabelText('Nome'), ' Prado')
  otherTab('ana-2')
  await waitFor(() => expect(asked.map(tokenOf)).toContain('ana-2'))
  const saved = server.on(accounts.setDarkMode, ({ body }) => ({ user: body }))
  await userEvent.click(screen.getByRole('button', { name: 'Modo escuro' }))
  expect(screen.getByLabelText('Nome')).toHaveProperty('value', 'Ana Souza Prado')
  // A session of one school saves no choice.
  expect(saved).toEqual([])
  const ended = server.on(sessions.signOut, () => done)
  const leave = screen.getByRole('button', { name: 'Sair', hidden: true })
  Object.assign(leave.closest('[popover]')!, { hidePopover: () => {} })
  vi.stubGlobal('location', { ...location, reload: vi.fn() })
  await userEvent.click(leave)
  await userEvent.click(await screen.findByRole('button', { name: 'Sair mesmo assim' }))
  await waitFor(() => expect(ended.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer ana-2']))
})

it('leaves for the login when its user has signed out, and back after it', async () => {
  const { at } = await open()
  otherTab(null)
  expect(await screen.findByText(signedOutElsewhere)).toBeTruthy()
  expect(at()).toBe('/login?redirect=%2Fminha-conta')
})

it('stays as it is while it is a visitor’s, and where the stored session is over', async () => {
  const { asked, at } = await open()
  otherTab('dead' as Token)
  await waitFor(() => expect(asked.map(tokenOf)).toContain('dead'))
  expect(await screen.findByDisplayValue('Ana Souza')).toBeTruthy()
  otherTab(null)
  await screen.findByText(signedOutElsewhere)
  const before = asked.length
  otherTab('bruno-1')
  comeBack()
  expect([at(), asked.length]).toEqual(['/login?redirect=%2Fminha-conta', before])
  expect(localStorage.getItem('escola.token')).toBe('bruno-1')
})

it.each([
  ['nothing answers', () => fail('unavailable')],
  ['the server asks to wait', () => refuse('tooManyRequests')],
] as const)('asks again who has signed in where %s', async (_, refused) => {
  await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const failed = server.on(schools.context, refused)
  otherTab('bruno-1')
  await vi.waitFor(() => expect(failed).toHaveLength(1))
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  server.on(schools.context, (call) => contextFor(tokenOf(call)))
  await act(() => vi.advanceTimersByTimeAsync(2000))
  vi.useRealTimers()
  expect(await screen.findByRole('heading', { name: 'Você entrou como Bruno Lima em outra aba' })).toBeTruthy()
})

it('follows what happened while the page was loading', async () => {
  storeToken('ana-1')
  const { router } = await showApp(server, '/minha-conta', () => contextFor('ana-1'))
  server.on(schools.context, (call) => contextFor(tokenOf(call)))
  localStorage.setItem('escola.token', 'bruno-1')
  stop = watchOwner(router)
  expect(await screen.findByRole('heading', { name: 'Você entrou como Bruno Lima em outra aba' })).toBeTruthy()
})
