import { correctionTexts } from '@escola/contract/exam-correction-texts'
import { examCorrections, type QuestionCorrections } from '@escola/contract/exam-corrections.contract'
import { noException } from '@escola/contract/exam-exceptions'
import { examExceptions } from '@escola/contract/exam-exceptions.contract'
import { examResultTexts } from '@escola/contract/exam-result-texts'
import {
  type AttemptReview,
  type ExamOverview,
  examResults,
  type QuestionResult,
  type ResultStudent,
} from '@escola/contract/exam-results.contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

const place = {
  lesson_id: '30',
  lesson_link: 'levain',
  lesson: 'Levain',
  degree_link: 'paes',
  degree: 'Pães',
  kind: 'exam' as const,
  pass_percent: 70,
}
const overview: ExamOverview = {
  ...place,
  attempts: 3,
  students: 2,
  waiting: 0,
  running: 1,
  passed: 1,
  mean_percent: 62.5,
  bands: [0, 0, 0, 1, 0, 0, 0, 0, 0, 1],
}
const standing = {
  attempts: 1,
  is_running: false,
  is_waiting: false,
  has_passed: false,
  exception: null,
  attempt_id: '5',
}
const bia: ResultStudent = {
  user_id: '9',
  link: 'bia',
  name: 'Bia Ramos',
  email: 'bia@mar.example',
  ...standing,
  mark: { points: 100, total: 300 },
}
const caio: ResultStudent = {
  ...bia,
  user_id: '10',
  link: 'caio',
  name: 'Caio',
  attempts: 0,
  mark: null,
  attempt_id: null,
}
const question: QuestionResult = {
  question_id: '1',
  version: 1,
  in_bank: true,
  is_old: true,
  kind: 'one',
  summary: 'Quanto cresce?',
  attempts: 40,
  right: 10,
  most_wrong: { html: '<p>Nada</p>', attempts: 22 },
  needs_check: true,
  correction: null,
}
const pageOf = <Row,>(list: Row[]) => ({ total: list.length, page: 1, rowsPerPage: 50, list })

function serve(list: ResultStudent[] = [bia, caio], questions = [question]) {
  const server = fakeServer()
  let students = list
  server.on(examResults.overview, () => ({ overview }))
  const asked = server.on(examResults.students, () => ({ students: pageOf(students) }))
  server.on(examResults.questions, () => ({ questions: pageOf(questions) }))
  const saved = server.on(examExceptions.save, ({ body }) => {
    students = students.map((student) => (student === caio ? { ...student, exception: body } : student))
    return { ok: true as const }
  })
  const removed = server.on(examExceptions.remove, () => {
    students = list.map((student) => ({ ...student, exception: null }))
    return { ok: true as const }
  })
  return { server, asked, saved, removed }
}
const rowOf = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr')!)

it('sums an assessment up, and shows how each student stands', async () => {
  const { server } = serve()
  await showPage(server, '/questoes/resultados/30')
  const figures = await screen.findByRole('list', { name: 'A avaliação em números' })
  for (const figure of [
    '2 alunos fizeram',
    '3 tentativas entregues',
    '1 em andamento',
    '62,5% de média',
    '50% passaram',
  ])
    expect(figures.textContent).toContain(figure)
  const bands = within(screen.getByRole('table', { name: 'Notas dos alunos' }))
  expect(bands.getByRole('row', { name: '30 a 39% 1' })).toBeTruthy()
  expect(bands.getByRole('row', { name: '90 a 100% 1' })).toBeTruthy()
  expect((await rowOf('Bia Ramos')).getByText('Não passou')).toBeTruthy()
  expect((await rowOf('Bia Ramos')).getByRole('link', { name: '1 de 3 (33%)' })).toBeTruthy()
  expect((await rowOf('Caio')).getByText('Não fez')).toBeTruthy()
})

it('gives an exception, says what is wrong with one, and takes it back', async () => {
  const { server, saved, removed } = serve()
  await showPage(server, '/questoes/resultados/30')
  const openMenu = async () => userEvent.click((await rowOf('Caio')).getByRole('button', { name: 'Ações de Caio' }))
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Dar exceção' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  await dialog.findByText(examResultTexts.emptyException)
  const attempts = dialog.getByLabelText('Tentativas a mais')
  await userEvent.clear(attempts)
  await userEvent.type(attempts, 'x')
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  await dialog.findByText('Use um número inteiro de 0 a 20')
  await userEvent.clear(attempts)
  await userEvent.type(attempts, '2')
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(saved.map(({ body }) => body)).toEqual([{ ...noException, more_attempts: 2 }]))
  await waitFor(async () => expect((await rowOf('Caio')).getByText('2 tentativas a mais')).toBeTruthy())
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Tirar exceção' }))
  await screen.findByText(examResultTexts.exceptionGoes('Caio'))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Tirar exceção' }))
  await waitFor(() => expect(removed).toHaveLength(1))
})

