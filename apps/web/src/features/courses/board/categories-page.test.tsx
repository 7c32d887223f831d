import { type Category, categories as categoryRoutes, type DegreeSummary } from '@escola/contract/categories.contract'
import { messages } from '@escola/contract/messages'
import { refusals } from '@escola/contract/refusals'
import { looseCategoryTitle, newCategoryTitle } from '@escola/contract/titles'
import { focusManager } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { contextQuery, setViewRole } from '../../../session/context.ts'
import { fakeServer, refuse } from '../../../testing/fake-server.ts'
import { school, showScreen } from '../../../testing/show-screen.tsx'
import { ConfirmHost } from '../../../ui/questions/confirm.ts'
import { courseQueries } from '../courses.queries.ts'
import { sampleCourse } from '../sample-course.ts'
import { CategoriesPage } from './categories-page.tsx'

const course: DegreeSummary = { ...sampleCourse, utc_published_on: null }
const loose: Category = { id: '0', title: looseCategoryTitle, withoutCat: true, degrees: [] }

function boardServer(start: Category[]) {
  let categories = start
  let revision = 1
  const answer = () => ({ categories, revision: String(revision) })
  const server = fakeServer()
  const reads = server.on(categoryRoutes.list, answer)
  const saves = server.on(categoryRoutes.update, ({ body }) => {
    if (body.revision !== String(revision)) return refuse('boardStale', { current: answer() })
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
    revision += 1
    return answer()
  })
  /** Stands in for another tab, or a colleague. */
  const elsewhere = (next: Category[]) => {
    categories = next
    revision += 1
  }
  return { server, saves, reads, elsewhere, titles: () => categories.map(({ title }) => title) }
}
const idiomas: Category = { id: '5', title: 'Idiomas', withoutCat: false, degrees: [course] }
const WithQuestions = () => (
  <>
    <CategoriesPage />
    <ConfirmHost />
  </>
)
const open = () =>
  showScreen({
    at: '/cursos',
    route: '/cursos',
    as: 'admin',
    load: (client) => client.ensureQueryData(courseQueries.categories(school.id)),
    show: () => <WithQuestions />,
  })

it('invites to make the first category, which is named at once', async () => {
  const { saves } = boardServer([loose])
  await open()
  await screen.findByText('Sua escola começa aqui')
  await userEvent.click(screen.getByRole('button', { name: 'Criar Categoria' }))
  const title = await screen.findByLabelText('Título da categoria')
  expect(document.activeElement).toBe(title)
  await userEvent.clear(title)
  await userEvent.type(title, 'Idiomas{Enter}')
  await waitFor(() => expect(saves.at(-1)?.body.categories).toEqual([{ id: '50', title: 'Idiomas', degrees: [] }]))
  expect(title).toHaveProperty('value', 'Idiomas')
  expect(document.activeElement).toBe(title)
})

it('gives an empty title its default back', async () => {
  const { saves } = boardServer([idiomas, loose])
  await open()
  const title = await screen.findByLabelText('Título da categoria')
  await userEvent.clear(title)
  await userEvent.keyboard('{Enter}')
  expect(title).toHaveProperty('value', newCategoryTitle)
  await userEvent.clear(title)
  await userEvent.tab()
  expect(title).toHaveProperty('value', newCategoryTitle)
  await waitFor(() =>
    expect(saves.at(-1)?.body.categories).toEqual([{ id: '5', title: newCategoryTitle, degrees: ['10'] }]),
  )
})

it('saves a new category before a course is made in it', async () => {
  boardServer([idiomas, loose])
  const { path } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Criar Categoria' }))
  const made = await screen.findByRole('article', { name: newCategoryTitle })
  await userEvent.click(within(made).getByRole('button', { name: /^Criar Curso/ }))
  await waitFor(() => expect(path()).toBe('/curso/51/novo'))
})

