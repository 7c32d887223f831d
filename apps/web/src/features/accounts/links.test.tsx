import { accounts } from '@escola/contract/accounts.contract'
import { errors } from '@escola/contract/errors'
import { learning } from '@escola/contract/learning.contract'
import { messages, recoveryMessages } from '@escola/contract/messages'
import { refusals } from '@escola/contract/refusals'
import type { ResponseOf } from '@escola/contract/route'
import type { Context } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { done } from '@escola/contract/wire'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { storeToken } from '../../api/token.ts'
import { rememberSchool } from '../../session/remember-school.ts'
import { stopClock } from '../../testing/clock.ts'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, school, student } from '../../testing/show-screen.tsx'
import { rememberKnownEmail } from './known-email.ts'

afterEach(() => rememberKnownEmail(''))

const summary = { id: '7', name: 'Mar', role: ['student' as const], base_path: '/mar', logo_square_url: '' }
const inSchool = () => ({ ...nowhere, school: { ...school, role: [] } })

it.each([
  ['her school', { ...school, id: '8', base_path: '/rio' }, '/mar/login'],
  ['her school, at its own domain', { ...school, base_path: '' }, '/login'],
])(
  'thanks by first name for the activation and leads to the login of %s, with the e-mail filled in',
  async (_what, here, pathname) => {
    stopClock()
    const server = fakeServer()
    const email = 'ana@mar.example'
    rememberSchool('/rio')
    server.on(accounts.activate, () => ({
      user: { name: 'Ana Souza', email, has_password: true },
      school: { base_path: '/mar', name: 'Mar' },
    }))
    const context = () => ({ ...nowhere, school: { ...here, role: [] } })
    const { router } = await showApp(server, '/activate/abc', context)
    expect(await screen.findByText(/Redirecionando em 5 s/)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Pronto, Ana!' })).toBeTruthy()
    const way = screen.getByRole('link', { name: 'Entrar agora' })
    expect(way).toHaveProperty('pathname', pathname)
    // The address tells no server the e-mail.
    expect(way).toHaveProperty('search', '')
    await act(() => router.navigate({ to: '/login' }))
    expect(await screen.findByLabelText('E-mail')).toHaveProperty('value', email)
    expect(document.activeElement).toBe(screen.getByLabelText('Senha'))
  },
)

it('lets a user choose a password if their own is gone by the time they open the activation', async () => {
  const server = fakeServer()
  const school = { base_path: '/mar', name: 'Escola do Mar' }
  server.on(accounts.activate, () => ({
    user: { name: 'Ana Souza', email: 'ana@mar.example', has_password: false },
    school,
  }))
  const asked = server.on(accounts.userByToken, () => ({
    user: { name: 'Ana Souza', email: 'ana@mar.example' },
    school,
  }))
  await showApp(server, '/activate/abc', inSchool)
  expect(await screen.findByText('Escolha uma senha para entrar em Escola do Mar.')).toBeTruthy()
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'ana@mar.example')
  expect(asked).toMatchObject([{ params: { token: 'abc' } }])
})

const died = (server: ReturnType<typeof fakeServer>, link: ResponseOf<typeof sessions.mailedLink>['link']) =>
  server.on(sessions.mailedLink, () => ({ link, recovery: null }))

it('goes on at once when an activation fails, says why and sends the next link', async () => {
  const server = fakeServer()
  const asked = died(server, { purpose: 'activation', state: 'expired', email: 'ana@mar.example' })
  const sent = server.on(sessions.resendActivation, () => done)
  server.on(accounts.activate, () => refuse('activationUnknown'))
  server.on(learning.home, () => ({ categories: [] }))
  const { at } = await showApp(server, '/activate/abc', inSchool)
  await waitFor(() => expect(at()).toBe('/'))
  expect(await screen.findByText(/Este link valia por 7 dias\./)).toBeTruthy()
  expect(screen.getByLabelText('Enviar para')).toHaveProperty('value', 'ana@mar.example')
  await userEvent.click(screen.getByRole('button', { name: 'Reenviar' }))
  expect(await screen.findByText(messages.emailSent)).toBeTruthy()
  expect(asked).toMatchObject([{ params: { token: 'abc' } }])
  expect(sent).toMatchObject([{ body: { email: 'ana@mar.example', schoolId: '7' } }])
})

it('knows why a link opened nothing on the page load that it led to, and not on the one after that', async () => {
  const link = { purpose: 'activation' as const, state: 'expired' as const, email: 'ana@mar.example' }
  const server = fakeServer()
  died(server, link)
  server.on(accounts.activate, () => refuse('activationUnknown'))
  server.on(learning.home, () => ({ categories: [] }))
  await showApp(server, '/activate/abc', inSchool)
  await screen.findByText(/Este link valia por 7 dias\./)
  const loadAgain = async () => {
    vi.resetModules()
    return (await import('./dead-link.ts')).readDeadLink()
  }
  expect([await loadAgain(), await loadAgain()]).toEqual([link, undefined])
})

