import { categories } from '@escola/contract/categories.contract'
import { courses } from '@escola/contract/courses.contract'
import { errors } from '@escola/contract/errors'
import { learning } from '@escola/contract/learning.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fail, fakeServer, refuse } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'
import { sampleCourse } from './sample-course.ts'

const schoolServer = () => {
  const server = fakeServer()
  server.on(categories.list, () => ({ categories: [], revision: '1' }))
  return server
}

it.each(['/c/nada', '/c/nada/20/nova-aula'])(
  'leads from %s, where no course is, to the others, and says so',
  async (path) => {
    const server = schoolServer()
    server.on(courses.get, () => refuse('courseUnknown'))
    const { at } = await showPage(server, path)
    await waitFor(() => expect(at()).toBe('/cursos'))
    expect(await screen.findByText(errors.degree_not_found.pt)).toBeTruthy()
  },
)

it('looks at a course of another school as its students do', async () => {
  const server = schoolServer()
  server.on(courses.get, () => ({ degree: { ...sampleCourse, school_id: '8' } }))
  const shown = server.on(learning.course, () => refuse('studentCourseForbidden'))
  const { router } = await showPage(server, '/c/ingles', 'admin')
  await waitFor(() => expect(router.state.location.search).toEqual({ student: 1 }))
  expect(shown[0]!.params).toMatchObject({ degreeLink: 'ingles' })
})

it('looks at a lesson of another school as its students do, at its own address', async () => {
  const server = schoolServer()
  server.on(lessons.get, () => refuse('lessonOfEdition'))
  const shown = server.on(learning.lesson, () => refuse('studentLessonForbidden'))
  await showPage(server, '/c/ingles/aula-1', 'admin')
  await waitFor(() => expect(shown).toHaveLength(1))
  expect(shown[0]).toMatchObject({ params: { degreeLink: 'ingles' }, body: { classLink: 'aula-1' } })
})

it('leads home from a lesson that does not exist', async () => {
  const server = schoolServer()
  server.on(lessons.get, () => refuse('lessonUnknown'))
  const { at } = await showPage(server, '/c/ingles/nada')
  await waitFor(() => expect(at()).toBe('/'))
})

it('leads to its course from a lesson that could not be loaded, and says why', async () => {
  const server = schoolServer()
  server.on(lessons.get, () => fail('unavailable'))
  server.on(courses.get, () => ({ degree: sampleCourse }))
  const { at } = await showPage(server, '/c/ingles/aula-1')
  await waitFor(() => expect(at()).toBe('/c/ingles'))
  expect(await screen.findByText(errors.unavailable.pt)).toBeTruthy()
  expect(await screen.findByLabelText('Título do curso')).toHaveProperty('value', 'Inglês')
})
