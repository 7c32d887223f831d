import { dayMs } from '@escola/contract/durations'
import { noException } from '@escola/contract/exam-exceptions'
import { examResults } from '@escola/contract/exam-results.contract'
import { learning } from '@escola/contract/learning.contract'
import { studentViews, studentViewTexts } from '@escola/contract/student-views.contract'
import { dayAfter, dayOf } from '@escola/contract/time'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'
import { card, content, degree, summary } from './sample-course.ts'

const student = { link: 'abc', name: 'Bruno Dias' }
const availableWhen = new Date(Date.now() + 10 * dayMs).toISOString()
const lessons = [summary('1', { isComplete: true }), summary('2'), summary('3', { dripped: true, availableWhen })]
const course = degree(lessons, { progress: '33.33', has_comments: true })
const params = { schoolId: '7', link: 'abc' }

/** A server that knows the courses of the student, and none of the caller. */
function serve() {
  // It stays the same day, also at midnight.
  vi.useFakeTimers({ toFake: ['Date'] })
  const server = fakeServer()
  const degrees = [card({ state: 'continue', progress: '33.33' })]
  const home = server.on(studentViews.courses, () => ({ student, categories: [{ id: '1', title: 'Mar', degrees }] }))
  const courses = server.on(studentViews.course, () => ({ student, degree: course }))
  const opened = server.on(studentViews.lesson, () => ({ student, degree: course, content: content('2') }))
  const own = [learning.home, learning.course, learning.lesson].map((route) =>
    server.on(route, () => undefined as never),
  )
  return { server, home, courses, opened, own }
}
const findBar = async () => within(await screen.findByRole('region', { name: studentViewTexts.button('Bruno Dias') }))

it("goes from the student's courses to a lesson, with nothing of the caller's own beside it", async () => {
  const { server, home, courses, opened, own } = serve()
  await showPage(server, '/aluno/abc/ver-como')
  expect((await findBar()).getByText(studentViewTexts.bar('Bruno Dias'))).toBeTruthy()
  await userEvent.click(await screen.findByRole('link', { name: /Vela para iniciantes/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Vela para iniciantes' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Bloqueada' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Cursos de Bruno' }).getAttribute('href')).toBe('/mar/aluno/abc/ver-como')
  await userEvent.click(screen.getByRole('link', { name: /Aula 2/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Aula 2' })).toBeTruthy()
  const bar = await findBar()
  expect(bar.getByRole('link', { name: 'Sair da visão' }).getAttribute('href')).toBe('/mar/aluno/abc')
  for (const name of [/Marcar como concluída/, /favoritos/, /pergunta/i])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(home).toMatchObject([{ params, query: { at: '' } }])
  expect(courses).toMatchObject([{ params: { ...params, degreeLink: 'vela' }, query: { at: '' } }])
  expect(opened).toMatchObject([{ params: { ...params, degreeLink: 'vela', lessonLink: 'aula-2' } }])
  expect(own.flat()).toEqual([])
})

it("shows the student's own attempts, mark and exception at an assessment, and begins nothing", async () => {
  const { server } = serve()
  const withExam = degree([summary('2', { assessment: 'needed', mark: '1 de 3' })])
  server.on(studentViews.lesson, () => ({ student, degree: withExam, content: content('2') }))
  const asked = server.on(examResults.ofStudent, () => ({
    exams: [
      {
        lesson_id: '2',
        lesson_link: 'aula-2',
        lesson: 'Aula 2',
        degree_link: 'vela',
        degree: 'Vela',
        kind: 'exam' as const,
        pass_percent: 70,
        attempts: 2,
        is_running: false,
        is_waiting: false,
        mark: { points: 100, total: 300 },
        has_passed: false,
        exception: { ...noException, more_attempts: 1 },
        attempt_id: '9',
      },
    ],
  }))
  await showPage(server, '/c/vela/aula-2?como=abc')
  const exam = within(await screen.findByRole('region', { name: 'Prova' }))
  exam.getByText('Não passou')
  exam.getByText('Para passar: 70% · Fez 2 tentativas · Exceção: 1 tentativa a mais')
  expect(exam.getByRole('link', { name: '1 de 3 (33%)' }).getAttribute('href')).toMatch(/questoes\/tentativas\/9$/)
  expect(exam.queryByRole('button')).toBeNull()
  expect(asked).toMatchObject([{ params }])
})

it('looks at days to come, never at those that are over, and keeps the day from page to page', async () => {
  const { server, home, courses } = serve()
  const { at } = await showPage(server, '/aluno/abc/ver-como')
  const bar = await findBar()
  const day = (days: number) => dayAfter(dayOf(new Date()), days)
  await userEvent.click(bar.getByRole('button', { name: '+7 dias' }))
  await waitFor(() => expect(at()).toBe(`/aluno/abc/ver-como?em=${day(7)}`))
  const field = (await findBar()).getByLabelText('Ver em outro dia')
  fireEvent.change(field, { target: { value: day(-1) } })
  fireEvent.change(field, { target: { value: day(40) } })
  await waitFor(() => expect(at()).toBe(`/aluno/abc/ver-como?em=${day(40)}`))
  await userEvent.click(await screen.findByRole('link', { name: /Vela para iniciantes/ }))
  await waitFor(() => expect(courses).toMatchObject([{ query: { at: day(40) } }]))
  await userEvent.click((await findBar()).getByRole('button', { name: 'Agora' }))
  await waitFor(() => expect(at()).toBe('/c/vela?como=abc'))
  expect(home.map(({ query }) => query!.at)).toEqual(['', day(7), day(40)])
})

it('goes back to all courses from one that the student no longer has on the day', async () => {
  const { server } = serve()
  server.on(studentViews.course, () => refuse('viewedCourseShut'))
  const { at } = await showPage(server, `/c/vela?como=abc&em=${dayAfter(dayOf(new Date()), 30)}`)
  await waitFor(() => expect(at()).toBe(`/aluno/abc/ver-como?em=${dayAfter(dayOf(new Date()), 30)}`))
  expect(await screen.findByRole('heading', { level: 1, name: 'Cursos de Bruno Dias' })).toBeTruthy()
})

it('takes a day that is over for the present one', async () => {
  const { server, home } = serve()
  await showPage(server, `/aluno/abc/ver-como?em=${dayAfter(dayOf(new Date()), -1)}`)
  await findBar()
  expect(home).toMatchObject([{ query: { at: '' } }])
})
