import { categories } from '@escola/contract/categories.contract'
import { errors } from '@escola/contract/errors'
import { correctionTexts, describeEffect } from '@escola/contract/exam-correction-texts'
import { examCorrections, type QuestionCorrections } from '@escola/contract/exam-corrections.contract'
import { examQuestionTexts } from '@escola/contract/exam-question-texts'
import { type ExamQuestion, examQuestions } from '@escola/contract/exam-questions.contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { makeExamQuestion } from '../../testing/exam-samples.ts'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

const question: ExamQuestion = { ...makeExamQuestion(['4', '9'], '9'), version: 2 }
const untouched: QuestionCorrections = {
  answer: { kind: 'one', right: '9' },
  options: [
    { id: '4', words: 'O dobro' },
    { id: '9', words: 'Nada' },
  ],
  lefts: [],
  outdated: null,
  asked: null,
  last: null,
  latest: null,
  regrading: null,
}
const outdated = { version: 1, wrong: { kind: 'one', right: '4' } as const, is_other_statement: false }
const effect = { marks: 14, passed: 3, kept: 0, running: 2, certificates: 0 }
const ended = {
  id: '5',
  total: 20,
  done: 20,
  marks: 14,
  passed: 3,
  is_undo: false,
  is_annulment: false,
  is_stopped: false,
}
const nowText = () => new Date().toISOString()
const made = (): QuestionCorrections => ({
  ...untouched,
  last: '3',
  latest: {
    id: '3',
    wrong: { kind: 'one', right: '4' },
    answer: { kind: 'one', right: '9' },
    utc_corrected_on: nowText(),
    passed: 3,
    certificates: 2,
  },
  regrading: { ...ended, utc_ended_on: nowText() },
})

function serve(first: QuestionCorrections) {
  const server = fakeServer()
  let corrections = first
  const show = (next: QuestionCorrections) => {
    corrections = next
    return { corrections }
  }
  server.on(categories.choices, () => ({ degrees: [] }))
  server.on(examQuestions.get, () => ({ exam_question: question }))
  server.on(examQuestions.tags, () => ({ tags: [] }))
  server.on(examQuestions.save, () => {
    corrections = { ...corrections, outdated }
    return { exam_question: { ...question, version: 3 } }
  })
  server.on(examCorrections.get, () => ({ corrections }))
  server.on(examCorrections.preview, () => ({ effect }))
  return { server, show }
}

/** The button of the open question, which stands last. */
const lastButton = async (name: string) =>
  within(await screen.findByRole('dialog', { name: correctionTexts.undoQuestion })).getByRole('button', { name })

it('says nothing where attempts have the key of the question', async () => {
  const { server } = serve(untouched)
  await showPage(server, '/questoes/7')
  await screen.findByRole('button', { name: 'Salvar' })
  expect(screen.queryByText(correctionTexts.title)).toBeNull()
})

it('offers the correction once a save has changed the key, asks with its effect, and says how it ended', async () => {
  const user = userEvent.setup()
  const { server, show } = serve(untouched)
  const started = server.on(examCorrections.start, () =>
    show({ ...made(), regrading: { ...ended, done: 5, utc_ended_on: null } }),
  )
  await showPage(server, '/questoes/7')
  await user.click(await screen.findByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText(examQuestionTexts.saved)).toBeTruthy()
  expect(await screen.findByText(correctionTexts.offer('Opção 1 (O dobro)', 'Opção 2 (Nada)'))).toBeTruthy()
  await user.click(screen.getByRole('button', { name: correctionTexts.correct }))
  expect(await screen.findByText(describeEffect(effect))).toBeTruthy()
  expect(started).toEqual([])
  await user.click(screen.getByRole('button', { name: correctionTexts.confirm }))
  expect(await screen.findByRole('progressbar', { name: correctionTexts.progress })).toBeTruthy()
  expect(started.map(({ body }) => body)).toEqual([{ version: 1, answer: untouched.answer, last: null }])
  expect(screen.queryByRole('button', { name: correctionTexts.correct })).toBeNull()
  show(made())
  const summary = 'Gabarito corrigido: 14 notas mudaram, 3 alunos passaram a ser aprovados.'
  expect(await screen.findByText(summary)).toBeTruthy()
})

