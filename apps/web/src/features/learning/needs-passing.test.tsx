import { learning } from '@escola/contract/learning.contract'
import { messages } from '@escola/contract/messages'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { school, showScreen } from '../../testing/show-screen.tsx'
import { learningQueries } from './learning.queries.ts'
import { StudentLessonPage } from './lesson-page.tsx'
import { content, degree, summary } from './sample-course.ts'

it('offers no mark of a lesson that is completed by passing, and drops one that the device has kept', async () => {
  const server = fakeServer()
  const lesson = summary('1', { assessment: 'needed' })
  const asked = server.on(learning.lesson, () => ({ degree: degree([lesson, summary('2')]), content: content('1') }))
  server.on(learning.complete, () => refuse('markWithoutPassing'))
  const mark = { contentId: '1', title: 'Aula 1', degreeId: '1', degreeLink: 'vela', isComplete: true }
  localStorage.setItem('escola.marks.7.70', JSON.stringify([mark]))
  await showScreen({
    at: '/c/vela/aula-1',
    route: '/c/$link/$classLink',
    load: (client, { link, classLink }) => client.ensureQueryData(learningQueries.lesson(school.id, link!, classLink!)),
    show: ({ link, classLink }) => (
      <StudentLessonPage
        link={link!}
        classLink={classLink!}
        renderExam={(contentId) => <p>Avaliação da aula {contentId}</p>}
      />
    ),
  })
  expect(await screen.findByText(`A aula “Aula 1” não foi marcada. ${messages.passFirst}`)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Marcar como concluída' })).toBeNull()
  const place = (await screen.findByText('Avaliação da aula 1')).parentElement
  await userEvent.click(await screen.findByRole('button', { name: 'Fazer a avaliação' }))
  expect(document.activeElement).toBe(place)
  expect(await screen.findByText(messages.passFirst)).toBeTruthy()
  expect(localStorage.getItem('escola.marks.7.70')).toBeNull()
  await waitFor(() => expect(asked.length).toBeGreaterThan(1))
})
