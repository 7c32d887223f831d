import { belowZeroText } from '@escola/contract/billing-texts'
import { type NoticeKind, noticeKinds, notices } from '@escola/contract/notices.contract'
import { type Notification, notifications } from '@escola/contract/notifications.contract'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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
  person: '',
  count: 1,
  school_gateway_id: null,
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
    { ...base, kind: 'modules_opened', subject_id: '5', degree_link: 'paes', is_read: true },
  ])
  const leads = (text: string) => screen.getByText(text).closest('a')!.getAttribute('href')
  await screen.findByRole('list', { name: 'Notificações' })
  expect(leads('O seu certificado de “Pães” está pronto.')).toBe('/mar/certificados')
  expect(leads('Curso novo: “Pães”.')).toBe('/mar/c/paes')
  expect(leads('Você entrou na turma “Turma da tarde”.')).toBe('/mar/cursos')
  expect(leads('Tem módulo novo liberado em “Pães”.')).toBe('/mar/c/paes')
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

const switchesOf = (off: NoticeKind[] = []) => ({
  switches: noticeKinds.map((kind) => ({ kind, is_on: !off.includes(kind) })),
})

it('tells administrators of the school’s work, whatever students are shown, and lets them switch kinds off', async () => {
  const list: Notification[] = [
    { ...base, kind: 'question_asked', person: 'Ana', title: 'Sova' },
    { ...base, kind: 'sale_unmatched', count: 3, title: 'Formação' },
    { ...base, kind: 'sale_without_email', person: 'Rita', title: 'Formação' },
    { ...base, kind: 'import_ended', title: 'alunos.csv', school_gateway_id: '3' },
    { ...base, kind: 'course_first_completed', title: 'Pães', degree_link: 'paes' },
    { ...base, kind: 'certificate_failed', person: 'Rita', title: 'Pães' },
    { ...base, kind: 'certificate_failed', subject_id: '2', title: '' },
    { ...base, kind: 'balance_below_zero', title: '-R$ 4,00' },
    { ...base, kind: 'balance_below_zero', subject_id: '2', title: '' },
  ]
  const server = fakeServer()
  server.on(notifications.list, () => ({ notifications: { list, total: list.length, page: 1, rowsPerPage: 30 } }))
  server.on(notifications.read, () => done)
  server.on(notices.switches, () => switchesOf())
  const saved = server.on(notices.save, () => done)
  await showApp(server, '/notificacoes', () => contextOf('admin'))
  const leads = async (text: string) => (await screen.findByText(text)).closest('a')?.getAttribute('href')
  expect(await leads('Ana perguntou em “Sova”.')).toBe('/mar/comunidade')
  expect(await leads('3 vendas sem turma.')).toBe('/mar/vendas?state=unmatched')
  expect(await leads('Rita comprou “Formação” sem um e-mail que funcione.')).toBe('/mar/vendas?state=no_email')
  expect(await leads('A importação de alunos.csv terminou.')).toBe('/mar/turma/3?tab=importacoes')
  expect(await leads('O curso “Pães” foi concluído pela primeira vez.')).toBe('/mar/c/paes')
  expect(await leads('O certificado de Rita em “Pães” não pôde ser gerado.')).toBeUndefined()
  expect(screen.getByText('Certificados que não puderam ser gerados: já resolvido.')).toBeTruthy()
  expect(await leads(`O saldo da escola está em -R$ 4,00. ${belowZeroText}`)).toBe('/mar/low-balance')
  expect(await leads('Saldo abaixo de zero: já resolvido.')).toBe('/mar/low-balance')
  const banner = within(screen.getByRole('banner'))
  expect(banner.getByRole('link', { name: 'Notificações' })).toHaveProperty('pathname', '/mar/notificacoes')
  server.on(notices.switches, () => switchesOf(['question_asked']))
  await userEvent.click(screen.getByRole('switch', { name: 'Perguntas novas' }))
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Perguntas novas' })).toHaveProperty('checked', false))
  expect(saved.map(({ body }) => body)).toEqual([{ kind: 'question_asked', is_on: false }])
})

it('switches a kind off behind a mailed link by a button alone, without a session', async () => {
  const server = fakeServer()
  server.on(notices.byLink, () => switchesOf())
  const calls = server.on(notices.switchOff, () => done)
  await showApp(server, '/avisos/9.abc', () => contextOf('visitor'))
  const button = await screen.findByRole('button', { name: 'Não avisar mais: Vendas sem turma' })
  expect(calls).toEqual([])
  server.on(notices.byLink, () => switchesOf(['sale_unmatched']))
  await userEvent.click(button)
  expect(await screen.findByText('Desligado')).toBeTruthy()
  expect(calls).toMatchObject([{ params: { token: '9.abc' }, body: { kind: 'sale_unmatched' } }])
})
