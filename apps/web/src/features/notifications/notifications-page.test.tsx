import { type Notification, notifications } from '@escola/contract/notifications.contract'
import { done } from '@escola/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { contextQuery } from '../../session/context.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf } from '../../testing/show-screen.tsx'

const base = {
  subject_id: '1',
  title: 'Pães',
  degree_link: null,
  content_link: null,
  is_read: false,
  utc_created_on: '2026-05-01T15:30:00.000Z',
}

async function open(list: Notification[], shows = true) {
  const server = fakeServer()
  server.on(notifications.list, () => ({ notifications: { list, total: list.length, page: 1, rowsPerPage: 30 } }))
  const reads = server.on(notifications.read, () => done)
  const context = contextOf('student')
  const app = await showApp(server, '/notificacoes', () => ({
    ...context,
    school: { ...context.school!, has_notifications: shows },
    notifications: { unread: list.filter((each) => !each.is_read).length },
  }))
  return { ...app, reads }
}

it('says what happened and leads there; opening it is reading it', async () => {
  const { reads, client } = await open([
    { ...base, kind: 'certificate_issued', subject_id: '3', utc_created_on: '2026-05-03T15:30:00.000Z' },
    { ...base, kind: 'course_published', subject_id: '2', degree_link: 'paes', is_read: true },
    { ...base, kind: 'access_given', title: 'Turma da tarde', is_read: true },
    { ...base, kind: 'course_published', subject_id: '9', title: '', is_read: true },
  ])
  const leads = (text: string) => screen.getByText(text).closest('a')!.getAttribute('href')
  await screen.findByRole('list', { name: 'Notificações' })
  expect(leads('O seu certificado de “Pães” está pronto.')).toBe('/mar/certificados')
  expect(leads('O curso “Pães” acaba de sair.')).toBe('/mar/c/paes')
  expect(leads('Você entrou na turma “Turma da tarde”.')).toBe('/mar/cursos')
  expect(screen.getByText('Este curso não está mais disponível.').closest('a')).toBeNull()
  await waitFor(() => expect(client.getQueryData(contextQuery.queryKey)?.notifications.unread).toBe(0))
  expect(reads.map(({ body }) => body.utc_until)).toEqual(['2026-05-03T15:30:00.000Z'])
  // A new notification counts as seen from the next visit on.
  expect(screen.getByText('Nova:')).toBeTruthy()
})

it('has nothing to read where there is nothing', async () => {
  const { reads } = await open([])
  expect(await screen.findByText('Nada de novo por enquanto.')).toBeTruthy()
  expect(reads).toEqual([])
})

it('is not there where the school shows none', async () => {
  expect((await open([], false)).at()).toBe('/')
})
