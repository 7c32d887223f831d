import { categories } from '@escola/contract/categories.contract'
import { examQuestionTexts } from '@escola/contract/exam-question-texts'
import {
  type ExamQuestion,
  examQuestions,
  kindLabels,
  type ListedExamQuestion,
} from '@escola/contract/exam-questions.contract'
import { exams } from '@escola/contract/exams.contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Editor } from '@tiptap/react'
import { expect, it } from 'vitest'
import { makeExamQuestion } from '../../testing/exam-samples.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { showApp, showPage } from '../../testing/show-app.tsx'
import { contextOf, teamOf } from '../../testing/show-screen.tsx'

const listed: ListedExamQuestion = {
  id: '7',
  version: 1,
  kind: 'one',
  summary: 'Quanto cresce o levain?',
  difficulty: 'medium',
  tags: ['fermentação'],
  degree_id: null,
  is_archived: false,
  utc_changed_on: '2026-03-01T12:00:00.000Z',
  correction: null,
}
const saved: ExamQuestion = { ...makeExamQuestion(['1', '2'], '1'), tags: listed.tags }

function serve(list: ListedExamQuestion[] = []) {
  const server = fakeServer()
  server.on(categories.choices, () => ({ degrees: [] }))
  server.on(examQuestions.get, () => ({ exam_question: saved }))
  server.on(examQuestions.tags, () => ({ tags: ['fermentação'] }))
  server.on(exams.list, () => ({ exams: [{ lesson_id: '31', degree_id: '5', title: 'Prova do levain' }] }))
  const asked = server.on(examQuestions.list, () => ({
    exam_questions: { total: list.length, page: 1, rowsPerPage: 50, has_any: true, list },
  }))
  const made = server.on(examQuestions.create, () => ({ exam_question: saved }))
  const changed = server.on(examQuestions.save, () => ({ exam_question: { ...saved, version: 2 } }))
  return { server, asked, made, changed }
}

async function write(name: string, html: string) {
  const field = await screen.findByRole('textbox', { name })
  const { editor } = field as unknown as { editor: Editor }
  act(() => void editor.commands.setContent(html, { emitUpdate: true }))
}
const pressSave = async () => userEvent.click(await screen.findByRole('button', { name: 'Salvar' }))

it('says beside each field what is missing, and sends nothing', async () => {
  const { server, made } = serve()
  await showPage(server, '/questoes/criar')
  await screen.findByRole('textbox', { name: 'Opção 2' })
  await pressSave()
  expect(await screen.findByText(examQuestionTexts.statementMissing)).toBeTruthy()
  expect(screen.getAllByText(examQuestionTexts.optionMissing)).toHaveLength(2)
  expect(screen.getByText(examQuestionTexts.optionUnknown)).toBeTruthy()
  expect(made).toEqual([])
})

