import { calendars } from '@escola/contract/calendars.contract'
import { chargeMessages } from '@escola/contract/charges'
import { cohorts } from '@escola/contract/cohorts.contract'
import { errors } from '@escola/contract/errors'
import { imports } from '@escola/contract/imports.contract'
import { type Move, moveMessages, moves } from '@escola/contract/moves.contract'
import { refusals } from '@escola/contract/refusals'
import type { ResponseOf } from '@escola/contract/route'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { passSeconds, stopClock } from '../../testing/clock.ts'
import { fail, fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf } from '../../testing/show-screen.tsx'

const gateway = {
  id: '3',
  title: 'Turma de março',
  is_public: false,
  all_degrees: true,
  degrees: [],
  integrations: [],
  totalStudents: 12,
  term: { kind: 'life' as const },
  seats: null,
  enrolls_until: null,
  opens: 1,
}

const forecast: ResponseOf<typeof moves.forecast> = {
  students: { all: 12, year: 1, '6month': 5, month: 9 },
  costs: { all: '12.00', year: '0.00', '6month': '5.00', month: '9.00' },
  charged: { all: '178.00', year: '0.00', '6month': '178.00', month: '0.00' },
}

async function open() {
  const server = fakeServer()
  const state: { move: Move | null } = { move: null }
  const reads = server.on(cohorts.get, () => ({
    gateway,
    degrees: [],
    students: { total: 0, page: 1, rowsPerPage: 50, list: [] },
  }))
  server.on(imports.list, () => ({ imports: [] }))
  server.on(calendars.list, () => ({ degrees: [] }))
  server.on(moves.latest, () => ({ move: state.move }))
  server.on(moves.forecast, () => forecast)
  const starts = server.on(moves.start, () => {
    state.move = { id: '8', school_gateway_id: '4', title: 'Turma nova', total: 5, moved: 2, utc_ended_on: null }
    return { move: state.move }
  })
  const gatewayList = [
    { id: '3', title: 'Turma de março' },
    { id: '4', title: 'Turma nova' },
  ]
  await showApp(server, '/turma/3', () => ({ ...contextOf('admin'), gatewayList }))
  await userEvent.click(await screen.findByRole('button', { name: 'Mover alunos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mover alunos' }))
  return { server, reads, state, starts, dialog }
}

it('asks with numbers before it moves, follows the work, and says its end', async () => {
  const { state, starts, dialog } = await open()
  await userEvent.click(await dialog.findByRole('button', { name: 'Mover alunos' }))
  expect(dialog.getByText(moveMessages.frequency)).toBeTruthy()
  expect(dialog.getByText(moveMessages.target)).toBeTruthy()
  await dialog.findByRole('option', { name: 'Todos os alunos (12)' })
  expect(dialog.queryByRole('option', { name: 'Turma de março' })).toBeNull()
  await userEvent.selectOptions(dialog.getByLabelText('Quais alunos'), '6month')
  await userEvent.selectOptions(dialog.getByLabelText('Para a turma'), 'Turma nova')
  await userEvent.click(dialog.getByRole('button', { name: 'Mover alunos' }))
  const question = within(await screen.findByRole('dialog', { name: moveMessages.confirm }))
  const { textContent } = question.getByText(/^5 alunos passam para “Turma nova”\./)
  expect(textContent).toContain(`vão junto. ${chargeMessages.cost(500)}.${chargeMessages.stays(17_800)}`)
  expect(starts).toEqual([])
  stopClock()
  await userEvent.click(question.getByRole('button', { name: 'Mover alunos' }))
  expect(await screen.findByText(/^Movendo alunos para “Turma nova”: 2 de 5\./)).toBeTruthy()
  expect(starts.map(({ body }) => body)).toEqual([{ migrateStudentsFrequency: '6month', migrateStudentsTo: '4' }])
  state.move = { ...state.move!, moved: 5, utc_ended_on: '2026-11-24T12:00:00.000Z' }
  await passSeconds(1)
  expect(await screen.findByText(moveMessages.done)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/^Movendo alunos/)).toBeNull())
})