it('undoes a correction after it has said what stays', async () => {
  const user = userEvent.setup()
  const { server, show } = serve(made())
  const undone = server.on(examCorrections.undo, () =>
    show({ ...untouched, last: '3', outdated, regrading: { ...ended, is_undo: true, utc_ended_on: nowText() } }),
  )
  await showPage(server, '/questoes/7')
  await user.click(await screen.findByRole('button', { name: correctionTexts.undo }))
  expect(await screen.findByText(/3 aprovações e 2 certificados ficam/)).toBeTruthy()
  await user.click(await lastButton(correctionTexts.undo))
  await waitFor(() => expect(undone).toHaveLength(1))
  expect(await screen.findByText(/^Correção desfeita: 14 notas mudaram/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: correctionTexts.undo })).toBeNull()
})

it('says why an undo is refused, and offers to go on where the marking stopped', async () => {
  const user = userEvent.setup()
  const stopped = { ...ended, done: 5, is_stopped: true, utc_ended_on: nowText() }
  const { server, show } = serve({ ...made(), regrading: stopped })
  server.on(examCorrections.undo, () => refuse('correctionRunning'))
  server.on(examCorrections.resume, () => show({ ...untouched, regrading: { ...ended, utc_ended_on: null } }))
  await showPage(server, '/questoes/7')
  await user.click(await screen.findByRole('button', { name: correctionTexts.undo }))
  await user.click(await lastButton(correctionTexts.undo))
  expect(await screen.findByText(errors.correction_running.pt)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: correctionTexts.resume }))
  expect(await screen.findByRole('progressbar', { name: correctionTexts.progress })).toBeTruthy()
})

it('names an annulment, and undoes it under its name', async () => {
  const user = userEvent.setup()
  const annulled = made()
  const { server, show } = serve({
    ...annulled,
    latest: { ...annulled.latest!, answer: { kind: 'annulled', points: 'all' } },
    regrading: { ...annulled.regrading!, is_annulment: true },
  })
  const undone = server.on(examCorrections.undo, () => show({ ...untouched, last: '3' }))
  await showPage(server, '/questoes/7')
  expect(await screen.findByText(/^Questão anulada: pontos para todos, desde /)).toBeTruthy()
  expect(screen.getByText(/^Questão anulada: 14 notas mudaram/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: correctionTexts.undoAnnulment }))
  const dialog = await screen.findByRole('dialog', { name: correctionTexts.undoAnnulmentQuestion })
  await user.click(within(dialog).getByRole('button', { name: correctionTexts.undoAnnulment }))
  await waitFor(() => expect(undone).toHaveLength(1))
})

it('offers to annul the version that attempts ask, by its own words', async () => {
  const user = userEvent.setup()
  const asked = { version: 1, summary: 'Quanto crescia o levain?', annulled: null }
  const { server, show } = serve({ ...untouched, asked })
  const started = server.on(examCorrections.start, () =>
    show({ ...untouched, asked: { ...asked, annulled: 'all' }, regrading: { ...ended, utc_ended_on: null } }),
  )
  await showPage(server, '/questoes/7')
  expect(await screen.findByText(correctionTexts.asked)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: correctionTexts.annul }))
  const dialog = within(await screen.findByRole('dialog', { name: correctionTexts.annul }))
  expect(dialog.getByText(asked.summary)).toBeTruthy()
  expect(await dialog.findByText(describeEffect(effect))).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: correctionTexts.annul }))
  expect(await screen.findByRole('progressbar', { name: correctionTexts.progress })).toBeTruthy()
  expect(started.map(({ body }) => body)).toEqual([
    { version: 1, answer: { kind: 'annulled', points: 'all' }, last: null },
  ])
})