it('files a question of a teacher of chosen courses in these alone, and offers no import', async () => {
  const { server } = serve([listed])
  const team = teamOf(['course_teacher'], ['5'])
  const choice = { id: '5', title: 'Pães', is_private: false, published: true, category: '', franchisor: '' }
  server.on(categories.choices, () => ({ degrees: [choice] }))
  const { router } = await showApp(server, '/questoes', () => ({ ...contextOf('admin'), team }))
  await userEvent.click(await screen.findByRole('button', { name: 'Exportar' }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Exportar questões'])
  await act(() => router.navigate({ to: '/questoes/criar' }))
  const course = await screen.findByRole('combobox', { name: 'Curso' })
  expect(course).toHaveProperty('value', '')
  await userEvent.click(course)
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toContain('Pães')
  expect(screen.queryByRole('option', { name: examQuestionTexts.wholeSchool })).toBeNull()
})

it('makes a question by keyboard, and goes on at its own address', async () => {
  const user = userEvent.setup()
  const { server, made } = serve()
  const { at } = await showPage(server, '/questoes/criar')
  await write('Enunciado', saved.statement)
  await write('Opção 1', '<p>O dobro</p>')
  await write('Opção 2', '<p>Nada</p>')
  screen.getByRole('radio', { name: 'Opção 1 é certa' }).focus()
  await user.keyboard(' ')
  await user.type(screen.getByLabelText('Etiquetas', { selector: 'input' }), 'Fermentação{Enter}')
  await user.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText(examQuestionTexts.saved)).toBeTruthy()
  const { statement, explanation, is_shuffled, key } = saved
  expect(made.map(({ body }) => body)).toEqual([
    { statement, explanation, is_shuffled, key, difficulty: 'medium', tags: ['Fermentação'], degree_id: null },
  ])
  await waitFor(() => expect(at()).toMatch(/\/questoes\/7$/))
})

it('takes a number with a comma, and shows a refused tolerance beside its field', async () => {
  const user = userEvent.setup()
  const { server, made } = serve()
  await showPage(server, '/questoes/criar')
  await write('Enunciado', '<p>Qual a hidratação?</p>')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Tipo' }), kindLabels.number)
  await user.type(screen.getByRole('textbox', { name: 'Resposta certa' }), '78,5')
  await user.type(screen.getByRole('textbox', { name: 'Tolerância' }), '-1')
  await pressSave()
  expect(await screen.findByText(examQuestionTexts.toleranceNegative)).toBeTruthy()
  await user.clear(screen.getByRole('textbox', { name: 'Tolerância' }))
  await pressSave()
  expect(await screen.findByText(examQuestionTexts.saved)).toBeTruthy()
  expect(made.map(({ body }) => body.key)).toEqual([{ kind: 'number', right: '78.5', tolerance: '0', unit: '' }])
})

it('keeps on the device what was typed and not saved, until it is discarded', async () => {
  const { server } = serve()
  await showPage(server, '/questoes/7')
  await write('Enunciado', '<p>Outra pergunta</p>')
  cleanup()
  await showPage(server, '/questoes/7')
  const field = await screen.findByRole('textbox', { name: 'Enunciado' })
  expect(field.textContent).toBe('Outra pergunta')
  await userEvent.click(await screen.findByRole('button', { name: 'Descartar' }))
  await waitFor(() => expect(field.textContent).toBe('Quanto cresce o levain?'))
  cleanup()
  await showPage(server, '/questoes/7')
  expect((await screen.findByRole('textbox', { name: 'Enunciado' })).textContent).toBe('Quanto cresce o levain?')
  expect(screen.queryByRole('button', { name: 'Descartar' })).toBeNull()
})

it('says on which version a change was made', async () => {
  const { server, changed } = serve()
  await showPage(server, '/questoes/7')
  await write('Opção 2', '<p>O triplo</p>')
  await pressSave()
  expect(await screen.findByText(examQuestionTexts.saved)).toBeTruthy()
  await write('Opção 2', '<p>A metade</p>')
  await pressSave()
  await waitFor(() => expect(changed.map(({ body }) => body.version)).toEqual([1, 2]))
})

it('shows the question as a student is asked it, without its key', async () => {
  const { server } = serve()
  await showPage(server, '/questoes/7')
  await userEvent.click(await screen.findByRole('button', { name: 'Ver como aluno' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Como o aluno vê' }))
  expect(dialog.getByText('Quanto cresce o levain?')).toBeTruthy()
  expect(dialog.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)).toEqual([false, false])
})

it('lists questions and asks for those of a filter', async () => {
  const { server, asked } = serve([listed])
  const { at } = await showPage(server, '/questoes')
  const link = await screen.findByRole('link', { name: listed.summary })
  expect(link.getAttribute('href')).toMatch(/\/questoes\/7$/)
  await userEvent.click(screen.getByRole('combobox', { name: 'Tipo' }))
  await userEvent.click(await screen.findByRole('option', { name: kindLabels.number }))
  await waitFor(() => expect(at()).toContain('kind=number'))
  await waitFor(() => expect(asked.at(-1)!.query).toMatchObject({ kind: 'number' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Usada em' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Prova do levain' }))
  await waitFor(() => expect(asked.at(-1)!.query).toMatchObject({ kind: 'number', used: '31' }))
})
