import { lessons } from '@escola/contract/courses.contract'
import { messages } from '@escola/contract/messages'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, refuse } from '../../../testing/fake-server.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { sampleCourse, sampleLesson } from '../sample-course.ts'
import { LessonEditorPage } from './lesson-editor-page.tsx'

// Mantine's growing text field waits for fonts, which jsdom lacks.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
beforeEach(() => sessionStorage.clear())

const open = () =>
  showScreen({
    at: '/c/ingles/nova-aula',
    route: '/c/$link/$classLink',
    as: 'admin',
    show: ({ link, classLink }) => <LessonEditorPage link={link!} classLink={classLink!} />,
  })

function lessonServer() {
  const server = fakeServer()
  let content = sampleLesson
  server.on(lessons.get, () => ({ content, degree: sampleCourse }))
  const saves = server.on(lessons.save, ({ body }) => {
    const { title = content.title, main_media_url = content.main_media_url } = body
    const link = title === content.title ? content.link : title.toLowerCase().replaceAll(' ', '-')
    content = { ...content, title, main_media_url, link, version: content.version + 1 }
    return { content, degree: sampleCourse }
  })
  return { server, saves }
}

it('saves while typing, follows the new link and leaves the cursor where it is', async () => {
  const { saves } = lessonServer()
  const { path } = await open()
  const title = await screen.findByLabelText('Título da aula')
  await userEvent.clear(title)
  await userEvent.type(title, 'No aeroporto')
  await screen.findByText('Salvo')
  await waitFor(() => expect(path()).toBe('/c/ingles/no-aeroporto'))
  expect(saves.at(-1)?.body).toMatchObject({ id: '30', degree_id: '10', title: 'No aeroporto' })
  expect(document.activeElement).toBe(title)
  await userEvent.type(title, ' hoje')
  await waitFor(() => expect(path()).toBe('/c/ingles/no-aeroporto-hoje'))
  expect(saves.at(-1)?.body.version).toBe(saves.length)
})

it('keeps an unknown video address in its field, says so, and never sends it', async () => {
  const { saves } = lessonServer()
  await open()
  const video = await screen.findByLabelText('Link do vídeo')
  await userEvent.type(video, 'exemplo.com/video')
  await screen.findByText(messages.invalidVideo)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(saves).toHaveLength(0)
  expect(video).toHaveProperty('value', 'exemplo.com/video')
  await userEvent.clear(video)
  await userEvent.type(video, 'https://youtu.be/dQw4w9WgXcQ')
  await screen.findByTitle('Vídeo da aula Nova aula')
  await waitFor(() => expect(saves.at(-1)?.body.main_media_url).toBe('https://youtu.be/dQw4w9WgXcQ'))
})

it('shows a refused save in an alert and keeps the text', async () => {
  const { server } = lessonServer()
  server.on(lessons.save, () => refuse('invalid_request'))
  await open()
  const title = await screen.findByLabelText('Título da aula')
  await userEvent.type(title, ' um')
  expect((await screen.findByRole('alert')).textContent).toContain('Confira os campos destacados')
  expect(title).toHaveProperty('value', 'Nova aula um')
})

it('leads home when the lesson does not exist', async () => {
  fakeServer().on(lessons.get, () => refuse('not_found'))
  const { path } = await open()
  await waitFor(() => expect(path()).toBe('/'))
})
