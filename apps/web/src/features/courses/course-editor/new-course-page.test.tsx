import { categories } from '@escola/contract/categories.contract'
import { courses } from '@escola/contract/courses.contract'
import { errors } from '@escola/contract/errors'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../../testing/fake-server.ts'
import { showPage } from '../../../testing/show-app.tsx'
import { showScreen } from '../../../testing/show-screen.tsx'
import { courseQueries } from '../courses.queries.ts'
import { sampleCourse } from '../sample-course.ts'
import { NewCoursePage } from './new-course-page.tsx'

const answer = { degree: sampleCourse, school: { categories: [], revision: '2' } }
const open = () =>
  showScreen({
    at: '/curso/5/novo',
    route: '/curso/$categoryId/novo',
    as: 'admin',
    show: ({ categoryId }) => <NewCoursePage categoryId={categoryId!} />,
  })

it('makes one course and opens it to be named', async () => {
  const saves = fakeServer().on(courses.save, () => answer)
  const { path, router, client } = await open()
  await waitFor(() => expect(path()).toBe('/c/ingles'))
  expect(router.state.location.state.isNew).toBe(true)
  expect(saves.map(({ body }) => body)).toEqual([{ categoryId: '5' }])
  expect(client.getQueryData(courseQueries.categories('7').queryKey)).toEqual(answer.school)
})

it('leaves alone whoever left meanwhile, and nothing behind', async () => {
  const pending = Promise.withResolvers<typeof answer>()
  const server = fakeServer()
  server.on(courses.save, () => pending.promise)
  const removals = server.on(courses.remove, () => answer.school)
  const { path, client } = await open()
  await userEvent.click(await screen.findByRole('link', { name: 'Meus cursos' }))
  await waitFor(() => expect(path()).toBe('/cursos'))
  pending.resolve(answer)
  await waitFor(() => expect(client.isMutating()).toBe(0))
  await waitFor(() => expect(removals.map(({ body }) => body)).toEqual([{ id: '10', version: 1 }]))
  expect(path()).toBe('/cursos')
})

it('says why no course was made, and makes one when it is asked again', async () => {
  const server = fakeServer()
  server.on(courses.save, () => refuse('unavailable'))
  const { path } = await open()
  expect(await screen.findByText(errors.unavailable.pt)).toBeTruthy()
  const saves = server.on(courses.save, () => answer)
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  await waitFor(() => expect(path()).toBe('/c/ingles'))
  expect(saves).toHaveLength(1)
})

it.each([
  ['goes when it is left as it was made', undefined, [{ id: '10', version: 1 }]],
  ['stays with what was written in it', 'Do zero', []],
])('a new course %s', async (_, text, removed) => {
  const server = fakeServer()
  server.on(courses.save, ({ body }) => ({ ...answer, degree: { ...sampleCourse, version: body.id ? 2 : 1 } }))
  server.on(courses.get, () => ({ degree: sampleCourse }))
  server.on(categories.list, () => answer.school)
  const removals = server.on(courses.remove, () => answer.school)
  const { at } = await showPage(server, '/curso/5/novo')
  await userEvent.click(await screen.findByRole('link', { name: 'Pré-visualizar' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Voltar a editar' }))
  if (text) await userEvent.type(await screen.findByLabelText('Título da descrição'), text)
  await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Meus cursos' }))
  await waitFor(() => expect(at()).toBe('/cursos'))
  expect(removals.map(({ body }) => body)).toEqual(removed)
})
