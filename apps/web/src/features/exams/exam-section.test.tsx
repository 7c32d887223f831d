import { categories } from '@escola/contract/categories.contract'
import { newExamSettings } from '@escola/contract/exam-plan'
import { examPlanTexts } from '@escola/contract/exam-plan-texts'
import { examQuestions, type ListedExamQuestion } from '@escola/contract/exam-questions.contract'
import { examResults } from '@escola/contract/exam-results.contract'
import { type Exam, exams } from '@escola/contract/exams.contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import type { LessonPartWriter } from '../../ui/editor/lesson-part.ts'
import { ConfirmHost } from '../../ui/questions/confirm.ts'
import ExamSection from './exam-section.tsx'

const listed = (id: string, summary: string): ListedExamQuestion => ({
  id,
  version: 1,
  kind: 'truth',
  summary,
  difficulty: 'medium',
  tags: ['fermentação'],
  degree_id: null,
  is_archived: false,
  utc_changed_on: '2026-01-01T12:00:00.000Z',
  correction: null,
})
const bank = [listed('1', 'O sal entra por último?'), listed('2', 'O levain é vivo?')]
const sample: Exam = {
  lesson_id: '30',
  version: 1,
  plan: { settings: newExamSettings, parts: [] },
  questions: [],
  draws: [],
  problems: [],
  utc_published_on: null,
  changes: { plan: true, changed: 0, added: 0, removed: 0 },
}

async function open(first: Exam | null) {
  const server = fakeServer()
  let exam = first
  server.on(exams.get, () => ({ exam }))
  server.on(categories.choices, () => ({ degrees: [] }))
  server.on(examQuestions.tags, () => ({ tags: ['fermentação'] }))
  server.on(examQuestions.list, () => ({
    exam_questions: { total: bank.length, page: 1, rowsPerPage: 50, list: bank, has_any: true },
  }))
  const saves = server.on(exams.save, ({ body }) => {
    const named = body.plan.parts.flatMap((part) => (part.kind === 'fixed' ? [part.question] : []))
    exam = {
      ...(exam ?? sample),
      version: (body.version ?? 0) + 1,
      plan: body.plan,
      questions: bank.filter(({ id }) => named.includes(id)),
    }
    return { exam }
  })
  const writers: (LessonPartWriter | undefined)[] = []
  const onWriter = (writer: LessonPartWriter | undefined) => void writers.push(writer)
  await showScreen({
    at: '/',
    route: '/',
    as: 'admin',
    show: () => (
      <>
        <ExamSection lessonId="30" onWriter={onWriter} />
        <ConfirmHost />
      </>
    ),
  })
  return { server, saves, writer: () => writers.at(-1) }
}
const lastPlan = (saves: { body: { plan: Exam['plan'] } }[]) => saves.at(-1)?.body.plan

it('begins an assessment, and adds questions that are chosen from the bank', async () => {
  const { saves } = await open(null)
  await userEvent.click(await screen.findByRole('button', { name: examPlanTexts.begin }))
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar questões' }))
  const dialog = within(await screen.findByRole('dialog'))
  for (const { summary } of bank) await userEvent.click(await dialog.findByRole('checkbox', { name: summary }))
  await userEvent.click(dialog.getByRole('button', { name: 'Adicionar 2 questões' }))
  await screen.findByText('2 questões · 2 pontos')
  await waitFor(() => expect(lastPlan(saves)?.parts).toMatchObject([{ question: '1' }, { question: '2', points: 100 }]))
  expect(saves.map(({ body }) => body.version)).toEqual([null, 1])
})

