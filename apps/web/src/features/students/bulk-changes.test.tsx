import { type BulkChange, bulkChanges, bulkTexts, describeErasure } from '@escola/contract/bulk-changes.contract'
import { chargeMessages } from '@escola/contract/charges'
import { cohorts } from '@escola/contract/cohorts.contract'
import { imports } from '@escola/contract/imports.contract'
import { moves } from '@escola/contract/moves.contract'
import { students } from '@escola/contract/students.contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { passSeconds, stopClock } from '../../testing/clock.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf } from '../../testing/show-screen.tsx'

const studentOf = (user_id: string, name: string) => ({
  user_id,
  name,
  link: `aluno-${user_id}`,
  email: `${user_id}@exemplo.com`,
  cellphone: '',
  origin: 'manual',
  utc_created_on: '2026-03-01T12:00:00.000Z',
  school_gateways: [],
  progress: null,
  utc_seen_on: null,
})
const begun: BulkChange = {
  id: '8',
  action: 'add',
  title: 'Turma X',
  total: 125,
  done: 40,
  changed: 40,
  unchanged: 0,
  is_cohort_gone: false,
  refused: { cohort_full: 0, enrollment_closed: 0, administrators: 0, mail_limit: 0 },
  utc_ended_on: null,
}

async function open(path = '/alunos') {
  const server = fakeServer()
  const state: { bulk: BulkChange | null } = { bulk: null }
  const list = [studentOf('7', 'Carla Dias'), studentOf('9', 'Bia Lima')]
  server.on(students.list, () => ({
    students: { total: 125, enrolled: 400, more: false, hasAny: true, page: 1, rowsPerPage: 50, list },
  }))
  server.on(bulkChanges.latest, () => ({ bulk: state.bulk }))
  const starts = server.on(bulkChanges.start, () => {
    state.bulk = begun
    return { bulk: begun }
  })
  const quotes = server.on(bulkChanges.quote, ({ body: { leaves, from_cohort_id } }) => ({
    ...{ cost: '120.00', missing: '0.00', charged: leaves || from_cohort_id ? '178.00' : '0.00' },
    refused: { cohort_full: 2, enrollment_closed: 0 },
  }))
  server.on(imports.list, () => ({ imports: [] }))
  server.on(moves.latest, () => ({ move: null }))
  server.on(cohorts.get, () => ({
    gateway: {
      ...{ id: '3', title: 'Turma X', is_public: false, all_degrees: false, degrees: ['1'], integrations: [] },
      ...{ totalStudents: 125, opens: 1, term: { kind: 'life' as const }, seats: null, enrolls_until: null },
    },
    degrees: [],
    students: {
      ...{ total: 125, page: 1, rowsPerPage: 50 },
      list: list.map((each, at) => ({
        ...each,
        utc_ends_on: null,
        progress: at === 0 ? '66.67' : '0.00',
        utc_seen_on: at === 0 ? '2026-11-20T12:00:00.000Z' : null,
      })),
    },
  }))
  const gatewayList = [
    { id: '3', title: 'Turma X' },
    { id: '4', title: 'Turma Y' },
  ]
  await showApp(server, path, () => ({ ...contextOf('admin'), gatewayList }))
  await screen.findByText('Carla Dias')
  return { server, state, starts, quotes }
}
const endingWith = (sentence: string) => (text: string) => text.endsWith(`${sentence}.`)
const click = async (role: string, name: string) => userEvent.click(await screen.findByRole(role, { name }))
async function chooseCohort(action: 'add' | 'remove') {
  await click('button', bulkTexts.labels[action])
  const dialog = within(await screen.findByRole('dialog', { name: bulkTexts.labels[action] }))
  await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
  expect(dialog.getByText(bulkTexts.cohort)).toBeTruthy()
  await userEvent.selectOptions(dialog.getByLabelText('Turma'), 'Turma X')
  await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
}

it('adds all students of the filters to a class, follows the work, and sums it up', async () => {
  const { state, starts } = await open('/alunos?access=without')
  await click('checkbox', 'Todos os 125 encontrados')
  await chooseCohort('add')
  const question = within(await screen.findByRole('dialog', { name: 'Adicionar 125 alunos à turma?' }))
  expect(
    question.getByText(endingWith(`2 não entram: a turma está cheia. ${chargeMessages.cost(12_000)}`)),
  ).toBeTruthy()
  expect(starts).toEqual([])
  stopClock()
  await userEvent.click(question.getByRole('button', { name: 'Adicionar' }))
  expect(await screen.findByText(/^Adicionando alunos à turma “Turma X”: 40 de 125\./)).toBeTruthy()
  expect(starts.map(({ body }) => body)).toEqual([
    {
      action: 'add',
      school_gateway_id: '3',
      filter: { search: '', school_gateway_id: '', origin: '', access: 'without', entered: '', phone: '' },
    },
  ])
  expect(screen.getByText('Nenhum aluno selecionado')).toBeTruthy()
  const refused = { ...begun.refused, cohort_full: 2 }
  state.bulk = { ...begun, done: 125, changed: 120, unchanged: 3, refused, utc_ended_on: new Date().toISOString() }
  await passSeconds(1)
  const summary = '120 alunos entraram na turma “Turma X”; 3 já estavam nela; 2 não entraram: a turma está cheia.'
  expect(await screen.findByText(summary)).toBeTruthy()
  await click('button', 'Fechar resumo')
  expect(screen.queryByText(summary)).toBeNull()
})

