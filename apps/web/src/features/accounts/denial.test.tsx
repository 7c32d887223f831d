import type { Passkey } from '@escola/contract/security.contract'
import { type MailedLink, type Recovery, sessions, signUpDenied } from '@escola/contract/sessions.contract'
import { done } from '@escola/contract/wire'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, school } from '../../testing/show-screen.tsx'
import { setKnownEmail } from './known-email.ts'

afterEach(() => setKnownEmail(''))

const email = 'ana@mar.example'
const key = (id: string, name: string): Passkey => ({
  id,
  name,
  utc_created_on: '2026-11-20T12:00:00.000Z',
  utc_used_on: null,
})
const context = () => ({ ...nowhere, school: { ...school, role: [] } })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

async function openDenial(purpose: MailedLink['purpose'], state: MailedLink['state'] = 'open') {
  const server = fakeServer()
  server.on(sessions.mailedLink, () => ({ link: { purpose, state, email }, recovery: null }))
  const denied = server.on(sessions.deny, () => ({ recovery: purpose === 'sign_up_denial' ? null : 'recuperar' }))
  const shown = await showApp(server, '/nao-fui-eu/abc', context)
  return { server, denied, ...shown }
}

describe('the link "Não fui eu"', () => {
  it.each([
    ['passkey_denial' as const, 'essa chave de acesso deixa de valer'],
    ['second_factor_denial' as const, 'a verificação em duas etapas é desativada'],
  ])('of %s ends nothing before a click, and then goes on to a new password', async (purpose, point) => {
    const { server, denied, at } = await openDenial(purpose)
    expect(await screen.findByText(point)).toBeTruthy()
    expect(denied).toHaveLength(0)
    server.on(sessions.mailedLink, () => ({
      link: { purpose: 'recovery' as const, state: 'open' as const, email },
      recovery: { asksCode: false, passkeys: [] },
    }))
    await press('Não fui eu: encerrar')
    expect(await screen.findByRole('heading', { name: 'Nova senha' })).toBeTruthy()
    expect(at()).toBe('/recover/recuperar')
    expect(denied.map(({ params }) => params)).toEqual([{ token: 'abc' }])
  })

  it('of a sign-up asks for no password, and says that it is done', async () => {
    await openDenial('sign_up_denial')
    expect(await screen.findByText(/Alguém criou uma conta com ana@mar\.example/)).toBeTruthy()
    await press('Não fui eu: encerrar')
    expect(await screen.findByText(signUpDenied)).toBeTruthy()
  })

  it.each([
    ['passkey_denial' as const, 'used' as const, /já foi usado/],
    ['passkey_denial' as const, 'expired' as const, /valia por 7 dias.*crie uma nova senha/],
    // A new password would need the code of the verification.
    ['second_factor_denial' as const, 'expired' as const, /valia por 7 dias.*fale com a escola/],
  ])('says what has become of it: %s, %s', async (purpose, state, text) => {
    await openDenial(purpose, state)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Não fui eu/ })).toBeNull()
  })

  it('is dead where it is torn, and where it is a link of another kind', async () => {
    await openDenial('recovery')
    expect(await screen.findByText(/não está inteiro/)).toBeTruthy()
  })
})

describe('a new password', () => {
  async function openRecovery(recovery: Recovery) {
    const server = fakeServer()
    server.on(sessions.mailedLink, () => ({
      link: { purpose: 'recovery' as const, state: 'open' as const, email },
      recovery,
    }))
    const chosen = server.on(sessions.setNewPassword, () => done)
    await showApp(server, '/recover/abc', context)
    await userEvent.type(await screen.findByLabelText('Senha'), 'segredo1')
    await userEvent.type(screen.getByLabelText('Repita a senha'), 'segredo1')
    return { server, chosen }
  }

  it('marks every passkey to be ended, and keeps those that the user takes out', async () => {
    const passkeys = [key('minha', 'Safari no iPhone'), key('estranha', 'Chrome no Windows')]
    const { chosen } = await openRecovery({ asksCode: false, passkeys })
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(2)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Safari no iPhone' }))
    await press('Alterar senha')
    expect(await screen.findByRole('heading', { name: 'Pronto!' })).toBeTruthy()
    expect(chosen).toMatchObject([{ body: { keptPasskeys: ['minha'] } }])
    expect(chosen[0]!.body).not.toHaveProperty('code')
  })

  it('asks a user with a second factor for its code, and says when it is wrong', async () => {
    const { server, chosen } = await openRecovery({ asksCode: true, passkeys: [] })
    await press('Alterar senha')
    expect(await screen.findByText(/Digite os 6 números do aplicativo/)).toBeTruthy()
    server.on(sessions.setNewPassword, () => refuse('recoveryCodeWrong'))
    await userEvent.type(screen.getByLabelText('Código do aplicativo'), '000000')
    await press('Alterar senha')
    expect(await screen.findByText('Código inválido')).toBeTruthy()
    await press('Usar um código de recuperação')
    await userEvent.type(screen.getByLabelText('Código de recuperação'), 'abcde-fghij')
    const right = server.on(sessions.setNewPassword, () => done)
    await press('Alterar senha')
    expect(await screen.findByRole('heading', { name: 'Pronto!' })).toBeTruthy()
    expect(chosen).toHaveLength(0)
    expect(right).toMatchObject([{ body: { keptPasskeys: [] } }])
  })
})
