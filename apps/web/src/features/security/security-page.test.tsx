import { errors } from '@escola/contract/errors'
import { security } from '@escola/contract/security.contract'
import { type Device, sessions } from '@escola/contract/sessions.contract'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf, nowhere, student } from '../../testing/show-screen.tsx'

const now = '2026-11-22T12:00:00.000Z'
const device = (id: string, more: Partial<Device> = {}): Device => ({
  id,
  device: 'Chrome no Windows',
  utc_created_on: now,
  utc_seen_on: now,
  isThis: false,
  school: null,
  ...more,
})
const passkey = { id: 'a', name: 'Safari no iPhone', utc_created_on: now, utc_used_on: null }
const off = { utc_on: null, codesLeft: 0 }

function open({ secondFactor = off as { utc_on: string | null; codesLeft: number }, passkeys = [passkey] } = {}) {
  const server = fakeServer()
  const state = {
    devices: [
      device('1', { isThis: true }),
      device('2', { device: 'Safari no iPhone', school: 'Escola do Rio' }),
      device('3', { device: '' }),
    ],
    security: { secondFactor, passkeys, passkeyHost: location.hostname },
  }
  server.on(security.show, () => ({ security: state.security }))
  server.on(sessions.devices, () => ({ devices: state.devices }))
  return { server, state }
}
const show = (server: ReturnType<typeof fakeServer>, as: 'admin' | 'student' = 'student') =>
  showApp(server, '/minha-conta/seguranca', () => contextOf(as))
const section = (name: string) => within(screen.getByRole('heading', { name }).closest('section')!)