it('says the end of a move that is over before it is asked for, and reads the class again', async () => {
  const { server, reads, state, dialog } = await open()
  server.on(moves.start, () => {
    const begun: Move = { id: '8', school_gateway_id: '4', title: 'Turma nova', total: 5, moved: 0, utc_ended_on: null }
    state.move = { ...begun, moved: 5, utc_ended_on: '2026-11-24T12:00:00.000Z' }
    return { move: begun }
  })
  await dialog.findByRole('option', { name: 'Todos os alunos (12)' })
  await userEvent.selectOptions(dialog.getByLabelText('Quais alunos'), 'all')
  await userEvent.selectOptions(dialog.getByLabelText('Para a turma'), 'Turma nova')
  await userEvent.click(dialog.getByRole('button', { name: 'Mover alunos' }))
  const question = within(await screen.findByRole('dialog', { name: moveMessages.confirm }))
  const before = reads.length
  await userEvent.click(question.getByRole('button', { name: 'Mover alunos' }))
  expect(await screen.findByText(moveMessages.done)).toBeTruthy()
  await waitFor(() => expect(reads.length).toBeGreaterThan(before))
})

it('asks with the price of a forecast that comes late, and not at all without one', async () => {
  const { server, dialog } = await open()
  await userEvent.selectOptions(await dialog.findByLabelText('Quais alunos'), 'month')
  await userEvent.selectOptions(dialog.getByLabelText('Para a turma'), 'Turma nova')
  server.on(moves.forecast, () => fail('unavailable'))
  await userEvent.click(dialog.getByRole('button', { name: 'Mover alunos' }))
  expect(await dialog.findByText(errors.unavailable.pt)).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: moveMessages.confirm })).toBeNull()
  const late = Promise.withResolvers<typeof forecast>()
  const asked = server.on(moves.forecast, () => late.promise)
  await userEvent.click(dialog.getByRole('button', { name: 'Mover alunos' }))
  await waitFor(() => expect(asked.length).toBe(1))
  expect(screen.queryByRole('dialog', { name: moveMessages.confirm })).toBeNull()
  late.resolve({ ...forecast, costs: { ...forecast.costs, month: '8.00' } })
  const question = within(await screen.findByRole('dialog', { name: moveMessages.confirm }))
  expect(question.getByText(/^9 alunos passam/).textContent).toContain(chargeMessages.cost(800))
})

it('moves no student when the question is not confirmed', async () => {
  const { starts, dialog } = await open()
  await userEvent.selectOptions(await dialog.findByLabelText('Quais alunos'), 'all')
  await userEvent.selectOptions(dialog.getByLabelText('Para a turma'), 'Turma nova')
  await userEvent.click(dialog.getByRole('button', { name: 'Mover alunos' }))
  const question = within(await screen.findByRole('dialog', { name: moveMessages.confirm }))
  await userEvent.click(question.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: moveMessages.confirm })).toBeNull())
  expect(starts).toEqual([])
  expect(dialog.getByLabelText('Quais alunos')).toHaveProperty('value', 'all')
})

it('says under the class why it takes no students', async () => {
  const { server, dialog } = await open()
  server.on(moves.start, () => refuse('moveTargetGone'))
  await userEvent.selectOptions(await dialog.findByLabelText('Quais alunos'), 'all')
  await userEvent.selectOptions(dialog.getByLabelText('Para a turma'), 'Turma nova')
  await userEvent.click(dialog.getByRole('button', { name: 'Mover alunos' }))
  const question = within(await screen.findByRole('dialog', { name: moveMessages.confirm }))
  await userEvent.click(question.getByRole('button', { name: 'Mover alunos' }))
  expect(await dialog.findByText(refusals.cohortGone)).toBeTruthy()
})
