import { errors } from '@escola/contract/errors'
import { learning, type StudentContentSummary } from '@escola/contract/learning.contract'
import { messages } from '@escola/contract/messages'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'
import { school, showScreen } from '../../testing/show-screen.tsx'
import { learningQueries } from './learning.queries.ts'
import { findHolder, isShut, withConfirmation, withMarks } from './lesson-order.ts'
import { StudentLessonPage } from './lesson-page.tsx'
import { content, degree, summary } from './sample-course.ts'

const second = summary('2', { after: 'aula-1' })
const third = summary('3', { after: 'aula-2' })

/** A course in order: what the school answers follows from whether the first lesson is complete. */
function makeCourse() {
  const server = fakeServer()
  let isComplete = false
  const lessons = (): StudentContentSummary[] =>
    isComplete ? [summary('1', { isComplete }), summary('2'), third] : [summary('1'), second, third]
  server.on(learning.lesson, () => ({ degree: degree(lessons()), content: content('1', { isComplete }) }))
  server.on(learning.course, () => ({ degree: degree(lessons()) }))
  server.on(learning.complete, () => {
    isComplete = true
    return {
      userDegree: { metadata: { content: { '1': { isComplete } } }, progress: '33.33' },
      certificate: null,
    }
  })
  return server
}

const visit = () =>
  showScreen({
    at: '/c/vela/aula-1',
    route: '/c/$link/$classLink',
    load: (client, { link, classLink }) => client.ensureQueryData(learningQueries.lesson(school.id, link!, classLink!)),
    show: ({ link, classLink }) => <StudentLessonPage link={link!} classLink={classLink!} />,
  })

it('names in the list what opens each lesson, and opens the next one when the school has the mark', async () => {
  makeCourse()
  await visit()
  expect(await screen.findByText(messages.opensAfter('Aula 1'))).toBeTruthy()
  expect(screen.getByText(messages.opensAfter('Aula 2'))).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Aula 2/ })).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Próxima aula' }).disabled).toBe(true)
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar como concluída' }))
  expect(await screen.findByRole('link', { name: 'Próxima aula' })).toBeTruthy()
  expect(await screen.findByRole('link', { name: /Aula 2/ })).toBeTruthy()
  expect(screen.queryByText(messages.opensAfter('Aula 1'))).toBeNull()
})

it('says of a mark that waits for a connection that the next lesson waits with it', async () => {
  makeCourse()
  await visit()
  const button = await screen.findByRole('button', { name: 'Marcar como concluída' })
  act(() => onlineManager.setOnline(false))
  await userEvent.click(button)
  expect(await screen.findByText(new RegExp(messages.opensOnceSent))).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Próxima aula' }).disabled).toBe(true)
  act(() => onlineManager.setOnline(true))
  expect(await screen.findByRole('link', { name: 'Próxima aula' })).toBeTruthy()
})

it('leads from a lesson that is held back to the lesson that is to be done', async () => {
  const server = makeCourse()
  server.on(learning.lesson, ({ body }) =>
    body.classLink === 'aula-2'
      ? refuse('studentLessonHeld')
      : { degree: degree([summary('1'), second]), content: content('1') },
  )
  const { at } = await showPage(server, '/c/vela/aula-2', 'student')
  expect(await screen.findByText(errors.degree_lesson_held.pt)).toBeTruthy()
  await waitFor(() => expect(at()).toBe('/c/vela/aula-1'))
})

it('drops a kept mark of a lesson that is held back, and says why', async () => {
  const server = makeCourse()
  server.on(learning.complete, () => refuse('markHeld'))
  const mark = { contentId: '2', title: 'Aula 2', degreeId: '1', degreeLink: 'vela', isComplete: true }
  localStorage.setItem('escola.marks.7.70', JSON.stringify([mark]))
  await visit()
  expect(await screen.findByText(`A aula “Aula 2” não foi marcada. ${errors.degree_lesson_held.pt}`)).toBeTruthy()
  expect(localStorage.getItem('escola.marks.7.70')).toBeNull()
})

it('tells a lesson that waits for another from one that waits for its day', () => {
  const course = degree([summary('1'), second])
  expect([isShut(second), findHolder(course, second)]).toEqual([true, 'Aula 1'])
  const dated = { ...second, dripped: true, availableWhen: '2026-12-08T11:30:00.000Z' }
  expect([isShut(dated), findHolder(course, dated)]).toEqual([true, undefined])
  const done = { ...second, isComplete: true }
  expect([isShut(done), findHolder(course, done)]).toEqual([false, undefined])
  // A mark on the device opens nothing yet.
  const marked = withMarks({ degree: course }, [{ degreeId: '1', contentId: '1', isComplete: true }])
  expect(marked.degree.modules[0]!.content[1]).toMatchObject({ after: 'aula-1' })
  expect(
    withConfirmation(
      { degree: course },
      { userDegree: { metadata: { content: {} }, progress: '0.00' }, certificate: null },
    ).degree.nextContentLink,
  ).toBe('aula-1')
})
