import { messages } from '@escola/contract/messages'
import { type AcceptedText, type DeletionState, ownData } from '@escola/contract/own-data.contract'
import type { Context } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { ownDataTitle } from '@escola/contract/titles'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, school, student } from '../../testing/show-screen.tsx'

const deletion = { utc_asked_on: '2026-11-24T12:00:00.000Z', utc_due_on: '2026-12-01T12:00:00.000Z' }
const free: DeletionState = { deletion: null, schools: [], administersPlatform: false }
const terms: AcceptedText = {
  id: '3',
  school: { id: '7', name: 'Escola do Mar' },
  whose: 'school',
  page: 'termos-e-condicoes',
  version: 1,
  utc_given_on: '2026-01-02T12:00:00.000Z',
}

interface Given {
  state?: DeletionState
  texts?: AcceptedText[]
  hasOwnSession?: boolean
  at?: string
}

async function open({ state = free, texts = [terms], hasOwnSession = true, at = '/minha-conta/dados' }: Given = {}) {
  const server = fakeServer()
  const now = { state }
  server.on(ownData.deletion, () => now.state)
  server.on(ownData.acceptedTexts, () => ({ texts }))
  const context = (): Context => ({
    ...nowhere,
    school,
    user: { ...student, hasOwnSession, utc_deletion_due_on: now.state.deletion?.utc_due_on ?? null },
  })
  await showApp(server, at, context)
  return { server, now }
}
const section = (name: string) => within(screen.getByRole('region', { name }))
const keep = { name: 'Desistir da exclusão' }

it('is led to from the account', async () => {
  await open({ at: '/minha-conta' })
  await userEvent.click(await screen.findByRole('link', { name: ownDataTitle }))
  expect(await screen.findByRole('heading', { level: 1, name: ownDataTitle })).toBeTruthy()
})

it('downloads a copy, after a proof', async () => {
  const { server } = await open()
  let isProven = false
  const copies = server.on(ownData.copy, () => (isProven ? ({} as never) : refuse('copyUnproven')))
  server.on(sessions.prove, () => {
    isProven = true
    return done
  })
  const made = vi.fn(() => 'blob:copia')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => undefined }))
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await userEvent.click(await screen.findByRole('button', { name: 'Baixar meus dados' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirme que é você' }))
  await userEvent.type(dialog.getByLabelText('Senha'), 'segredo1{Enter}')
  expect(await screen.findByText('A cópia dos seus dados foi baixada.')).toBeTruthy()
  expect(copies).toHaveLength(2)
  expect([made, saved].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

it('asks for the deletion after a question, and takes it back', async () => {
  const { server, now } = await open()
  const asked = server.on(ownData.askDeletion, () => {
    now.state = { ...free, deletion }
    return { deletion }
  })
  const takenBack = server.on(ownData.takeDeletionBack, () => {
    now.state = free
    return done
  })
  await screen.findByText('O que fica, sem o seu nome')
  const ask = () => userEvent.click(section('Excluir minha conta').getByRole('button', { name: 'Excluir minha conta' }))
  await ask()
  const first = within(await screen.findByRole('dialog', { name: messages.areYouSure }))
  await userEvent.click(first.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked).toHaveLength(0)
  await ask()
  const second = within(await screen.findByRole('dialog', { name: messages.areYouSure }))
  await userEvent.click(second.getByRole('button', { name: 'Excluir minha conta' }))
  expect(await screen.findByText('A sua conta será excluída em 1 de dezembro de 2026')).toBeTruthy()
  expect(asked).toHaveLength(1)
  // The page says it itself, so there is no banner besides.
  expect(screen.getAllByRole('button', keep)).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', keep))
  expect(await screen.findByText('Pronto: a sua conta continua.')).toBeTruthy()
  expect(takenBack).toHaveLength(1)
  expect(await screen.findByRole('button', { name: 'Excluir minha conta' })).toBeTruthy()
})

it('tells of a deletion on every page, where it is taken back too', async () => {
  const { server, now } = await open({ state: { ...free, deletion }, at: '/minha-conta' })
  server.on(ownData.takeDeletionBack, () => {
    now.state = free
    return done
  })
  const banner = (await screen.findByText('A sua conta será excluída em 1 de dezembro de 2026')).closest('[role=alert]')
  await userEvent.click(within(banner as HTMLElement).getByRole('button', keep))
  await waitFor(() => expect(screen.queryByRole('button', keep)).toBeNull())
})

it('says that the day has come', async () => {
  const { server } = await open({ state: { ...free, deletion }, at: '/minha-conta' })
  server.on(ownData.takeDeletionBack, () => refuse('deletionBegan'))
  await userEvent.click(await screen.findByRole('button', keep))
  expect(await screen.findByText(/já começou/)).toBeTruthy()
})

it('names the schools that keep an account, and offers no deletion', async () => {
  await open({ state: { ...free, schools: [{ id: '7', name: 'Escola do Mar' }] } })
  const deleting = section(
    await screen.findByRole('region', { name: 'Excluir minha conta' }).then(() => 'Excluir minha conta'),
  )
  expect(deleting.getByText('Só você é proprietário de:')).toBeTruthy()
  expect(deleting.getByRole('listitem').textContent).toBe('Escola do Mar')
  expect(deleting.queryByRole('button')).toBeNull()
})

it('says that a deletion waits, and lets it be taken back', async () => {
  await open({ state: { deletion, schools: [], administersPlatform: true } })
  expect(await screen.findByText('A exclusão da sua conta espera')).toBeTruthy()
  expect(screen.getByText(/Esta conta administra a plataforma/)).toBeTruthy()
  expect(screen.getByRole('button', keep)).toBeTruthy()
})

it('shows the texts that were accepted, each with its versions', async () => {
  const ofPlatform: AcceptedText = { ...terms, id: '4', whose: 'platform' }
  const { server } = await open({ texts: [terms, ofPlatform] })
  const versions = [
    { number: 2, utc_written_on: '2026-03-01T12:00:00.000Z' },
    { number: 1, utc_written_on: '2026-01-01T12:00:00.000Z' },
  ]
  const opened = server.on(ownData.acceptedText, ({ query }) => {
    const number = Number(query!.version)
    return { number, html: `<p>Texto ${number}</p>`, versions }
  })
  expect(await screen.findByRole('button', { name: 'Ler Termos e Condições da plataforma' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Ler Termos e Condições de Escola do Mar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Termos e Condições de Escola do Mar' }))
  expect(await dialog.findByText('Texto 1')).toBeTruthy()
  const field = dialog.getByRole('combobox', { name: 'Versões deste texto' })
  expect(within(field).getByRole('option', { name: 'Versão 1, de 01/01/2026 (aceita)' })).toBeTruthy()
  await userEvent.selectOptions(field, 'Versão 2, de 01/03/2026')
  expect(await dialog.findByText('Texto 2')).toBeTruthy()
  expect(opened.map(({ params }) => params)).toEqual(Array(2).fill({ schoolId: '7', consentId: '3' }))
})

it('says how to get there from a session of a school', async () => {
  await open({ hasOwnSession: false })
  expect(await screen.findByText(/saia e entre com a sua própria senha/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Excluir minha conta' })).toBeNull()
})
