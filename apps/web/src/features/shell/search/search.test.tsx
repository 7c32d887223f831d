import { learning } from '@escola/contract/learning.contract'
import type { Context } from '@escola/contract/schools.contract'
import { type Found, search, searchTexts } from '@escola/contract/search.contract'
import { pageTitles } from '@escola/contract/titles'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../../testing/fake-server.ts'
import { quietHome } from '../../../testing/quiet-home.ts'
import { showApp } from '../../../testing/show-app.tsx'
import { nowhere, school, student } from '../../../testing/show-screen.tsx'
import { acts, adminPlaces, findPlaces, ownPlaces } from './places.ts'

const none: Found = { students: [], purchases: [], degrees: [], contents: [], school_gateways: [] }
const bread: Found = {
  ...none,
  students: [{ link: 'olivia', name: 'Olívia Pão', email: 'olivia@mar.example' }],
  purchases: [{ transaction: 'HP123', buyer_name: 'Olívia', student_link: '' }],
  degrees: [{ link: 'paes', title: 'Pães' }],
  contents: [{ link: 'aula-1', title: 'Pão de forma', degree_link: 'paes', degree_title: 'Pães' }],
  school_gateways: [{ id: '5', title: 'Padeiros' }],
}

async function open(role: ('admin' | 'student')[], found = none) {
  const server = quietHome(fakeServer())
  server.on(learning.home, () => ({ categories: [] }))
  const asked = server.on(search.everything, () => found)
  const context: Context = { ...nowhere, user: student, school: { ...school, role } }
  const app = await showApp(server, '/', () => (role.length > 0 ? context : { ...context, user: null }))
  await screen.findByRole('navigation', { name: 'Menu principal' })
  return { ...app, asked }
}
const shown = () =>
  within(screen.getByRole('listbox', { name: 'Resultados' }))
    .getAllByRole('group')
    .map((group) => [group.ariaLabel ?? group.getAttribute('aria-label'), within(group).getAllByRole('option').length])

it('opens by its key, finds all kinds of things, and opens the first by Enter', async () => {
  const { at, asked } = await open(['admin'], bread)
  const user = userEvent.setup()
  await user.keyboard('/')
  const field = await screen.findByRole('combobox', { name: searchTexts.placeholder })
  expect(screen.getByRole('dialog', { name: searchTexts.title })).toBeTruthy()
  // Letters that come slowly are several searches.
  fireEvent.change(field, { target: { value: 'pão' } })
  const first = await screen.findByRole('option', { name: /Olívia Pão/ })
  expect(shown()).toEqual([
    [pageTitles.students, 1],
    ['Vendas recebidas', 1],
    ['Cursos', 1],
    ['Aulas', 1],
    [pageTitles.cohorts, 1],
  ])
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('5 resultados'))
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(first.id))
  expect(asked.map(({ query }) => query)).toEqual([{ q: 'pão', view: 'admin' }])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(at()).toBe('/aluno/olivia'))
})

it('finds acts and settings by their words, and a sale without a student in the list of sales', async () => {
  const { at } = await open(['admin'], { ...none, purchases: bread.purchases })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: searchTexts.title }))
  const field = await screen.findByRole('combobox')
  expect(screen.getByText(searchTexts.hint)).toBeTruthy()
  await user.type(field, 'importar')
  expect(await screen.findByRole('option', { name: /Importar alunos/ })).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'dominio')
  expect(await screen.findByRole('option', { name: pageTitles.settings })).toBeTruthy()
  await user.click(await screen.findByRole('option', { name: /HP123/ }))
  await waitFor(() => expect(at()).toBe('/vendas?search=HP123'))
})

it('offers a student what students open, by Ctrl K, and no act of the school', async () => {
  const { asked } = await open(['student'])
  const user = userEvent.setup()
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: searchTexts.ofStudent })
  fireEvent.change(field, { target: { value: 'criar' } })
  expect(await screen.findByText(searchTexts.none)).toBeTruthy()
  expect(asked.map(({ query }) => query)).toEqual([{ q: 'criar', view: 'student' }])
})

it('is not there for a visitor', async () => {
  await open([])
  await userEvent.keyboard('/')
  expect(screen.queryByRole('button', { name: searchTexts.title })).toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
})

it('leads to pages that exist', async () => {
  const { router } = await open(['admin'])
  for (const { to } of [...acts, ...adminPlaces, ...ownPlaces]) expect(router.routesByPath).toHaveProperty([to])
  expect(findPlaces(adminPlaces, 'nada disso')).toEqual([])
})
