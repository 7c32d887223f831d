import { courses } from '@escola/contract/courses.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { newLessonTitle } from '@escola/contract/titles'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, onTestFinished } from 'vitest'
import { fakeServer } from '../../../testing/fake-server.ts'
import { showPage } from '../../../testing/show-app.tsx'
import { sampleCourse, sampleLesson } from '../sample-course.ts'

const degree = { ...sampleCourse, modules: [{ ...sampleCourse.modules[0]!, content: [] }] }

async function open() {
  const server = fakeServer()
  server.on(courses.get, () => ({ degree }))
  const saves = server.on(lessons.save, ({ body }) => {
    const content = { ...sampleLesson, title: body.title ?? newLessonTitle, version: (body.version ?? 0) + 1 }
    return { content, degree: { ...sampleCourse, modules: [{ ...sampleCourse.modules[0]!, content: [content] }] } }
  })
  const app = await showPage(server, '/c/ingles/20/nova-aula')
  const { options } = app.router.routesById['/_app/c/$link/$classLink']
  const { pendingMs } = options
  onTestFinished(() => {
    options.pendingMs = pendingMs
  })
  // A skeleton stands in at once for a page that loads, like on the slowest device.
  options.pendingMs = 0
  const title = await screen.findByLabelText('Título da aula')
  return { ...app, saves, title, address: () => app.router.history.location.pathname }
}

it('opens the editor with nothing made, and leaves nothing when it is left', async () => {
  const { saves, title, address } = await open()
  expect(address()).toBe('/mar/c/ingles/20/nova-aula')
  expect(document.activeElement).toBe(title)
  expect(title).toHaveProperty('value', newLessonTitle)
  await userEvent.tab()
  await userEvent.click(screen.getByRole('link', { name: 'Curso' }))
  await waitFor(() => expect(address()).toBe('/mar/c/ingles'))
  expect(saves).toEqual([])
})

it('makes one lesson with the first change, and goes on under its address where it is', async () => {
  const { saves, title, address, router } = await open()
  // The title changes at once: letters that come slowly are several changes.
  fireEvent.change(title, { target: { value: 'Saudações' } })
  await waitFor(() => expect(address()).toBe('/mar/c/ingles/nova-aula'))
  expect(document.activeElement).toBe(title)
  await userEvent.type(title, '!')
  await waitFor(() => expect(saves).toHaveLength(2))
  expect(saves.map(({ params, body }) => [params.lessonLink, body])).toEqual([
    ['0', { degree_id: '10', module_id: '20', title: 'Saudações' }],
    ['nova-aula', { id: '30', degree_id: '10', version: 1, title: 'Saudações!' }],
  ])
  expect(router.history.length).toBe(1)
})
