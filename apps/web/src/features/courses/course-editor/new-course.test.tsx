import { categories } from '@escola/contract/categories.contract'
import { courses } from '@escola/contract/courses.contract'
import { messages } from '@escola/contract/messages'
import { newCourseTitle, pageTitles } from '@escola/contract/titles'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../../testing/fake-server.ts'
import { showPage } from '../../../testing/show-app.tsx'
import { courseQueries } from '../courses.queries.ts'
import { sampleCourse } from '../sample-course.ts'

const board = { categories: [], revision: '2' }
const made = { degree: { ...sampleCourse, title: 'A', modules: [] }, school: board }

async function open() {
  const server = fakeServer()
  server.on(categories.list, () => board)
  const saves = server.on(courses.save, ({ body }) => ({
    ...made,
    degree: { ...made.degree, title: body.title ?? newCourseTitle, version: (body.version ?? 0) + 1 },
  }))
  const app = await showPage(server, '/curso/5/novo')
  // A skeleton stands in at once for a page that loads, like on the slowest device.
  app.router.options.defaultPendingMs = 0
  const title = await screen.findByLabelText('Título do curso')
  /** Path that the browser shows, without the school's own path before it. */
  const address = () => app.router.history.location.pathname
  const leave = () => userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: pageTitles.courses }))
  return { ...app, server, saves, title, address, leave }
}

it('opens the editor with nothing made, and leaves nothing when it is left', async () => {
  const { saves, title, address, leave, at } = await open()
  expect(address()).toBe('/mar/curso/5/novo')
  expect(screen.getByText(messages.creatingCourse)).toBeTruthy()
  expect(document.activeElement).toBe(title)
  await userEvent.tab()
  await leave()
  await waitFor(() => expect(at()).toBe('/cursos'))
  expect(saves).toEqual([])
})

it('makes one course with the first change, and goes on under its address where it is', async () => {
  const { server, saves, title, address, router, client } = await open()
  const answers: ((answer: typeof made) => void)[] = []
  const held = server.on(courses.save, () => new Promise<typeof made>((resolve) => answers.push(resolve)))
  // The title changes at once: letters that come slowly are several changes.
  fireEvent.change(title, { target: { value: 'A' } })
  await waitFor(() => expect(held).toHaveLength(1))
  await userEvent.type(title, 'B')
  expect(screen.getByText(messages.creatingCourse)).toBeTruthy()
  answers[0]!(made)
  await waitFor(() => expect(address()).toBe('/mar/c/ingles'))
  expect(screen.queryByText(messages.creatingCourse)).toBeNull()
  expect(document.activeElement).toBe(title)
  expect(title).toHaveProperty('value', 'AB')
  await waitFor(() => expect(held).toHaveLength(2))
  expect(held.map(({ params, body }) => [params.link, body])).toEqual([
    ['0', { categoryId: '5', title: 'A' }],
    ['ingles', { id: '10', version: 1, title: 'AB' }],
  ])
  expect(client.getQueryData(courseQueries.categories('7').queryKey)).toEqual(board)
  answers[1]!({ ...made, degree: { ...made.degree, title: 'AB', version: 2, link: 'ab' } })
  await waitFor(() => expect(address()).toBe('/mar/c/ab'))
  expect(document.activeElement).toBe(title)
  expect(router.history.length).toBe(1)
  expect(saves).toEqual([])
})

it('asks for the same course again when the answer got lost, and writes into it what was typed since', async () => {
  const { server, title, address } = await open()
  server.on(courses.save, () => Promise.reject(new TypeError('Failed to fetch')))
  fireEvent.change(title, { target: { value: 'Novo curso A' } })
  await screen.findByText(messages.offline)
  const saves = server.on(courses.save, ({ body }) => {
    const title = body.id ? body.title! : 'Novo curso A'
    return { ...made, degree: { ...made.degree, title, version: (body.version ?? 0) + 1 } }
  })
  // Changed in one go: the editor asks again by itself some seconds after a failure.
  fireEvent.change(title, { target: { value: 'Novo curso AB' } })
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(address()).toBe('/mar/c/ingles'))
  expect(saves.map(({ body }) => body.title)).toEqual(['Novo curso AB', 'Novo curso AB'])
  expect(await screen.findByText('Salvo')).toBeTruthy()
})

it('says why no course was made, and makes one when it is asked again', async () => {
  const { server, title, address } = await open()
  server.on(courses.save, () => refuse('courseTextLong'))
  await userEvent.type(title, '!')
  const alert = await screen.findByRole('alert')
  const saves = server.on(courses.save, () => made)
  await userEvent.click(within(alert).getByRole('button', { name: 'Tentar de novo' }))
  await waitFor(() => expect(address()).toBe('/mar/c/ingles'))
  expect(saves[0]?.body).toEqual({ categoryId: '5', title: 'Novo curso!' })
})

it('leaves alone an author who left meanwhile', async () => {
  const { server, title, leave, at, client } = await open()
  const pending = Promise.withResolvers<typeof made>()
  const held = server.on(courses.save, () => pending.promise)
  await userEvent.type(title, '!')
  await leave()
  await waitFor(() => expect(held).toHaveLength(1))
  pending.resolve({ ...made, degree: { ...made.degree, title: 'Novo curso!' } })
  await waitFor(() => expect(at()).toBe('/cursos'))
  expect(client.isMutating()).toBe(0)
})
