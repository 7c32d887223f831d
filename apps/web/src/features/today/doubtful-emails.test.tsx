import { students } from '@escola/contract/students.contract'
import { today } from '@escola/contract/today.contract'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { quietHome, quietToday } from '../../testing/quiet-home.ts'
import { showPage } from '../../testing/show-app.tsx'

it('asks about e-mails of buyers that are probably mistyped, leads to their correction, and asks no longer once one is right', async () => {
  const doubtful = {
    user_link: 'rita',
    user_name: 'Rita Melo',
    email: 'rita@gmial.com',
    suggestion: 'rita@gmail.com',
  }
  const server = quietHome(fakeServer())
  server.on(today.get, () => ({ ...quietToday, doubtful_emails: { total: 1, list: [doubtful] } }))
  await showPage(server, '/')
  const emails = within(await screen.findByRole('region', { name: '1 e-mail de quem comprou parece errado' }))
  expect(emails.getByText('rita@gmial.com · e-mail parece errado: @gmail.com?')).toBeTruthy()
  const correct = emails.getByRole('link', { name: 'Corrigir o e-mail de Rita Melo' })
  expect(correct).toMatchObject({ pathname: '/mar/aluno/rita', search: '?corrigir=email' })
  const confirmed = server.on(students.confirmEmail, () => {
    server.on(today.get, () => quietToday)
    return done
  })
  await userEvent.click(emails.getByRole('button', { name: 'O e-mail está certo: Rita Melo' }))
  expect(await screen.findByText('O e-mail de Rita Melo fica como está.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/parece errado/)).toBeNull())
  expect(confirmed).toMatchObject([{ params: { link: 'rita' }, body: { email: 'rita@gmial.com' } }])
})