it('lists where the account is open, and ends one or all others', async () => {
  const { server, state } = open()
  const ended = server.on(sessions.endDevice, ({ params }) => {
    state.devices = state.devices.filter(({ id }) => id !== params.id)
    return done
  })
  const endedAll = server.on(sessions.endOtherDevices, () => {
    state.devices = state.devices.filter(({ isThis }) => isThis)
    return done
  })
  await show(server)
  const devices = section('Meus dispositivos')
  expect(devices.getByText('Este dispositivo')).toBeTruthy()
  expect(devices.getByText(/Acesso dado por Escola do Rio/)).toBeTruthy()
  expect(devices.queryByRole('button', { name: 'Encerrar Chrome no Windows' })).toBeNull()
  const user = userEvent.setup()
  await user.click(devices.getByRole('button', { name: 'Encerrar Dispositivo desconhecido' }))
  await waitFor(() => expect(devices.queryByText('Dispositivo desconhecido')).toBeNull())
  expect(ended).toMatchObject([{ params: { id: '3' } }])
  await user.click(devices.getByRole('button', { name: 'Encerrar as outras' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Encerrar as outras?' }))
  await user.click(dialog.getByRole('button', { name: 'Encerrar as outras' }))
  await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(1))
  expect(endedAll).toHaveLength(1)
  expect(devices.queryByRole('button', { name: 'Encerrar as outras' })).toBeNull()
})

it('turns the second factor on by a code, and shows the recovery codes once', async () => {
  const { server, state } = open()
  const setup = { secret: 'JBSWY3DPEHPK3PXP', url: 'otpauth://totp/x', qr: 'data:image/svg+xml;base64,PHN2Zy8+' }
  server.on(security.startSecondFactor, () => setup)
  const codes = Array.from({ length: 10 }, (_, index) => `abcd${'abcdefghij'[index]}-fghij`)
  const confirmed = server.on(security.confirmSecondFactor, ({ body }) => {
    if (body.code !== '123456') return refuse('newFactorCodeWrong')
    state.security.secondFactor = { utc_on: now, codesLeft: 10 }
    return { codes }
  })
  await show(server, 'admin')
  const factor = section('Verificação em duas etapas')
  const user = userEvent.setup()
  await user.click(factor.getByRole('button', { name: 'Ativar' }))
  expect(await factor.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  expect(factor.getByAltText('Código QR para o aplicativo autenticador')).toHaveProperty('src', setup.qr)
  await user.type(factor.getByLabelText('Código do aplicativo'), '000000{Enter}')
  expect((await factor.findByRole('alert')).textContent).toContain(errors.invalid_code.pt)
  await user.clear(factor.getByLabelText('Código do aplicativo'))
  await user.type(factor.getByLabelText('Código do aplicativo'), '123456{Enter}')
  const list = await factor.findByRole('list', { name: 'Códigos de recuperação' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(10)
  expect(confirmed).toHaveLength(2)
  await user.click(factor.getByRole('button', { name: 'Guardei os códigos' }))
  expect(factor.queryByRole('list')).toBeNull()
  expect(factor.getByText(/Restam 10 códigos de recuperação\./)).toBeTruthy()
})

it('asks for a proof before it ends the other sessions; closing the question changes nothing', async () => {
  const { server, state } = open({ secondFactor: off })
  let isProven = false
  const ended = server.on(sessions.endOtherDevices, () => {
    if (!isProven) return refuse('othersEndedUnproven')
    state.devices = state.devices.filter(({ isThis }) => isThis)
    return done
  })
  const proofs = server.on(sessions.prove, ({ body }) => {
    isProven = 'password' in body && body.password === 'segredo1'
    return isProven ? done : refuse('proofPasswordWrong')
  })
  await show(server)
  const devices = section('Meus dispositivos')
  const user = userEvent.setup()
  const ask = async () => {
    await user.click(devices.getByRole('button', { name: 'Encerrar as outras' }))
    const sure = within(await screen.findByRole('dialog', { name: 'Encerrar as outras?' }))
    await user.click(sure.getByRole('button', { name: 'Encerrar as outras' }))
    return within(await screen.findByRole('dialog', { name: 'Confirme que é você' }))
  }
  const first = await ask()
  await user.click(first.getByRole('button', { name: 'Fechar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(devices.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.queryByText('Confirme que é você')).toBeNull()

  const dialog = await ask()
  await user.type(dialog.getByLabelText('Senha'), 'errada1{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toContain(errors.invalid_password.pt)
  await user.clear(dialog.getByLabelText('Senha'))
  await user.type(dialog.getByLabelText('Senha'), 'segredo1{Enter}')
  await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(1))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(proofs).toMatchObject([{ body: { password: 'errada1' } }, { body: { password: 'segredo1' } }])
  expect(ended).toHaveLength(3)
})

it('asks for the second factor itself before it is turned off, by the app or by a recovery code', async () => {
  const { server, state } = open({ secondFactor: { utc_on: now, codesLeft: 3 } })
  let isProven = false
  server.on(security.removeSecondFactor, () => {
    if (!isProven) return refuse('factorRemovalByPassword')
    state.security.secondFactor = off
    return done
  })
  const proofs = server.on(sessions.prove, () => {
    isProven = true
    return done
  })
  await show(server)
  const factor = section('Verificação em duas etapas')
  const user = userEvent.setup()
  await user.click(factor.getByRole('button', { name: 'Desativar' }))
  const sure = within(await screen.findByRole('dialog', { name: 'Desativar a verificação?' }))
  await user.click(sure.getByRole('button', { name: 'Desativar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirme que é você' }))
  expect(dialog.getByLabelText('Código do aplicativo')).toBeTruthy()
  expect(dialog.queryByLabelText('Senha')).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Usar a minha senha' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Usar um código de recuperação' }))
  await user.type(dialog.getByLabelText('Código de recuperação'), 'abcde-fghij{Enter}')
  expect(await factor.findByRole('button', { name: 'Ativar' })).toBeTruthy()
  expect(proofs).toMatchObject([{ body: { code: 'abcde-fghij' } }])
})

it('lists passkeys, removes them, and makes them at the platform’s own address alone', async () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  const { server, state } = open()
  const removed = server.on(security.removePasskey, () => {
    state.security = { ...state.security, passkeys: [], passkeyHost: 'escola.example' }
    return done
  })
  await show(server)
  const keys = section('Chaves de acesso')
  expect(keys.getByRole('button', { name: 'Criar chave de acesso' })).toBeTruthy()
  const user = userEvent.setup()
  await user.click(keys.getByRole('button', { name: 'Remover Safari no iPhone' }))
  const sure = within(await screen.findByRole('dialog', { name: 'Remover esta chave de acesso?' }))
  await user.click(sure.getByRole('button', { name: 'Remover' }))
  expect(await keys.findByText(/As chaves de acesso valem em escola\.example\./)).toBeTruthy()
  expect(keys.queryByRole('button')).toBeNull()
  expect(removed).toMatchObject([{ params: { id: 'a' } }])
})

it('is there for a person without a school, and for no visitor', async () => {
  const { server } = open()
  await showApp(server, '/minha-conta/seguranca', () => ({ ...nowhere, user: student }))
  expect(await screen.findByRole('heading', { name: 'Segurança' })).toBeTruthy()
})

it('leads a visitor to the login and back', async () => {
  const { server } = open()
  const { at } = await showApp(server, '/minha-conta/seguranca', () => contextOf('visitor'))
  await waitFor(() => expect(at()).toBe('/login?redirect=%2Fminha-conta%2Fseguranca'))
})