it('fills an invitation in, and signs its guest in', async () => {
  const server = fakeServer()
  server.on(accounts.userByToken, () => ({
    user: { name: 'Ana Souza', email: 'ana@mar.example' },
    school: { base_path: '/mar', name: 'Escola do Mar' },
  }))
  const home = { id: '7', name: 'Mar', role: ['student' as const], base_path: '/mar', logo_square_url: '' }
  const calls = server.on(accounts.acceptInvitation, () => ({
    token: 'um-token',
    user: student,
    schools: [home],
    school: home,
  }))
  await showApp(server, '/welcome/abc', inSchool)
  expect(await screen.findByLabelText('Nome')).toHaveProperty('value', 'Ana Souza')
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'ana@mar.example')
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Senha'), 'segredo1')
  await user.click(screen.getByRole('switch', { name: /aceito os termos/ }))
  await user.click(screen.getByRole('button', { name: 'Concluir cadastro' }))
  expect(await screen.findByRole('heading', { name: 'Pronto!' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ir agora' })).toHaveProperty('pathname', '/mar/')
  expect(calls).toMatchObject([{ params: { token: 'abc' }, body: { name: 'Ana Souza', password: 'segredo1' } }])
  expect(localStorage.getItem('escola.token')).toBe('um-token')
})

describe('an invitation that opens nothing any more', () => {
  const open = (context: () => Context, state: 'used' | 'expired' = 'expired') => {
    const server = fakeServer()
    died(server, { purpose: 'invitation', state, email: 'ana@mar.example' })
    server.on(accounts.userByToken, () => refuse('invitationDead'))
    server.on(learning.home, () => ({ categories: [] }))
    return showApp(server, '/welcome/abc', context)
  }

  it('leads a user who is signed in to the start, without a word', async () => {
    const { at } = await open(() => ({ ...inSchool(), user: student, school: { ...school, role: ['student'] } }))
    await waitFor(() => expect(at()).toBe('/'))
    await screen.findByRole('heading', { name: 'Olá, Ana' })
    expect(screen.queryByText(/Link expirado/)).toBeNull()
  })

  it('tells any other visitor what has become of it, at the start', async () => {
    const { at } = await open(inSchool)
    await waitFor(() => expect(at()).toBe('/'))
    expect(await screen.findByText(/Este link valia por 30 dias\./)).toBeTruthy()
    expect(screen.getByLabelText('Enviar para')).toHaveProperty('value', 'ana@mar.example')
  })

  it('tells them on the login page of a private school, and leads a user with an account to a new password', async () => {
    const { at } = await open(() => ({ ...nowhere, school: { ...school, role: [], is_private: true } }), 'used')
    await waitFor(() => expect(at()).toBe('/login'))
    expect(await screen.findByText('Este link já foi usado')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Reenviar' })).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'crie uma nova' }))
    expect(await screen.findByLabelText('E-mail')).toHaveProperty('value', 'ana@mar.example')
    expect(at()).toBe('/recuperar-senha')
  })
})

it('asks for instructions to a new password', async () => {
  const server = fakeServer()
  const calls = server.on(sessions.requestRecovery, () => done)
  await showApp(server, '/recuperar-senha', inSchool)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('E-mail'), 'ana@mar.example')
  await user.click(screen.getByRole('button', { name: 'Enviar instruções' }))
  expect(await screen.findByText(messages.recoverySent)).toBeTruthy()
  expect(calls).toMatchObject([{ body: { email: 'ana@mar.example', schoolId: '7' } }])
})

it('offers the confirmation to a visitor who asked for a new password, known or not', async () => {
  const server = fakeServer()
  server.on(sessions.requestRecovery, () => done)
  const resent = server.on(sessions.resendActivation, () => done)
  await showApp(server, '/recuperar-senha', inSchool)
  const user = userEvent.setup()
  expect(screen.queryByText(recoveryMessages.mustConfirm)).toBeNull()
  await user.type(screen.getByLabelText('E-mail'), 'ana@mar.example')
  await user.click(screen.getByRole('button', { name: 'Enviar instruções' }))
  expect(await screen.findByRole('heading', { name: messages.recoverySent })).toBeTruthy()
  expect(screen.queryByLabelText('E-mail')).toBeNull()
  expect(screen.getByText(recoveryMessages.mustConfirm).closest('details')).toHaveProperty('open', false)
  await user.click(screen.getByText('Ainda não confirmou?'))
  await user.click(screen.getByRole('button', { name: 'Reenviar e-mail de confirmação' }))
  expect(await screen.findByText(recoveryMessages.emailSent)).toBeTruthy()
  expect(resent).toMatchObject([{ body: { email: 'ana@mar.example', schoolId: '7' } }])
  await user.click(screen.getByRole('button', { name: 'Usar outro e-mail' }))
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'ana@mar.example')
})

it('takes five seconds from a new password to the login', async () => {
  const server = fakeServer()
  died(server, { purpose: 'recovery', state: 'open', email: 'ana@mar.example' })
  server.on(sessions.setNewPassword, () => done)
  await showApp(server, '/recover/abc', inSchool)
  stopClock()
  await type()
  expect(await screen.findByText(/Redirecionando em 5 s/)).toBeTruthy()
  expect(screen.getByText(messages.passwordChanged)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Entrar agora' })).toHaveProperty('pathname', '/mar/login')
  // The login is another page load.
  expect(sessionStorage.getItem('escola.known-email')).toBe('ana@mar.example')
})

describe('an access link', () => {
  const signedIn = { token: 'um-token', user: student, schools: [{ ...summary }] }
  const open = (server: ReturnType<typeof fakeServer>, path: string) => {
    server.on(learning.home, () => ({ categories: [] }))
    return showApp(server, path, () =>
      localStorage.getItem('escola.token')
        ? { ...inSchool(), user: student, school: { ...school, role: ['student'] } }
        : inSchool(),
    )
  }

  it('signs in, goes where it says, and leaves nothing of itself in the address', async () => {
    const server = fakeServer()
    const calls = server.on(sessions.signInByToken, () => signedIn)
    const { at, router } = await open(server, '/login/7-segredo?redirect=%2Fcertificados')
    await waitFor(() => expect(at()).toBe('/certificados'))
    expect(calls).toMatchObject([{ body: { token: '7-segredo' } }])
    expect(calls).toHaveLength(1)
    expect(localStorage.getItem('escola.token')).toBe('um-token')
    expect(router.history.length).toBe(1)
  })

  it('leads to its course', async () => {
    const server = fakeServer()
    server.on(sessions.signInByToken, () => signedIn)
    const asked = server.on(learning.course, () => refuse('studentCourseUnknown'))
    await open(server, '/login/7-segredo?degreeLink=vela')
    await waitFor(() => expect(asked).toMatchObject([{ params: { degreeLink: 'vela' } }]))
  })

  it.each([
    ['accessLinkUnknown', 'invalid_token'],
    ['accessLinkUsed', 'link_used'],
  ] as const)('that opens nothing (%s) leads to the login, which says so', async (refusal, code) => {
    const server = fakeServer()
    server.on(sessions.signInByToken, () => refuse(refusal))
    const { at } = await open(server, '/login/7-segredo?redirect=%2F%2Fevil.example')
    expect(await screen.findByText(errors[code].pt)).toBeTruthy()
    expect(at()).toBe('/login')
  })

  it('that opens nothing says so to a user who is signed in, too', async () => {
    storeToken('outro-token')
    const server = fakeServer()
    server.on(sessions.signInByToken, () => refuse('accessLinkUsed'))
    const { at } = await open(server, '/login/7-segredo')
    expect(await screen.findByText(errors.link_used.pt)).toBeTruthy()
    expect(at()).toBe('/')
  })
})

describe('a link to a new password', () => {
  const expired = { purpose: 'recovery', state: 'expired', email: 'ana@mar.example' } as const

  it('that has expired leads to the school before a password is typed, and sends the next one', async () => {
    const server = fakeServer()
    died(server, expired)
    server.on(learning.home, () => ({ categories: [] }))
    const sent = server.on(sessions.requestRecovery, () => done)
    const { at } = await showApp(server, '/recover/abc', inSchool)
    await waitFor(() => expect(at()).toBe('/'))
    expect(await screen.findByText(messages.linkExpired)).toBeTruthy()
    expect(screen.getByText(/Este link valia por 30 minutos\./)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Reenviar' }))
    expect(await screen.findByText(messages.recoverySent)).toBeTruthy()
    expect(sent).toMatchObject([{ body: { email: 'ana@mar.example', schoolId: '7' } }])
  })

  it('that is unknown says so, and asks for the address', async () => {
    const server = fakeServer()
    server.on(sessions.mailedLink, () => refuse('mailedLinkUnknown'))
    server.on(learning.home, () => ({ categories: [] }))
    await showApp(server, '/recover/abc', inSchool)
    expect(await screen.findByText(/já foi usado ou passou do prazo/)).toBeTruthy()
    expect(screen.getByLabelText('Enviar para')).toHaveProperty('value', '')
  })

  it('stays open when the password is too common', async () => {
    const server = fakeServer()
    died(server, { ...expired, state: 'open' })
    server.on(sessions.setNewPassword, () => refuse('recoveryPasswordCommon'))
    const { at } = await showApp(server, '/recover/abc', inSchool)
    await type()
    expect(await screen.findByText(refusals.commonPassword)).toBeTruthy()
    expect(at()).toBe('/recover/abc')
    expect(screen.getByLabelText('Senha')).toHaveProperty('value', 'segredo1')
  })

  it('that dies while the password is typed leads there as well', async () => {
    const server = fakeServer()
    died(server, { ...expired, state: 'open' })
    server.on(learning.home, () => ({ categories: [] }))
    server.on(sessions.setNewPassword, () => refuse('recoveryLinkDead'))
    const { at } = await showApp(server, '/recover/abc', inSchool)
    died(server, expired)
    await type()
    await waitFor(() => expect(at()).toBe('/'))
    expect(await screen.findByText(messages.linkExpired)).toBeTruthy()
  })
})

async function type() {
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Senha'), 'segredo1')
  await user.type(screen.getByLabelText('Repita a senha'), 'segredo1')
  await user.click(screen.getByRole('button', { name: 'Alterar senha' }))
}