it('says of a question what to check, and leads to it', async () => {
  const { server } = serve()
  await showPage(server, '/questoes/resultados/30?tab=questoes')
  await screen.findByText(examResultTexts.checkKey)
  expect(screen.getByText(/10 de 40 tentativas acertaram · versão 1, que já mudou no banco/)).toBeTruthy()
  expect(screen.getByText('25%')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Quanto cresce?' }).getAttribute('href')).toMatch(/questoes\/1$/)
  expect(screen.getByText('Nada')).toBeTruthy()
})

it("leads to no question of a franchisor, which is in another school's bank", async () => {
  const { server } = serve([bia], [{ ...question, in_bank: false }])
  await showPage(server, '/questoes/resultados/30?tab=questoes')
  await screen.findByText('Quanto cresce?')
  expect(screen.queryByRole('link', { name: 'Quanto cresce?' })).toBeNull()
  expect(screen.getByText(/versão 1, que já mudou$/)).toBeTruthy()
})

it('says that no student may answer yet', async () => {
  const { server } = serve([])
  await showPage(server, '/questoes/resultados/30')
  await screen.findByText(examResultTexts.none)
})

const truth = { kind: 'truth' as const, number: 1, points: 100, html: '<p>O levain é vivo?</p>' }
const solution = { key: { kind: 'truth' as const, right: true }, explanation: '<p>É fermento.</p>' }
const review: AttemptReview = {
  ...place,
  id: '5',
  student: { user_id: '9', link: 'bia', name: 'Bia Ramos' },
  has_passed: false,
  attempts: [
    {
      id: '5',
      number: 1,
      utc_begun_on: '2026-12-01T12:00:00.000Z',
      utc_handed_in_on: '2026-12-01T12:30:00.000Z',
      handed_in_how: 'time_over',
      mark: { points: 0, total: 100 },
    },
  ],
  questions: [
    {
      shown: { question: truth, answer: null, earned: 0, solution },
      late: {
        answer: { kind: 'truth', chosen: true },
        earned: 100,
        utc_saved_on: '2026-12-01T12:31:00.000Z',
        after_key: true,
      },
      utc_counted_on: null,
      counted_by: '',
    },
  ],
}

it('keeps a late answer apart, and lets it count after a question', async () => {
  const server = fakeServer()
  let shown = review
  server.on(examResults.attempt, () => ({ review: shown }))
  const counted = server.on(examResults.countLate, () => {
    shown = {
      ...review,
      questions: [
        {
          shown: { question: truth, answer: { kind: 'truth' as const, chosen: true }, earned: 100, solution },
          late: null,
          utc_counted_on: '2026-12-01T13:00:00.000Z',
          counted_by: 'Dora',
        },
      ],
    }
    return { review: shown }
  })
  await showPage(server, '/questoes/tentativas/5')
  const section = within(await screen.findByRole('region', { name: 'Questão 1' }))
  expect(section.getByText('Sem resposta')).toBeTruthy()
  expect(section.getByText(/^Chegou depois do prazo: /)).toBeTruthy()
  expect(section.getByText('Escolhida, certa')).toBeTruthy()
  expect(section.getByText('Valeria 1 de 1.')).toBeTruthy()
  expect(section.getByText(`${examResultTexts.afterKey}.`)).toBeTruthy()
  await userEvent.click(section.getByRole('button', { name: 'Contar a resposta da questão 1' }))
  await screen.findByText(`${examResultTexts.afterKey}. ${examResultTexts.lateCounts}`)
  expect(counted).toHaveLength(0)
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Contar' }))
  await screen.findByText(/por decisão de Dora/)
  expect(counted[0]!.body).toEqual({ question: 1 })
})

it('annuls a question once its effect was read, and says so beside it', async () => {
  const user = userEvent.setup()
  const corrected = { annulled: 'out' as const, utc_corrected_on: '2026-12-01T12:00:00.000Z', by_franchisor: false }
  const edition = {
    ...question,
    question_id: '2',
    summary: 'Da matriz',
    in_bank: false,
    correction: { ...corrected, annulled: null, by_franchisor: true },
  }
  const questions = [{ ...question }, edition]
  const { server } = serve([bia], questions)
  const corrections: QuestionCorrections = {
    answer: { kind: 'truth', right: true },
    options: [],
    lefts: [],
    outdated: null,
    asked: null,
    last: '4',
    latest: null,
    regrading: null,
  }
  server.on(examCorrections.get, () => ({ corrections }))
  const previewed = server.on(examCorrections.preview, ({ body }) =>
    body.answer.kind === 'annulled' && body.answer.points === 'all'
      ? { effect: { marks: 14, passed: 3, kept: 0, running: 0, certificates: 0 } }
      : { effect: { marks: 9, passed: 1, kept: 0, running: 0, certificates: 0 } },
  )
  const started = server.on(examCorrections.start, () => {
    questions[0] = { ...question, needs_check: false, correction: corrected }
    return { corrections }
  })
  await showPage(server, '/questoes/resultados/30?tab=questoes')
  expect(await screen.findByText('Gabarito corrigido em 01/12/2026 pela escola franqueadora')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Anular questão: Da matriz/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Anular questão: Quanto cresce?' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Quanto cresce?')).toBeTruthy()
  expect(await dialog.findByText(/^14 notas mudam, 3 alunos/)).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: 'Fora da conta' }))
  expect(await dialog.findByText(/^9 notas mudam, 1 aluno/)).toBeTruthy()
  expect([previewed.length, started]).toEqual([2, []])
  await user.click(dialog.getByRole('button', { name: correctionTexts.annul }))
  expect(await screen.findByText('Questão anulada: fora da conta (anulada em 01/12/2026)')).toBeTruthy()
  expect(started[0]!.body).toEqual({ version: 1, answer: { kind: 'annulled', points: 'out' }, last: '4' })
  expect(screen.getByRole('button', { name: 'Mudar a anulação: Quanto cresce?' })).toBeTruthy()
})
