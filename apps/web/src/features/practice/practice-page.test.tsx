import { dayMs } from '@escola/contract/durations'
import { learning } from '@escola/contract/learning.contract'
import { type PracticeQuestion, practice } from '@escola/contract/practice.contract'
import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'
import { questions as asked } from '../exam-attempts/sample-attempt.ts'
import { degree, summary } from '../learning/sample-course.ts'

afterEach(() => onlineManager.setOnline(true))

const questions: PracticeQuestion[] = asked.map((question, at) => ({ id: String(at + 1), turn: 1, question }))
const solution = { key: { kind: 'truth' as const, right: true }, explanation: '<p>Ele atrasa o fermento.</p>' }
const path = '/c/vela/treino/questoes'

function serve(list = questions, due = list.length) {
  const server = fakeServer()
  const rounds = server.on(practice.begin, () => ({ questions: list, practice: { due, utc_next_on: null } }))
  const answers = server.on(practice.answer, ({ params, body }) => ({
    verdict: { is_right: params.cardId === '1' || (body.is_again === true && params.cardId === '2'), solution },
  }))
  server.on(practice.state, () => ({ practice: { due: 0, utc_next_on: null } }))
  server.on(learning.course, () => ({ degree: degree([summary('1', { assessment: 'open' })]) }))
  return { server, rounds, answers }
}

it('asks one question after the other by keyboard alone, with the key after each, and ends with how many were right', async () => {
  const { server, rounds, answers } = serve(questions, 15)
  await showPage(server, path, 'student')
  expect(await screen.findByText('1 de 3')).toBeTruthy()
  expect(screen.queryByText('Gabarito')).toBeNull()
  expect(screen.getByRole('button', { name: 'Responder' })).toHaveProperty('disabled', true)
  await userEvent.keyboard('1{Enter}')
  expect((await screen.findByRole('status')).textContent).toBe('Certo')
  expect(screen.getByText('Ele atrasa o fermento.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Próxima' })))
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('2 de 3')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Questão 2' })))
  await userEvent.keyboard('2{Enter}')
  expect((await screen.findByRole('status')).textContent).toBe('Errado')
  await userEvent.keyboard('{Enter}')
  await userEvent.type(await screen.findByRole('textbox'), 'autólise{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Próxima' }))
  expect(await screen.findByText('De novo o que você errou: 1 de 2')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Questão 2' })))
  expect(screen.queryByText('Gabarito')).toBeNull()
  await userEvent.keyboard('1{Enter}')
  expect((await screen.findByRole('status')).textContent).toBe('Certo')
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('De novo o que você errou: 2 de 2')).toBeTruthy()
  await userEvent.type(await screen.findByRole('textbox'), 'sal{Enter}')
  expect((await screen.findByRole('status')).textContent).toBe('Errado')
  await userEvent.click(await screen.findByRole('button', { name: 'Terminar' }))
  expect(await screen.findByRole('heading', { name: 'Você acertou 1 de 3' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Mais 10' }))
  expect(await screen.findByText('1 de 3')).toBeTruthy()
  expect([rounds.length, answers.map(({ body }) => body.answer)]).toEqual([
    2,
    [
      { kind: 'truth', chosen: true },
      { kind: 'one', chosen: 2 },
      { kind: 'text', typed: 'autólise' },
      { kind: 'one', chosen: 1 },
      { kind: 'text', typed: 'sal' },
    ],
  ])
  expect(answers.map(({ body }) => body.is_again)).toEqual([false, false, false, true, true])
})

it('keeps an answer that finds no connection, and sends it again', async () => {
  const { server, answers } = serve()
  await showPage(server, path, 'student')
  await userEvent.click(await screen.findByLabelText('Verdadeiro'))
  const fetched = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await userEvent.click(screen.getByRole('button', { name: 'Responder' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Sem conexão: a sua resposta ainda não foi enviada/)
  vi.stubGlobal('fetch', fetched)
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  expect((await screen.findByRole('status')).textContent).toBe('Certo')
  expect(answers.map(({ params, body }) => [params.cardId, body])).toEqual([
    ['1', { turn: 1, answer: { kind: 'truth', chosen: true }, is_again: false }],
  ])
})

it('passes over a question that has left practice', async () => {
  const { server } = serve()
  server.on(practice.answer, () => refuse('practiceMoved'))
  await showPage(server, path, 'student')
  await userEvent.click(await screen.findByLabelText('Falso'))
  await userEvent.click(screen.getByRole('button', { name: 'Responder' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Esta questão já não está neste treino. Siga para a próxima',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Próxima' }))
  expect(await screen.findByText('2 de 3')).toBeTruthy()
})

it('says that nothing is due', async () => {
  await showPage(serve([]).server, path, 'student')
  expect(await screen.findByRole('heading', { name: 'Treino em dia' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Mais/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Voltar ao curso' })).toHaveProperty('pathname', '/mar/c/vela')
})

it.each([
  [{ due: 12, utc_next_on: null }, 'student', 'Treino · 12 questões'],
  [{ due: 100, utc_next_on: null }, 'student', 'Treino · 99+ questões'],
  [
    { due: 0, utc_next_on: new Date(Date.now() + 1.5 * dayMs).toISOString() },
    'student',
    'Treino em dia, a próxima em 2 dias',
  ],
] as const)('stands on the page of its course: %o', async (state, as, text) => {
  const { server, rounds } = serve()
  server.on(practice.state, () => ({ practice: state }))
  await showPage(server, '/c/vela', as)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(rounds).toEqual([])
})

it('asks for nothing on the page of a course without an assessment', async () => {
  const { server } = serve()
  const asked = server.on(practice.state, () => ({ practice: null }))
  server.on(learning.course, () => ({ degree: degree([summary('1')]) }))
  await showPage(server, '/c/vela', 'student')
  await screen.findByText('1h30')
  expect(asked).toEqual([])
})
