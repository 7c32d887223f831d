import { createHash } from 'node:crypto'
import { certificates, type Verification } from '@escola/contract/certificates.contract'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

const open = (server: ReturnType<typeof fakeServer>) => showPage(server, '/v/ABCD-EFGH-JKMN', 'visitor')
const issued = 'o certificado que a escola emitiu'
const verification = (change: Partial<Verification> = {}): Verification => ({
  code: 'ABCD-EFGH-JKMN',
  state: 'valid',
  student_name: 'Ana Souza',
  course_title: 'Vela para iniciantes',
  workload_hours_pretty: '1h30',
  school_name: 'Escola do Mar',
  signature_name: 'Rui Marinho',
  utc_completed_on: '2026-11-20T12:00:00.000Z',
  utc_issued_on: '2026-11-21T12:00:00.000Z',
  number: 1,
  sha256: createHash('sha256').update(issued).digest('hex'),
  ...change,
})
const choose = (text: string) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  return userEvent.upload(input, new File([text], 'certificado.pdf', { type: 'application/pdf' }))
}

it('proves what was issued', async () => {
  const server = fakeServer()
  server.on(certificates.verify, () => verification())
  await open(server)
  expect(await screen.findByText('Certificado válido')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Ana Souza' })).toBeTruthy()
  for (const fact of ['Vela para iniciantes', '1h30', '20/11/2026', '21/11/2026', 'Rui Marinho', 'Escola do Mar']) {
    expect(within(screen.getByRole('article')).getByText(fact)).toBeTruthy()
  }
})

it('says that a newer issue exists', async () => {
  const server = fakeServer()
  server.on(certificates.verify, () => verification({ state: 'replaced' }))
  await open(server)
  expect(await screen.findByText('Certificado substituído')).toBeTruthy()
  expect(screen.queryByText('Certificado válido')).toBeNull()
})

it('recognises the very file that was issued', async () => {
  const server = fakeServer()
  server.on(certificates.verify, () => verification())
  await open(server)
  await screen.findByRole('button', { name: 'Escolher PDF' })
  await choose(issued)
  expect(await screen.findByText(/é exatamente o arquivo que a escola emitiu/)).toBeTruthy()
})

it('refuses a file with one letter changed', async () => {
  const server = fakeServer()
  server.on(certificates.verify, () => verification())
  await open(server)
  await screen.findByRole('button', { name: 'Escolher PDF' })
  await choose(issued.replace('emitiu', 'emitiv'))
  expect(await screen.findByText(/não é o arquivo que a escola emitiu/)).toBeTruthy()
  expect(screen.queryByText(/é exatamente/)).toBeNull()
})

it('explains an unknown code and takes another one', async () => {
  const server = fakeServer()
  server.on(certificates.verify, ({ params }) =>
    params.code === 'WXYZ-0000-0000' ? verification({ code: 'WXYZ-0000-0000' }) : refuse('certificateUnknown'),
  )
  const { at } = await open(server)
  expect(await screen.findByText('Código não encontrado')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Código do certificado'), ' WXYZ-0000-0000 ')
  await userEvent.click(screen.getByRole('button', { name: 'Verificar' }))
  expect(await screen.findByText('Certificado válido')).toBeTruthy()
  expect(at()).toBe('/v/WXYZ-0000-0000')
})

it('says what failed, and loads by itself when there is a connection again', async () => {
  const server = fakeServer()
  server.on(certificates.verify, () => {
    if (!onlineManager.isOnline()) throw new TypeError('Failed to fetch')
    return verification()
  })
  onlineManager.setOnline(false)
  await open(server)
  expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
  act(() => onlineManager.setOnline(true))
  expect(await screen.findByText('Certificado válido')).toBeTruthy()
})