it('takes those who are checked out of a class once that is confirmed, with the focus on the way back', async () => {
  const { starts } = await open()
  await screen.findByText('Nenhum aluno selecionado')
  expect(screen.queryByRole('button', { name: bulkTexts.labels.remove })).toBeNull()
  await click('checkbox', 'Selecionar esta página')
  await screen.findByText('2 selecionados')
  expect(screen.getByRole('button', { name: bulkTexts.labels.remove })).toBeTruthy()
  await click('checkbox', 'Selecionar Bia Lima')
  await chooseCohort('remove')
  const find = async () => within(await screen.findByRole('dialog', { name: 'Tirar 1 aluno da turma?' }))
  const cancel = (await find()).getByRole('button', { name: 'Cancelar' })
  await waitFor(() => expect(document.activeElement).toBe(cancel))
  await userEvent.click(cancel)
  expect(starts).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Continuar' }))
  await userEvent.click((await find()).getByRole('button', { name: 'Tirar da turma' }))
  await waitFor(() =>
    expect(starts.map(({ body }) => body)).toEqual([{ action: 'remove', school_gateway_id: '3', user_ids: ['7'] }]),
  )
})

it('sends the link again to those who are checked', async () => {
  const { starts } = await open()
  await click('checkbox', 'Selecionar Carla Dias')
  await click('button', bulkTexts.labels.resend)
  const question = within(await screen.findByRole('dialog', { name: 'Reenviar o link a 1 aluno?' }))
  await userEvent.click(question.getByRole('button', { name: 'Reenviar' }))
  await waitFor(() => expect(starts.map(({ body }) => body)).toEqual([{ action: 'resend', user_ids: ['7'] }]))
})

it('changes the students of a class on its own page, which says how far they are and when they were last there', async () => {
  const { starts } = await open('/turma/3')
  const cellsOf = (name: string) =>
    within(screen.getByRole('row', { name: new RegExp(name) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cellsOf('Carla Dias')).toEqual(expect.arrayContaining(['67%', '20/11/2026']))
  expect(cellsOf('Bia Lima')).toEqual(expect.arrayContaining(['0%', 'nunca entrou']))
  await click('checkbox', 'Selecionar Bia Lima')
  await click('button', 'Tirar da turma')
  const one = within(await screen.findByRole('dialog', { name: 'Tirar 1 aluno da turma?' }))
  expect(one.getByText((text) => text.endsWith(chargeMessages.stays(17_800)))).toBeTruthy()
  await userEvent.click(one.getByRole('button', { name: 'Tirar da turma' }))
  await screen.findByText('Nenhum aluno selecionado')
  await click('checkbox', 'Todos os 125 alunos')
  await click('button', bulkTexts.labels.resend)
  const all = within(await screen.findByRole('dialog', { name: 'Reenviar o link a 125 alunos?' }))
  await userEvent.click(all.getByRole('button', { name: 'Reenviar' }))
  const filter = { search: '', school_gateway_id: '3', origin: '', access: '', entered: '', phone: '' }
  await waitFor(() =>
    expect(starts.map(({ body }) => body)).toEqual([
      { action: 'remove', school_gateway_id: '3', user_ids: ['9'] },
      { action: 'resend', filter },
    ]),
  )
})

it('moves those who are checked from their class to another one', async () => {
  const { starts, quotes } = await open('/turma/3')
  await click('checkbox', 'Selecionar Bia Lima')
  await click('button', bulkTexts.labels.move)
  const dialog = within(await screen.findByRole('dialog', { name: bulkTexts.labels.move }))
  expect(dialog.queryByRole('option', { name: 'Turma X' })).toBeNull()
  await userEvent.selectOptions(dialog.getByLabelText('Turma'), 'Turma Y')
  await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
  const question = within(await screen.findByRole('dialog', { name: 'Mover 1 aluno para outra turma?' }))
  expect(
    question.getByText((text) => text.endsWith(`${chargeMessages.cost(12_000)}.${chargeMessages.stays(17_800)}`)),
  ).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Mover' }))
  const sent = { user_ids: ['9'], school_gateway_id: '4', from_cohort_id: '3' }
  await waitFor(() => expect(starts.map(({ body }) => body)).toEqual([{ action: 'move', ...sent }]))
  expect(quotes.map(({ body }) => body)).toEqual([sent])
})

it('offers no moving where no class is left', async () => {
  await open()
  await click('checkbox', 'Selecionar esta página')
  expect(screen.getByRole('button', { name: bulkTexts.labels.add })).toBeTruthy()
  expect(screen.queryByRole('button', { name: bulkTexts.labels.move })).toBeNull()
})

it('erases those who are checked, with the numbers of what goes, the focus on the way back', async () => {
  const { server, starts } = await open()
  const erasure = { total: 3, with_access: 1, seen: 2, buyers: 0, certified: 1, administrators: 0, charged: '2.00' }
  const asked = server.on(bulkChanges.erasure, () => ({ erasure }))
  await click('checkbox', 'Selecionar esta página')
  await click('button', bulkTexts.labels.erase)
  const dialog = await screen.findByRole('dialog', { name: 'Apagar 3 alunos da escola?' })
  const question = within(dialog)
  expect(dialog.textContent).toContain(describeErasure(erasure))
  await waitFor(() => expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancelar' })))
  expect(starts).toEqual([])
  await userEvent.click(question.getByRole('button', { name: bulkTexts.labels.erase }))
  const sent = { action: 'erase', user_ids: ['7', '9'], confirmed: 3 }
  await waitFor(() => expect(starts.map(({ body }) => body)).toEqual([sent]))
  expect(asked.map(({ body }) => body)).toEqual([{ user_ids: ['7', '9'] }])
})
