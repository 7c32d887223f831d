import { karma } from '@escola/contract/karma.contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

const entry = {
  reason: 'lesson',
  points: 10,
  title: 'A sova',
  degree_title: 'Pães',
  degree_link: 'paes',
  utc_created_on: '2026-05-01T15:30:00.000Z',
} as const
const serverWith = (...list: (typeof karma.entries.response)['_output']['entries']['list']) => {
  const server = fakeServer()
  const calls = server.on(karma.entries, () => ({
    karma: list.reduce((sum, { points }) => sum + points, 0),
    entries: { list, total: list.length, page: 1, rowsPerPage: 30 },
  }))
  return { server, calls }
}

it('says what earned a student their points, what took them back, and leads there', async () => {
  const { server } = serverWith(
    { ...entry, reason: 'course', points: 100, title: 'Pães' },
    { ...entry, points: -10 },
    { ...entry, title: '', degree_title: '', degree_link: null },
    { ...entry, reason: 'question', points: 5 },
    { ...entry, reason: 'exam', points: 20 },
    { ...entry, reason: 'question', points: -5 },
    { ...entry, reason: 'question', points: -5, title: '', degree_title: '', degree_link: null },
  )
  await showPage(server, '/pontos', 'student')
  const list = await screen.findByRole('list', { name: 'De onde vieram' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Curso concluídoPães01/05/2026, 12:30+100 pontos',
    'Aula desmarcadaA sovaPães · 01/05/2026, 12:30−10 pontos',
    'Aula concluídaUma aula que não existe mais01/05/2026, 12:30+10 pontos',
    'Pergunta respondidaA sovaPães · 01/05/2026, 12:30+5 pontos',
    'Aprovação em avaliaçãoA sovaPães · 01/05/2026, 12:30+20 pontos',
    'Resposta retiradaA sovaPães · 01/05/2026, 12:30−5 pontos',
    'Pergunta excluídaUma pergunta que não existe mais01/05/2026, 12:30−5 pontos',
  ])
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/mar/c/paes', '/mar/c/paes', '/mar/c/paes', '/mar/c/paes', '/mar/c/paes'])
})

it('says how to begin to a student who has none', async () => {
  await showPage(serverWith().server, '/pontos', 'student')
  expect(await screen.findByText('Você ainda não tem pontos.')).toBeTruthy()
  expect(screen.getByText('Sensei')).toBeTruthy()
})

it('of an administrator are the points of the school', async () => {
  const { server, calls } = serverWith()
  await showPage(server, '/pontos', 'admin')
  expect(await screen.findByRole('heading', { name: 'Pontos da escola' })).toBeTruthy()
  expect(calls).toEqual([])
})
