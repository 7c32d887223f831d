import { courses } from '@escola/contract/courses.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../../testing/fake-server.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { sampleCourse, sampleLesson } from '../sample-course.ts'
import { NewLessonPage } from './new-lesson-page.tsx'

const answer = { content: sampleLesson, degree: sampleCourse }
const open = () =>
  showScreen({
    at: '/c/ingles/20/nova-aula',
    route: '/c/$link/$moduleId/nova-aula',
    as: 'admin',
    show: ({ link, moduleId }) => <NewLessonPage link={link!} moduleId={moduleId!} />,
  })

it('makes one lesson and opens it to be named', async () => {
  const server = fakeServer()
  server.on(courses.get, () => ({ degree: sampleCourse }))
  const saves = server.on(lessons.save, () => answer)
  const { path, router } = await open()
  await waitFor(() => expect(path()).toBe('/c/ingles/nova-aula'))
  expect(router.state.location.state.isNew).toBe(true)
  expect(saves.map(({ body }) => body)).toEqual([{ degree_id: '10', module_id: '20' }])
})

it('leaves alone whoever left meanwhile', async () => {
  const pending = Promise.withResolvers<typeof answer>()
  const server = fakeServer()
  server.on(courses.get, () => ({ degree: sampleCourse }))
  const saves = server.on(lessons.save, () => pending.promise)
  const { path, client } = await open()
  await waitFor(() => expect(saves).toHaveLength(1))
  await userEvent.click(screen.getByRole('link', { name: 'Curso' }))
  await waitFor(() => expect(path()).toBe('/c/ingles'))
  pending.resolve(answer)
  await waitFor(() => expect(client.isMutating()).toBe(0))
  expect(path()).toBe('/c/ingles')
})