it('draws from the bank, and takes points as they are typed', async () => {
  const { saves } = await open(sample)
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar sorteio' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Etiqueta' }))
  await userEvent.click(await screen.findByRole('option', { name: 'fermentação' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Adicionar sorteio' }))
  await screen.findByText('1. 5 ao acaso de “fermentação”')
  const points = screen.getByLabelText('Pontos da parte 1, por questão')
  await userEvent.clear(points)
  await userEvent.type(points, '0')
  await screen.findByText('Use de 0,01 a 1000')
  expect(screen.getByText('5 questões · 5 pontos')).toBeTruthy()
  await userEvent.clear(points)
  await userEvent.type(points, '1,5')
  await screen.findByText('5 questões · 7,5 pontos')
  await waitFor(() =>
    expect(lastPlan(saves)?.parts).toMatchObject([
      { kind: 'draw', points: 150, count: 5, filter: { tag: 'fermentação' } },
    ]),
  )
})

it('saves settings, and shows those alone that count', async () => {
  const { saves } = await open(sample)
  await userEvent.click(await screen.findByRole('switch', { name: /^Precisa ser aprovada/ }))
  await waitFor(() => expect(lastPlan(saves)?.settings.must_pass).toBe(true))
  await userEvent.click(screen.getByRole('radio', { name: /^Exercício/ }))
  await waitFor(() => expect(lastPlan(saves)?.settings).toMatchObject({ kind: 'exercise', must_pass: false }))
  expect(screen.queryByLabelText('Nota para passar (%)')).toBeNull()
})

it('names the fault of a part beside it, and what has changed since the publication', async () => {
  await open({
    ...sample,
    plan: { ...sample.plan, parts: [{ kind: 'fixed', id: 'a', question: '9', points: 100 }] },
    problems: [{ part: 'a', field: 'parts', message: examPlanTexts.gone }],
    utc_published_on: '2026-01-01T12:00:00.000Z',
    changes: { plan: false, changed: 3, added: 5, removed: 0 },
  })
  const row = (await screen.findByText(examPlanTexts.gone)).closest('li')!
  expect(within(row).getByRole('button', { name: 'Tirar a parte 1' })).toBeTruthy()
  expect(screen.getByText(/3 questões mudaram, 5 novas no sorteio/)).toBeTruthy()
})

it('tells the lesson’s editor what is unsaved, and saves it before the course is published', async () => {
  const first = { ...sample, changes: { ...sample.changes, plan: false } }
  const { server, writer } = await open(first)
  // It saves itself a moment later, and then nothing is unsaved: the answer waits until that was looked at.
  const answer = Promise.withResolvers<{ exam: Exam }>()
  const saves = server.on(exams.save, () => answer.promise)
  await userEvent.click(await screen.findByRole('switch', { name: /^Embaralhar as questões/ }))
  await waitFor(() => expect(writer()?.hasChanges).toBe(true))
  expect(writer()?.hasUnsaved()).toBe(true)
  answer.resolve({ exam: { ...first, version: 2 } })
  await writer()!.settled()
  expect(lastPlan(saves)?.settings.is_shuffled).toBe(true)
})

it('asks before the assessment goes', async () => {
  const { server } = await open(sample)
  const removed = server.on(exams.remove, () => ({ ok: true as const }))
  await userEvent.click(await screen.findByRole('button', { name: 'Tirar da aula' }))
  await screen.findByText(examPlanTexts.goes)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Tirar da aula' }))
  await screen.findByText(examPlanTexts.none)
  expect(removed).toHaveLength(1)
})

it('counts the attempts and marks that go with a published assessment', async () => {
  const { server } = await open({ ...sample, utc_published_on: '2026-01-01T12:00:00.000Z' })
  const sums = { attempts: 5, students: 3, running: 1, waiting: 0, passed: 1, mean_percent: 50, bands: [] }
  const place = { lesson_id: '30', lesson_link: 'a', lesson: 'A', degree_link: 'c', degree: 'C', pass_percent: 70 }
  server.on(examResults.overview, () => ({ overview: { ...place, kind: 'exam' as const, ...sums } }))
  await userEvent.click(await screen.findByRole('button', { name: 'Tirar da aula' }))
  await screen.findByText(/6 tentativas e 3 notas de alunos se perdem\./)
})

it('is tried out and corrected where it stands', async () => {
  const { server } = await open(sample)
  const asked = { kind: 'truth' as const, number: 1, points: 100, html: '<p>O levain é vivo?</p>' }
  const seed = 'a'.repeat(64)
  server.on(exams.tryOut, () => ({
    trial: { seed, questions: [{ question: '2', version: 1, points: 100 }], asked: [asked] },
  }))
  const corrected = server.on(exams.correct, () => ({
    correction: {
      points: 0,
      total: 100,
      has_passed: false,
      shown: [
        {
          question: asked,
          answer: { kind: 'truth' as const, chosen: false },
          earned: 0,
          solution: { key: { kind: 'truth' as const, right: true }, explanation: '<p>É fermento.</p>' },
        },
      ],
    },
  }))
  await userEvent.click(await screen.findByRole('button', { name: 'Experimentar' }))
  await userEvent.click(await screen.findByRole('radio', { name: 'Falso' }))
  await userEvent.click(screen.getByRole('button', { name: 'Corrigir' }))
  await screen.findByText(/0 de 1 \(0%\) · não passaria/)
  expect(screen.getByText('É fermento.')).toBeTruthy()
  expect(corrected.at(-1)?.body).toMatchObject({ seed, answers: [{ number: 1, answer: { chosen: false } }] })
})
