import { learning } from '@escola/contract/learning.contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'
import { card } from './sample-course.ts'

const categories = [
  {
    id: '5',
    title: 'Navegação',
    degrees: [
      card({ id: '1', link: 'a', title: 'Nós', state: 'start' }),
      card({ id: '2', link: 'b', title: 'Ventos', state: 'continue', progress: '33.33' }),
    ],
  },
  { id: '6', title: 'Cozinha', degrees: [card({ id: '3', link: 'c', title: 'Pão de bordo', state: 'done' })] },
]

async function open(at: string) {
  const server = fakeServer()
  server.on(learning.home, () => ({ categories }))
  return showPage(server, at, 'student')
}
const titles = () =>
  within(screen.getByRole('region', { name: /cursos?$/ }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)

it('lists all courses, and those of a state', async () => {
  await open('/cursos')
  expect(await screen.findByText('3 cursos')).toBeTruthy()
  expect(titles()).toEqual(['Nós', 'Ventos', 'Pão de bordo'])
  const pills = within(screen.getByRole('navigation', { name: 'Situação' }))
  expect(pills.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Todos',
    'Em andamento',
    'Não iniciados',
    'Concluídos',
  ])
  await userEvent.click(pills.getByRole('link', { name: 'Concluídos' }))
  await vi.waitFor(() => expect(titles()).toEqual(['Pão de bordo']))
})

it('finds courses by words of title and category, with or without accents', async () => {
  const { at } = await open('/cursos')
  await userEvent.type(await screen.findByRole('searchbox'), 'pao cozinha')
  await vi.waitFor(() => expect(titles()).toEqual(['Pão de bordo']))
  // A busy machine may search for the first letters already.
  await vi.waitFor(() => expect(at()).toContain('search=pao'))
})

it('offers all courses where none is found', async () => {
  await open('/cursos?search=nada')
  expect(await screen.findByText('Nenhum curso assim')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Ver todos os cursos' }))
  expect(await screen.findByText('3 cursos')).toBeTruthy()
})
