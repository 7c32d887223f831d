import { platform } from '@escola/contract/platform.contract'
import type { Context } from '@escola/contract/schools.contract'
import { security } from '@escola/contract/security.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, student } from '../../testing/show-screen.tsx'

const user = { ...student, role: 'admin' }
const title = 'Proteja o seu acesso'

/** The platform for its administrator, at a path. */
async function open(path: string, first: Partial<Context>) {
  const server = fakeServer()
  const state = { context: { ...nowhere, user, ...first } }
  server.on(platform.schools, () => ({ schools: { total: 0, page: 1, rowsPerPage: 20, list: [] } }) as never)
  const shown = await showApp(server, path, () => state.context)
  return { server, state, ...shown }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('stands before every page, also after the sign-in, and gives way once the codes are kept', async () => {
  const { server, state, at } = await open('/login?redirect=%2Fescolas', { user: null })
  server.on(sessions.signIn, () => {
    state.context = { ...nowhere, user, missingFactor: { maySkip: false } }
    return { token: 'x', user, schools: [] }
  })
  await userEvent.type(screen.getByLabelText('E-mail'), 'vera@plataforma.example')
  await userEvent.type(screen.getByLabelText('Senha'), 'segredo1{Enter}')
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(at()).toBe('/verificacao?redirect=%2Fescolas')
  expect(screen.queryByRole('button', { name: /^Pular/ })).toBeNull()

  server.on(security.startSecondFactor, () => ({
    secret: 'JBSWY3DPEHPK3PXP',
    url: 'otpauth://totp/x',
    qr: 'data:image/svg+xml;base64,PHN2Zy8+',
  }))
  server.on(security.confirmSecondFactor, () => {
    state.context = { ...nowhere, user }
    return { codes: ['abcde-fghij'] }
  })
  await press('Ativar')
  await userEvent.type(await screen.findByLabelText('Código do aplicativo'), '123456{Enter}')
  expect(
    within(await screen.findByRole('list', { name: 'Códigos de recuperação' })).getByText('abcde-fghij'),
  ).toBeTruthy()
  expect(at()).toContain('/verificacao')
  await press('Guardei os códigos')
  await waitFor(() => expect(at()).toBe('/escolas'))
})

it('leads from any address to itself and back, and may be skipped by the demonstration', async () => {
  const { server, state, at } = await open('/minha-conta', { missingFactor: { maySkip: true } })
  expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  const skipped = server.on(security.skipSecondFactor, () => {
    state.context = { ...nowhere, user }
    return done
  })
  await press('Pular nesta demonstração')
  await waitFor(() => expect(at()).toBe('/minha-conta'))
  expect(skipped).toHaveLength(1)
})

it('comes when the server says that the factor is gone', async () => {
  const { server, state, router, at } = await open('/termos-e-condicoes', {})
  server.on(platform.schools, () => refuse('secondFactorMissing'))
  state.context = { ...nowhere, user, missingFactor: { maySkip: false } }
  await router.navigate({ to: '/escolas' })
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(at()).toBe('/verificacao?redirect=%2Fescolas')
})

it('is no page of users who have what they need', async () => {
  const { at } = await open('/verificacao', {})
  await waitFor(() => expect(at()).toBe('/escolas'))
})
