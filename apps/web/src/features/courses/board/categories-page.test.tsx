import { type Category, courses, type DegreeSummary } from '@escola/contract/courses.contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../../testing/fake-server.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { sampleCourse } from '../sample-course.ts'
import { CategoriesPage } from './categories-page.tsx'

const course: DegreeSummary = { ...sampleCourse, utc_published_on: null }
const loose: Category = { id: '0', title: 'Cursos sem categoria', withoutCat: true, degrees: [] }

function boardServer(start: Category[]) {
  let categories = start
  const server = fakeServer()
  server.on(courses.listCategories, () => ({ categories }))
  const saves = server.on(courses.updateCategories, ({ body }) => {
    const degrees = categories.flatMap((category) => category.degrees)
    categories = [
      ...body.categories.map(({ id, title, degrees: ids }, at) => ({
        id: id ?? String(50 + at),
        title,
        withoutCat: false,
        degrees: degrees.filter((degree) => ids.includes(degree.id)),
      })),
      loose,
    ]
    return { categories }
  })
  return saves
}
const open = () => showScreen({ at: '/cursos', route: '/cursos', as: 'admin', show: () => <CategoriesPage /> })

it('invites to make the first category, which is named at once', async () => {
  const saves = boardServer([loose])
  await open()
  await screen.findByText('Sua escola começa aqui')
  await userEvent.click(screen.getByRole('button', { name: 'Criar Categoria' }))
  const title = await screen.findByLabelText('Título da categoria')
  expect(document.activeElement).toBe(title)
  await userEvent.clear(title)
  await userEvent.type(title, 'Idiomas{Enter}')
  await waitFor(() => expect(saves.at(-1)?.body.categories).toEqual([{ id: '50', title: 'Idiomas', degrees: [] }]))
  expect(title).toHaveProperty('value', 'Idiomas')
})

it('gives an empty title its default back', async () => {
  const saves = boardServer([{ id: '5', title: 'Idiomas', withoutCat: false, degrees: [course] }, loose])
  await open()
  const title = await screen.findByLabelText('Título da categoria')
  await userEvent.clear(title)
  await userEvent.tab()
  expect(title).toHaveProperty('value', 'Nova categoria')
  await waitFor(() =>
    expect(saves.at(-1)?.body.categories).toEqual([{ id: '5', title: 'Nova categoria', degrees: ['10'] }]),
  )
})

it('saves a new category before a course is made in it', async () => {
  boardServer([{ id: '5', title: 'Idiomas', withoutCat: false, degrees: [course] }, loose])
  const { path } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Criar Categoria' }))
  const made = await screen.findByRole('article', { name: 'Nova categoria' })
  await userEvent.click(within(made).getByRole('button', { name: /^Criar Curso/ }))
  await waitFor(() => expect(path()).toBe('/curso/51/novo'))
})

it('shows a course with its badges and leads to it', async () => {
  boardServer([{ id: '5', title: 'Idiomas', withoutCat: false, degrees: [course] }, loose])
  await open()
  const card = await screen.findByRole('link', { name: 'Inglês' })
  expect(card.getAttribute('href')).toBe('/c/ingles')
  expect(screen.getByText('rascunho')).toBeTruthy()
  expect(screen.queryByText('Cursos sem categoria')).toBeNull()
})
