import { categories } from '@escola/contract/categories.contract'
import { copies } from '@escola/contract/copies.contract'
import { courses, type Degree } from '@escola/contract/courses.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'
import { sampleCourse, sampleLesson } from './sample-course.ts'

const other: Degree = {
  ...sampleCourse,
  id: '11',
  link: 'frances',
  title: 'Francês',
  modules: [{ ...sampleCourse.modules[0]!, id: '21', title: 'Primeiros passos', content: [] }],
}
const copied: Degree = { ...sampleCourse, id: '12', link: 'ingles-copia', title: 'Inglês (cópia)' }
const board = {
  categories: [{ id: '5', title: 'Idiomas', withoutCat: false, degrees: [sampleCourse, other] }],
  revision: '1',
}

async function open(path: string) {
  const server = fakeServer()
  server.on(courses.get, ({ params }) => ({
    degree: [sampleCourse, other, copied].find(({ link }) => link === params.link)!,
  }))
  server.on(lessons.get, () => ({ content: sampleLesson, degree: sampleCourse }))
  server.on(categories.list, () => board)
  return { server, ...(await showPage(server, path)) }
}

it('copies a course and leads to the copy', async () => {
  const { server, router } = await open('/c/ingles')
  const calls = server.on(copies.course, () => ({ school: board, degree: copied }))
  await userEvent.click(await screen.findByRole('button', { name: 'Mais ações do curso' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Duplicar curso' }))
  await screen.findByText('Curso duplicado. A cópia é um rascunho')
  await waitFor(() => expect(router.history.location.pathname).toBe('/mar/c/ingles-copia'))
  expect(calls.map(({ body }) => body)).toEqual([{ id: '10' }])
  await waitFor(() => expect(screen.getByLabelText('Título do curso')).toHaveProperty('value', 'Inglês (cópia)'))
})

it('copies a module into another course', async () => {
  const { server } = await open('/c/ingles')
  const calls = server.on(copies.module, () => ({ school: board, degree: other }))
  const [module] = sampleCourse.modules
  await userEvent.click(await screen.findByRole('button', { name: /^Ações de / }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Copiar módulo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Copiar módulo' }))
  await userEvent.selectOptions(await dialog.findByLabelText('Curso'), await dialog.findByText('Francês'))
  await userEvent.click(dialog.getByRole('button', { name: 'Copiar' }))
  await screen.findByText('Cópia criada em “Francês”')
  expect(calls.map(({ body }) => body)).toEqual([{ id: module!.id, degree_id: '10', to_degree_id: '11' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('copies a lesson into a module of its own course or of another one', async () => {
  const { server } = await open(`/c/ingles/${sampleLesson.link}`)
  const calls = server.on(copies.lesson, ({ body }) => ({
    school: board,
    degree: body.to_degree_id === '11' ? other : { ...sampleCourse, version: 2 },
  }))
  const copyTo = async (course?: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Copiar esta aula' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Copiar aula' }))
    if (course) {
      await userEvent.selectOptions(await dialog.findByLabelText('Curso'), await dialog.findByText(course))
      await dialog.findByText('Primeiros passos')
    }
    await userEvent.click(dialog.getByRole('button', { name: 'Copiar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await copyTo()
  await screen.findByText('Cópia criada')
  await copyTo('Francês')
  await screen.findByText('Cópia criada em “Francês”')
  const { id } = sampleLesson
  expect(calls.map(({ body }) => body)).toEqual([
    { id, degree_id: '10', to_degree_id: '10', to_module_id: '20' },
    { id, degree_id: '10', to_degree_id: '11', to_module_id: '21' },
  ])
})
