import { type AttemptResult, examAttempts, type LessonExam } from '@escola/contract/exam-attempts.contract'
import { formatDateTime } from '@escola/contract/time'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { school, showScreen } from '../../testing/show-screen.tsx'
import { examAttemptQueries } from './exam-attempts.queries.ts'
import { ResultPage } from './result-page.tsx'
import { lessonExam, past, questions, result, shown } from './sample-attempt.ts'

async function open(change: Partial<AttemptResult>, exam: Partial<LessonExam> = {}) {
  const server = fakeServer()
  server.on(examAttempts.result, () => ({ result: result(change) }))
  server.on(examAttempts.state, () => ({ exam: lessonExam({ past: [past()], ...exam }) }))
  await showScreen({
    at: '/c/vela/aula-1/resultado/9',
    route: '/c/$link/$classLink/resultado/$attemptId',
    load: (client) => client.ensureQueryData(examAttemptQueries.result(school.id, '9')),
    show: () => (
      <ResultPage
        attemptId="9"
        lesson={{ link: 'vela', classLink: 'aula-1' }}
        lessonTitle="O que é fermentação"
        contentId="1"
        isLessonComplete
      />
    ),
  })
}

it('shows the mark, that it passes, and each question with its key', async () => {
  await open({ is_passing: true, has_passed: true, questions: [shown(questions[0]!, 100)] })
  await screen.findByText('1 de 2,5 (40%)')
  expect(screen.getByText('Você passou!')).toBeTruthy()
  expect(screen.getByText('Esta aula está concluída.')).toBeTruthy()
  expect(screen.getByText('Ele atrasa o fermento.')).toBeTruthy()
  expect(screen.getByText('1 de 1')).toBeTruthy()
  for (const link of screen.getAllByRole('link', { name: 'Voltar à aula' }))
    expect(link.getAttribute('href')).toBe('/c/vela/aula-1')
})

it('says of a question that has no answer that it has none, and of a number what it counts', async () => {
  const question = { kind: 'number' as const, number: 1, points: 100, html: '<p>Quanto sal?</p>', unit: 'g' }
  const key = { kind: 'number' as const, right: '10.5', tolerance: '0.5' }
  const none = { question, answer: null, earned: 0, solution: { key, explanation: '<p>Meio grama a mais.</p>' } }
  const typed = { ...none, question: { ...question, number: 2 }, answer: { kind: 'number' as const, typed: '12' } }
  await open({ questions: [none, typed] })
  await screen.findByText('Sem resposta')
  expect(within(screen.getByRole('region', { name: 'Questão 1' })).queryByText('0 de 1')).toBeNull()
  expect(screen.getAllByText('Gabarito: 10,5 g, com 0,5 de tolerância')).toHaveLength(2)
  expect(screen.getByText('Resposta: 12 g')).toBeTruthy()
  expect(screen.queryByText(/Lido como/)).toBeNull()
  expect(screen.getAllByText('Explicação')).toHaveLength(2)
})

it('says of each option whether it was chosen and whether it is right', async () => {
  const question = questions[1]!
  const answer = { kind: 'one' as const, chosen: 2 }
  const solution = { key: { kind: 'one' as const, right: 1 }, explanation: '' }
  const marksOf = (number: number) =>
    within(screen.getByRole('region', { name: `Questão ${number}` }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  await open({
    questions: [
      { question, answer, earned: 0, solution },
      { question: { ...question, number: 3 }, answer, earned: 0, solution: null },
    ],
  })
  await screen.findByText('Escolhida, errada')
  expect(marksOf(2)).toEqual(['LevainCerta', 'AçúcarEscolhida, errada'])
  // Which one is right is not shown yet.
  expect(marksOf(3)).toEqual(['Levain', 'AçúcarEscolhida'])
  expect(screen.queryByRole('radio')).toBeNull()
})

it('offers another attempt after one that did not pass', async () => {
  await open({})
  await screen.findByText('Para passar são 70%. Ainda não foi desta vez.')
  await screen.findByRole('button', { name: 'Tentar de novo' })
})

it('says how the attempt ended, what came late, and why none follows', async () => {
  const attempt = past({ handed_in_how: 'time_over', shows: 'nothing', mark: null })
  const refusal = 'Você já usou a sua única tentativa'
  const on = '2026-12-03T22:00:00.000Z'
  await open({ attempt, is_passing: null, later: { shows: 'key', utc_on: on }, late: 2 }, { refusal, attempts_left: 0 })
  await screen.findByText('As suas respostas foram entregues')
  expect(screen.getByText(/O tempo acabou em .*, e o que estava respondido foi entregue/)).toBeTruthy()
  expect(screen.getByText(`O gabarito aparece em ${formatDateTime(on)}.`)).toBeTruthy()
  expect(screen.getByText('2 respostas chegaram depois do prazo: ficaram guardadas e não contam.')).toBeTruthy()
  await screen.findByText(refusal)
})

it('says nothing of passing an exercise', async () => {
  await open({ kind: 'exercise' })
  await screen.findByText('1 de 2,5 (40%)')
  expect(screen.queryByText(/Para passar/)).toBeNull()
})