it('hands the focus on when a category is removed', async () => {
  const culinaria = { ...idiomas, id: '6', title: 'Culinária', degrees: [] }
  boardServer([idiomas, culinaria, { ...loose, degrees: [{ ...course, id: '11', link: 'frances', title: 'Francês' }] }])
  await open()
  const remove = async (title: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Ações da categoria ${title}` }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Apagar categoria' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Apagar' }))
    await waitFor(() => expect(screen.queryByRole('article', { name: title })).toBeNull())
  }
  await remove('Idiomas')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ações da categoria Culinária' }))
  await remove('Culinária')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Francês' }))
})

it('hands the focus to the way to a new one when the last category is removed', async () => {
  boardServer([{ ...idiomas, degrees: [] }])
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Ações da categoria Idiomas' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Apagar categoria' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Apagar' }))
  expect(await screen.findByText('Sua escola começa aqui')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Criar Categoria')
})

it('shows a course with its badges and leads to it', async () => {
  boardServer([idiomas, loose])
  await open()
  const card = await screen.findByRole('link', { name: 'Inglês' })
  expect(card.getAttribute('href')).toBe('/c/ingles')
  expect(screen.getByText('rascunho')).toBeTruthy()
  expect(screen.queryByText(looseCategoryTitle)).toBeNull()
})

it('keeps what was added elsewhere meanwhile, and saves its own change on top', async () => {
  const { saves, elsewhere, titles } = boardServer([idiomas, loose])
  await open()
  const title = await screen.findByLabelText('Título da categoria')
  const added = { ...course, id: '11', title: 'Francês', link: 'frances' }
  elsewhere([{ ...idiomas, degrees: [course, added] }, { ...idiomas, id: '6', title: 'Culinária', degrees: [] }, loose])
  await userEvent.clear(title)
  await userEvent.type(title, 'Línguas{Enter}')
  await screen.findByText('Salvo')
  expect(saves.at(-1)?.body.categories).toEqual([
    { id: '5', title: 'Línguas', degrees: ['10', '11'] },
    { id: '6', title: 'Culinária', degrees: [] },
  ])
  expect(titles()).toEqual(['Línguas', 'Culinária', looseCategoryTitle])
  expect(screen.getByRole('link', { name: 'Francês' })).toBeTruthy()
})

it('shows what was added elsewhere when the window is looked at again', async () => {
  const { elsewhere } = boardServer([idiomas, loose])
  const { client } = await open()
  await screen.findByRole('article', { name: 'Idiomas' })
  elsewhere([idiomas, { ...idiomas, id: '6', title: 'Culinária', degrees: [] }, loose])
  await client.invalidateQueries({ refetchType: 'none' })
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await screen.findByRole('article', { name: 'Culinária' })
  focusManager.setFocused(undefined)
})

it('keeps a board without a connection until the next visit', async () => {
  const { server } = boardServer([idiomas, loose])
  const tries = server.on(categoryRoutes.update, () => Promise.reject(new TypeError('Failed to fetch')))
  await open()
  const title = await screen.findByLabelText('Título da categoria')
  await userEvent.setup({ delay: null }).type(title, ' e mais{Enter}')
  await screen.findByText(messages.offline)
  const before = tries.length
  cleanup()
  await waitFor(() => expect(tries).toHaveLength(before + 1))

  const next = boardServer([idiomas, loose])
  await open()
  await waitFor(() => expect(next.titles()).toEqual(['Idiomas e mais', looseCategoryTitle]))
})

it('says why the board could not be saved and tries again when told so', async () => {
  const { server, saves } = boardServer([idiomas, loose])
  const refused = server.on(categoryRoutes.update, () => refuse('categoryTitleLong'))
  await open()
  await userEvent.type(await screen.findByLabelText('Título da categoria'), '!{Enter}')
  await screen.findByText(`Não foi possível salvar: ${refusals.categoryTitleLong}`)
  const tries = refused.length
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  await waitFor(() => expect(refused.length).toBeGreaterThan(tries))
  expect(saves).toHaveLength(0)
})

it('sends what is changed during a save once that is answered, all of it at once', async () => {
  const { server, saves, titles } = boardServer([idiomas, loose])
  await open()
  const answers: (() => void)[] = []
  const held = server.on<typeof categoryRoutes.update>(categoryRoutes.update, async ({ body }) => {
    await new Promise<void>((resolve) => answers.push(resolve))
    const degrees = [course]
    return {
      categories: [
        ...body.categories.map((one, at) => ({
          id: one.id ?? String(50 + at),
          title: one.title,
          withoutCat: false,
          degrees: degrees.filter(({ id }) => one.degrees.includes(id)),
        })),
        loose,
      ],
      revision: String(answers.length + 1),
    }
  })
  const title = await screen.findByLabelText('Título da categoria')
  // Typed without a pause: a title is sent half a second after a key, however busy the machine is.
  const { type } = userEvent.setup({ delay: null })
  await type(title, ' 1{Enter}')
  await waitFor(() => expect(held).toHaveLength(1))
  await type(title, '2{Enter}')
  await type(title, '3{Enter}')
  expect(held).toHaveLength(1)
  answers[0]!()
  await waitFor(() => expect(held).toHaveLength(2))
  answers[1]!()
  await screen.findByText('Salvo')
  expect(held.map(({ body }) => body.categories[0]!.title)).toEqual(['Idiomas 1', 'Idiomas 123'])
  expect([saves, titles()]).toEqual([[], ['Idiomas', looseCategoryTitle]])
})

it('waits for a save under way before the page of a new course opens', async () => {
  const { server } = boardServer([idiomas, loose])
  const { path } = await open()
  const answer = Promise.withResolvers<void>()
  const held = server.on(categoryRoutes.update, async ({ body }) => {
    await answer.promise
    return { categories: [{ ...idiomas, title: body.categories[0]!.title }, loose], revision: '2' }
  })
  await userEvent.type(await screen.findByLabelText('Título da categoria'), '!{Enter}')
  await waitFor(() => expect(held).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: /^Criar Curso/ }))
  expect(path()).toBe('/cursos')
  answer.resolve()
  await waitFor(() => expect(path()).toBe('/curso/5/novo'))
})

it('changes nothing for an administrator who looks as a student does', async () => {
  const { saves, titles } = boardServer([idiomas, loose])
  await open()
  const title = await screen.findByLabelText('Título da categoria')
  act(() => setViewRole('7', 'student'))
  await userEvent.type(title, '!{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Criar Categoria' }))
  act(() => setViewRole('7', 'admin'))
  expect(title).toHaveProperty('value', 'Idiomas')
  await userEvent.type(title, '?{Enter}')
  await waitFor(() => expect(titles()).toEqual(['Idiomas?', looseCategoryTitle]))
  expect(saves).toHaveLength(1)
})

it('shows the courses of a franchise locked, and leads to what students see of them', async () => {
  boardServer([idiomas, loose])
  const { client } = await open()
  const published = { utc_published_on: '2026-01-02T00:00:00.000Z', isDraft: false }
  const franchise: DegreeSummary = { ...course, ...published, id: '90', link: 'matriz', title: 'Curso da matriz' }
  const templateSchools = [
    { id: '8', name: 'Rede do Pão', categories: [{ ...idiomas, id: '80', degrees: [franchise] }] },
  ]
  act(() => client.setQueryData(contextQuery.queryKey, (context) => context && { ...context, templateSchools }))
  const school = within(await screen.findByRole('region', { name: 'Rede do Pão' }))
  expect(school.getByText('Franquia')).toBeTruthy()
  expect(school.getByRole('link', { name: 'Curso da matriz' }).getAttribute('href')).toBe('/c/matriz?student=1')
  expect(school.queryByRole('button')).toBeNull()
})
