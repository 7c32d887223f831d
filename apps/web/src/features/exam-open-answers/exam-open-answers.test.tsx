import { openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import {
  examOpenAnswers,
  type OpenAnswer,
  type OpenedAnswer,
  type WaitingAnswer,
} from '@escola/contract/exam-open-answers.contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

const titles = { lesson_id: '30', lesson: 'Levain', degree_id: '3', degree: 'Pães' }
const waiting: WaitingAnswer = {
  attempt_id: '5',
  number: 2,
  ...titles,
  student: 'Bia Ramos',
  summary: 'Por que a massa descansa?',
  utc_handed_in_on: '2026-12-01T12:00:00.000Z',
}
const answer: OpenAnswer = {
  attempt_id: '5',
  number: 2,
  ...titles,
  student: { link: 'bia', name: 'Bia Ramos' },
  question_id: '7',
  html: '<p>Por que a massa descansa?</p>',
  guide: '<p>Fale do glúten.</p>',
  answer: 'Para a água\nchegar a toda a farinha.',
  utc_answered_on: '2026-12-01T11:50:00.000Z',
  points: 250,
  utc_handed_in_on: '2026-12-01T12:00:00.000Z',
  earned: null,
  comment: '',
  utc_corrected_on: null,
  corrected_by: '',
}

function serve(answers: OpenAnswer[] = [answer]) {
  const server = fakeServer()
  const stored = new Map(answers.map((each) => [`${each.attempt_id} ${each.number}`, each]))
  const opened = (attemptId: string, number: number): OpenedAnswer => {
    const left = [...stored.values()].filter(
      (each) => each.earned === null && (each.attempt_id !== attemptId || each.number !== number),
    )
    const own = stored.get(`${attemptId} ${number}`)!
    const [next] = left
    return {
      open_answer: own,
      next: next ? { attempt_id: next.attempt_id, number: next.number } : null,
      waiting: left.length + Number(own.earned === null),
    }
  }
  server.on(examOpenAnswers.list, () => ({
    open_answers: { total: 1, page: 1, rowsPerPage: 50, list: [waiting] },
    questions: [{ ...titles, question_id: '7', summary: waiting.summary, answers: 1 }],
  }))
  server.on(examOpenAnswers.get, ({ params }) => opened(params.attemptId, Number(params.number)))
  const saved = server.on(examOpenAnswers.correct, ({ params, body }) => {
    const { attemptId, number } = params
    const own = stored.get(`${attemptId} ${number}`)!
    if (own.utc_answered_on !== body.utc_answered_on) return refuse('answerReplaced')
    if (own.utc_corrected_on !== body.utc_seen_on) return refuse('answerCorrected')
    const { points: earned, comment } = body
    stored.set(`${attemptId} ${number}`, { ...own, earned, comment, utc_corrected_on: '2026-12-01T13:00:00.000Z' })
    return opened(attemptId, Number(number))
  })
  return { server, saved, stored }
}

const points = () => screen.getByLabelText<HTMLInputElement>('Pontos')
const comment = () => screen.getByLabelText<HTMLTextAreaElement>('Comentário para o aluno')

it('lists what waits, and leads to the answer', async () => {
  const { server } = serve()
  await showPage(server, '/correcoes')
  const link = await screen.findByRole('link', { name: 'Bia Ramos' })
  expect(link.getAttribute('href')).toMatch(/\/correcoes\/5\/2$/)
  expect(screen.getAllByText('Por que a massa descansa?')[0]).toBeTruthy()
})

it('saves the points and the comment by the keyboard, and goes to the next answer', async () => {
  const { server, saved } = serve([answer, { ...answer, number: 3, answer: 'Sal.' }])
  const { at } = await showPage(server, '/correcoes/5/2')
  await screen.findByText(/Para a água/)
  expect(screen.getByText('Fale do glúten.')).toBeTruthy()
  fireEvent.change(points(), { target: { value: '3' } })
  fireEvent.keyDown(points(), { key: 'Enter', ctrlKey: true })
  await screen.findByText('Esta questão vale 2,5 pontos')
  expect(saved).toEqual([])
  fireEvent.change(points(), { target: { value: '1,5' } })
  fireEvent.change(comment(), { target: { value: 'Faltou o sal.' } })
  fireEvent.keyDown(comment(), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(at()).toMatch(/\/correcoes\/5\/3$/))
  await screen.findByText('Sal.')
  expect(points().value).toBe('')
  await waitFor(() => expect(document.activeElement).toBe(points()))
  expect(saved[0]!.body).toEqual({
    points: 150,
    comment: 'Faltou o sal.',
    utc_seen_on: null,
    utc_answered_on: answer.utc_answered_on,
  })
})

it('says that another person was first, and keeps what was typed', async () => {
  const { server, saved, stored } = serve()
  const { at } = await showPage(server, '/correcoes/5/2')
  await screen.findByText(/Para a água/)
  stored.set('5 2', { ...answer, earned: 200, corrected_by: 'Helena', utc_corrected_on: '2026-12-01T12:30:00.000Z' })
  fireEvent.change(points(), { target: { value: '1' } })
  fireEvent.change(comment(), { target: { value: 'Quase.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await screen.findByText(/Corrigida por Helena .* 2 de 2,5\./)
  expect([points().value, comment().value]).toEqual(['1', 'Quase.'])
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(at()).toMatch(/\/correcoes$/))
  expect(saved[1]!.body).toMatchObject({ points: 100, utc_seen_on: '2026-12-01T12:30:00.000Z' })
})

it('shows the answer that a late one has become, and keeps what was typed', async () => {
  const { server, saved, stored } = serve()
  const { at } = await showPage(server, '/correcoes/5/2')
  await screen.findByText(/Para a água/)
  const late = { ...answer, answer: 'Para descansar.', utc_answered_on: '2026-12-01T12:10:00.000Z' }
  stored.set('5 2', late)
  fireEvent.change(points(), { target: { value: '1' } })
  fireEvent.change(comment(), { target: { value: 'Quase.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await screen.findByText('Para descansar.')
  await screen.findByText(openAnswerTexts.replaced)
  expect(screen.queryByRole('button', { name: 'Ficar com a outra correção' })).toBeNull()
  expect([points().value, comment().value]).toEqual(['1', 'Quase.'])
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(at()).toMatch(/\/correcoes$/))
  expect(saved[1]!.body).toMatchObject({ points: 100, utc_answered_on: late.utc_answered_on })
})
