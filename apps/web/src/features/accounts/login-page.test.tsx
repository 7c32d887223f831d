import { errors } from '@escola/contract/errors'
import { learning } from '@escola/contract/learning.contract'
import { messages } from '@escola/contract/messages'
import { purchaseHelpTexts } from '@escola/contract/purchase-help'
import { salesMessages } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import type { Context } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { done } from '@escola/contract/wire'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fail, fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, school, student } from '../../testing/show-screen.tsx'

const visitor: Context = { ...nowhere, school: { ...school, role: [] } }
const member: Context = { ...visitor, user: student, school: { ...school, role: ['admin'] } }
const signedIn = { token: 'um-token', user: student, schools: [] }

const fillIn = async (email: string, password: string) => {
  const user = userEvent.setup()
  await user.clear(screen.getByLabelText('E-mail'))
  await user.type(screen.getByLabelText('E-mail'), email)
  await user.type(screen.getByLabelText('Senha'), password)
  await user.click(screen.getByRole('button', { name: 'Entrar' }))
  return user
}

it('asks for a sound e-mail before it asks the server', async () => {
  const server = fakeServer()
  const calls = server.on(sessions.signIn, () => signedIn)
  await showApp(server, '/login', () => visitor)
  await fillIn('ana@', 'segredo1')
  expect(screen.getByText(messages.email)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
  expect(calls).toHaveLength(0)
})

it('says that the password is wrong and keeps what was typed', async () => {
  const server = fakeServer()
  server.on(sessions.signIn, () => refuse('passwordWrong'))
  await showApp(server, '/login', () => visitor)
  await fillIn('ana@mar.example', 'errada1')
  expect((await screen.findByRole('alert')).textContent).toContain(errors.invalid_password.pt)
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'ana@mar.example')
  expect(localStorage.getItem('escola.token')).toBeNull()
})

it('leaves the focus where it was after a sign-in that failed', async () => {
  const server = fakeServer()
  let isDisabled = false
  server.on(sessions.signIn, async () => {
    // A browser takes the focus from what is disabled.
    await waitFor(() => expect(screen.getByRole('button', { name: 'Entrar' }).ariaBusy).toBe('true'))
    isDisabled = screen.getByRole<HTMLButtonElement>('button', { name: 'Entrar' }).disabled
    return refuse('passwordWrong')
  })
  await showApp(server, '/login', () => visitor)
  await fillIn('ana@mar.example', 'errada1')
  await screen.findByRole('alert')
  expect(isDisabled).toBe(false)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Entrar' })))
})

it('takes the e-mail along for a user who forgot the password, but not in the address', async () => {
  const server = fakeServer()
  const calls = server.on(sessions.requestRecovery, () => done)
  const { at } = await showApp(server, '/login', () => visitor)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('E-mail'), 'ana@mar.example')
  await user.click(screen.getByRole('link', { name: 'Esqueci minha senha' }))
  await user.click(await screen.findByRole('button', { name: 'Enviar instruções' }))
  expect(await screen.findByText(messages.recoverySent)).toBeTruthy()
  expect(calls).toMatchObject([{ body: { email: 'ana@mar.example' } }])
  expect(at()).toBe('/recuperar-senha')
})

it('shows the password to a user who has only a keyboard', async () => {
  await showApp(fakeServer(), '/login', () => visitor)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Senha'), 'segredo1')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Mostrar senha' }))
  await user.keyboard('{Enter}')
  expect(screen.getByLabelText('Senha')).toHaveProperty('type', 'text')
})

it('shows the way by e-mail to a user held up by guesses of others', async () => {
  const server = fakeServer()
  server.on(sessions.signIn, () => refuse('signInsTooMany'))
  await showApp(server, '/login', () => visitor)
  await fillIn('ana@mar.example', 'segredo1')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Aguarde alguns minutos ou recupere a senha por e-mail')
  expect(within(alert).getByRole('link', { name: 'Recuperar senha' })).toHaveProperty(
    'pathname',
    '/mar/recuperar-senha',
  )
})

