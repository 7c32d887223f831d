import { bulkChanges, bulkTexts } from '@escola/contract/bulk-changes.contract'
import { type Cohort, cohorts } from '@escola/contract/cohorts.contract'
import { imports } from '@escola/contract/imports.contract'
import { moves } from '@escola/contract/moves.contract'
import { students } from '@escola/contract/students.contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf } from '../../testing/show-screen.tsx'

const gateway: Cohort = {
  id: '4',
  title: 'Turma de inverno',
  is_public: false,
  all_degrees: true,
  degrees: [],
  integrations: [],
  totalStudents: 0,
  opens: 1,
  term: { kind: 'life' },
  seats: null,
  enrolls_until: null,
}
const winter = { id: '4', title: 'Turma de inverno' }
const summer = { id: '3', title: 'Turma de verão' }
const empty = { total: 0, page: 1, rowsPerPage: 50, list: [] }

function open(gatewayList: { id: string; title: string }[]) {
  const server = fakeServer()
  server.on(students.list, () => ({ students: { ...empty, more: false, enrolled: 0, hasAny: false } }))
  server.on(cohorts.get, () => ({ gateway, degrees: [], students: empty }))
  server.on(imports.list, () => ({ imports: [] }))
  server.on(moves.latest, () => ({ move: null }))
  server.on(bulkChanges.latest, () => ({ bulk: null }))
  return showApp(server, '/alunos', () => ({ ...contextOf('admin'), gatewayList }))
}

it('asks which class a student joins, and opens its dialog once', async () => {
  const { at } = await open([summer, winter])
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar aluno' }))
  const choice = within(await screen.findByRole('dialog', { name: 'Adicionar aluno' }))
  await userEvent.click(choice.getByRole('button', { name: 'Continuar' }))
  expect(await choice.findByText(bulkTexts.cohort)).toBeTruthy()
  await userEvent.selectOptions(choice.getByLabelText('Turma'), 'Turma de inverno')
  await userEvent.click(choice.getByRole('button', { name: 'Continuar' }))
  await waitFor(() => expect(at()).toBe('/turma/4?acao=adicionar'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Adicionar aluno' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(at()).toBe('/turma/4'))
})

it('imports into the only class without asking', async () => {
  const { at } = await open([winter])
  await userEvent.click(await screen.findByRole('button', { name: 'Importar alunos' }))
  await waitFor(() => expect(at()).toBe('/turma/4?acao=importar'))
  expect(await screen.findByRole('dialog', { name: 'Importar alunos' })).toBeTruthy()
})

it('makes a class first in a school that has none', async () => {
  const { at } = await open([])
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar aluno' }))
  await waitFor(() => expect(at()).toMatch(/^\/turma\/(criar|~)/))
})
