import { otherEmails, otherEmailTexts } from '@escola/contract/other-emails.contract'
import type { ResponseOf } from '@escola/contract/route'
import { students } from '@escola/contract/students.contract'
import { timeline } from '@escola/contract/timeline.contract'
import { done } from '@escola/contract/wire'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

const maria: ResponseOf<typeof students.get> = {
  student: {
    user_id: '9',
    link: 'abc',
    name: 'Maria Dias',
    email: 'maria@exemplo.com',
    cellphone: '',
    origin: 'manual',
    utc_created_on: '2026-03-01T12:00:00.000Z',
    school_gateways: [],
    notes: '',
    phone_e164: null,
    profile_img_url: '',
    utc_seen_on: null,
    is_admin: false,
  },
  merges: [],
  sms: { isOn: false, sent: [] },
  degrees: [],
  school_gateways: [],
}
const row = { id: '5', email: 'outra@exemplo.com', utc_added_on: '2026-11-25T12:00:00.000Z' }

it('saves a further e-mail, refuses what is none, and forgets it after a question', async () => {
  const server = fakeServer()
  server.on(students.get, () => maria)
  server.on(timeline.explain, () => ({ answers: [], pending_sales: 0 }))
  server.on(timeline.list, () => ({ events: [], next: '' }))
  server.on(otherEmails.list, () => fail('unavailable'))
  await showPage(server, '/aluno/abc')
  const section = within(await screen.findByRole('region', { name: otherEmailTexts.title }))
  expect(await section.findByRole('alert')).toBeTruthy()
  server.on(otherEmails.list, () => ({ other_emails: [] }))
  await userEvent.click(section.getByRole('button', { name: 'Tentar novamente' }))
  const field = section.getByLabelText('Outro e-mail deste aluno')
  await userEvent.type(field, 'outra@exemplo')
  const added = server.on(otherEmails.add, () => ({ other_email: row }))
  await userEvent.click(section.getByRole('button', { name: 'Adicionar e-mail' }))
  expect(added).toEqual([])
  server.on(otherEmails.list, () => ({ other_emails: [row] }))
  await userEvent.type(field, '.com')
  await userEvent.click(section.getByRole('button', { name: 'Adicionar e-mail' }))
  expect(await section.findByText('outra@exemplo.com')).toBeTruthy()
  expect(await screen.findByText(otherEmailTexts.added)).toBeTruthy()
  expect(added).toMatchObject([{ params: { userId: '9' }, body: { email: 'outra@exemplo.com' } }])
  const removed = server.on(otherEmails.remove, () => done)
  server.on(otherEmails.list, () => ({ other_emails: [] }))
  await userEvent.click(section.getByRole('button', { name: 'Remover outra@exemplo.com' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(otherEmailTexts.removing('outra@exemplo.com'))).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Remover' }))
  expect(await screen.findByText(otherEmailTexts.removed)).toBeTruthy()
  expect(removed).toMatchObject([{ params: { userId: '9', id: '5' } }])
})
