import { emailChanges, emailChangeTexts, type MailedUndo } from '@escola/contract/email-changes.contract'
import { errors } from '@escola/contract/errors'
import { messages } from '@escola/contract/messages'
import { sessions } from '@escola/contract/sessions.contract'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, school, student } from '../../testing/show-screen.tsx'

async function openAccount(hasOwnSession = true) {
  const server = fakeServer()
  const now = { email: student.email }
  await showApp(server, '/minha-conta', () => ({ ...nowhere, school, user: { ...student, ...now, hasOwnSession } }))
  return { server, now }
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const inSection = () => within(screen.getByRole('region', { name: 'E-mail' }))
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

it('changes the e-mail by a code, after a proof, and says what is wrong beside it', async () => {
  const { server, now } = await openAccount()
  let isProven = false
  const asked = server.on(emailChanges.ask, ({ body }) => {
    if (!isProven) return refuse('emailUnproven')
    return body?.email === student.email ? refuse('emailOwn') : done
  })
  server.on(sessions.prove, () => {
    isProven = true
    return done
  })
  await press('Alterar e-mail')
  expect(document.activeElement).toBe(screen.getByLabelText('Novo e-mail'))
  await type('Novo e-mail', 'ana@')
  await press('Enviar código')
  expect(await screen.findByText(messages.emailSignUp)).toBeTruthy()
  await type('Novo e-mail', student.email)
  await press('Enviar código')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirme que é você' }))
  await userEvent.type(dialog.getByLabelText('Senha'), 'segredo1{Enter}')
  expect(await screen.findByText(emailChangeTexts.sameEmail)).toBeTruthy()
  await type('Novo e-mail', 'Nova@Mar.example')
  await press('Enviar código')
  expect(await screen.findByText(emailChangeTexts.sent)).toBeTruthy()
  expect(asked.at(-1)!.body).toEqual({ email: 'Nova@Mar.example', schoolId: school.id })

  await press('Confirmar')
  expect(await screen.findByText('Digite os 6 números do e-mail')).toBeTruthy()
  server.on(emailChanges.confirm, () => refuse('emailCodeWrong'))
  await type('Código', '111111')
  await press('Confirmar')
  expect(await screen.findByText(errors.invalid_code.pt)).toBeTruthy()
  server.on(emailChanges.confirm, () => refuse('emailCodeOver'))
  await press('Confirmar')
  expect(await screen.findByText(errors.email_code_over.pt)).toBeTruthy()
  await press('Não chegou? Enviar de novo')
  expect(screen.getByLabelText('Novo e-mail')).toHaveProperty('value', 'nova@mar.example')
  await press('Enviar código')
  const confirmed = server.on(emailChanges.confirm, () => {
    now.email = 'nova@mar.example'
    return { user: { email: now.email } }
  })
  await type('Código', '123 456')
  await press('Confirmar')
  expect(await screen.findByText(emailChangeTexts.changed)).toBeTruthy()
  expect(confirmed.map(({ body }) => body)).toEqual([{ code: '123 456', schoolId: school.id }])
  await waitFor(() => expect(inSection().getByText(/nova@mar\.example/)).toBeTruthy())
  expect(inSection().getByRole('button', { name: 'Alterar e-mail' })).toBeTruthy()
})

it('says in a session of a school why the e-mail stays, and how to change it', async () => {
  await openAccount(false)
  expect(inSection().getByText(emailChangeTexts.schoolSession)).toBeTruthy()
  expect(inSection().queryByRole('button')).toBeNull()
})

describe('the link of the old mailbox', () => {
  async function openLink(undo: MailedUndo | 'unknown') {
    const server = fakeServer()
    server.on(emailChanges.mailedUndo, () => (undo === 'unknown' ? refuse('emailUndoUnknown') : { undo }))
    const undone = server.on(emailChanges.undo, () => ({ recovery: 'recuperar' }))
    const shown = await showApp(server, '/email/abc', () => ({ ...nowhere, school: { ...school, role: [] } }))
    return { server, undone, ...shown }
  }
  const open: MailedUndo = { state: 'open', email: 'antiga@mar.example' }

  it('undoes nothing before a click, and then goes on to a new password', async () => {
    const { server, undone, at } = await openLink(open)
    server.on(sessions.mailedLink, () => ({
      link: { purpose: 'recovery' as const, state: 'open' as const, email: open.email },
      recovery: { asksCode: false, passkeys: [] },
    }))
    expect(await screen.findByText(/antiga@mar\.example/)).toBeTruthy()
    expect(undone).toHaveLength(0)
    await press('Desfazer a troca de e-mail')
    expect(await screen.findByRole('heading', { name: 'Nova senha' })).toBeTruthy()
    expect(at()).toBe('/recover/recuperar')
    expect(undone.map(({ params }) => params)).toEqual([{ token: 'abc' }])
  })

  it('says when another click was faster', async () => {
    const { server } = await openLink(open)
    server.on(emailChanges.undo, () => refuse('emailUndoUsed'))
    await press('Desfazer a troca de e-mail')
    expect(await screen.findByText(errors.link_used.pt)).toBeTruthy()
  })

  it.each([
    [{ ...open, state: 'used' } as const, /já foi desfeita/],
    [{ ...open, state: 'expired' } as const, /valia por 7 dias/],
    ['unknown' as const, /não está inteiro/],
  ])('is dead, and says why: %s', async (undo, text) => {
    await openLink(undo)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Desfazer/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Criar uma nova senha' })).toBeTruthy()
  })
})