it('offers the confirmation again to an e-mail that waits for it', async () => {
  const server = fakeServer()
  server.on(sessions.signIn, () => refuse('emailUnconfirmed'))
  const resends = server.on(sessions.resendOwnActivation, () => done)
  await showApp(server, '/login', () => ({ ...visitor, mailboxUrl: 'http://localhost:8025' }))
  const user = await fillIn('ana@mar.example', 'segredo1')
  expect(await screen.findByText(messages.mustConfirm)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Reenviar e-mail de confirmação' }))
  expect(await screen.findByText(messages.emailSent)).toBeTruthy()
  expect(resends).toMatchObject([{ body: { email: 'ana@mar.example', password: 'segredo1', schoolId: school.id } }])
  expect(screen.getByRole('link', { name: 'Abrir caixa de entrada local' })).toHaveProperty(
    'href',
    'http://localhost:8025/',
  )
})

it('signs in once for two clicks and goes where the person was going', async () => {
  const server = fakeServer()
  const { promise, resolve } = Promise.withResolvers<typeof signedIn>()
  const calls = server.on(sessions.signIn, () => promise)
  let context = visitor
  const { at } = await showApp(server, '/login?redirect=%2Fturmas', () => context)
  const user = await fillIn('ana@mar.example', 'segredo1')
  await user.click(screen.getByRole('button', { name: 'Entrar' }))
  context = member
  resolve(signedIn)
  await waitFor(() => expect(at()).toBe('/turmas'))
  expect(calls).toMatchObject([{ body: { email: 'ana@mar.example', password: 'segredo1', schoolId: '7' } }])
  expect(localStorage.getItem('escola.token')).toBe('um-token')
})

it('opens no menu for a user who just signed in, while the next page loads', async () => {
  const server = fakeServer()
  server.on(sessions.signIn, () => signedIn)
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof fail>>()
  server.on(subscriptions.get, () => promise)
  let context = visitor
  const { router } = await showApp(server, '/login?redirect=%2Fplanos', () => context)
  context = member
  await fillIn('ana@mar.example', 'segredo1')
  await waitFor(() => expect(router.state.location.pathname).toBe('/planos'))
  expect(screen.queryByRole('button', { name: /^Sua conta/ })).toBeNull()
  resolve(fail('unavailable'))
  expect(await screen.findByRole('button', { name: /^Sua conta/ })).toBeTruthy()
})

it('never leaves the school by its redirect', async () => {
  const server = fakeServer()
  server.on(sessions.signIn, () => signedIn)
  let context = visitor
  const { at, router } = await showApp(server, '/login?redirect=%2F%2Fevil.example', () => context)
  context = member
  await fillIn('ana@mar.example', 'segredo1')
  await waitFor(() => expect(at()).toBe('/'))
  expect(router.history.location.href).toBe('/mar/')
})

it('tells a user from elsewhere that a private school is closed to them', async () => {
  const server = fakeServer()
  server.on(sessions.signIn, () => signedIn)
  let context: Context = { ...visitor, school: { ...school, role: [], is_private: true } }
  await showApp(server, '/login', () => context)
  expect(screen.queryByRole('link', { name: 'Criar conta' })).toBeNull()
  context = { ...context, user: student }
  await fillIn('ana@mar.example', 'segredo1')
  expect(await screen.findByText(messages.noAccess)).toBeTruthy()
})

it('goes to the course that it was opened for', async () => {
  const server = fakeServer()
  const calls = server.on(sessions.signIn, () => signedIn)
  let context = visitor
  const asked = server.on(learning.course, () => refuse('studentCourseUnknown'))
  await showApp(server, '/login?degreeLink=vela', () => context)
  context = { ...member, school: { ...school, role: ['student'] } }
  await fillIn('ana@mar.example', 'segredo1')
  await waitFor(() => expect(asked).toMatchObject([{ params: { degreeLink: 'vela' } }]))
  expect(calls).toMatchObject([{ body: { degreeLink: 'vela' } }])
})

const secondHalf = async () => {
  const server = fakeServer()
  server.on(sessions.signIn, () => refuse('secondFactorNeeded', { challenge: 'meio-caminho' }))
  let context = visitor
  const { at } = await showApp(server, '/login?redirect=%2Fturmas', () => context)
  const user = await fillIn('ana@mar.example', 'segredo1')
  await screen.findByRole('heading', { name: 'Verificação em duas etapas' })
  expect(localStorage.getItem('escola.token')).toBeNull()
  return {
    server,
    at,
    user,
    enter: () => {
      context = member
    },
  }
}

it('asks a user with a second factor for the code, and goes on where they were going', async () => {
  const { server, at, user, enter } = await secondHalf()
  const codes = server.on(sessions.signInByCode, ({ body }) =>
    body.code === '123456' ? signedIn : refuse('signInCodeWrong'),
  )
  const field = await screen.findByLabelText('Código do aplicativo')
  await user.type(field, '12')
  await user.click(screen.getByRole('button', { name: 'Continuar' }))
  expect(await screen.findByText(/Digite os 6 números do aplicativo/)).toBeTruthy()
  expect(codes).toHaveLength(0)
  await user.type(field, '0000{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain(errors.invalid_code.pt)
  enter()
  await user.clear(field)
  await user.type(field, '123456{Enter}')
  await waitFor(() => expect(at()).toBe('/turmas'))
  expect(codes.at(-1)).toMatchObject({ body: { challenge: 'meio-caminho', code: '123456' } })
  expect(localStorage.getItem('escola.token')).toBe('um-token')
})

it('takes a recovery code instead, and begins again once there is no time left', async () => {
  const { server, user } = await secondHalf()
  const codes = server.on(sessions.signInByCode, () => refuse('challengeUnknown'))
  await user.click(await screen.findByRole('button', { name: 'Usar um código de recuperação' }))
  await user.type(await screen.findByLabelText('Código de recuperação'), 'abcde-fghij{Enter}')
  expect(await screen.findByText('Passou o tempo de digitar o código. Entre de novo')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Entrar' })).toBeTruthy()
  expect(codes).toMatchObject([{ body: { code: 'abcde-fghij' } }])
})

it('offers passkeys on the platform’s own address, and not on a school’s', async () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  await showApp(fakeServer(), '/login', () => visitor)
  expect(screen.getByRole('button', { name: 'Usar chave de acesso' })).toBeTruthy()
  cleanup()
  const ownDomain = { ...visitor, school: { ...school, role: [], base_path: '' } }
  await showApp(fakeServer(), '/login', () => ownDomain)
  expect(screen.getByRole('button', { name: 'Entrar' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Usar chave de acesso' })).toBeNull()
})

it('helps a buyer without access, tells nothing of the purchase, and gives the focus back', async () => {
  const server = fakeServer()
  const asked = server.on(sales.askHelp, () => done)
  await showApp(server, '/login', () => visitor)
  const user = userEvent.setup()
  const link = screen.getByRole('button', { name: purchaseHelpTexts.title })
  await user.click(link)
  const dialog = within(await screen.findByRole('dialog', { name: purchaseHelpTexts.title }))
  await user.click(dialog.getByRole('button', { name: 'Procurar a compra' }))
  expect(await dialog.findByText(salesMessages.purchaseCode)).toBeTruthy()
  expect(asked).toHaveLength(0)
  await user.type(dialog.getByLabelText('Código da compra'), 'HP123{Enter}')
  expect((await dialog.findByRole('status')).textContent).toContain(purchaseHelpTexts.sent)
  expect(asked).toMatchObject([{ params: { schoolId: '7' }, body: { code: 'HP123' } }])
  await user.click(dialog.getAllByRole('button', { name: 'Fechar' }).at(-1)!)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(link))
})

it('offers that help in a school alone', async () => {
  await showApp(fakeServer(), '/login', () => nowhere)
  expect(screen.getByRole('button', { name: 'Entrar' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: purchaseHelpTexts.title })).toBeNull()
})
